"""What scripts add to a page: sorting, finding a name, stepping through a play."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.tournaments.read.made_event import MadeEvent

pytestmark = pytest.mark.browser


def column(table: Locator, number: int) -> list[str]:
    """The texts of a column, from 1."""
    return table.locator(f"tbody tr:not([hidden]) > :nth-child({number})").all_inner_texts()


def test_a_click_sorts_by_value_and_a_second_one_turns_the_order(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    page.goto(f"{site}/e/{made.slug}/boards/1/")
    table = page.locator("#traveller")
    points = table.get_by_role("button", name="Points").first
    points.click()
    assert column(table, 7) == ["+16", "0", "−16"]
    points.click()
    assert column(table, 7) == ["−16", "0", "+16"]
    assert table.locator("[aria-sort]").get_attribute("aria-sort") == "ascending"


def test_a_name_is_found_while_it_is_typed(
    site: str, made: MadeEvent, phone: BrowserContext
) -> None:
    page = phone.new_page()
    page.goto(f"{site}/e/{made.slug}/rounds/1/")
    page.get_by_label("Find my name").fill("player 8")
    expect(page.locator("#seating tr.mine")).to_have_count(1)
    expect(page.locator("#seating tr.mine th")).to_have_text("3")
    page.get_by_label("Find my name").fill("nobody")
    expect(page.locator("#name-status")).to_have_text("Nobody of that name sits in this round.")


def test_a_replay_steps_by_keyboard_and_its_address_leads_to_the_step(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    address = f"{site}/e/{made.slug}/plays/{made.play(1, 1).pk}/"
    page.goto(address)
    expect(page.locator("#step-text")).to_have_text("step 0 of 5")
    page.keyboard.press("End")
    expect(page.locator("#step-text")).to_have_text("step 5 of 5")
    page.keyboard.press("ArrowLeft")
    assert page.url == f"{address}#step-4"
    page.goto("about:blank")
    page.goto(f"{address}#step-5")
    expect(page.locator("#now")).to_contain_text("single")
    expect(page.locator("#step-5")).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator("#now")).to_contain_text("As dealt")
