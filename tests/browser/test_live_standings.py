"""Standings that a spectator has open follow the event without a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.tournaments.factories import facts
from tests.tournaments.read.made_event import MadeEvent

pytestmark = pytest.mark.browser


def opened(context: BrowserContext, address: str) -> Page:
    """The page at `address`, once its stream is open."""
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".live")).to_have_text("live")
    return page


def test_a_new_version_appears_and_what_changed_is_marked(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = opened(desktop, f"{site}/e/{made.slug}/standings/")
    page.evaluate("window.stillTheSamePage = true")
    expect(page.locator(".freshness")).to_contain_text("Version 2, counts boards 1–2; 1 still")
    made.finish(3, 3, facts(1, 1))
    made.publish()
    expect(page.locator(".freshness")).to_contain_text("Version 3, counts boards 1–3", timeout=9000)
    assert page.evaluate("window.stillTheSamePage")
    expect(page.locator("#standings tr.changed")).to_have_count(9)
    expect(page.locator(".live")).to_have_text("live")


def test_the_order_and_the_place_in_a_table_survive_an_update(
    site: str, made: MadeEvent, phone: BrowserContext
) -> None:
    page = opened(phone, f"{site}/e/{made.slug}/standings/")
    page.get_by_role("button", name="Entrant").click()
    names = page.locator("#standings tbody th a")
    in_order = [f"Player {number}" for number in range(1, 10)]
    expect(names).to_have_text(in_order)
    page.locator("#by-round").check()
    page.locator("#as-ordinary").check()
    box = page.locator("#standings-scroll")
    box.evaluate("box => box.scrollTo(40, 0)")
    made.finish(3, 3, facts(1, 1))
    made.publish()
    expect(page.locator(".freshness")).to_contain_text("Version 3", timeout=9000)
    expect(names).to_have_text(in_order)
    assert box.evaluate("box => box.scrollLeft") == 40
    expect(page.get_by_role("columnheader", name="Ordinary rank")).to_be_visible()


def test_a_table_that_finishes_is_seen_on_the_seating(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = opened(desktop, f"{site}/e/{made.slug}/rounds/1/")
    expect(page.locator("#seating tbody tr").nth(2)).to_contain_text("in play")
    made.finish(3, 3, facts(1, 1))
    made.publish()
    expect(page.locator("#seating tbody tr").nth(2)).to_contain_text("finished", timeout=9000)
    expect(page.locator("#seating thead a")).to_have_text(["1", "2", "3"])


def test_without_a_script_the_standings_are_all_there(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    assert desktop.browser is not None
    context = desktop.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/e/{made.slug}/standings/")
    expect(page.locator("#standings tbody tr")).to_have_count(9)
    page.get_by_label("Club").select_option("North")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#standings tbody tr")).to_have_count(5)
    page.get_by_label("as an ordinary game").check()
    expect(page.get_by_role("columnheader", name="Ordinary rank")).to_be_visible()
    context.close()


def test_a_club_is_chosen_without_a_reload(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = opened(desktop, f"{site}/e/{made.slug}/standings/")
    page.get_by_label("Club").select_option("North")
    expect(page.locator("#standings tbody tr")).to_have_count(5)
    assert page.url.endswith("?club=North")
    expect(page.locator("#standings tr.changed")).to_have_count(0)
