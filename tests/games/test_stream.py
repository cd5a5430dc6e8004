"""One stream a person: live entries, resuming, doubles dropped, seating, its end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games import hub, sse, stream
from games.models import Announcement, LogEntry, PlayerToken, Table
from games.policy import TablePolicy
from games.services import TableSpec, create_tables, release_tables, sign_out
from games.services.tell_everybody import tell_everybody
from tests.games.hall import Hall
from tests.games.listening import Listener


@pytest.fixture
def hall(committed_hall: Hall) -> Hall:
    return committed_hall


@pytest.fixture
def listener(hall: Hall) -> Iterator[Listener]:
    with Listener(hall.bo.token) as listening:
        yield listening


def test_a_stream_begins_at_the_present_with_the_time(hall: Hall) -> None:
    hall.do(1, "bid", 0)
    with Listener(hall.bo.token) as listener:
        assert listener.status == 200
        assert listener.headers["content-type"].startswith("text/event-stream")
        assert listener.headers["cache-control"] == "private, no-store"
        first = listener.events[0]
        assert (first["event"], first["id"]) == ("heartbeat", f"{hall.table.pk}-2")
        assert set(json.loads(first["data"])) == {"now"}
        assert hall.bo.view()["event_id"] == first["id"]


def test_an_action_reaches_everybody_at_the_table(hall: Hall, listener: Listener) -> None:
    answer = hall.do(1, "bid", 2).json()
    listener.wait_for_number(2)
    (event,) = listener.named("entry")
    assert event["id"] == f"{hall.table.pk}-2"
    assert json.loads(event["data"]) == {
        "table": hall.table.pk,
        "play": hall.play.pk,
        "seq": 1,
        "phase": "auction",
        "to_act": [2],
        "entry": answer["entries"][0],
    }


def test_who_is_next_gets_the_view_that_he_would_fetch_and_nobody_else_does(hall: Hall) -> None:
    with Listener(hall.ada.token) as ada, Listener(hall.bo.token) as bo:
        hall.do(1, "bid", 1)
        bo.wait_for(lambda: bool(bo.named("turn")))
        (turn,) = bo.named("turn")
        brought, fetched = json.loads(turn["data"])["play"], hall.bo.view()
        assert {**brought, "now": ""} == {**fetched, "now": ""}
        assert brought["expected"]["type"] == "bid"
        ada.wait_for_number(2)
        assert not ada.named("turn")


def test_both_farmers_are_called_on_to_double_but_not_by_each_other(hall: Hall) -> None:
    hall.auction(0, 0)
    with Listener(hall.ada.token) as ada, Listener(hall.bo.token) as bo:
        hall.do(3, "bid", 1)
        ada.wait_for(lambda: bool(ada.named("turn")))
        bo.wait_for(lambda: bool(bo.named("turn")))
        hall.do(1, "double", False)
        hall.do(2, "double", False)
        bo.wait_for_number(5)
        assert [len(each.named("turn")) for each in (ada, bo)] == [1, 1]


def test_nobody_else_hears_it(hall: Hall) -> None:
    with Listener(hall.dee.token) as listener:
        hall.do(1, "bid", 2)
        hub.publish(f"player:{hall.dee.player.pk}", "note", {})
        listener.wait_for(lambda: bool(listener.named("note")))
        assert [event["event"] for event in listener.events] == ["heartbeat", "note"]


def test_a_client_that_names_its_last_id_misses_nothing_and_hears_nothing_twice(
    hall: Hall,
) -> None:
    hall.auction(0, 0)
    with Listener(hall.cy.token, f"{hall.table.pk}-1") as listener:
        listener.wait_for_number(3)
        hall.do(3, "bid", 1)
        listener.wait_for_number(4)
        ids = [event["id"] for event in listener.named("entry")]
        assert ids == [f"{hall.table.pk}-{number}" for number in (2, 3, 4)]
    replayed = [json.loads(event["data"])["entry"] for event in listener.named("entry")]
    log = hall.cy.send("GET", f"plays/{hall.play.pk}/log/?after=1").json()["entries"]
    assert replayed == log


def test_doubles_are_dropped_and_gaps_are_filled_from_the_database(
    hall: Hall, listener: Listener
) -> None:
    hall.do(1, "bid", 0)
    listener.wait_for_number(2)
    first = listener.named("entry")[0]
    hub.publish(f"table:{hall.table.pk}", "entry", json.loads(first["data"]), first["id"])
    entry = LogEntry.objects.create(
        table=hall.table, number=3, kind="note", data={}, at=timezone.now()
    )
    hub.publish(f"table:{hall.table.pk}", "entry", {}, f"{hall.table.pk}-4")
    listener.wait_for_number(entry.number)
    ids = [event["id"] for event in listener.named("entry")]
    assert ids == [f"{hall.table.pk}-2", f"{hall.table.pk}-3"]


@pytest.mark.parametrize(
    "last", ["{table}-99999999999999999999", "{table}--1", "{table}-", "{table}-x", "{table}-٣"]
)
def test_an_id_without_a_number_is_answered_with_a_reset(hall: Hall, last: str) -> None:
    hall.auction(0)
    with Listener(hall.bo.token, last.format(table=hall.table.pk)) as listener:
        listener.wait_for(lambda: bool(listener.named("reset")))  # a `turn` may follow over Redis
        assert [event["event"] for event in listener.events[:2]] == ["heartbeat", "reset"]
        assert listener.events[1]["id"] == f"{hall.table.pk}-2"


@pytest.mark.parametrize(
    "last", ["nobody-3", "{table}-99", "{table}--1", "{table}-x", "x", "{table}-0"]
)
def test_an_id_that_cannot_be_resumed_is_answered_with_a_reset(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    monkeypatch.setattr(stream, "CATCH_UP_LIMIT", 1)
    hall.auction(0)
    with Listener(hall.bo.token, last.format(table=hall.table.pk)) as listener:
        listener.wait_for(lambda: bool(listener.named("reset")))  # a `turn` may follow over Redis
        assert [event["event"] for event in listener.events[:2]] == ["heartbeat", "reset"]
        assert listener.events[1]["id"] == f"{hall.table.pk}-2"


def test_a_new_table_is_announced_and_followed_from_its_first_entry(
    hall: Hall, listener: Listener
) -> None:
    players = [caller.player for caller in hall.seated]
    spec = TableSpec(
        realm="hall",
        number=9,
        seats=dict(zip("BCA", players, strict=True)),
        policy=TablePolicy.from_data(hall.table.policy),
        plays=[(hall.boards[0], "ABC")],
    )
    (table,) = create_tables([spec])
    release_tables([table], timezone.now())
    listener.wait_for_number(1)
    assert [event["event"] for event in listener.events[1:]] == ["seating", "entry"]
    assert json.loads(listener.events[1]["data"]) == {"table": table.pk, "number": 9}
    assert json.loads(listener.events[2]["data"])["entry"]["kind"] == "play_started"
    assert listener.events[2]["id"] == f"{table.pk}-1"


def test_a_whole_table_is_heard_without_a_gap(hall: Hall, listener: Listener) -> None:
    hall.play_on(seed=3)
    hall.play_on(seed=4)
    last = LogEntry.objects.order_by("-number")[0]
    assert last.kind == "table_finished"
    listener.wait_for_number(last.number)
    numbers = [json.loads(event["data"])["entry"]["number"] for event in listener.named("entry")]
    assert numbers == list(range(2, last.number + 1))


def test_a_take_over_ends_the_stream_of_the_first_device_and_not_of_the_second(
    hall: Hall, listener: Listener
) -> None:
    hall.bo.sign_in(take_over=True)
    with Listener(hall.bo.token) as second:
        listener.wait_for_end()
        assert listener.events[-1]["event"] == "taken_over"
        hub.publish(f"player:{hall.bo.player.pk}", "taken_over", {})  # told once more, late
        hall.do(1, "bid", 0)
        second.wait_for_number(2)


def test_signing_out_ends_the_stream(hall: Hall, listener: Listener) -> None:
    sign_out(PlayerToken.objects.get(player=hall.bo.player))
    listener.wait_for_end()
    assert listener.events[-1]["event"] == "signed_out"


def test_a_heartbeat_finds_what_the_hub_lost(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.1)
    with Listener(hall.bo.token) as listener:
        monkeypatch.setattr(hub.hub, "deliver", lambda message: None)
        monkeypatch.setattr(hub, "_carry", lambda message: None)
        hall.do(1, "bid", 0)
        listener.wait_for_number(2)
        PlayerToken.objects.filter(player=hall.bo.player).update(revoked_at=timezone.now())
        listener.wait_for_end()
        assert listener.events[-1]["event"] == "signed_out"


def test_a_client_that_does_not_read_is_let_go(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "QUEUE_LIMIT", 3)
    with Listener(hall.bo.token) as listener:
        loop = listener._loop
        assert loop is not None
        loop.call_soon_threadsafe(_flood, hall)
        listener.wait_for_end()
    assert len(listener.named("note")) <= 3


def _flood(hall: Hall) -> None:
    message = hub.HubMessage(f"player:{hall.bo.player.pk}", "note", "{}")
    for subscription in list(hub.hub._channels[message.channel]):
        for _ in range(9):
            subscription.put(message)


def test_the_third_stream_of_a_token_ends_the_oldest(hall: Hall) -> None:
    with Listener(hall.bo.token) as first, Listener(hall.bo.token), Listener(hall.bo.token) as new:
        first.wait_for_end()
        hall.do(1, "bid", 0)
        new.wait_for_number(2)


def test_leaving_releases_everything(hall: Hall, listener: Listener) -> None:
    listener.close()
    assert hub.hub._channels == {}
    assert stream._open_streams == {}


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"authorization": "Bearer fst_wrong"}, 401, "unknown_token"),
        ({"authorization": ""}, 401, "not_authenticated"),
        ({"host": "evil.example"}, 400, "invalid"),
        (
            {"authorization": "", "cookie": "fushi_player=x", "origin": "http://evil.example"},
            403,
            "foreign_origin",
        ),
    ],
)
def test_a_stream_is_refused_with_a_problem(
    hall: Hall, headers: dict[str, str], status: int, code: str
) -> None:
    refused = Listener(hall.bo.token, **headers)
    refused.wait_for_end()
    assert refused.status == status
    assert json.loads(refused.body)["code"] == code
    assert refused.headers["content-type"] == "application/problem+json"


def test_a_cookie_opens_a_stream(hall: Hall) -> None:
    with Listener("", authorization="", cookie=f"a=b; fushi_player={hall.bo.token}") as listener:
        assert listener.status == 200


def test_messages_are_framed_on_one_line() -> None:
    assert sse.frame("note", '{"a":1}', "t-1") == b'id: t-1\nevent: note\ndata: {"a":1}\n\n'
    assert sse.compact_json({"牌": "a\nb"}) == '{"牌":"a\\nb"}'


def test_who_connects_is_told_what_was_announced_in_this_round_once(hall: Hall) -> None:
    tell_everybody("hall", "an earlier round")
    Announcement.objects.update(at=F("at") - timedelta(minutes=30))
    Table.objects.update(released_at=F("released_at") - timedelta(minutes=10))
    tell_everybody("elsewhere", "not for us")
    for number in range(7):
        tell_everybody("hall", f"told {number}")
    with Listener(hall.bo.token) as first:
        first.wait_for(lambda: len(first.named("announcement")) == 5)
        tell_everybody("hall", "told now")
        first.wait_for(lambda: len(first.named("announcement")) == 6)
        told = [json.loads(event["data"]) for event in first.named("announcement")]
        texts = [each["text"] for each in told]
        assert texts == [*(f"told {number}" for number in range(2, 7)), "told now"]
    with Listener(hall.dee.token) as without_a_table:  # what the last hour brought
        without_a_table.wait_for(lambda: len(without_a_table.named("announcement")) == 5)
    with Listener(hall.bo.token, f"{hall.table.pk}-1") as again:
        again.wait_for(lambda: len(again.named("announcement")) == 5)
        assert json.loads(again.named("announcement")[-1]["data"]) == told[-1]


def test_a_heartbeat_tells_an_announcement_that_the_hub_lost(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.1)
    with Listener(hall.bo.token) as listener:
        monkeypatch.setattr(hub, "_carry", lambda message: None)
        tell_everybody("hall", "Tea.")
        listener.wait_for(lambda: bool(listener.named("announcement")))
        listener.wait_for(lambda: len(listener.named("heartbeat")) > 3)
        assert len(listener.named("announcement")) == 1
