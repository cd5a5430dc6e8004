"""Views of hands made to measure, and a page that is shown them instead of a server's.

The page and its scripts are real, and so are the views: they come from the engine. Only the
answers of the API are given here, so that a state need not be played to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

from engine.actions import Bid, Double, Pass, action_from_data
from engine.cards import deck, parse_cards
from engine.deal import Deal
from engine.hand import HandState, view
from engine.phases import Memory
from engine.rulesets import get

NAMES = ("Ada Lovelace", "陈静", "Wang Fang", "李伟")
HEARTBEAT = 'event: heartbeat\ndata: {"now": "2026-05-02T10:00:00.000Z"}\n\n'
#: A hand with a bomb, both jokers, a triple, pairs and single cards.
HAND = "RJ BJ 2h Ks Kh Qd Jc 10s 9h 9d 9c 5h 5c 4s 4h 4d 4c"


def deal_with(hand: str, ruleset: str = "competition") -> Deal:
    """A deal in which position 1 holds `hand`; the others share the rest in order."""
    rules = get(ruleset)
    mine = list(parse_cards(hand))
    rest = [card for card in deck() for _pack in range(rules.decks)]
    for card in mine:
        rest.remove(card)
    hands = [mine]
    for _other in range(rules.players - 1):
        hands.append(rest[: rules.hand_size])
        rest = rest[rules.hand_size :]
    return Deal.of(hands, rest)


def first_state(hand: str = HAND, ruleset: str = "competition") -> HandState:
    """Before the first call."""
    return HandState.new(deal_with(hand, ruleset), get(ruleset))


def led_by(position: int, hand: str = HAND) -> HandState:
    """Position `position` has bid 3 and nobody has doubled: he leads."""
    state = first_state(hand)
    for caller in range(1, position):
        state = state.apply(caller, Bid(0))
    state = state.apply(position, Bid(3))
    for farmer in {1, 2, 3} - {position}:
        state = state.apply(farmer, Double(False))
    return state


def do(state: HandState, position: int, ranks: str) -> HandState:
    """Play the ranks, or pass without any."""
    if not ranks:
        return state.apply(position, Pass())
    return state.apply(position, action_from_data({"type": "play", "ranks": ranks}))


def api_view(state: HandState, viewer: int = 1, seq: int = 1, **changes: Any) -> dict[str, Any]:
    """The view as the API sends it."""
    players = state.ruleset.players
    return {
        "id": "play-1",
        "seq": seq,
        "event_id": "table-1-1",
        "table": {"id": "table-1", "number": 4},
        "board": {"number": 7},
        "seats": [
            {"letter": "ABCD"[p], "position": p + 1, "name": NAMES[p], "bot": False}
            for p in range(players)
        ],
        "deadline": None,
        "halted": None,
        "hints": False,
        "memory_aid": "last",
        "clock": None,
        "now": "2026-05-02T10:00:00.000Z",
        **view(state, viewer, memory=Memory(changes.get("memory_aid", "last"))).to_data(),
        **changes,
    }


@dataclass
class MadeServer:
    """Answers for the API of one page: `play` is its present view, `acts` what it has sent.

    `says` are messages of the stream besides its heartbeat: (event, data).
    """

    play: dict[str, Any] | None
    me: dict[str, Any] | None = None
    acts: list[dict[str, Any]] = field(default_factory=list)
    says: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        """Answer a request, as the API would."""
        path = route.request.url.partition("/api/v1/")[2]
        if path == "me/play/":
            route.fulfill(json={"play": self.play})
        elif path == "me/stream/":
            told = [f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in self.says]
            body = "".join([HEARTBEAT, *told])
            route.fulfill(body=body, content_type="text/event-stream")
        elif path.endswith("/actions/"):
            self.acts.append(json.loads(route.request.post_data or "{}")["action"])
            route.fulfill(status=201, json={"entries": [], "view": self.play})
        elif path == "me/" and self.me is not None:
            route.fulfill(json=self.me)
        else:
            problem = {"code": "not_found", "detail": "There is nothing here for you."}
            route.fulfill(status=404, json=problem)


@contextmanager
def shown(
    chromium: Browser, site: str, server: MadeServer, size: tuple[int, int], **options: Any
) -> Iterator[Page]:
    """The table client in a window of this size, at a table where `server` answers."""
    width, height = size
    touch = {"has_touch": True, "is_mobile": True} if width < 1000 else {}
    context = chromium.new_context(
        **{"viewport": {"width": width, "height": height}, "locale": "en-GB", **touch, **options}
    )
    faults: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route("**/api/v1/**", server.answer)
    page.goto(f"{site}/play/")
    if server.play is not None:
        expect(page.locator("#table")).to_be_visible()
    try:
        yield page
    finally:
        context.close()
    assert faults == []
