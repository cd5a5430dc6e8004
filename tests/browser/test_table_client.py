"""A whole board on three phones: sign in, bid, double, play, read the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.players import leave, play_on, prepare_evening, three_people

pytestmark = pytest.mark.browser


def test_three_people_play_a_board_on_their_phones(site: str, chromium: Browser) -> None:
    evening = prepare_evening(boards=1)
    people = three_people(chromium, evening.codes)
    for person in people:
        person.sign_in(site)
        expect(person.page.locator("#waiting-text")).to_contain_text("has not begun")
    play = evening.release()
    for person in people:
        expect(person.page.locator("#hand .pc")).to_have_count(17)
        expect(person.page.locator("#place")).to_have_text("R1 · Table 1 · Board 1")
    made = play_on(people, play.pk)
    assert made > 5
    for person in people:
        expect(person.page.locator("#result-title")).to_have_text("Board 1: result")
    leave(people)
