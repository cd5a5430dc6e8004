"""A visitor plays a board with two bots, and learns how others did with the same hand.

The made event's results are worked out by hand in `made_event`; what a practice is compared with
is taken from there, never from what the page counted.
"""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.bots import make_bot
from games.models import Board, LogEntry, Person, Play, Player, Result, Table
from games.services import issue_codes, sign_in
from games.services.watch_clocks import watch_clocks
from tests.browser.made_views import first_state
from tests.tournaments import factories
from tests.tournaments.factories import PASSED_OUT, facts
from tests.tournaments.pages.addresses import pages_of
from tests.tournaments.read.made_event import MadeEvent, in_the_middle
from tournaments.house_bots import bots_points
from tournaments.models import DirtyMark, Event, Practice, SeatResult
from tournaments.queries.practice import practice_page
from tournaments.services import open_board, start_practice, sweep_practice
from tournaments.services.actors import SYSTEM
from tournaments.tasks import sweep

#: What the tables of the made event scored, by board and position.
SCORED = {
    (1, 1): [16, 0, -16],
    (1, 2): [8, 0, -8],
    (1, 3): [8, 0, -8],
    (2, 1): [2, 2, -6],
    (2, 2): [12, -1, -1],
    (2, 3): [-1, -1, -6],
}


@pytest.fixture
def made(db: None) -> MadeEvent:
    """Boards 1 and 2 are opened and published, board 3 is in play."""
    return in_the_middle()


def press(client: Client, **headers: str) -> Any:
    """Press the button of the first page."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/practice/", headers=named)


def seated(client: Client | None = None) -> tuple[Client, Practice]:
    """A visitor who has just pressed the button, and what he is playing."""
    client = client or Client()
    answer = press(client)
    assert (answer.status_code, answer["Location"]) == (302, "/play/")
    view = client.get("/api/v1/me/play/").json()["play"]
    return client, Practice.objects.select_related("board", "play__table").get(play=view["id"])


def finish(practice: Practice, what: dict[str, Any] = PASSED_OUT) -> Practice:
    """End a practice with these facts."""
    assert practice.play is not None
    factories.finish(practice.play, what)
    return practice


def page_of(client: Client, practice: Practice) -> str:
    """The text of the comparison, without its marks."""
    answer = client.get(f"/practice/{practice.play_id}/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(unescape(text).split())


def ids_in(board_numbers: set[int]) -> set[str]:
    """The ids of the made event's boards with these numbers."""
    boards = Board.objects.filter(board_set__session__isnull=False, number__in=board_numbers)
    return set(boards.values_list("pk", flat=True))


