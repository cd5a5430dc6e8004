"""Teams of three in triangles: every hand once a team, margins, victory points, knockout.

The oracle computes matches from the stored facts alone, with its own scale and its own sums.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from engine.movements import check
from games.models import Play, Result, Seat
from tournaments.errors import DrawRefused, EventRefused, ImportFaults, NotPermitted
from tournaments.models import EventState, Stage, TeamMember
from tournaments.queries.my_event import my_event
from tournaments.services import create_event, create_stage, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_round import draw_round
from tournaments.services.rebuild import rebuild
from tournaments.services.set_line_up import set_line_up
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import competition_points
from .factories import count_and_publish, facts, play_round, random_facts, release
from .people import outsider, scorer_of

pytestmark = pytest.mark.django_db

SCALE = [0, 1, 2, 3, 4, 4, 5, 5] + [6] * 4 + [7] * 4 + [8] * 8 + [9] * 8 + [10] * 16 + [11] * 16


def scaled(difference: int) -> int:
    """The half-octave scale as the table of duplicate.md 5 goes on: each step twice as wide."""
    table = SCALE + [12] * 32 + [13] * 32 + [14] * 64 + [15] * 64 + [16] * 128 + [17] * 128
    return table[difference] if difference >= 0 else -table[-difference]


def team_list(teams: int, reserves: int = 1) -> str:
    rows = [f"Team {t},T{t} P{p}" for t in range(1, teams + 1) for p in range(1, 4 + reserves)]
    return "\n".join(["team,name", *rows])


def team_stage(teams: int, rounds: int, boards: int, kind: str, **settings: Any) -> Stage:
    event = create_event(name="Team Cup", actor=SYSTEM)
    import_entrants(event, team_list(teams), SYSTEM)
    stage = create_stage(
        event, rounds=rounds, boards_per_round=boards, kind=kind, seed=1, actor=SYSTEM, **settings
    )
    return draw_stage(stage, SYSTEM)


def played(stage: Stage, number: int) -> None:
    source = random.Random(number)
    play_round(release(stage, number), lambda _: random_facts(source))
    count_and_publish(stage)


def rows_of(stage: Stage) -> dict[int, dict[str, Any]]:
    version = stage.versions.order_by("-number").first()
    assert version is not None
    return {row["number"]: row for row in version.payload["rows"]}


def sums_of(stage: Stage, number: int) -> dict[int, dict[int, int]]:
    """The points of each team on each board of a round, from the facts: board → number → sum."""
    found: dict[int, Counter[int]] = {}
    for result in Result.objects.filter(
        is_current=True,
        play__table__round_table__round__stage=stage,
        play__table__round_table__round__number=number,
    ).select_related("play__board"):
        points = competition_points(result.facts)
        for position, letter in enumerate(result.play.positions, start=1):
            seat = Seat.objects.get(table=result.play.table_id, letter=letter)
            team = TeamMember.objects.get(player=seat.player_id).entrant.number
            board = found.setdefault(result.play.board.number, Counter())
            board[team] += points[position]
    return {board: dict(sums) for board, sums in found.items()}


def groups_of(stage: Stage, number: int) -> list[set[int]]:
    """Who meets whom, by who sits at one table."""
    groups: list[set[int]] = []
    for table in stage.rounds.get(number=number).tables.all():
        seats = table.table.seats.values_list("sitting__entrant__number", flat=True)
        if set(seats) not in groups:
            groups.append(set(seats))
    return groups


def margins_of(stage: Stage, number: int) -> dict[tuple[int, int], int]:
    sums = sums_of(stage, number)
    return {
        (one, other): sum(scaled(board[one] - board[other]) for board in sums.values())
        for group in groups_of(stage, number)
        for pair in combinations(group, 2)
        for one, other in (pair, pair[::-1])
    }


def test_a_round_robin_is_sound_and_each_team_holds_every_hand_once() -> None:
    stage = team_stage(9, 4, 3, "teams-round-robin")
    for number in (1, 2, 3, 4):
        played(stage, number)
    stage.refresh_from_db()
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert seating_differences(stage) == []
    assert rebuild(stage.event).differences == []
    held = Counter(
        (play.board.number, position, play.table.seats.get(letter=letter).sitting.entrant.number)
        for play in Play.objects.select_related("board", "table")
        for position, letter in enumerate(play.positions, start=1)
    )
    assert set(held.values()) == {1}
    assert len(held) == 12 * 3 * 9
    pairs = [
        tuple(sorted(pair))
        for number in (1, 2, 3, 4)
        for group in groups_of(stage, number)
        for pair in combinations(group, 2)
    ]
    assert len(pairs) == len(set(pairs)) == 36
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.FINISHED


def test_the_comparison_of_teams_is_that_of_their_three_seats() -> None:
    """Cross-difference: the mean, over all other results of the field, of the scaled difference."""
    stage = team_stage(6, 1, 2, "teams-round-robin")
    assert stage.method == "cross"
    played(stage, 1)
    seats: list[tuple[int, int, int, int]] = []
    for result in Result.objects.select_related("play__board"):
        points = competition_points(result.facts)
        for position, letter in enumerate(result.play.positions, start=1):
            seat = Seat.objects.get(table=result.play.table_id, letter=letter)
            team = seat.sitting.entrant.number
            seats.append((result.play.board.number, position, team, points[position]))
    expected: Counter[int] = Counter()
    scores = dict.fromkeys(range(1, 7), Fraction(0))
    for place in {(board, position) for board, position, _, _ in seats}:
        field = [(team, value) for b, p, team, value in seats if (b, p) == place]
        for team, value in field:
            scores[team] += Fraction(sum(scaled(value - v) for _, v in field), len(field) - 1)
            expected[team] += 1
    rows = rows_of(stage)
    assert {number: Fraction(row["score"]) for number, row in rows.items()} == scores
    assert {number: row["boards"] for number, row in rows.items()} == dict(expected)


def test_a_round_that_a_team_sits_out_weighs_as_much_as_one_that_it_plays() -> None:
    """Two boards at six tables, with the same result everywhere: each hand has 5 of 10 matchpoints.

    A team that plays has six hands, 30 of 60. The bye, 50 per cent, is for six as well.
    """
    stage = team_stage(7, 1, 2, "teams-round-robin", method="matchpoints")
    play_round(release(stage, 1), lambda _: facts(1, 3))
    count_and_publish(stage)
    rows = rows_of(stage).values()
    assert {(row["rank"], row["score"], row["top"]) for row in rows} == {(1, "30", "60")}
    boards = sorted((row["boards"], row["boards_awarded"]) for row in rows)
    assert boards == [(0, 6), *[(6, 0)] * 6]


def test_victory_points_are_of_the_margins_of_each_match() -> None:
    """7 teams: two triangles a round and one bye, which brings 12 of 20 twice."""
    stage = team_stage(7, 1, 4, "teams-round-robin", scoring="victory-points")
    played(stage, 1)
    rows, margins = rows_of(stage), margins_of(stage, 1)
    (out,) = set(range(1, 8)) - {one for one, _ in margins}
    assert (rows[out]["score"], rows[out]["percentage"]) == ("24", "60.00")
    # 4 boards: X = 12 × 2 = 24; margin 24 or more is 20 : 0, 0 is 10 : 10.
    tau = (5**0.5 - 1) / 2
    for group in groups_of(stage, 1):
        assert sum(Fraction(rows[team]["score"]) for team in group) == 60
        for team in group:
            exact = 0.0
            for other in group - {team}:
                margin = margins[team, other]
                share = (1 - tau ** (3 * abs(margin) / 24)) / (1 - tau**3)
                won = min(20.0, 10 + 10 * share)
                exact += won if margin >= 0 else 20 - won
            assert float(Fraction(rows[team]["score"])) == pytest.approx(exact, abs=0.021)
    assert rebuild(stage.event).differences == []


def test_nothing_of_a_match_counts_before_its_last_board_is_opened() -> None:
    stage = team_stage(6, 1, 2, "teams-round-robin", scoring="victory-points")
    from .factories import finish, plays_of

    for play in plays_of(release(stage, 1), board=1):
        finish(play, facts(1))
    count_and_publish(stage)
    assert {row["score"] for row in rows_of(stage).values()} == {"0"}
    page = Client().get(f"/e/{stage.event.slug}/matches/").content.decode()
    assert "Team 1" in page


def test_swiss_rounds_of_teams_have_no_rematch() -> None:
    stage = team_stage(9, 3, 2, "teams-swiss", scoring="victory-points")
    for number in (1, 2, 3):
        if number > 1:
            draw_round(stage, SYSTEM)
        played(stage, number)
    pairs = [
        tuple(sorted(pair))
        for number in (1, 2, 3)
        for group in groups_of(stage, number)
        for pair in combinations(group, 2)
    ]
    assert len(pairs) == len(set(pairs)) == 27
    stage.refresh_from_db()
    assert check(stored_seating(stage), stage.certificate).is_sound


def test_the_winners_of_a_knockout_go_on_and_the_last_one_has_won() -> None:
    stage = team_stage(9, 2, 3, "teams-knockout")
    assert [sorted(group) for group in _seeds(stage)] == [[1, 6, 7], [2, 5, 8], [3, 4, 9]]
    played(stage, 1)
    margins = margins_of(stage, 1)
    won = {
        max(group, key=lambda team: (_total(margins, team), _points(stage, 1, team), -team))
        for group in groups_of(stage, 1)
    }
    draw_round(stage, SYSTEM)
    played(stage, 2)
    assert groups_of(stage, 2) == [won]
    margins = margins_of(stage, 2)
    winner = max(won, key=lambda team: (_total(margins, team), _points(stage, 2, team), -team))
    rows = rows_of(stage)
    assert (rows[winner]["rank"], rows[winner]["score"]) == (1, "2")
    assert {rows[team]["rank"] for team in won - {winner}} == {2}
    assert {row["rank"] for number, row in rows.items() if number not in won} == {4}
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.FINISHED


def _seeds(stage: Stage) -> list[list[int]]:
    assert stage.movement is not None
    numbers = list(dict.fromkeys(stage.movement["entrants"]))
    return [[numbers[team] for team in group] for group in stage.movement["matches"][0]]


def _total(margins: dict[tuple[int, int], int], team: int) -> int:
    return sum(value for (one, _), value in margins.items() if one == team)


def _points(stage: Stage, number: int, team: int) -> int:
    return sum(board[team] for board in sums_of(stage, number).values())


def test_four_teams_play_in_a_ring() -> None:
    stage = team_stage(4, 2, 2, "teams-round-robin", allow_repeats=True)
    for number in (1, 2):
        played(stage, number)
    stage.refresh_from_db()
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert len(rows_of(stage)) == 4
    with pytest.raises(DrawRefused) as caught:
        team_stage(4, 2, 2, "teams-round-robin", scoring="victory-points")
    assert caught.value.code == "no_matches"


class TestLineUps:
    def names(self, stage: Stage, number: int, team: int) -> set[str]:
        seats = Seat.objects.filter(
            table__round_table__round__stage=stage,
            table__round_table__round__number=number,
            sitting__entrant__number=team,
        )
        return set(seats.values_list("player__person__name", flat=True))

    def test_a_reserve_plays_from_a_match_on_and_is_named(self) -> None:
        stage = team_stage(6, 2, 1, "teams-round-robin", allow_repeats=True)
        team = stage.event.entrants.get(number=2)
        release(stage, 1)
        set_line_up(stage, team, [4, 1, 3], SYSTEM, "P2 rests")
        reserve = my_event(team.members.get(place=4).player)
        assert reserve is not None
        assert (reserve.entrant.number, reserve.following is not None) == (2, True)
        played_names = self.names(stage, 1, 2)
        assert played_names == {"T2 P1", "T2 P2", "T2 P3"}
        shown = Client().get(f"/e/{stage.event.slug}/rounds/2/").content.decode()
        assert "T2 P4" in shown
        assert "T2 P2" not in shown
        play_round(stage.rounds.get(number=1), lambda _: random_facts(random.Random(1)))
        release(stage, 2)
        assert self.names(stage, 2, 2) == {"T2 P1", "T2 P3", "T2 P4"}

    def test_the_seat_that_a_player_is_told_is_the_seat_that_he_gets(self) -> None:
        stage = team_stage(6, 1, 1, "teams-round-robin")
        told = {}
        for member in TeamMember.objects.select_related("player"):
            mine = my_event(member.player)
            assert mine is not None
            if mine.following is not None and mine.following.table is not None:
                told[member.player_id] = (mine.following.table, mine.following.seat)
        release(stage, 1)
        seats = Seat.objects.values_list("player_id", "table__number", "letter")
        assert told == {player: (table, letter) for player, table, letter in seats}

    def test_refusals(self) -> None:
        stage = team_stage(6, 2, 1, "teams-round-robin", allow_repeats=True)
        team = stage.event.entrants.get(number=2)
        for places in ([1, 2], [1, 1, 2], [1, 2, 9]):
            with pytest.raises(EventRefused) as caught:
                set_line_up(stage, team, places, SYSTEM)
            assert caught.value.code == "line_up_invalid"
        release(stage, 1)
        with pytest.raises(EventRefused) as caught:
            set_line_up(stage, team, [1, 2, 4], SYSTEM, from_round=1)
        assert caught.value.code == "round_released"
        for actor in (scorer_of(stage.event), outsider()):
            with pytest.raises(NotPermitted):
                set_line_up(stage, team, [1, 2, 4], actor)


class TestLists:
    def codes(self, text: str) -> list[tuple[int, str]]:
        event = create_event(name="Team Cup", actor=SYSTEM)
        with pytest.raises(ImportFaults) as caught:
            import_entrants(event, text, SYSTEM)
        assert not event.entrants.exists()
        return [(error["line"], error["code"]) for error in caught.value.errors]

    def test_every_fault_of_a_list_with_teams_is_told(self) -> None:
        text = "team,name,number\nA,a1,7\nA,a2,8\nA,a3,\n,x,\nB,b1,\nB,b2,\n"
        assert self.codes(text) == [
            (3, "team_number_twice"),
            (5, "team_missing"),
            (6, "team_too_small"),
        ]

    def test_a_team_is_entered_once(self) -> None:
        event = create_event(name="Team Cup", actor=SYSTEM)
        entered = import_entrants(event, "team,name,number\nA,a1,7\nA,a2,\na,a3,\n", SYSTEM)
        assert [(who.number, who.person.name) for who, _ in entered] == [
            (7, "a1"),
            (7, "a2"),
            (7, "a3"),
        ]
        assert list(event.entrants.values_list("number", "person__name")) == [(7, "A")]
        with pytest.raises(ImportFaults) as caught:
            import_entrants(event, "team,name\nA,b1\nA,b2\nA,b3\n", SYSTEM)
        assert {error["code"] for error in caught.value.errors} == {"team_entered"}

    def test_a_format_takes_its_kind_of_entrants(self) -> None:
        event = create_event(name="Team Cup", actor=SYSTEM)
        import_entrants(event, team_list(6), SYSTEM)
        stage = create_stage(event, rounds=1, boards_per_round=1, actor=SYSTEM)
        with pytest.raises(DrawRefused) as caught:
            draw_stage(stage, SYSTEM)
        assert caught.value.code == "wrong_entrants"


@pytest.mark.parametrize(
    ("teams", "rounds", "code"), [(6, 2, "knockout_even"), (9, 3, "knockout_rounds")]
)
def test_a_knockout_needs_an_odd_number_of_teams_and_its_own_number_of_rounds(
    teams: int, rounds: int, code: str
) -> None:
    with pytest.raises(DrawRefused) as caught:
        team_stage(teams, rounds, 1, "teams-knockout")
    assert caught.value.code == code


def test_victory_points_are_for_teams() -> None:
    event = create_event(name="Cup", actor=SYSTEM)
    with pytest.raises(EventRefused) as caught:
        create_stage(event, rounds=1, boards_per_round=1, scoring="victory-points", actor=SYSTEM)
    assert caught.value.code == "unsuitable_scoring"


def test_the_pages_of_a_team_event() -> None:
    stage = team_stage(6, 1, 2, "teams-round-robin", scoring="victory-points")
    played(stage, 1)
    client, home = Client(), f"/e/{stage.event.slug}/"
    shown = client.get(f"{home}matches/").content.decode()
    for (one, other), margin in margins_of(stage, 1).items():
        text = f"+{margin}" if margin > 0 else f"{margin}".replace("-", "−")
        assert text in shown, (one, other)
    team = stage.event.entrants.get(number=1)
    card = client.get(f"{home}entrants/{team.pk}/").content.decode()
    assert "T1 P1" in card
    for path in ("", "standings/", "rounds/1/", "boards/1/", "movement/"):
        assert client.get(home + path).status_code == 200
    assert 'href="' + f"{home}matches/" in client.get(home).content.decode()
