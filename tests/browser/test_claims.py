"""Claiming on a phone: the plays chosen one by one, and what the others are shown and asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.made_views import MadeServer, api_view, do, led_by, shown
from tests.browser.players import GUARD_MS
from tests.browser.test_every_page import width_beyond

pytestmark = pytest.mark.browser

PHONE = (360, 640)
OPEN = {
    "id": "3",
    "seat": "B",
    "position": 2,
    "hand": ["2c", "8s", "8h", "8d", "4d"],
    "plays": [["2c"], ["8s", "8h", "8d", "4d"]],
    "waiting_for": ["A", "C"],
}
ASKED = {"type": "claim", "choices": [True, False], "may_pass": False, "deadline": None}


def posted(page: Page, view: dict[str, Any]) -> list[tuple[str, Any]]:
    """Answer claims with `view`; what was sent to which address of the play."""
    sent: list[tuple[str, Any]] = []

    def answer(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        sent.append((route.request.url.partition("play-1/")[2], body))
        route.fulfill(status=201, json={"entries": [], "view": view})

    page.route("**/claim/**", answer)
    return sent


def press(page: Page, name: str) -> None:
    page.wait_for_timeout(GUARD_MS)
    page.locator("#bar").get_by_role("button", name=name, exact=True).tap()


def choose(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f'#hand [data-card="{card}"]').tap(position={"x": 8, "y": 20})


def test_a_hand_is_claimed_play_by_play(site: str, chromium: Browser) -> None:
    asked = {"type": "play", "choices": ["9", "B", "R", "BR"], "may_pass": False, "deadline": None}
    hand = ["RJ", "BJ", "9h"]
    view = api_view(led_by(1), seq=7, claims=True, hand=hand, expected=asked)
    with shown(chromium, site, MadeServer(view), PHONE) as page:
        sent = posted(page, {**view, "halted": "claimed", "expected": None, "claim": OPEN})
        page.get_by_role("button", name="Menu").tap()
        page.locator("#claim-open").tap()
        expect(page.locator("#asked")).to_contain_text("Choose the plays of your claim")
        choose(page, "RJ", "BJ")
        press(page, "Add play")
        expect(page.locator("#chosen")).to_contain_text("claimed: ")
        expect(page.locator("#hand .pc")).to_have_count(1)
        press(page, "Back")
        expect(page.locator("#hand .pc")).to_have_count(3)
        choose(page, "RJ", "BJ")
        press(page, "Add play")
        choose(page, "9h")
        press(page, "Add play")
        press(page, "Claim")
        assert sent == []
        press(page, "Show your hand?")
        expect(page.locator("#asked")).to_contain_text("A claim is open")
        plays = [{"cards": ["RJ", "BJ"]}, {"cards": ["9h"]}]
        assert sent == [("claim/", {"seq": 7, "plays": plays})]


def test_the_count_of_unseen_cards_is_shown_where_the_event_has_it(
    site: str, chromium: Browser
) -> None:
    state = do(led_by(2), 2, "3")
    for aid in ("counter", "full"):
        with shown(chromium, site, MadeServer(api_view(state, memory_aid=aid)), PHONE) as page:
            page.get_by_role("button", name="Menu").tap()
            page.locator("#record-open").tap()
            cells = page.locator("#record .cell")
            expect(cells).to_have_count(15 if aid == "counter" else 0)
            if aid == "counter":  # Ada holds both jokers, a 2, three 9s and the four 4s
                words = [text.replace("\n", "") for text in cells.all_inner_texts()]
                assert (words[0], words[2], words[8], words[13]) == ("大王0", "23", "91", "40")


def test_without_the_lead_or_where_none_are_allowed_there_is_nothing_to_claim(
    site: str, chromium: Browser
) -> None:
    for view in (api_view(led_by(1)), api_view(led_by(2), claims=True)):
        with shown(chromium, site, MadeServer(view), PHONE) as page:
            page.get_by_role("button", name="Menu").tap()
            expect(page.locator("#call-open")).to_be_visible()
            expect(page.locator("#claim-open")).to_be_hidden()


def test_who_is_asked_sees_the_hand_and_answers(site: str, chromium: Browser) -> None:
    view = api_view(led_by(2), claims=True, halted="claimed", claim=OPEN, expected=ASKED)
    with shown(chromium, site, MadeServer(view), PHONE) as page:
        sent = posted(page, {**view, "claim": None, "halted": None, "expected": None})
        expect(page.locator("#claim .card")).to_have_count(5)
        expect(page.locator("#claim")).to_contain_text("陈静 claims, in this order:")
        expect(page.locator("#asked")).to_contain_text("Do you accept?")
        assert width_beyond(page) <= 0
        press(page, "Accept")
        press(page, "Sure? It ends the board")
        expect(page.locator("#claim")).to_be_hidden()
        assert sent == [("claim/accept/", {"claim": "3"})]
