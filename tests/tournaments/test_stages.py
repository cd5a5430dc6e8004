"""Several stages: who qualifies, what is carried over, how ties are broken, what pages tell."""

from __future__ import annotations

import itertools
import random
import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from engine.comparison.rounding import shown
from games.models import Play, Table
from tournaments.errors import DrawRefused, EventRefused
from tournaments.models import Event, EventState, Role, Ruling, SeatResult, Stage
from tournaments.services import create_event, create_stage, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_stage
from tournaments.services.rebuild import rebuild

from .brute_force import Row, brute_force
from .factories import (
    PASSED_OUT,
    count_and_publish,
    drawn_stage,
    facts,
    play_round,
    random_facts,
    release,
)
from .people import user_with
from .program import teams_text

pytestmark = pytest.mark.django_db


def played(stage: Stage, seed: int = 1) -> None:
    source = random.Random(seed)
    for number in range(1, stage.rounds_planned + 1):
        play_round(release(stage, number), lambda _: random_facts(source))
    count_and_publish(stage)


def rows_of(stage: Stage) -> list[dict[str, Any]]:
    return list(stage.versions.latest("number").payload["rows"])


def final(event: Event, source: Stage, **settings: Any) -> Stage:
    settings = {"rounds": 1, "boards_per_round": 2, "last_rank": 6, **settings}
    return create_stage(event, source=source, seed=2, actor=SYSTEM, **settings)


@pytest.fixture
def qualification() -> Stage:
    stage = drawn_stage(entrants=12, rounds=2, boards=2, tie_breaks=["total_points", "lot"])
    played(stage)
    return stage


def test_the_first_six_play_the_final_and_the_others_a_consolation(qualification: Stage) -> None:
    event = qualification.event
    order = [row["number"] for row in rows_of(qualification)]
    one = draw_stage(final(event, qualification), SYSTEM)
    other = draw_stage(final(event, qualification, first_rank=7, last_rank=None), SYSTEM)
    assert one.movement is not None
    assert other.movement is not None
    assert one.movement["entrants"] == order[:6]
    assert other.movement["entrants"] == order[6:]
    for stage, numbers in ((one, order[:6]), (other, order[6:])):
        played(stage)
        assert {row["number"] for row in rows_of(stage)} == set(numbers)
    event.refresh_from_db()
    assert event.state == EventState.FINISHED
    assert rebuild(event).differences == []


def top_of(row: Row) -> Fraction:
    """What could be reached, from score and percentage."""
    assert row.percentage
    return 100 * row.score / row.percentage


@pytest.mark.parametrize(
    ("carry_over", "share"),
    [("none", 0), ("full", 1), ("fraction", Fraction(1, 4)), ("scaled", Fraction(1, 2))],
)
def test_what_is_carried_over_counts_with_its_weight(
    qualification: Stage, carry_over: str, share: Fraction
) -> None:
    """4 boards before, 2 in the final: scaled to as many, a half counts."""
    before = {row.entrant: row for row in brute_force(qualification)}
    stage = final(qualification.event, qualification, carry_over=carry_over, carry_share=25)
    played(draw_stage(stage, SYSTEM), seed=5)
    own = {row.entrant: row for row in brute_force(stage)}
    found = {row["entrant"]: row for row in rows_of(stage)}
    assert len(found) == 6
    shares = {}
    for entrant, row in found.items():
        score = own[entrant].score + share * before[entrant].score
        top = Fraction(2 * 2 * (2 - 1)) + share * top_of(before[entrant])
        assert Fraction(row["score"]) == score
        assert Fraction(row["carried"]) == share * before[entrant].score
        shares[entrant] = score / top
        assert row["boards"] == 2
    ranks = {e: 1 + sum(other > mine for other in shares.values()) for e, mine in shares.items()}
    assert {entrant: row["rank"] for entrant, row in found.items()} == ranks


@pytest.mark.parametrize(
    ("carry_over", "share"), [("full", 1), ("fraction", Fraction(1, 4)), ("scaled", Fraction(1, 2))]
)
def test_points_are_carried_over_by_the_board(carry_over: str, share: Fraction) -> None:
    """One round of four boards, then one of two: scaled, half of it counts.

    The landlord is position 1 and wins 2 of each farmer's 1: of four boards everybody has held
    position 1 once (2 - 3 = -1) or twice (4 - 2 = 2). In the final he wins 6: who has held it k
    times of two has 6k - 3(2 - k).
    """
    stage = drawn_stage(entrants=9, rounds=1, boards=4, method="total", tie_breaks=["lot"])
    play_round(release(stage), lambda _: facts(1))
    count_and_publish(stage)
    before = {row["entrant"]: Fraction(row["score"]) for row in rows_of(stage)}
    assert sorted(before.values()) == [Fraction(-1)] * 6 + [Fraction(2)] * 3
    after = final(
        stage.event,
        stage,
        kind="individual-fixed-boards",
        method="total",
        last_rank=9,
        carry_over=carry_over,
        carry_share=25,
    )
    draw_stage(after, SYSTEM)
    play_round(release(after), lambda _: facts(1, 3))
    count_and_publish(after)
    for row in rows_of(after):
        own = Fraction(row["score"]) - share * before[row["entrant"]]
        assert own in {Fraction(9 * k - 6) for k in range(3)}
        assert Fraction(row["counted"]) == 2 + 4 * share
        assert row["boards"] == 2


