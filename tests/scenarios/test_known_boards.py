"""Scenario 10: "I know this hand": an artificial score at one table, or a reserve for the field."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from engine.dealing_reveal import Reveal
from games.deals import deal_of
from games.models import Board, Play
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.errors import EventRefused
from tournaments.models import AuditEntry, Field, Role, Ruling, Stage
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_round import draw_round
from tournaments.services.link_player import link_player
from tournaments.services.rebuild import rebuild
from tournaments.services.reveal_session import reveal_session
from tournaments.services.undo_release import undo_release
from tournaments.stored_seating import seating_differences

from .evening import Evening, console, evening_with

pytestmark = pytest.mark.django_db


def knows(play: Play, letter: str) -> dict[str, Any]:
    """The ruling: 50 % to who reported it, average plus to the innocent."""
    position = play.positions.index(letter) + 1
    awards = {
        str(each): {"award": "average" if each == position else "average_plus"}
        for each in (1, 2, 3)
    }
    return {"kind": "scores", "play": play.pk, "positions": awards, "reason": "knew the hand"}


def percentages(evening: Evening, board: int = 1) -> dict[tuple[int, str], Fraction]:
    """What everybody has in the newest standings, by table and seat, of an evening of one board."""
    count_and_publish(evening.stage)
    rows = {r["entrant"]: r for r in evening.stage.versions.latest("number").payload["rows"]}
    return {
        (play.table.number, seat.letter): Fraction(rows[seat.sitting.entrant_id]["percentage"])
        for play in plays_of(evening.round_, board)
        for seat in play.table.seats.select_related("sitting")
    }


def states(evening: Evening, table: int) -> list[tuple[int, str]]:
    """The boards of a table with their states, as its players see them."""
    told = evening.ask(table, "A", "me/table/").json()["table"]["plays"]
    return [(each["board"], each["state"]) for each in told]


def test_10_a_hand_known_to_one_player_takes_an_artificial_score_there_only() -> None:
    """With cards: table 2 has not begun the board. The others' two results count for three."""
    evening = evening_with(physical=True)
    called = evening.ask(2, "B", "me/calls/", {"reason": "other", "text": "I know this hand"})
    assert called.status_code == 201
    evening.finish(1, 1)
    evening.finish(3, 1)
    director, play = evening.director, evening.play(2, 1)
    (call,) = director.send("GET", "calls/").json()["results"]
    assert (call["table"]["number"], call["text"]) == (2, "I know this hand")
    assert director.post("rulings/", knows(play, "B")).status_code == 201
    assert director.post(f"plays/{play.pk}/not-played/", {"reason": "known"}).status_code == 200
    director.post(f"calls/{call['id']}/close/", {"reason": "ruled"})
    assert not director.send("GET", "calls/").json()["results"]
    assert states(evening, 2) == [(1, "not_played"), (2, "scheduled")]
    shares = percentages(evening)
    assert {letter: shares[2, letter] for letter in "ABC"} == {"A": 60, "B": 50, "C": 60}
    # All landlords won at 2: both others have one of two matchpoints, by Neuberg two of four.
    assert {shares[table, letter] for table in (1, 3) for letter in "ABC"} == {50}
    assert set(Field.objects.filter(board__number=1).values_list("expected", flat=True)) == {3}
    assert_equals_brute_force(evening.stage)
    assert rebuild(evening.stage.event).differences == []


def test_10_on_phones_a_board_that_is_known_is_broken_off_once_it_is_ruled() -> None:
    """The hand is known when it is seen: the board has begun, and two have bid."""
    evening = evening_with(physical=False)
    for value in (0, 1):
        letter = evening.mover(2)
        assert evening.act(2, letter, {"type": "bid", "value": value}).status_code == 201
    director, play = evening.director, evening.play(2, 1)
    path, because = f"plays/{play.pk}/not-played/", {"reason": "A knew the hand"}
    page = f"rounds/1/tables/{play.table.number}/"
    # While it counts nobody takes it away.
    refused = director.post(path, because)
    assert (refused.status_code, refused.json()["code"]) == (409, "has_begun")
    half = knows(play, "A")
    half["positions"].popitem()
    assert director.post("rulings/", half).status_code == 201
    assert director.post(path, because).json()["code"] == "has_begun"
    assert "Break it off" not in console(evening.stage.event, page)
    assert director.post("rulings/", knows(play, "A")).status_code == 201
    assert "Break it off" in console(evening.stage.event, page)
    assert director.post(path, because).json()["state"] == "not_played"
    assert states(evening, 2) == [(1, "not_played"), (2, "playing")]
    assert evening.view(2, "B")["board"]["number"] == 2
    # What somebody saw of it is not played on.
    back = director.post(f"plays/{play.pk}/to-be-played/", because)
    assert (back.status_code, back.json()["code"]) == (409, "has_begun")
    assert "It is played after all" not in console(evening.stage.event, page)
    for table, board in ((1, 1), (3, 1)):
        evening.play_on(table, board)
    for table in (1, 2, 3):
        evening.play_on(table, 2)
    assert evening.round_.state == "finished"
    assert not Board.objects.filter(number__lte=2, opened_at=None).exists()
    count_and_publish(evening.stage)
    assert_equals_brute_force(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    told = AuditEntry.objects.get(verb="mark_not_played")
    assert (told.reason, told.target) == ("A knew the hand", f"play:{play.pk}")


def test_10_who_plays_too_leaves_a_board_in_play_to_a_deputy() -> None:
    """Scenarios 10 and 31: whoever is still to play it neither rules nor breaks it off."""
    evening = evening_with(physical=False)
    event = evening.stage.event
    user = user_with(event, Role.DIRECTOR, "dora")
    link_player(event, user, evening.table(1).seats.get(letter="A").player, SYSTEM)
    client = Client()
    client.force_login(user)
    playing, play = Caller(event, client=client), evening.play(2, 1)
    evening.act(2, evening.mover(2), {"type": "bid", "value": 1})
    for path, body in (
        ("rulings/", knows(play, "A")),
        (f"plays/{play.pk}/not-played/", {"reason": "known"}),
    ):
        refused = playing.post(path, body)
        assert (refused.status_code, refused.json()["refusal"]) == (409, "board_hidden")
    assert evening.director.post("rulings/", knows(play, "A")).status_code == 201
    told = playing.post(f"plays/{play.pk}/not-played/", {"reason": "known"})
    assert told.json()["refusal"] == "board_hidden"
    assert (
        evening.director.post(f"plays/{play.pk}/not-played/", {"reason": "known"}).status_code
        == 200
    )


def test_10_a_claim_and_a_withdrawn_board_in_play_are_broken_off_too() -> None:
    evening = evening_with(physical=False, claims=True)
    letter, view = evening.claim_the_rest(1)
    director = evening.director
    body = {"kind": "withdrawn", "board": 1, "reason": "seen on a photo"}
    assert director.post("rulings/", body).status_code == 201
    done = director.post(f"plays/{view['id']}/not-played/", {"reason": "withdrawn"})
    assert (done.status_code, done.json()["state"]) == (200, "not_played")
    following = evening.view(1, letter)
    assert (following["board"]["number"], following["halted"]) == (2, None)


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
