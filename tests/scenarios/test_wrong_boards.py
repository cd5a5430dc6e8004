"""Wrong boards, seats, hands."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from engine.dealing_reveal import Reveal
from games.deals import deal_of
from games.models import Board
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.errors import EventRefused
from tournaments.models import AuditEntry, DirtyMark, Field, FrequencyRow, Role, Ruling, Stage
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_round import draw_round
from tournaments.services.rebuild import rebuild
from tournaments.services.reveal_session import reveal_session
from tournaments.services.undo_release import undo_release
from tournaments.stored_seating import seating_differences

from .evening import Evening, evening_with, values

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    """Three tables with cards."""
    return evening_with(physical=True)


def test_9_no_two_boards_of_the_archive_are_alike() -> None:
    """Scenario 9: two boards of a set are identical, or a set was used before."""
    first, second = (drawn_stage(entrants=9, rounds=2, boards=4) for _ in range(2))
    boards = Board.objects.filter(board_set__session__stage__in=[first, second])
    deals = [deal_of(board).hands for board in boards.select_related("board_set")]
    assert len(deals) == len(set(deals)) >= 16
    one = boards[0]
    one.pk, one.number = "another", 99
    with pytest.raises(IntegrityError), transaction.atomic():
        one.save(force_insert=True)


def test_10_a_hand_known_to_one_player_takes_an_artificial_score_there_only(
    evening: Evening,
) -> None:
    """Scenario 10: "I know this hand": 50 % to who reported it, average plus to the innocent."""
    called = evening.ask(2, "B", "me/calls/", {"reason": "other", "text": "I know this hand"})
    assert called.status_code == 201
    evening.finish(1, 1)
    evening.finish(3, 1)
    director = evening.director
    (call,) = director.send("GET", "calls/").json()["results"]
    assert (call["table"]["number"], call["text"]) == (2, "I know this hand")
    play = evening.play(2, 1)
    knows = play.positions.index("B") + 1
    awards = {
        str(position): {"award": "average" if position == knows else "average_plus"}
        for position in (1, 2, 3)
    }
    body = {"kind": "scores", "play": play.pk, "positions": awards, "reason": "knew the hand"}
    assert director.post("rulings/", body).status_code == 201
    director.post(f"plays/{play.pk}/not-played/", {"reason": "known hand"})
    director.post(f"calls/{call['id']}/close/", {"reason": "ruled"})
    assert not director.send("GET", "calls/").json()["results"]
    count_and_publish(evening.stage)
    sitting = {s.letter: s.sitting.entrant_id for s in play.table.seats.select_related("sitting")}
    rows = {r["entrant"]: r for r in evening.stage.versions.latest("number").payload["rows"]}
    assert Fraction(rows[sitting["B"]]["percentage"]) == 50
    assert {Fraction(rows[sitting[letter]]["percentage"]) for letter in "AC"} == {60}


RESERVE = {"kind": "withdrawn", "board": 1, "reserve": True, "reason": "known from a photo"}


def numbers_at(stage: Stage, number: int = 1) -> list[list[tuple[int, str]]]:
    """For each table of a round its boards with their states, in order."""
    tables = stage.rounds.get(number=number).tables.order_by("number")
    return [
        list(each.table.plays.order_by("order").values_list("board__number", "state"))
        for each in tables
    ]


def test_10_a_withdrawn_board_is_replaced_by_a_reserve_that_all_tables_play() -> None:
    """Scenario 10: one table has played both boards, one the first, one nothing."""
    evening = evening_with(physical=True, reserve_boards=1)
    for table, board in ((1, 1), (1, 2), (2, 1)):
        evening.finish(table, board)
    made = evening.director.post("rulings/", RESERVE)
    assert made.status_code == 201
    assert numbers_at(evening.stage) == [
        [(1, "finished"), (2, "finished"), (3, "scheduled")],
        [(1, "finished"), (2, "scheduled"), (3, "scheduled")],
        [(1, "not_played"), (2, "scheduled"), (3, "scheduled")],
    ]
    assert evening.table(1).finished_at is None
    expected = set(Field.objects.values_list("board__number", "expected"))
    assert expected == {(1, 0), (2, 3), (3, 3)}
    assert evening.play(1, 3).positions == evening.play(1, 1).positions
    entry = AuditEntry.objects.get(verb="play_reserve")
    assert entry.after is not None
    assert (entry.reason, entry.after["withdrawn"], entry.after["board"]) == (
        "known from a photo",
        1,
        3,
    )
    # There was one only.
    told = evening.director.post("rulings/", {**RESERVE, "board": 2})
    assert (told.status_code, told.json()["refusal"]) == (409, "no_reserve_left")
    for table, board in ((2, 2), (3, 2), (1, 3), (2, 3), (3, 3)):
        evening.finish(table, board)
    count_and_publish(evening.stage)
    assert (evening.round_.state, evening.round_.last_board) == ("finished", 3)
    assert not Board.objects.filter(number__lte=3, opened_at=None).exists()
    payload = evening.stage.versions.latest("number").payload
    # Two boards of three results: 4 is the top of each.
    assert {Fraction(row["counted"]) for row in payload["rows"]} == {2}
    assert rebuild(evening.stage.event).differences == []
    assert seating_differences(evening.stage) == []
    reveal = reveal_session(evening.stage.sessions.get(), SYSTEM)
    third = Board.objects.select_related("board_set").get(number=3)
    assert Reveal.from_data(reveal).board("original", 3).deal == deal_of(third)


def test_10_the_ruling_is_reversed_and_both_boards_count() -> None:
    evening = evening_with(physical=False, reserve_boards=1)
    evening.play_on(1)
    assert evening.director.post("rulings/", RESERVE).status_code == 201
    # Whoever had not acted yet goes on with the next board.
    assert [each[0][1] for each in numbers_at(evening.stage)] == [
        "finished",
        "not_played",
        "not_played",
    ]
    assert [each[1][1] for each in numbers_at(evening.stage)] == ["playing"] * 3
    back = evening.director.post(
        f"rulings/{Ruling.objects.get().pk}/reverse/", {"reason": "it was not"}
    )
    assert back.status_code == 201
    assert set(Field.objects.values_list("board__number", "expected")) == {(1, 1), (2, 3), (3, 3)}


def test_10_a_director_ticks_the_reserve_on_the_page_of_rulings() -> None:
    """The difference is shown first; then exactly that is done, though the board opens by it."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2, reserve_boards=1)
    for play in plays_of(release(stage), board=1):
        finish(play, facts(1))
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    address = f"/direct/{stage.event.slug}/rulings/"
    assert 'name="reserve"' in browser.get(address).content.decode()
    form = {"what": "withdraw-board", "board": "1", "reserve": "1", "back": address}
    decide = f"/direct/{stage.event.slug}/decide/"
    shown = browser.post(decide, form)
    assert stage.rounds.get().last_board == 2
    form |= {"preview": shown.context["preview"].token, "reason": "known"}
    assert browser.post(decide, form).status_code == 302
    assert stage.rounds.get().last_board == 3
    boards = [[number for number, _state in each] for each in numbers_at(stage)]
    assert boards == [[1, 2, 3]] * 3


