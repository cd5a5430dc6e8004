"""A table that is wider than a phone says that it goes on, until its end is in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.tournaments.read.made_event import MadeEvent

pytestmark = pytest.mark.browser


def test_a_table_that_goes_on_says_so_and_fades_at_its_edge(
    site: str, made: MadeEvent, chromium: Browser
) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    for address, table in (
        ("boards/1/", "#traveller-scroll"),
        (f"entrants/{made.entrant(5).pk}/", "#card-scroll"),
    ):
        page.goto(f"{site}/e/{made.slug}/{address}")
        box = page.locator(table)
        expect(page.get_by_text("This table goes on: scroll it sideways")).to_be_visible()
        expect(box).not_to_have_css("mask-image", "none")
        box.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
        expect(box).to_have_css("mask-image", "none")
    context.close()


def test_a_table_that_fits_says_nothing(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    page.goto(f"{site}/e/{made.slug}/entrants/{made.entrant(5).pk}/")
    expect(page.locator("#card-scroll")).to_have_css("mask-image", "none")
    expect(page.get_by_text("This table goes on")).to_be_hidden()
