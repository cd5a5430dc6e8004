"""Four-a-side: matches of two teams at two mirrored tables, from the draw to the standings.

The oracle computes every match from the stored facts and chairs alone: the landlord's seat says
which team has the landlord's points, and the other team has what the farmers have together.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from engine.movements import check
from games.models import Board, Play, PlayState, Result, Seat
from games.models.plays import UNFINISHED
from tournaments.archive import restore_archive, write_archive
from tournaments.errors import DrawRefused, EventRefused
from tournaments.four_a_side import four_matches
from tournaments.models import AuditEntry, Event, EventState, Round, RoundState, RulingKind, Stage
from tournaments.plans import Plan
from tournaments.presets import PRESETS
from tournaments.services import create_event, create_stage, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_round import draw_round
from tournaments.services.mark_not_played import mark_not_played
from tournaments.services.rebuild import rebuild
from tournaments.services.reveal_session import reveal_session
from tournaments.services.set_line_up import set_line_up
from tournaments.services.undo_round import undo_round
from tournaments.services.withdraw_entrant import withdraw_entrant
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import competition_points
from .directing import with_key
from .factories import (
    PASSED_OUT,
    correct,
    count_and_publish,
    facts,
    finish,
    random_facts,
    release,
)
from .rows import empty, everything

pytestmark = pytest.mark.django_db

LEAGUE, SWISS, KNOCKOUT = (f"four-a-side-{name}" for name in ("league", "swiss", "knockout"))
WIN_3, LOSE_3 = facts(1, 3), facts(1, 3, "farmers")


def team_list(teams: int, players: int = 4) -> str:
    rows = [f"Team {t},T{t} P{p}" for t in range(1, teams + 1) for p in range(1, players + 1)]
    return "\n".join(["team,name", *rows])


def new_stage(
    teams: int = 2, rounds: int = 1, boards: int = 4, kind: str = LEAGUE, **settings: Any
) -> Stage:
    ruleset = settings.pop("ruleset", "team-additive")
    event = create_event(name="League", ruleset=ruleset, actor=SYSTEM)
    import_entrants(event, team_list(teams, settings.pop("players", 4)), SYSTEM)
    return create_stage(
        event, rounds=rounds, boards_per_round=boards, kind=kind, seed=1, actor=SYSTEM, **settings
    )


def drawn(**settings: Any) -> Stage:
    return draw_stage(new_stage(**settings), SYSTEM)


def on(round_: Round, table: int, board: int) -> Play:
    plays = Play.objects.select_related("table", "board")
    return plays.get(
        table__round_table__round=round_, table__round_table__number=table, board__number=board
    )


def play_boards(round_: Round, *boards: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """End boards 1, 2, … of a single match with the facts of table 1 and table 2."""
    for number, both in enumerate(boards, round_.first_board):
        for table, what in enumerate(both, 1):
            finish(on(round_, table, number), what)


def play_on(stage: Stage, number: int, source: random.Random) -> None:
    """End every board of a round that is to be played, at random."""
    round_ = release(stage, number)
    waiting = Play.objects.filter(table__round_table__round=round_, state__in=UNFINISHED)
    while (play := waiting.order_by("order", "table__number").first()) is not None:
        finish(play, random_facts(source))
    count_and_publish(stage)


def rows_of(stage: Stage) -> dict[int, dict[str, Any]]:
    version = stage.versions.order_by("-number").first()
    assert version is not None
    return {row["number"]: row for row in version.payload["rows"]}


def teams_of(stage: Stage, number: int) -> list[tuple[int, int]]:
    """The numbers of the two teams of each match of a round, as drawn."""
    assert stage.movement is not None
    names = list(dict.fromkeys(stage.movement["entrants"]))
    return [(names[one], names[other]) for one, other in stage.movement["matches"][number - 1]]


def side_scores(result: Result) -> dict[int, int]:
    """What each team has at a table: by whose chair the landlord's is."""
    landlord = result.facts["landlord"]
    seats = {
        seat.letter: seat.sitting.entrant.number
        for seat in Seat.objects.filter(table=result.play.table_id)
    }
    red, blue = seats["A"], seats["B"]
    assert (seats["C"], seats["D"]) == (red, blue)
    if landlord is None:
        return {red: 0, blue: 0}
    lord = seats[result.play.positions[landlord - 1]]
    other = blue if lord == red else red
    if result.play.table.policy["ruleset"]["name"] == "team-additive":
        more = result.facts["bombs"] + result.facts["rockets"] + bool(result.facts["spring"])
        stake = result.facts["bid"] * (1 + more)
        won = result.facts["winner"] == "landlord"
        return {lord: stake if won else 0, other: 0 if won else stake}
    points = competition_points(result.facts)
    return {lord: points[landlord], other: -points[landlord]}