def test_10_no_reserve_is_played_by_a_part_of_the_field() -> None:
    stage = drawn_stage(entrants=9, rounds=3, boards=2, reserve_boards=1)
    director = with_key(stage.event)
    firsts = list(stage.rounds.values_list("first_board", "last_board"))
    assert firsts == [(1, 2), (4, 5), (7, 8)]

    def refusal(board: int) -> str:
        told = director.post("rulings/", {**RESERVE, "board": board})
        assert told.status_code == 409
        assert Field.objects.filter(board__number__in=(3, 6)).count() == 0
        return str(told.json()["refusal"])

    first = release(stage)
    tried = director.post("rulings/", {**RESERVE, "dry_run": True})
    assert tried.status_code in (200, 201)
    assert stage.rounds.get(number=1).last_board == 2
    release_round(stage.rounds.get(number=2), SYSTEM, early=True, reason="in a hurry")
    assert refusal(1) == "later_round_released"
    for play in plays_of(first):
        finish(play, facts(1))
    assert refusal(2) == "round_finished"
    told = with_key(stage.event, Role.SCORER).post("rulings/", RESERVE)
    assert told.status_code == 403
    none = drawn_stage(entrants=9, rounds=1, boards=2)
    release(none)
    told = with_key(none.event).post("rulings/", RESERVE)
    assert told.json()["refusal"] == "no_reserve_left"
    with pytest.raises(EventRefused, match="individual"):
        drawn_stage(entrants=15, rounds=2, kind="individual-mitchell", reserve_boards=1)


