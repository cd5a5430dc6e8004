"""Score-out (打立出局): who is below a threshold that rises is out, until so many are left."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tournaments.errors import DrawRefused, EventRefused, NotPermitted
from tournaments.models import AuditEntry, Elimination, EventState, Stage
from tournaments.services import create_stage, draw_stage
from tournaments.services.actors import SYSTEM
from tournaments.services.cut_round import cut_round, preview_cut, reinstate, undo_cut
from tournaments.services.draw_round import draw_round
from tournaments.services.rebuild import rebuild

from .brute_force import brute_force
from .directing import with_key
from .factories import count_and_publish, drawn_stage, new_stage, play_round, random_facts, release
from .people import outsider, scorer_of

pytestmark = pytest.mark.django_db

KIND = "individual-score-out"


def score_out(entrants: int = 12, rounds: int = 4, **settings: Any) -> Stage:
    settings = {"tie_breaks": ["total_points", "lot"], "out_until": 4, **settings}
    return drawn_stage(entrants, rounds, 2, kind=KIND, **settings)


def played(stage: Stage, number: int) -> None:
    source = random.Random(number)
    play_round(release(stage, number), lambda _: random_facts(source))
    count_and_publish(stage)


def rows_of(stage: Stage) -> list[dict[str, Any]]:
    version = stage.versions.order_by("-number").first()
    assert version is not None
    rows: list[dict[str, Any]] = version.payload["rows"]
    return rows


@pytest.mark.parametrize(
    ("method", "below", "step", "entrants"), [("matchpoints", 42, 4, 13), ("total", -2, 3, 12)]
)
def test_whoever_is_below_the_threshold_is_out_until_so_many_are_left(
    method: str, below: int, step: int, entrants: int
) -> None:
    """Against an independent count: the brute force's percentages or totals, round by round."""
    stage = score_out(entrants, 5, method=method, out_below=below, out_step=step)
    inside = set(stage.event.entrants.values_list("pk", flat=True))
    out_after: dict[str, int] = {}
    for number in range(1, 6):
        if number > 1:
            draw_round(stage, SYSTEM)
        stage.refresh_from_db()
        assert stage.movement is not None
        names = stage.movement["entrants"]
        seated = {
            names[player]
            for table in stage.movement["rounds"][number - 1]["tables"]
            for player in table["players"]
        } | {names[player] for player in stage.movement["rounds"][number - 1]["byes"]}
        numbers = dict(stage.event.entrants.values_list("pk", "number"))
        assert seated == {numbers[pk] for pk in inside}
        played(stage, number)
        values = {
            row.entrant: Fraction(row.shown_percentage()) if method == "matchpoints" else row.score
            for row in brute_force(stage)
        }
        limit = below + step * (number - 1)
        lower = {pk for pk in inside if values[pk] < limit}
        if len(inside) - len(lower) < 4:
            order = [row["entrant"] for row in rows_of(stage) if row["entrant"] in inside]
            lower = set(order[4:]) if len(inside) > 4 else set()
        cut = cut_round(stage, SYSTEM)
        assert {row.entrant_id for row in cut} == lower
        out_after |= dict.fromkeys(lower, number)
        inside -= lower
        count_and_publish(stage)
        told = {row["entrant"]: row["out_round"] for row in rows_of(stage)}
        assert told == {pk: out_after.get(pk) for pk in told}
        order = [row["out_round"] or 99 for row in rows_of(stage)]
        assert order == sorted(order, reverse=True)
        assert rebuild(stage.event).differences == []
        stage.event.refresh_from_db()
        if len(inside) <= 4:
            break
    assert stage.event.state == EventState.FINISHED
    assert len(inside) >= 4
    with pytest.raises(DrawRefused) as caught:
        draw_round(stage, SYSTEM)
    assert caught.value.code == "all_rounds_drawn"