def oracle(stage: Stage, number: int, cap: int) -> dict[tuple[int, int], list[int]]:
    """(one, other) → what the first won of the second on each board that both tables played."""
    found: dict[tuple[int, int], list[int]] = {}
    for one, other in teams_of(stage, number):
        by_board: dict[int, list[dict[int, int]]] = {}
        for result in Result.objects.filter(
            is_current=True,
            play__table__round_table__round__stage=stage,
            play__table__round_table__round__number=number,
        ).select_related("play__board", "play__table"):
            scores = side_scores(result)
            if set(scores) == {one, other}:
                by_board.setdefault(result.play.board.number, []).append(scores)
        found[one, other] = [
            max(-cap, min(cap, sum(half[one] - half[other] for half in by_board[board])))
            for board in sorted(by_board)
            if len(by_board[board]) == 2
        ]
    return found


def test_a_match_worked_by_hand() -> None:
    """Team X sits on A and C at table 1, on B and D at table 2; additive scores, cap 12.

    Board 1 (A B C): X bids 3 and makes it: 3; the others bid 2 with a bomb and lose: 4. X +7.
    Board 2 (B C D): Y bids 1 and makes it: 1; Y bids 3 with two bombs and the rocket: 12. Y 13,
    capped at 12. Board 3: passed out twice. Board 4 (D A B): X bids 3 and makes a spring: 6; X
    bids 2 and loses: Y 2. X +4. In all 7 − 12 + 0 + 4 = −1: Y has won.
    """
    stage = drawn()
    round_ = release(stage)
    ((x, y),) = teams_of(stage, 1)
    play_boards(
        round_,
        (facts(1, 3), facts(1, 2, "farmers", bombs=1)),
        (facts(1, 1), facts(2, 3, bombs=2, rockets=1)),
        (PASSED_OUT, PASSED_OUT),
        (facts(2, 3, spring="spring"), facts(1, 2, "farmers")),
    )
    count_and_publish(stage)
    (match,) = four_matches(stage)
    assert [(each.points, each.won[0]) for each in match.boards] == [
        ((7, 0), 7),
        ((0, 13), -12),
        ((0, 0), 0),
        ((6, 2), 4),
    ]
    assert match.lead == -1
    rows = rows_of(stage)
    told = {number: (row["rank"], row["score"], row["points"]) for number, row in rows.items()}
    assert told == {y: (1, "2", 0 + 13 + 0 + 2), x: (2, "0", 7 + 0 + 0 + 6)}
    assert {row["boards"] for row in rows.values()} == {4}
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.FINISHED
    unused = Play.objects.filter(board__number__gt=4)
    assert set(unused.values_list("state", flat=True)) == {PlayState.NOT_PLAYED}
    assert not Board.objects.filter(opened_at=None).exists()
    assert reveal_session(stage.sessions.get(), SYSTEM) is not None
    assert rebuild(stage.event).differences == []