class TestMatches:
    """Nine teams, two rounds of triangles of one board by victory points; then three go on."""

    def source(self) -> Stage:
        event = create_event(name="League", actor=SYSTEM)
        import_entrants(event, teams_text(9, 3), SYSTEM)
        stage = create_stage(
            event,
            kind="teams-round-robin",
            scoring="victory-points",
            rounds=2,
            boards_per_round=1,
            seed=1,
            tie_breaks=["lot"],
            actor=SYSTEM,
        )
        draw_stage(stage, SYSTEM)
        played(stage)
        return stage

    @pytest.mark.parametrize(
        ("carry_over", "share"),
        [("full", Fraction(1)), ("fraction", Fraction(1, 4)), ("scaled", Fraction(1, 2))],
    )
    def test_victory_points_are_carried_over_by_the_match(
        self, carry_over: str, share: Fraction
    ) -> None:
        """Two matches before, of 40 each; one in the final: scaled, half of them counts."""
        source = self.source()
        before = {row["entrant"]: row for row in rows_of(source)}
        assert {row["top"] for row in before.values()} == {"80"}
        assert {row["counted"] for row in before.values()} == {"2"}
        assert sum(Fraction(row["score"]) for row in before.values()) == 9 * 2 * 20
        stage = final(
            source.event,
            source,
            kind="teams-round-robin",
            scoring="victory-points",
            boards_per_round=1,
            last_rank=3,
            carry_over=carry_over,
            carry_share=25,
        )
        draw_stage(stage, SYSTEM)
        played(stage)
        found = rows_of(stage)
        assert len(found) == 3
        for row in found:
            brought = share * Fraction(before[row["entrant"]]["score"])
            own = sum((Fraction(score) for score in row["rounds"]), Fraction(0))
            assert Fraction(row["carried"]) == brought
            assert Fraction(row["score"]) == own + brought
            assert Fraction(row["top"]) == 40 + share * 80
            assert Fraction(row["counted"]) == 1 + share * 2
            percentage = 100 * (own + brought) / (40 + share * 80)
            assert abs(Fraction(row["percentage"]) - percentage) <= Fraction(1, 200)

    @pytest.mark.parametrize(
        ("settings", "words"),
        [
            ({"kind": "teams-round-robin", "scoring": "comparison"}, "ranked by matches"),
            ({"kind": "teams-knockout"}, "A knockout"),
            ({"kind": "four-a-side-league", "boards_per_round": 4}, "another kind"),
        ],
    )
    def test_what_does_not_add_up_is_refused(self, settings: dict[str, Any], words: str) -> None:
        source = self.source()
        with pytest.raises(EventRefused, match=words) as caught:
            final(source.event, source, carry_over="full", **settings)
        assert caught.value.code == "carry_over_of_another_method"
        final(source.event, source, carry_over="none", **settings)

    def test_nor_can_the_stage_before_be_changed_so(self) -> None:
        event = create_event(name="League", actor=SYSTEM)
        teams: dict[str, Any] = {
            "kind": "teams-round-robin",
            "rounds": 1,
            "boards_per_round": 1,
            "actor": SYSTEM,
        }
        source = create_stage(event, scoring="victory-points", **teams)
        create_stage(event, scoring="victory-points", source=source, carry_over="full", **teams)
        with pytest.raises(EventRefused) as caught:
            change_stage(source, SYSTEM, {"scoring": "comparison"})
        assert caught.value.code == "carry_over_of_another_method"