def test_an_elimination_is_a_row_with_why_and_can_be_taken_back_before_the_next_draw() -> None:
    stage = score_out(out_below=45, out_until=3)
    with pytest.raises(DrawRefused) as caught:
        cut_round(stage, SYSTEM)
    assert caught.value.code == "round_unfinished"
    played(stage, 1)
    with pytest.raises(DrawRefused) as caught:
        draw_round(stage, SYSTEM)
    assert caught.value.code == "not_cut"
    for actor in (scorer_of(stage.event), outsider()):
        with pytest.raises(NotPermitted):
            cut_round(stage, actor)
    foreseen = preview_cut(stage)
    rows = cut_round(stage, SYSTEM)
    assert [row.entrant_id for row in rows] == [each.entrant for each in foreseen]
    assert rows
    assert all(row.why == "below" and Fraction(row.value) < 45 == row.threshold for row in rows)
    with pytest.raises(DrawRefused) as caught:
        cut_round(stage, SYSTEM)
    assert caught.value.code == "already_cut"
    with pytest.raises(DrawRefused) as caught:
        reinstate(rows[0], SYSTEM, " ")
    assert caught.value.code == "reason_missing"
    reinstate(rows[0], SYSTEM, "a result was wrong")
    draw_round(stage, SYSTEM)
    stage.refresh_from_db()
    assert stage.movement is not None
    absent = {stage.movement["entrants"][p] for p in stage.movement["rounds"][1]["absent"]}
    assert absent == {row.entrant.number for row in rows[1:]}
    with pytest.raises(DrawRefused) as caught:
        reinstate(rows[1], SYSTEM, "too late")
    assert caught.value.code == "next_drawn"
    assert Elimination.objects.filter(reversed_at__isnull=False).count() == 1
    verbs = AuditEntry.objects.filter(verb__in=["cut_round", "reinstate"])
    assert verbs.count() == 2


def test_a_whole_cut_is_taken_back_and_made_again() -> None:
    stage = score_out(out_below=45, out_until=3)
    played(stage, 1)
    first = {row.entrant_id for row in cut_round(stage, SYSTEM)}
    undo_cut(stage, SYSTEM, "wrong board")
    again = {row.entrant_id for row in cut_round(stage, SYSTEM)}
    assert first == again
    assert Elimination.objects.count() == 2 * len(first)


def test_a_final_takes_those_who_are_left() -> None:
    stage = score_out(entrants=9, rounds=2, out_below=60, out_until=6)
    final = create_stage(
        stage.event, rounds=1, boards_per_round=1, source=stage, last_rank=6, actor=SYSTEM
    )
    played(stage, 1)
    rows = cut_round(stage, SYSTEM)
    assert {row.why for row in rows} == {"lowest"}
    count_and_publish(stage)
    drawn = draw_stage(final, SYSTEM)
    assert drawn.movement is not None
    out = {row.entrant.number for row in rows}
    assert set(drawn.movement["entrants"]) == set(range(1, 10)) - out


def test_fewer_than_three_cannot_be_left_and_other_formats_have_no_cut() -> None:
    with pytest.raises(EventRefused) as caught:
        new_stage(kind=KIND, out_until=2)
    assert caught.value.code == "out_until_too_small"
    stage = drawn_stage()
    with pytest.raises(DrawRefused) as refused:
        cut_round(stage, SYSTEM)
    assert refused.value.code == "not_score_out"


def test_by_the_api_and_on_the_pages(client: Client, django_user_model: Any) -> None:
    stage = score_out(out_below=45, out_until=3)
    director = with_key(stage.event)
    played(stage, 1)
    director_user = django_user_model.objects.create_superuser("chief", "", "x")
    client.force_login(director_user)
    page = f"/direct/{stage.event.slug}/rounds/"
    foreseen = preview_cut(stage)
    shown = client.get(page).content.decode()
    assert all(str(stage.event.entrants.get(pk=e.entrant)) in shown for e in foreseen)
    made = director.post("eliminations/").json()["results"]
    assert [each["entrant"] for each in made] == [each.entrant for each in foreseen]
    first = made[0]["id"]
    back = director.post(f"eliminations/{first}/reinstate/", {"reason": "mistake"})
    assert back.json()["reversed_at"] is not None
    assert director.post("eliminations/999/reinstate/", {"reason": "x"}).status_code == 404
    listed = director.send("GET", "eliminations/").json()["results"]
    assert len(listed) == len(made)
    client.post(page, {"do": "reinstate", "elimination": made[1]["id"], "reason": "another"})
    assert Elimination.objects.filter(reversed_at=None).count() == len(made) - 2
    count_and_publish(stage)
    standings = Client().get(f"/e/{stage.event.slug}/standings/").content.decode()
    assert standings.count("out after round 1") == len(made) - 2
    assert director.post("eliminations/undo/", {"reason": "all of it"}).status_code == 200
    assert Elimination.objects.filter(reversed_at=None).count() == 0
    client.post(page, {"do": "cut"})
    assert Elimination.objects.filter(reversed_at=None).count() == len(made)