def test_the_same_results_at_both_tables_bring_nobody_anything() -> None:
    """Mirrored tables: whoever held a hand at one table, the opponents held it at the other."""
    stage = drawn(boards=8, scoring="comparison", ruleset="competition")
    source = random.Random(5)
    round_ = release(stage)
    play_boards(round_, *((what, what) for what in (random_facts(source) for _ in range(8))))
    (match,) = four_matches(stage)
    assert [each.won for each in match.boards] == [(0, 0)] * 8
    assert match.is_complete
    count_and_publish(stage)
    assert {row["score"] for row in rows_of(stage).values()} == {"0"}


def test_a_match_is_over_when_its_lead_is_out_of_reach() -> None:
    """Cap 3: after three boards 9 > 3 × 1, after two 6 is not more than 3 × 2."""
    stage = drawn(cap=3)
    round_ = release(stage)
    x, _y = teams_of(stage, 1)[0]
    play_boards(round_, (WIN_3, LOSE_3), (LOSE_3, WIN_3))
    assert on(round_, 1, 4).state == PlayState.SCHEDULED
    finish(on(round_, 1, 3), WIN_3)
    assert on(round_, 1, 4).state == PlayState.SCHEDULED
    finish(on(round_, 2, 3), LOSE_3)
    assert {on(round_, table, 4).state for table in (1, 2)} == {PlayState.NOT_PLAYED}
    assert Round.objects.get(pk=round_.pk).state == RoundState.FINISHED
    after = AuditEntry.objects.values_list("after", flat=True).get(verb="end_match")
    assert after is not None
    assert (after["lead"], after["not_played"]) == (9, [4])
    count_and_publish(stage)
    (match,) = four_matches(stage)
    assert (match.not_played[:1], match.is_complete) == ((4,), True)
    assert rows_of(stage)[x]["score"] == "2"
    assert rebuild(stage.event).differences == []


def test_a_board_that_nobody_played_opens_after_the_delay_as_the_others_do() -> None:
    stage = drawn(cap=3)
    Event.objects.filter(pk=stage.event_id).update(spectator_delay=20)
    play_boards(release(stage), *[(WIN_3, LOSE_3), (LOSE_3, WIN_3)], (WIN_3, LOSE_3))
    assert not Board.objects.filter(opened_at__isnull=False).exists()
    assert not Board.objects.filter(opens_at=None).exists()


def test_a_board_that_is_being_played_is_played_to_its_end_and_does_not_count() -> None:
    stage = drawn(cap=3)
    round_ = release(stage)
    play_boards(round_, (WIN_3, LOSE_3), (LOSE_3, WIN_3))
    finish(on(round_, 1, 3), WIN_3)
    Play.objects.filter(pk=on(round_, 1, 4).pk).update(state=PlayState.PLAYING, seq=2)
    finish(on(round_, 2, 3), LOSE_3)
    assert (on(round_, 1, 4).state, on(round_, 2, 4).state) == ("playing", "not_played")
    assert Round.objects.get(pk=round_.pk).state == RoundState.PLAYING
    finish(on(round_, 1, 4), LOSE_3)
    assert Round.objects.get(pk=round_.pk).state == RoundState.FINISHED
    (match,) = four_matches(stage)
    assert (match.lead, len(match.boards), match.is_complete) == (9, 3, True)


def test_a_tie_is_played_off_on_extra_boards() -> None:
    stage = drawn()
    round_ = release(stage)
    play_boards(round_, *[(PASSED_OUT, PASSED_OUT)] * 3)
    finish(on(round_, 1, 4), PASSED_OUT)
    assert on(round_, 1, 5).state == PlayState.NOT_PLAYED
    finish(on(round_, 2, 4), PASSED_OUT)
    assert {on(round_, table, 5).state for table in (1, 2)} == {PlayState.PLAYING}
    assert on(round_, 1, 6).state == PlayState.NOT_PLAYED
    assert Round.objects.get(pk=round_.pk).state == RoundState.PLAYING
    count_and_publish(stage)
    assert {row["score"] for row in rows_of(stage).values()} == {"0"}
    finish(on(round_, 1, 5), WIN_3)
    finish(on(round_, 2, 5), PASSED_OUT)
    count_and_publish(stage)
    x, y = teams_of(stage, 1)[0]
    assert (rows_of(stage)[x]["score"], rows_of(stage)[y]["score"]) == ("2", "0")
    assert on(round_, 1, 6).state == PlayState.NOT_PLAYED
    after = AuditEntry.objects.values_list("after", flat=True).get(verb="extra_board")
    assert after is not None
    assert after["board"] == 5
    assert rebuild(stage.event).differences == []