def test_10_a_release_taken_back_gives_the_reserve_back_and_swiss_rounds_keep_theirs() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=2, reserve_boards=1, kind="individual-swiss")
    release(stage)
    body = {**RESERVE, "board": 2}
    assert with_key(stage.event).post("rulings/", body).status_code == 201
    undo_release(stage.rounds.get(), SYSTEM, "too early")
    assert stage.rounds.get().last_board == 2
    for play in plays_of(release(stage)):
        assert play.board.number in (1, 2)
        finish(play, facts(1))
    following = draw_round(stage, SYSTEM)
    assert (following.first_board, following.last_board) == (4, 5)


def test_11_boards_of_a_round_are_played_in_any_order(evening: Evening) -> None:
    """Scenario 11: table 1 begins with board 2."""
    for table, boards in ((1, (2, 1)), (2, (1, 2)), (3, (2, 1))):
        for board in boards:
            evening.finish(table, board)
    count_and_publish(evening.stage)
    assert evening.round_.state == "finished"
    assert len(values(1)) == 3
    assert rebuild(evening.stage.event).differences == []


def test_12_swapped_hands_are_compared_with_their_equals_only(evening: Evening) -> None:
    evening.finish(1, 1)
    evening.finish(2, 1)
    # At table 3 hands 1 and 2 had been swapped: the lead of position 1 was hand 2's.
    told = evening.say(3, "A", "result", 1, evening.slip(1, hands="213")).json()
    assert told["code"] == "does_not_fit"
    body = evening.slip(1, hands="213") | {"hands": "213"}
    evening.say(3, "A", "result", 1, body)
    evening.say(3, "B", "confirm", 1, {"report": 1})
    done = evening.say(3, "C", "confirm", 1, {"report": 1}).json()
    assert done["result"]["hands"] == "213"
    assert values(1) == [4, 4]
    assert values(1, "213") == [4]
    assert set(Field.objects.filter(board__number=1).values_list("mapping", "expected")) == {
        ("123", 3),
        ("213", 3),
    }
    count_and_publish(evening.stage)
    assert not DirtyMark.objects.exists()
    # Alone among three: 60 % of a top of 4.
    (row,) = FrequencyRow.objects.filter(field__mapping="213", field__position=1)
    assert (row.score_numerator, row.score_denominator) == (12, 5)
    assert rebuild(evening.stage.event).differences == []


def played() -> Stage:
    """Nine players, one round of two boards, over."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    return stage


def test_13_who_sat_in_each_others_seats_get_each_others_scores() -> None:
    """Scenario 13: found after the round: people move, results stay; audited."""
    stage = played()
    play = plays_of(stage.rounds.get(), board=1)[2]
    one, other = play.positions[0], play.positions[1]
    result = play.results.get(is_current=True)
    ids = {s.letter: s.sitting.entrant_id for s in play.table.seats.select_related("sitting")}

    def scores() -> dict[str, Fraction]:
        count_and_publish(stage)
        rows = stage.versions.latest("number").payload["rows"]
        return {row["entrant"]: Fraction(row["rounds"][0]) for row in rows}

    before = scores()
    body = {"kind": "seats", "play": play.pk, "seats": [one, other], "reason": "told by both"}
    assert with_key(stage.event).post("rulings/", body).status_code == 201
    after = scores()
    # On board 1 position 1 had the top (4) and position 2 the bottom (0).
    assert after[ids[one]] == before[ids[one]] - 4
    assert after[ids[other]] == before[ids[other]] + 4
    assert play.results.get(is_current=True).pk == result.pk
    assert AuditEntry.objects.get(verb="rule_seats").reason == "told by both"


def test_14_a_board_is_played_once_at_a_table_and_by_nobody_twice() -> None:
    """Scenario 14: refused before it is opened; if it happened, an adjusted score."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    release(stage)
    for play in plays_of(stage.rounds.get(number=1)):
        finish(play, facts(1))
    release(stage, 2)
    both = [{p.board_id for p in plays_of(stage.rounds.get(number=n))} for n in (1, 2)]
    assert not both[0] & both[1]
    play = plays_of(stage.rounds.get(number=2))[0]
    again = plays_of(stage.rounds.get(number=1))[0]
    again.pk, again.order, again.table = "again", 9, play.table
    again.board = play.board
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)
    finish(play, facts(1))
    body = {"kind": "scores", "play": play.pk, "reason": "had played it elsewhere"}
    awards = {"positions": {"1": {"award": "average_minus"}}}
    assert with_key(stage.event).post("rulings/", {**body, **awards}).status_code == 201