def test_a_visitor_without_an_account_plays_a_board_to_its_end(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.clocks.BOT_SECONDS", 0)
    client, practice = seated()
    cookie = client.cookies["fushi_player"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    view = client.get("/api/v1/me/play/").json()["play"]
    assert view["table"]["practice"] is True
    assert len(view["hand"]) == 17
    assert view["viewer"] == practice.position
    assert sorted(seat["bot"] for seat in view["seats"]) == [False, True, True]
    assert press(client)["Location"] == "/play/"  # twice is once: he goes on at his table
    assert Practice.objects.count() == 1
    bot = make_bot("greedy", 1)
    for number in range(200):
        watch_clocks()
        view = client.get("/api/v1/me/play/").json()["play"]
        if view is None:
            break
        if view["expected"]:
            answer = client.post(
                f"/api/v1/plays/{view['id']}/actions/",
                {"seq": view["seq"], "action": bot.choose(view)},
                content_type="application/json",
                headers={"Idempotency-Key": f"{number}"},
            )
            assert answer.status_code == 201
    practice.refresh_from_db()
    result = Result.objects.get(play=practice.play)
    assert practice.points == result.points[str(practice.position)]
    # The first to hold a hand has bots for company; each visitor after him has people.
    text = page_of(client, practice)
    assert "Nobody has held this hand before you, so 9 bots" in text
    assert "of 10." in text
    assert page_of(client, practice) == text


def test_bots_make_of_a_hand_what_they_make_of_it_at_a_table() -> None:
    """Position 1 holds the rocket, three bombs and the queens: whoever plays well wins with it."""
    start = first_state("RJ BJ 2s 2h 2d 2c As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd")
    for position, sign in ((1, 1), (2, -1), (3, -1)):
        values = bots_points(start, position)
        assert len(values) == 9
        assert all(sign * value > 0 for value in values[6:])  # the strongest come last


def test_a_visitor_is_ranked_among_everybody_who_held_the_hand_in_the_event(
    made: MadeEvent,
) -> None:
    client, practice = seated()
    assert practice.board_id in ids_in({1, 2})
    before = {address: Client().get(address).content for address in pages_of(made)}
    what = facts(practice.position, 1)
    finish(practice, what)
    assert practice.play is not None
    assert practice.play.results.get().points[str(practice.position)] == 2  # the bid, from two
    others = SCORED[practice.board.number, practice.position]
    rank = 1 + sum(value > 2 for value in others)
    text = page_of(client, practice)
    assert f"You would have been number {rank} of 4." in text
    assert "in Spring Cup . They played with people, you with bots." in text
    assert f"+2 {others.count(2)} you, as landlord" in text
    sweep()
    assert not DirtyMark.objects.exists()
    assert not SeatResult.objects.filter(play=practice.play).exists()
    assert {address: Client().get(address).content for address in before} == before


def test_only_boards_that_nobody_has_to_play_any_more_are_offered(made: MadeEvent) -> None:
    open_board(made.board(3), SYSTEM, "in the hall")
    made.publish()
    assert Client().get(f"/e/{made.slug}/boards/3/").status_code == 200  # table 3 still plays it
    given = {seated()[1].board_id for _ in range(12)}
    assert given == ids_in({1, 2})
    client, first = seated()
    finish(first)
    second = finish(seated(client)[1])
    third = seated(client)[1]
    assert {first.board_id, second.board_id} == ids_in({1, 2})
    assert third.board.board_set.realm == "practice"
    Event.objects.update(is_public=False)
    assert seated()[1].board.board_set.realm == "practice"


def take(client: Client, **form: Any) -> Any:
    """Press a button of a board's page."""
    return client.post("/practice/", form)


def test_a_seat_at_an_opened_board_is_taken_and_compared_with_who_held_it(made: MadeEvent) -> None:
    client = Client()
    page = client.get(f"/e/{made.slug}/boards/1/").content.decode()
    assert 'name="position" value="3"' in page
    answer = take(client, event=made.slug, board=1, position=3)
    assert (answer.status_code, answer["Location"]) == (302, "/play/")
    practice = Practice.objects.select_related("player", "play__table", "board").get()
    assert (practice.board, practice.position) == (made.board(1), 3)
    finish(practice)
    assert practice.play_id is not None
    assert practice.player is not None
    told = practice_page(practice.player, practice.play_id)
    assert told is not None
    # Passed out, so 0 points: behind +8 of table 2, level with table 3, before −8 of table 1.
    assert (told.points, told.rank, told.among) == (0, 2, 4)
    assert told.event == ("spring-cup.1", "Spring Cup")


def test_no_seat_at_a_board_that_somebody_still_has_to_play(made: MadeEvent) -> None:
    open_board(made.board(3), SYSTEM, "in the hall")
    made.publish()
    page = Client().get(f"/e/{made.slug}/boards/3/").content.decode()
    assert 'name="position"' not in page
    assert take(Client(), event=made.slug, board=3, position=1).status_code == 409


@pytest.mark.parametrize(
    "form",
    [
        {"board": 3, "position": 1},  # not opened
        {"board": 1, "position": 4},
        {"board": 99, "position": 1},
        {"board": "x", "position": "1"},
        {"board": 1},
        {"event": "nothing", "board": 1, "position": 1},
        {"event": "a.b.c", "board": 1, "position": 1},
    ],
)
def test_a_seat_that_may_not_be_offered_is_refused(made: MadeEvent, form: dict[str, Any]) -> None:
    answer = take(Client(), **{"event": made.slug, **form})
    assert answer.status_code == 409
    assert not Practice.objects.exists()


def test_nobody_else_reads_how_a_practice_went(made: MadeEvent) -> None:
    client, practice = seated()
    other, others_practice = seated()
    unfinished = client.get(f"/practice/{practice.play_id}/")
    assert (unfinished.status_code, unfinished["Location"]) == (302, "/play/")
    finish(practice)
    missing = client.get("/practice/0000000000000000/")
    assert missing.status_code == 404
    event_play = made.play(1, 1)
    for reader, play in (
        (Client(), practice.play_id),
        (other, practice.play_id),
        (client, others_practice.play_id),
        (client, event_play.pk),
    ):
        answer = reader.get(f"/practice/{play}/")
        assert (answer.status_code, answer.content) == (404, missing.content)
        if reader is not other or play != others_practice.play_id:
            assert reader.get(f"/e/{made.slug}/plays/{practice.play_id}/").status_code == 404


def test_visitors_of_the_same_board_meet_each_others_results(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start_practice, "BOARDS", 1)
    first, mine = seated()
    finish(mine, facts(mine.position, 2))  # +4
    second, yours = seated()
    assert (yours.board_id, yours.position) == (mine.board_id, mine.position)
    finish(yours, facts(yours.position, 1))  # +2
    assert "You would have been number 2 of 2." in page_of(second, yours)
    assert "You would have been number 1 of 2." in page_of(first, mine)
    _, again = seated(first)
    assert again.is_repeat
    finish(again, facts(again.position, 3))  # +6, by who knows the cards
    assert "You would have been number 2 of 2." in page_of(second, yours)


def test_a_crowd_is_asked_to_wait_and_practice_can_be_switched_off(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(start_practice, "PER_ADDRESS", 2)
    seated()
    seated()
    answer = press(Client(headers={"accept-language": "zh-hans"}))
    assert answer.status_code == 429
    assert 590 <= int(answer["Retry-After"]) <= 600
    assert "现在练习的人很多" in answer.content.decode()
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert press(elsewhere).status_code == 302
    settings.PRACTICE_TABLES = 3
    assert press(Client(REMOTE_ADDR="203.0.113.10")).status_code == 429
    Practice.objects.update(started_at=timezone.now() - timedelta(minutes=11))
    assert press(Client()).status_code == 302
    settings.PRACTICE_TABLES = 0
    assert press(Client()).status_code == 404
    assert "Play a board now" not in Client().get("/").content.decode()
    assert not Practice.objects.filter(address_hash__contains="127.0.0.1").exists()


def test_a_player_of_an_event_keeps_his_seat_and_another_site_seats_nobody(
    made: MadeEvent,
) -> None:
    entrant = made.entrant(1).player
    client = Client()
    client.cookies["fushi_player"] = sign_in(issue_codes([entrant])[0]).token
    answer = press(client)
    assert answer.status_code == 409
    assert "Sign out there first." in answer.content.decode()
    assert not answer.cookies
    assert press(Client(), Origin="https://elsewhere.example").status_code == 404
    assert press(Client(), Origin="null").status_code == 404
    assert press(Client(), Origin="http://testserver").status_code == 302
    assert Client().get("/practice/")["Location"] == "/"


def test_old_practice_is_swept_and_only_what_others_are_compared_with_stays(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start_practice, "BOARDS", 1)
    client, mine = seated()
    finish(mine, facts(mine.position, 2))
    seated()  # and goes away
    made = in_the_middle()
    _, of_an_event = seated()
    finish(of_an_event)
    kept = {model: model.objects.filter(**of).count() for model, of in event_rows(made)}
    assert sweep_practice.sweep_practice() == 0
    later = timezone.now() + sweep_practice.KEPT
    assert sweep_practice.sweep_practice(later + timedelta(minutes=1)) == 3
    left = Practice.objects.get()
    assert (left.board_id, left.points, left.play, left.player) == (mine.board_id, 4, None, None)
    assert left.address_hash == ""
    assert not Table.objects.filter(realm="practice").exists()
    assert set(Person.objects.filter(players__realm="practice").values_list("name", flat=True)) == {
        "Bot 1",
        "Bot 2",
    }
    assert {model: model.objects.filter(**of).count() for model, of in event_rows(made)} == kept
    assert client.get("/api/v1/me/play/").status_code == 401
    Event.objects.update(is_public=False)
    visitor, yours = seated(client)
    finish(yours, facts(yours.position, 1))
    assert "You would have been number 2 of 2." in page_of(visitor, yours)


def event_rows(made: MadeEvent) -> list[tuple[Any, dict[str, Any]]]:
    """What belongs to the event, to be counted."""
    realm = made.event.pk
    return [
        (Table, {"realm": realm}),
        (Play, {"table__realm": realm}),
        (LogEntry, {"table__realm": realm}),
        (Result, {"play__table__realm": realm}),
        (Player, {"realm": realm}),
    ]


def test_queries_do_not_grow_with_visitors_or_events(made: MadeEvent) -> None:
    def counted() -> tuple[int, int]:
        client = Client()
        with CaptureQueriesContext(connection) as begin:
            press(client)
        practice = finish(Practice.objects.latest("pk"))
        with CaptureQueriesContext(connection) as read:
            page_of(client, practice)
        return len(begin), len(read)

    counted()  # the house bots are made
    few = counted()
    in_the_middle("autumn-cup")
    for _ in range(4):
        counted()
    assert counted() == few
