"""The director's desk by real clicks: from a new event to a released round."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests.tournaments.factories import entrants_text
from tournaments.models import Role, Round, RoundState, Stage
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM
from tournaments.services.assign_role import assign_role

pytestmark = pytest.mark.browser

PASSWORD = "seventeen-cards-each"


@pytest.fixture
def director(site: str, desktop: BrowserContext) -> Page:
    """A director, no superuser, who has signed in and whose account page is open."""
    user = User.objects.create_user("dora", password=PASSWORD)
    assign_role(create_event(name="Spring Cup", actor=SYSTEM), user, Role.DIRECTOR, SYSTEM)
    page = desktop.new_page()
    page.goto(f"{site}/accounts/sign-in/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    return page


def test_a_director_clicks_from_the_event_to_a_released_round(director: Page) -> None:
    page = director
    page.get_by_role("link", name="Administration").click()
    page.goto(f"{page.url}tournaments/event/")
    page.locator("#result_list").get_by_role("link", name="Spring Cup").first.click()
    page.get_by_role("link", name="New stage").click()
    page.get_by_label("Rounds", exact=False).first.fill("2")
    page.get_by_label("Boards a round:", exact=True).fill("1")
    page.get_by_role("button", name="Save", exact=True).click()
    stage = Stage.objects.get()

    page.goto(page.url.split("/admin/")[0] + f"/admin/tournaments/event/{stage.event_id}/change/")
    page.get_by_role("link", name="Import entrants").click()
    page.get_by_label("or pasted text").fill(entrants_text(9))
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#content code")).to_have_count(9)

    page.get_by_role("link", name="Spring Cup", exact=True).click()
    page.locator(".object-tools").get_by_role("link", name="Stages").click()
    page.get_by_role("link", name="Spring Cup 1").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator(".messagelist .success")).to_contain_text("Draw")
    expect(page.get_by_role("button", name="Undo the draw")).to_be_visible()

    page.locator(".object-tools").get_by_role("link", name="Rounds").click()
    page.locator("#result_list").get_by_role("link", name="1", exact=True).first.click()
    page.get_by_role("button", name="Release", exact=True).click()
    expect(page.locator(".messagelist .success")).to_contain_text("Release")
    expect(page.get_by_role("button", name="Finish", exact=True)).to_be_visible()
    assert Round.objects.get(number=1).state == RoundState.RELEASED