class TestTies:
    def tied(self, **settings: Any) -> Stage:
        """Everybody has passed every board out: all are tied."""
        stage = drawn_stage(entrants=9, rounds=1, boards=1, **settings)
        play_round(release(stage), lambda _: PASSED_OUT)
        count_and_publish(stage)
        return stage

    def test_a_tie_at_the_edge_is_refused_and_a_lot_settles_it(self) -> None:
        stage = self.tied()
        following = final(stage.event, stage, last_rank=6)
        with pytest.raises(DrawRefused) as caught:
            draw_stage(following, SYSTEM)
        assert caught.value.code == "tie_at_the_edge"
        assert caught.value.params["rank"] == 1
        change_stage(stage, SYSTEM, {"tie_breaks": ["lot"]})
        with pytest.raises(DrawRefused) as caught:
            draw_stage(following, SYSTEM)
        assert caught.value.code == "source_unfinished"  # its standings are still due
        count_and_publish(stage)
        rows = rows_of(stage)
        assert [row["rank"] for row in rows] == list(range(1, 10))
        assert all(row["tie_breaks"][0][0] == "lot" for row in rows)
        drawn = draw_stage(following, SYSTEM)
        assert drawn.movement is not None
        assert drawn.movement["entrants"] == [row["number"] for row in rows[:6]]

    def test_direct_comparison_tops_and_points_against_brute_force(self) -> None:
        """Many small events; wherever two are tied, the first step that differs decides."""
        settled = 0
        for seed in range(3):
            stage = drawn_stage(
                entrants=9, rounds=1, boards=2, seed=seed, tie_breaks=["tops", "total_points"]
            )
            played(stage, seed)
            tops, points = self.oracle(stage)
            rows = rows_of(stage)
            for one, other in itertools.pairwise(rows):
                if one["percentage"] != other["percentage"]:
                    assert one["rank"] < other["rank"]
                    continue
                keys = [(tops[row["entrant"]], points[row["entrant"]]) for row in (one, other)]
                assert keys[0] >= keys[1]
                assert (keys[0] > keys[1]) == (one["rank"] < other["rank"])
                settled += keys[0] > keys[1]
        assert settled > 0

    def test_the_mean_of_beaten_opponents_against_brute_force(self) -> None:
        """Of equal ones who beat the better ones at the own tables is first."""
        settled = 0
        for seed in range(4):
            stage = drawn_stage(
                entrants=9, rounds=2, boards=1, seed=seed, tie_breaks=["beaten_opponents"]
            )
            played(stage, seed)
            rows = rows_of(stage)
            means = self.beaten(stage, {row["entrant"]: row for row in rows})
            for one, other in itertools.pairwise(rows):
                if one["score"] == other["score"]:
                    keys = [means[row["entrant"]] for row in (one, other)]
                    assert keys[0] >= keys[1]
                    assert (keys[0] > keys[1]) == (one["rank"] < other["rank"])
                    settled += keys[0] > keys[1]
        assert settled > 0

    def beaten(self, stage: Stage, rows: dict[str, dict[str, Any]]) -> dict[str, Fraction]:
        """The means, -1 for who beat nobody; all have played as many boards."""
        found: dict[str, Fraction] = {}
        for entrant, row in rows.items():
            lower = []
            for table in Table.objects.filter(seats__sitting__entrant=entrant):
                number = table.plays.values_list("seat_results__round__number", flat=True)[0] - 1
                for other in table.seats.values_list("sitting__entrant", flat=True):
                    theirs = rows[other]
                    if Fraction(theirs["rounds"][number]) < Fraction(row["rounds"][number]):
                        lower.append(100 * Fraction(theirs["score"]) / Fraction(theirs["top"]))
            found[entrant] = sum(lower, Fraction(0)) / len(lower) if lower else Fraction(-1)
        return found

    def test_fewer_seconds_a_board_are_first(self) -> None:
        """All results are equal, so that time alone decides; who has none comes last."""
        stage = drawn_stage(entrants=9, rounds=2, boards=1, tie_breaks=["time"])
        for number in (1, 2):
            play_round(release(stage, number), lambda _: facts(1, 1))
        for play in Play.objects.exclude(table__number=3):
            scale = 1000 * play.table.number
            play.time_used = [scale, 2 * scale, 4 * scale + 500]
            play.save()
        count_and_publish(stage)
        used: dict[str, list[Fraction]] = {}
        for seat in SeatResult.objects.select_related("play__table"):
            table, position = seat.play.table.number, seat.position
            boards = used.setdefault(seat.entrant_id, [])
            if table != 3:
                half = Fraction(position == 3, 2)
                boards.append(table * 2 ** (position - 1) + half)
        means = {pk: sum(each, Fraction(0)) / len(each) for pk, each in used.items() if each}
        rows = rows_of(stage)
        assert {row["score"] for row in rows} == {rows[0]["score"]}
        for row in rows:
            mean = means.get(row["entrant"])
            ahead = [other for other in means.values() if mean is None or other < mean]
            assert row["rank"] == 1 + len(ahead)
            text = "–" if mean is None else shown(mean, 0 if mean.denominator == 1 else 2)
            assert row["tie_breaks"][0][1] == text
        assert len(set(means.values())) > 3

    def oracle(self, stage: Stage) -> tuple[dict[str, int], dict[str, int]]:
        results = list(SeatResult.objects.filter(round__stage=stage))
        tops: dict[str, int] = {}
        points: dict[str, int] = {}
        for mine in results:
            field = [each.value or 0 for each in results if each.field_id == mine.field_id]
            value = mine.value or 0
            tops[mine.entrant_id] = tops.get(mine.entrant_id, 0) + (value == max(field))
            points[mine.entrant_id] = points.get(mine.entrant_id, 0) + value
        return tops, points