def test_an_extra_board_stays_closed_while_another_match_may_be_given_it() -> None:
    """The match of tables 1 and 2 ends on board 5 before that of tables 3 and 4 is tied."""
    round_ = release(drawn(teams=4))
    for board in range(1, 5):
        for table in (1, 2):
            finish(on(round_, table, board), PASSED_OUT)
    finish(on(round_, 1, 5), WIN_3)
    finish(on(round_, 2, 5), PASSED_OUT)
    extra = Board.objects.filter(number=5, kind="original")
    assert extra.get().opened_at is None
    for board in range(1, 5):
        for table in (3, 4):
            finish(on(round_, table, board), PASSED_OUT)
    assert on(round_, 3, 5).state == PlayState.PLAYING
    assert extra.get().opened_at is None
    finish(on(round_, 3, 5), PASSED_OUT)
    finish(on(round_, 4, 5), LOSE_3)
    assert Round.objects.get(pk=round_.pk).state == RoundState.FINISHED
    assert extra.get().opened_at is not None


def test_after_the_last_extra_board_a_tie_stands() -> None:
    stage = drawn()
    round_ = release(stage)
    play_boards(round_, *[(PASSED_OUT, PASSED_OUT)] * 8)
    count_and_publish(stage)
    assert Round.objects.get(pk=round_.pk).state == RoundState.FINISHED
    assert {(row["rank"], row["score"]) for row in rows_of(stage).values()} == {(1, "1")}


def test_a_correction_after_the_round_changes_the_score_and_nothing_else() -> None:
    stage = drawn()
    round_ = release(stage)
    play_boards(round_, (WIN_3, PASSED_OUT), *[(PASSED_OUT, PASSED_OUT)] * 3)
    count_and_publish(stage)
    correct(on(round_, 1, 1), PASSED_OUT)
    count_and_publish(stage)
    assert {row["score"] for row in rows_of(stage).values()} == {"1"}
    assert on(round_, 1, 5).state == PlayState.NOT_PLAYED
    assert rebuild(stage.event).differences == []


def test_a_director_takes_the_last_board_away_and_the_tie_is_played_off() -> None:
    stage = drawn()
    round_ = release(stage)
    play_boards(round_, *[(PASSED_OUT, PASSED_OUT)] * 3)
    finish(on(round_, 1, 4), PASSED_OUT)
    mark_not_played(on(round_, 2, 4), SYSTEM, "no time")
    assert {on(round_, table, 5).state for table in (1, 2)} == {PlayState.PLAYING}
    assert Board.objects.get(number=4).opened_at is not None
    assert Round.objects.get(pk=round_.pk).state == RoundState.PLAYING


def test_an_archive_brings_a_match_back_as_it_was(tmp_path: Path) -> None:
    stage = drawn()
    round_ = release(stage)
    play_boards(round_, *[(PASSED_OUT, PASSED_OUT)] * 4, (WIN_3, PASSED_OUT))
    count_and_publish(stage)
    before = rows_of(stage), four_matches(stage), everything()
    write_archive(tmp_path / "fushi.zip")
    empty()
    restore_archive(tmp_path / "fushi.zip")
    assert (rows_of(stage), four_matches(stage), everything()) == before
    assert rebuild(stage.event).differences == []


