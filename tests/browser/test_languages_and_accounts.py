"""The language switch, the first owner and signing in, as a person does it."""

from __future__ import annotations

import pytest
from django.core.signing import TimestampSigner
from playwright.sync_api import BrowserContext, expect

from tests.tournaments.read.made_event import MadeEvent

pytestmark = pytest.mark.browser

PASSWORD = "seventeen-cards-each"


def test_the_switch_changes_the_language_and_stays_on_the_page(
    site: str, made: MadeEvent, phone: BrowserContext
) -> None:
    page = phone.new_page()
    address = f"{site}/e/{made.slug}/boards/1/"
    page.goto(address)
    expect(page.locator("h1")).to_have_text("Board 1")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("h1")).to_have_text("第1副")
    assert page.url == address
    page.get_by_role("link", name="排名").click()
    expect(page.locator("h1")).to_have_text("排名")
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text("Standings")


def test_the_first_owner_comes_in_by_the_link_and_later_by_the_sign_in(
    site: str, desktop: BrowserContext
) -> None:
    link = f"{site}/accounts/first/{TimestampSigner(salt='first-owner').sign('first-owner')}/"
    page = desktop.new_page()
    page.goto(link)
    page.get_by_label("Name to sign in with").fill("owner")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Create the owner").click()
    expect(page.locator("h1")).to_have_text("Signed in as owner")
    page.get_by_role("button", name="Sign out").click()
    page.goto(link)
    expect(page.locator("h1")).to_have_text("There is nothing here")
    page.get_by_role("link", name="For organisers").click()
    page.get_by_label("Username").fill("owner")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Username").fill("owner")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Administration").click()
    expect(page.locator("#site-name")).to_be_visible()
