"""Nobody learns what he may not: whole hands, watched by everybody, in every answer and message.

What somebody may know is worked out here from the deal and from what was said at the table, and
not with `engine.view`; a second test compares with `engine.view` on random deals.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.actions import Double
from engine.bots import make_bot
from engine.hand import HandState, Phase, view
from engine.phases import Memory
from games.models import Play, SealedDouble
from games.services.replay import derive
from tests.games.hall import Answer, Caller, Hall, open_hall
from tests.games.listening import Listener

CARD = re.compile(r'"((?:10|[2-9JQKA])[cdhs]|BJ|RJ)"')
SECRET_WORDS = ("snapshot", "secret", "fingerprint", "token_hash", "code_hash")


@dataclass
class Knowledge:
    """What each position may know so far; kept by the test from what it sent itself."""

    hands: dict[int, set[str]]
    kitty: set[str]
    played: set[str] = field(default_factory=set)
    chosen: dict[int, bool] = field(default_factory=dict)
    landlord: int = 0
    kitty_is_open: bool = False

    def of(self, position: int | None) -> set[str]:
        """The cards that the holder of a position may see."""
        own = self.hands[position] if position else set()
        return own | self.played | (self.kitty if self.kitty_is_open else set())

    @property
    def doubles_are_open(self) -> bool:
        return len(self.chosen) == 2

    def learn(self, position: int, view_before: dict[str, Any], action: dict[str, Any]) -> None:
        """Take note of an accepted action, by the rules of `competition`."""
        kind = action["type"]
        bids = [call["value"] for call in view_before["auction"]]
        if kind == "bid":
            calls = [*bids, action["value"]]
            if max(calls) == 3 or len(calls) == 3:
                self.landlord = calls.index(max(calls)) + 1
        elif kind == "double":
            self.chosen[position] = action["value"]
            self.kitty_is_open = self.doubles_are_open and not any(self.chosen.values())
        elif kind == "redouble":
            self.kitty_is_open = True


def cards_in(text: str) -> set[str]:
    """Every card that is printed in a text."""
    return set(CARD.findall(text))


def check(knowledge: Knowledge, position: int | None, text: str) -> None:
    """Assert that a text tells a viewer nothing that he may not know."""
    assert cards_in(text) <= knowledge.of(position), text
    for word in SECRET_WORDS:
        assert word not in text
    for found in _objects(json.loads(text)):
        if not knowledge.doubles_are_open:
            assert found.get("doubles") is None
            assert "choices" not in found or found.get("type") in ("bid", "double")
            own = found.get("own_double")
            assert own is None or own == knowledge.chosen[position or 0]
            if found.get("phase") == "doubling" and "to_act" in found:
                shown = {p for p in (1, 2, 3) if p != knowledge.landlord}
                assert shown - {position} <= set(found["to_act"])
        if not knowledge.kitty_is_open:
            assert found.get("kitty") is None


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from _objects(each)
    elif isinstance(value, list):
        for each in value:
            yield from _objects(each)


def knowledge_of(hall: Hall) -> Knowledge:
    dealt = hall.deal().to_data()
    hands = {int(position): set(cards) for position, cards in dealt["hands"].items()}
    return Knowledge(hands, set(dealt["kitty"]))


def position_of(hall: Hall, caller: Caller) -> int | None:
    """The position that somebody holds on the first board (seats ABC), None for the outsider."""
    return {"Ada": 1, "Bo": 2, "Cy": 3}.get(caller.player.person.name)


def pry(caller: Caller, play: str, seq: int, thoroughly: bool) -> list[Answer]:
    """Ask for the view, and, if wanted, for everything else that might tell too much."""
    seen = caller.send("GET", "me/play/")
    if not thoroughly:
        return [seen]
    return [
        seen,
        caller.send("GET", f"plays/{play}/log/"),
        caller.act(play, max(0, seq - 1), {"type": "pass"}),
        caller.act(play, seq + 1, {"type": "pass"}),
        caller.act(play, seq, {"type": "redouble", "value": False, "of": 1}),
        caller.act(play, seq, {"type": "bid", "value": 9}),
    ]


def test_a_whole_hand_tells_nobody_what_he_may_not_know(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall(monkeypatch, secret=7)
    knowledge = knowledge_of(hall)
    play, brain = hall.play.pk, make_bot("chance", 7)
    with ExitStack() as stack:
        ears = {
            name: stack.enter_context(Listener(caller.token))
            for name, caller in hall.people.items()
        }
        heard = dict.fromkeys(ears, 0)
        steps = 0
        while Play.objects.get(pk=play).state == "playing":
            moved = False
            for caller in hall.seated:
                seen = caller.view()
                if seen is None or not seen["expected"]:
                    continue
                action = brain.choose(seen)
                if seen["expected"]["type"] == "double":
                    action = {"type": "double", "value": True}
                before = json.dumps(seen)
                check(knowledge, seen["viewer"], before)
                answer = caller.act(play, seen["seq"], action)
                assert answer.status_code == 201
                knowledge.learn(seen["viewer"], seen, action)
                for entry in answer.json()["entries"]:
                    knowledge.played |= set(entry["data"].get("cards", ()))
                check(knowledge, seen["viewer"], answer.content.decode())
                _everybody_asks(hall, knowledge, play, heard, ears)
                moved, steps = True, steps + 1
            assert moved
        number = hall.table.entries.order_by("-number")[0].number
        for name in ("Ada", "Bo", "Cy"):
            ears[name].wait_for_number(number)
        _listen(hall, knowledge, heard, ears)
        assert ears["Dee"].named("entry") == []
    assert steps > 20
    assert knowledge.doubles_are_open
    assert knowledge.kitty_is_open


def _everybody_asks(
    hall: Hall,
    knowledge: Knowledge,
    play: str,
    heard: dict[str, int],
    ears: dict[str, Listener],
) -> None:
    seq = Play.objects.get(pk=play).seq
    thoroughly = seq < 6 or seq % 10 == 0
    for caller in hall.people.values():
        for answer in pry(caller, play, seq, thoroughly):
            assert answer.status_code != 201
            check(knowledge, position_of(hall, caller), answer.content.decode())
    _listen(hall, knowledge, heard, ears)


def _listen(
    hall: Hall, knowledge: Knowledge, heard: dict[str, int], ears: dict[str, Listener]
) -> None:
    """Check every message that has come since the last time, with what may be known now."""
    for name, listener in ears.items():
        new = listener.events[heard[name] :]
        heard[name] += len(new)
        for event in new:
            check(knowledge, position_of(hall, hall.people[name]), event["data"])


#: What a view says besides what the engine's says.
ADDED = {
    "id", "seq", "event_id", "table", "board", "seat", "partners", "hand_passed", "seats",
    "deadline", "halted", "hints", "memory_aid", "claims", "claim", "clock", "now",
}  # fmt: skip


def engines_part(shown: dict[str, Any]) -> dict[str, Any]:
    """A view without what the tables add to the engine's."""
    told = {name: value for name, value in shown.items() if name not in ADDED}
    if told["expected"]:
        told["expected"] = {k: v for k, v in told["expected"].items() if k != "deadline"}
    return told