def test_where_margins_rank_every_board_is_played_and_a_tie_stands() -> None:
    """Victory points: 10 : 10 for a tie; two won boards of 12 over 4 boards are 20 : 0."""
    stage = drawn(scoring="victory-points", boards=4)
    round_ = release(stage)
    assert round_.last_board == 4
    play_boards(round_, *[(WIN_3, LOSE_3)] * 2, *[(PASSED_OUT, PASSED_OUT)] * 2)
    count_and_publish(stage)
    x, y = teams_of(stage, 1)[0]
    (match,) = four_matches(stage)
    assert match.lead == 0  # X is landlord on board 1, Y on board 2
    assert (rows_of(stage)[x]["score"], rows_of(stage)[y]["score"]) == ("10", "10")


@pytest.mark.parametrize(
    ("kind", "teams", "rounds", "ruleset", "scoring"),
    [
        (LEAGUE, 4, 2, "team-additive", "wins"),
        (LEAGUE, 3, 3, "competition", "victory-points"),
        (SWISS, 5, 2, "team-additive", "wins"),
        (KNOCKOUT, 3, 2, "competition", "wins"),
    ],
)
def test_every_format_is_simulated_and_equals_the_oracle(
    kind: str, teams: int, rounds: int, ruleset: str, scoring: str
) -> None:
    output = StringIO()
    call_command(
        *("simulate", "--format", kind, "--entrants", str(teams), "--rounds", str(rounds)),
        *("--boards", "4", "--ruleset", ruleset, "--scoring", scoring, "--json"),
        stdout=output,
    )
    event = Event.objects.get(slug=json.loads(output.getvalue())["event"])
    stage = event.stages.get()
    assert event.state == EventState.FINISHED
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert seating_differences(stage) == []
    assert rebuild(event).differences == []
    assert not Board.objects.filter(opened_at=None).exists()
    cap = 12 if ruleset == "team-additive" else 48
    scores: Counter[int] = Counter()
    won_of: dict[int, list[tuple[int, int]]] = {}
    for number in range(1, rounds + 1):
        for (one, other), boards in oracle(stage, number, cap).items():
            lead = sum(boards)
            won_of.setdefault(number, []).append((one, other) if lead > 0 else (other, one))
            if scoring == "wins" and kind != KNOCKOUT:
                scores[one] += 1 + (lead > 0) - (lead < 0)
                scores[other] += 1 + (lead < 0) - (lead > 0)
            elif kind == KNOCKOUT:
                scores[one if lead > 0 else other] += 1
        out = stage.rounds.get(number=number).byes.values_list("entrant__number", flat=True)
        scores.update(dict.fromkeys(out, 1 if kind == KNOCKOUT else 2))
    rows = rows_of(stage)
    if scoring == "victory-points":
        assert sum(Fraction(row["score"]) for row in rows.values()) == 3 * (20 + 12)
    else:
        assert {number: Fraction(row["score"]) for number, row in rows.items()} == {
            number: scores[number] for number in rows
        }
    if kind == KNOCKOUT:
        assert rows[won_of[2][0][0]]["rank"] == 1


def test_a_match_played_action_by_action_follows_from_its_logs() -> None:
    output = StringIO()
    call_command(
        *("simulate", "--format", LEAGUE, "--entrants", "2", "--rounds", "1", "--boards", "4"),
        *("--ruleset", "team-additive", "--logs", "--json"),
        stdout=output,
    )
    event = Event.objects.get(slug=json.loads(output.getvalue())["event"])
    assert event.state == EventState.FINISHED
    assert rebuild(event).differences == []
    (match,) = four_matches(event.stages.get())
    assert match.is_complete
    assert [sum(boards) for boards in oracle(event.stages.get(), 1, 12).values()] == [match.lead]


