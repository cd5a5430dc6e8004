"""A visitor on a small phone plays a board from the first page to what others did with it."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import BrowserContext, expect

from engine.bots import make_bot
from games.services.watch_clocks import watch_clocks
from tests.browser.players import Person
from tests.browser.test_every_page import width_beyond
from tests.tournaments.read.made_event import MadeEvent
from tournaments.models import Practice

pytestmark = pytest.mark.browser

SECONDS = 90


def play_to_the_end(person: Person) -> None:
    """Let the bots of the table and the visitor act in turn until the result is shown."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        watch_clocks()
        view = person.view()
        if view is None:
            return
        if view["expected"]:
            person.act(view)
            expect(person.page.locator("#asked.sending:visible")).to_have_count(0)
    raise AssertionError("the board did not end")


def test_a_board_on_a_small_phone_and_then_how_others_did(
    site: str, made: MadeEvent, phone: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.clocks.BOT_SECONDS", 0)
    page = phone.new_page()
    person = Person(page, "", make_bot("greedy", 1))
    page.on("pageerror", person.note)
    page.goto(site)
    page.get_by_role("button", name="Play a board now").tap()
    expect(page.locator("#hand .pc")).to_have_count(17)
    expect(page.locator("#place")).to_contain_text("Practice · Board")
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#record-open")).to_be_visible()
    expect(page.locator("#call-open")).to_be_hidden()  # there is no director
    page.locator("#menu").get_by_role("button", name="Close").tap()
    play_to_the_end(person)
    expect(page.locator("#result-title")).to_contain_text("result")
    assert width_beyond(page) == 0
    person.press("others")
    expect(page.locator("h1")).to_contain_text("how others did")
    expect(page.locator(".lead")).to_contain_text("of 4.")
    assert width_beyond(page) == 0
    expect(page.locator("tr.mine")).to_have_count(1)
    page.get_by_role("button", name="Another board").tap()
    expect(page.locator("#hand .pc")).to_have_count(17)  # not the old result once more
    assert Practice.objects.count() == 2
    assert person.faults == []