def as_engine_sees(state: HandState, viewer: int | None, memory: Memory) -> Any:
    """The engine's view as JSON."""
    return json.loads(json.dumps(view(state, viewer, memory=memory).to_data()))


@dataclass
class Wire:
    """Every message that would go to a stream, whoever listens, since it was last read."""

    sent: list[tuple[str, str, Any]] = field(default_factory=list)

    def publish(self, channel: str, event: str, data: Any, event_id: str = "") -> None:
        self.sent.append((channel, event, data))

    def read(self) -> list[tuple[str, str, Any]]:
        sent, self.sent = self.sent, []
        return sent


@pytest.mark.parametrize(
    ("ruleset", "secret"),
    [("competition", 20), ("competition", 21), ("classic", 22), ("official-2016", 23)],
)
def test_every_view_and_message_is_what_the_engine_lets_its_reader_see(
    db: None, monkeypatch: pytest.MonkeyPatch, ruleset: str, secret: int
) -> None:
    hall = open_hall(monkeypatch, secret=secret, ruleset=ruleset)
    play_id, wire = hall.play.pk, Wire()
    monkeypatch.setattr("games.hub.publish", wire.publish)
    monkeypatch.setattr("games.hub.reaches", lambda channel: True)
    table, kinds = f"table:{hall.table.pk}", set()
    positions = {f"player:{each.player.pk}": n for n, each in enumerate(hall.seated, 1)}

    def watch() -> None:
        play = Play.objects.select_related("table", "board__board_set").get(pk=play_id)
        logged = derive(play).state
        state = logged
        sealed = SealedDouble.objects.filter(play=play).order_by("position")
        if not state.doubles:
            for each in sealed:
                state = state.apply(each.position, Double(each.value))
        everybodys = cards_in(json.dumps(as_engine_sees(logged, None, Memory.FULL)))
        messages = wire.read()
        for channel, event, data in messages:
            kinds.add(event)
            if event == "turn":
                shown = engines_part(data["play"])
                assert shown == as_engine_sees(logged, positions[channel], Memory.LAST)
            elif event == "hall":  # that a director's page should look again, and no more
                assert (channel, data) == (f"desk:{hall.table.realm}", {})
            else:
                assert channel == table, (channel, event)
                assert cards_in(json.dumps(data)) <= everybodys
        if logged.phase is Phase.DOUBLING and sealed:
            assert messages == []
        if play.state != "playing":
            return
        for position, caller in enumerate(hall.seated, 1):
            shown = engines_part(caller.view())
            assert shown == as_engine_sees(state, position, Memory.LAST)

    watch()
    assert hall.play_on(seed=secret, watch=watch) > 3
    assert kinds == {"entry", "turn", "hall"}