def test_a_knockout_draws_the_winners_and_a_round_can_be_undone_and_drawn_again() -> None:
    stage = drawn(teams=4, rounds=2, kind=KNOCKOUT)
    play_on(stage, 1, random.Random(2))
    draw_round(stage, SYSTEM)
    stage.refresh_from_db()
    (final,) = teams_of(stage, 2)
    wins = [
        one if sum(boards) > 0 else other for (one, other), boards in oracle(stage, 1, 12).items()
    ]
    assert set(final) == set(wins)
    undo_round(stage, SYSTEM, "once more")
    stage.refresh_from_db()
    draw_round(stage, SYSTEM)
    stage.refresh_from_db()
    assert stage.movement is not None
    assert [len(groups) for groups in stage.movement["matches"]] == [2, 1]


@pytest.mark.parametrize("leaves", ["winner", "bye"])
def test_the_loser_goes_on_where_a_team_of_the_next_round_leaves(leaves: str) -> None:
    """Of three teams one has a bye: whoever leaves, the final has the two others."""
    stage = drawn(teams=3, rounds=2, kind=KNOCKOUT)
    play_on(stage, 1, random.Random(2))
    ((one, other),) = teams_of(stage, 1)
    (bye,) = {1, 2, 3} - {one, other}
    (boards,) = oracle(stage, 1, 12).values()
    teams = {"winner": one if sum(boards) > 0 else other, "bye": bye}
    gone = teams[leaves]
    withdraw_entrant(stage.event.entrants.get(number=gone), SYSTEM, "ill")
    draw_round(stage, SYSTEM)
    stage.refresh_from_db()
    (final,) = teams_of(stage, 2)
    assert set(final) == {1, 2, 3} - {gone}


def test_a_line_up_has_four_players_and_a_reserve_may_be_one() -> None:
    stage = drawn(teams=2, players=5)
    team = stage.event.entrants.get(number=1)
    with pytest.raises(EventRefused) as caught:
        set_line_up(stage, team, [1, 2, 3], SYSTEM)
    assert caught.value.code == "line_up_invalid"
    set_line_up(stage, team, [5, 2, 3, 1], SYSTEM)
    release(stage)
    seats = Seat.objects.filter(sitting__entrant=team).order_by("sitting__member")
    assert list(seats.values_list("player__person__name", flat=True)) == [
        "T1 P5",
        "T1 P2",
        "T1 P3",
        "T1 P1",
    ]
    pairs = {
        table: sorted(seats.filter(table=table).values_list("sitting__member", flat=True))
        for table in set(seats.values_list("table", flat=True))
    }
    assert sorted(pairs.values()) == [[0, 1], [2, 3]]


def test_an_artificial_score_brings_two_points_and_the_board_is_not_compared() -> None:
    from tournaments.services.rule_scores import rule_scores

    stage = drawn(scoring="comparison")
    round_ = release(stage)
    play_boards(round_, (WIN_3, LOSE_3), *[(PASSED_OUT, PASSED_OUT)] * 3)
    (match,) = four_matches(stage, live=True)
    assert match.lead == 6
    play = on(round_, 1, 1)
    scores = {"1": "average_minus", "2": "average_plus", "3": "average_plus"}
    rule_scores(play, {p: {"award": award} for p, award in scores.items()}, SYSTEM, "unfair")
    (match,) = four_matches(stage, live=True)
    assert match.boards[0].points is None
    assert match.boards[0].won == (-2, 2)
    assert match.lead == -2
    assert stage.rulings.get().kind == RulingKind.SCORES


@pytest.mark.parametrize(("minutes", "rounds", "boards"), [(60, 1, 8), (170, 3, 8), (200, 3, 12)])
def test_a_planned_league_has_boards_in_fours(minutes: int, rounds: int, boards: int) -> None:
    """Four teams meet in three rounds; at 5 minutes a board 170 minutes are 11 boards a round."""
    plan = Plan.fitting("League", 16, minutes, "phones", PRESETS["teams"])
    assert (plan.rounds, plan.boards) == (rounds, boards)