def test_every_stage_keeps_its_pages(qualification: Stage) -> None:
    client, slug = Client(), qualification.event.slug
    assert "Stage 1" not in client.get(f"/e/{slug}/").content.decode()
    stage = final(qualification.event, qualification, name="Final", carry_over="full")
    # Not drawn yet: the pages still show the qualification.
    assert client.get(f"/api/v1/events/{slug}/").json()["method"] == "matchpoints"
    assert len(client.get(f"/api/v1/events/{slug}/standings/").json()["results"]) == 12
    played(draw_stage(stage, SYSTEM))
    assert len(client.get(f"/api/v1/events/{slug}/standings/").json()["results"]) == 6
    assert len(client.get(f"/api/v1/events/{slug}.1/standings/").json()["results"]) == 12
    shown = client.get(f"/e/{slug}.1/standings/").content.decode()
    assert f"/e/{slug}.2/" in shown
    assert f"/e/{slug}.1/entrants/" in shown
    assert "Final" in shown
    assert "Carried over" in client.get(f"/e/{slug}/standings/").content.decode()
    for path in ("", "rounds/1/", "boards/1/", "movement/", "verify/"):
        for number in (1, 2):
            assert client.get(f"/e/{slug}.{number}/{path}").status_code == 200
    assert client.get(f"/e/{slug}.3/").status_code == 404


def test_an_unfinished_stage_qualifies_nobody() -> None:
    stage = drawn_stage(entrants=12, rounds=2, boards=1)
    play_round(release(stage), lambda _: PASSED_OUT)
    count_and_publish(stage)
    with pytest.raises(DrawRefused) as caught:
        draw_stage(final(stage.event, stage), SYSTEM)
    assert caught.value.code == "source_unfinished"


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"tie_breaks": ["luck"]}, "unknown_tie_break"),
        ({"tie_breaks": ["lot", "lot"]}, "unknown_tie_break"),
        ({"first_rank": 5, "last_rank": 4}, "ranks_out_of_order"),
        ({"carry_over": "some"}, "unknown_carry_over"),
        ({"carry_over": "full", "carry_share": 0}, "carry_share_out_of_range"),
        ({"carry_over": "full", "method": "cross"}, "carry_over_of_another_method"),
        ({"carry_over": "full", "method": "total"}, "carry_over_of_another_method"),
    ],
)
def test_settings_that_cannot_be(qualification: Stage, settings: dict[str, Any], code: str) -> None:
    with pytest.raises(EventRefused) as caught:
        final(qualification.event, qualification, **settings)
    assert caught.value.code == code
    assert qualification.event.stages.count() == 1


def test_a_source_is_of_the_same_event(qualification: Stage) -> None:
    other = drawn_stage()
    with pytest.raises(EventRefused) as caught:
        final(other.event, qualification)
    assert caught.value.code == "source_of_another_event"


def test_a_stage_that_has_ended_is_ruled_on_in_the_console_beside_the_one_in_hand(
    qualification: Stage, client: Client
) -> None:
    event = qualification.event
    draw_stage(final(event, qualification), SYSTEM)
    client.force_login(user_with(event, Role.OWNER))
    console = f"/direct/{event.slug}/"
    page = client.get(f"{console}rulings/").content.decode()
    assert '<option value="2" selected>' in page
    form = {"what": "penalty", "number": "1", "percentage": "10", "stage": "1"}
    shown = client.post(f"{console}decide/", form).content.decode()
    found = re.search(r'name="preview" value="(\w+)"', shown)
    assert found is not None
    client.post(f"{console}decide/", {**form, "preview": found[1], "reason": "slow"})
    away = {"what": "withdraw-board", "board": "1", "stage": "1"}
    shown = client.post(f"{console}decide/", away).content.decode()
    found = re.search(r'name="preview" value="(\w+)"', shown)
    assert found is not None
    client.post(f"{console}decide/", {**away, "preview": found[1], "reason": "a card was missing"})
    made = Ruling.objects.order_by("pk").values_list("kind", "stage")
    assert list(made) == [("penalty", qualification.pk), ("withdrawn", qualification.pk)]
    nowhere = client.post(f"{console}decide/", {**form, "stage": "7"}, follow=True)
    assert "There is no entrant with this number." in nowhere.content.decode()
