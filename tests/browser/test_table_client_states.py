"""Every state of a table in words, on a small phone: nothing is cut or out of reach."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from engine.actions import Bid, Double
from engine.hand import HandState
from tests.browser.made_views import MadeServer, api_view, do, first_state, led_by, shown
from tests.browser.players import GUARD_MS
from tests.browser.test_every_page import width_beyond

pytestmark = pytest.mark.browser

SMALL = (360, 560)
HALTED: dict[str, Any] = {
    "expected": None,
    "deadline": None,
    "clock": {"seconds_left": 20.0, "pools": None},
}


def bid_three() -> HandState:
    """Position 2 is landlord at 3; the farmers are asked."""
    return first_state().apply(1, Bid(0)).apply(2, Bid(3))


def to_beat_a_three() -> HandState:
    """Position 1 is asked to beat a 3."""
    return do(do(led_by(2), 2, "3"), 3, "")


def sealed() -> dict[str, Any]:
    """Position 1 has chosen not to double; the other farmer has not."""
    return api_view(bid_three(), own_double=False, expected=None)


#: What the server says, the sentence that the page shows of it, and the buttons that can be used.
STATES: list[tuple[Callable[[], dict[str, Any]], str, list[str]]] = [
    (lambda: api_view(first_state()), "what do you bid?", ["No bid", "Bid 1", "Bid 2", "Bid 3"]),
    (lambda: api_view(first_state(), viewer=2), "Ada Lovelace is to bid", []),
    (lambda: api_view(bid_three()), "Do you double?", ["No double", "Double"]),
    (sealed, "Sealed: you do not double.", []),
    (lambda: api_view(bid_three(), viewer=2), "The farmers decide whether to double", []),
    (
        lambda: api_view(bid_three().apply(1, Double(True)).apply(3, Double(True)), viewer=2),
        "Do you redouble?",
        ["No redouble", "Redouble"],
    ),
    (lambda: api_view(led_by(1)), "Your turn: lead", []),
    (lambda: api_view(to_beat_a_three(), hints=True), "Your turn: beat 3", ["Pass", "Hint"]),
    (lambda: api_view(to_beat_a_three(), viewer=3), "Ada Lovelace is to play", []),
    (lambda: api_view(to_beat_a_three(), halted="frozen", **HALTED), "has stopped this table", []),
    (lambda: api_view(to_beat_a_three(), halted="paused", **HALTED), "Everything is paused", []),
]


def everything_is_in_sight(page: Page) -> None:
    """The page does not scroll, and every button can be reached by a thumb."""
    assert width_beyond(page) <= 0
    for button in page.locator("#bar button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 48
        assert box["y"] + box["height"] <= SMALL[1]


@pytest.mark.parametrize("text", ["100", "150"])
def test_every_state_says_what_is_expected_and_offers_no_more(
    site: str, chromium: Browser, text: str
) -> None:
    server = MadeServer(api_view(to_beat_a_three()))
    with shown(chromium, site, server, SMALL) as page:
        page.evaluate(
            "(text) => document.querySelector(`[name=text][value='${text}']`).click()", text
        )
        for number, (view, sentence, buttons) in enumerate(STATES):
            server.play = {**view(), "id": f"play-{number}"}
            page.evaluate("window.dispatchEvent(new Event('online'))")
            expect(page.locator("#asked")).to_contain_text(sentence)
            expect(page.locator("#bar button:enabled")).to_have_text(buttons)
            everything_is_in_sight(page)


def test_an_announcement_covers_nothing_and_can_be_closed(site: str, chromium: Browser) -> None:
    server = MadeServer(api_view(to_beat_a_three()))
    told = {"id": "1", "text": "Lunch is served at noon; round 3 begins at one o'clock."}
    server.says.append(("announcement", told))
    with shown(chromium, site, server, SMALL) as page:
        expect(page.locator("#note-text")).to_have_text(f"The director: {told['text']}")
        expect(page.locator("#felt")).to_be_visible()
        note, seat = page.locator("#note").bounding_box(), page.locator("#felt").bounding_box()
        assert note is not None
        assert seat is not None
        assert note["y"] + note["height"] <= seat["y"]
        everything_is_in_sight(page)
        server.says.clear()
        page.locator("#note-close").tap()
        expect(page.locator("#note")).to_be_hidden()
        # The stream begins again with what was announced; only what is new here is shown.
        others = [{"id": "2", "text": "Lunch is late."}, {"id": "3", "text": "Lunch is served."}]
        server.says += [("announcement", each) for each in (told, *others)]
        page.evaluate("window.dispatchEvent(new Event('online'))")
        shown_now = "The director: Lunch is late.\nThe director: Lunch is served."
        expect(page.locator("#note-text")).to_have_text(shown_now, use_inner_text=True)


def test_who_has_lost_the_seat_is_told_and_sees_no_card(site: str, chromium: Browser) -> None:
    def refuse(route: Route) -> None:
        problem = {"code": "taken_over", "detail": "Another device has taken this seat over."}
        route.fulfill(status=401, json=problem)

    with shown(chromium, site, MadeServer(api_view(to_beat_a_three())), SMALL) as page:
        page.route("**/api/v1/me/play/", refuse)
        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(page.locator("#sign-in-reason")).to_contain_text("Another device has taken this")
        expect(page.locator("#hand")).to_be_hidden()


def test_a_call_is_written_in_words_on_a_small_phone(site: str, chromium: Browser) -> None:
    calls: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            calls.append(json.loads(route.request.post_data or "{}"))
        found = {"id": "1", **calls[-1], "state": "open"} if calls else None
        route.fulfill(status=201, json={"call": found})

    with shown(chromium, site, MadeServer(api_view(to_beat_a_three())), SMALL) as page:
        page.route("**/api/v1/me/calls/", answer)
        page.wait_for_timeout(GUARD_MS)
        page.get_by_role("button", name="Menu").tap()
        page.locator("#call-open").tap()
        field = page.get_by_label("In a few words")
        expect(field).to_be_visible()
        box = field.bounding_box()
        assert box is not None
        assert box["width"] >= 200
        assert box["height"] >= 44
        page.get_by_label("wrong board").check()
        field.fill("This is board 8")
        page.get_by_role("button", name="Call", exact=True).tap()
        expect(page.locator("#call-state")).to_contain_text("The director has been called")
        assert calls == [{"reason": "wrong_board", "text": "This is board 8"}]


def test_who_waits_sees_his_name_and_who_is_in_no_event_can_sign_in(
    site: str, chromium: Browser
) -> None:
    me = {
        "player": {"id": "1", "name": "Ada Lovelace"},
        "event": {"slug": "spring-cup", "name": "Spring Cup", "physical": False},
        "entrant": {"id": "1"},
        "status": "waiting_for_round",
        "table": None,
        "next": {"round": 3, "table": 7, "seat": "B", "bye": False},
    }
    with shown(chromium, site, MadeServer(None, me), SMALL) as page:
        expect(page.locator("#place")).to_have_text("Ada Lovelace")
        expect(page.locator("#waiting-next")).to_have_text("Next: round 3, table 7, seat B.")
    with shown(chromium, site, MadeServer(None), SMALL) as page:
        expect(page.get_by_label("Your code")).to_be_visible()