def test_a_league_is_set_up_by_calls_alone() -> None:
    event = create_event(name="League", ruleset="team-additive", actor=SYSTEM)
    director = with_key(event)
    wanted = {"rounds": 1, "boards_per_round": 4, "kind": LEAGUE, "cap": 10}
    made = director.post("stages/", wanted)
    assert made.status_code == 201, made.content
    assert (made.json()["scoring"], made.json()["cap"]) == ("wins", 10)
    odd = director.post("stages/", {**wanted, "boards_per_round": 6})
    assert (odd.status_code, odd.json()["refusal"]) == (409, "boards_not_in_fours")
    assert director.post("entrants/import/", {"text": team_list(2, 5)}).status_code == 201
    assert director.post("draw/", {}).status_code == 201
    team = event.entrants.get(number=1).pk
    line_up = {"entrant": team, "places": [5, 2, 3, 4], "reason": "P1 rests"}
    assert director.post("line-ups/", line_up).json()["places"] == [5, 2, 3, 4]
    short = director.post("line-ups/", {**line_up, "places": [1, 2, 3]})
    assert short.json()["refusal"] == "line_up_invalid"
    assert director.post("rounds/1/release/", {}).status_code == 200
    names = Seat.objects.filter(sitting__entrant=team).values_list("player__person__name")
    assert {name for (name,) in names} == {"T1 P5", "T1 P2", "T1 P3", "T1 P4"}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"boards": 6}, "boards_not_in_fours"),
        ({"cap": 0}, "cap_out_of_range"),
        ({"ruleset": "four-player"}, "unsuitable_ruleset"),
        ({"scoring": "no-such"}, "unsuitable_scoring"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, Any], code: str) -> None:
    with pytest.raises(EventRefused) as caught:
        new_stage(**settings)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"players": 3}, "team_too_small"),
        ({"teams": 5, "kind": KNOCKOUT, "rounds": 2}, "knockout_rounds"),
        ({"teams": 4, "rounds": 4}, "too_many_team_rounds"),
    ],
)
def test_draws_that_cannot_be_are_refused(settings: dict[str, Any], code: str) -> None:
    with pytest.raises(DrawRefused) as caught:
        drawn(**settings)
    assert caught.value.code == code


def test_packs_of_cards_are_refused() -> None:
    stage = new_stage()
    Event.objects.filter(pk=stage.event_id).update(physical=True)
    with pytest.raises(DrawRefused) as caught:
        draw_stage(Stage.objects.get(pk=stage.pk), SYSTEM)
    assert caught.value.code == "not_with_cards"


def test_the_pages_of_a_match() -> None:
    stage = drawn(teams=4, rounds=3)
    play_on(stage, 1, random.Random(3))
    client, home = Client(), f"/e/{stage.event.slug}/"
    shown = client.get(f"{home}matches/").content.decode()
    for boards in oracle(stage, 1, 12).values():
        assert f"{abs(sum(boards))}" in shown
    assert "still in play" not in shown
    listed = client.get(f"/api/v1/events/{stage.event.slug}/matches/").json()["results"]
    assert [[team["margin"] for team in match["teams"]] for match in listed[:2]] == [
        [sum(boards), -sum(boards)] for boards in oracle(stage, 1, 12).values()
    ]
    assert [board["won"] for board in listed[0]["boards"]] == next(
        iter(oracle(stage, 1, 12).values())
    )
    assert listed[0]["is_complete"]
    assert not listed[2]["is_complete"]
    team = stage.event.entrants.get(number=1)
    play = Play.objects.filter(state=PlayState.FINISHED).first()
    assert play is not None
    for path in (
        *("", "standings/", "rounds/1/", "rounds/2/", "boards/1/", "movement/"),
        *(f"entrants/{team.pk}/", f"plays/{play.pk}/"),
    ):
        assert client.get(home + path).status_code == 200, path
