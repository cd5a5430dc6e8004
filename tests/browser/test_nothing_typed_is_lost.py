"""A form of the console that is refused has in it what was typed, and says what to do instead."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests.tournaments.factories import drawn_stage, facts, finish, plays_of, release
from tournaments.models import Event, Role, Stage
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM
from tournaments.services.assign_role import assign_role

from .test_console import PASSWORD, sign_in

pytestmark = pytest.mark.browser


def directed(event: Event) -> str:
    """Make dora its director; the address of its console."""
    user = User.objects.filter(username="dora").first()
    user = user or User.objects.create_user("dora", password=PASSWORD)
    assign_role(event, user, Role.OWNER, SYSTEM)
    return f"/direct/{event.slug}/"


def refused(page: Page) -> None:
    expect(page.locator("[data-refused]")).to_be_visible()


def test_a_refused_stage_keeps_its_numbers(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    home = site + directed(create_event(name="Spring Cup", actor=SYSTEM))
    page = desktop.new_page()
    sign_in(page, site)
    page.goto(f"{home}settings/")
    page.locator("#stage-name").fill("Final")
    page.locator("#kind").select_option("individual-swiss")
    page.locator("#rounds").fill("7")
    page.locator("#pairs").fill("3-3")
    page.get_by_role("button", name="Set up the stage").click()
    refused(page)
    expect(page.locator("#stage-name")).to_have_value("Final")
    expect(page.locator("#kind")).to_have_value("individual-swiss")
    expect(page.locator("#rounds")).to_have_value("7")
    page.locator("#pairs").fill("")
    page.get_by_role("button", name="Set up the stage").click()
    expect(page.locator("[data-done]")).to_be_visible()
    assert Stage.objects.get().rounds_planned == 7


def test_refused_outcomes_and_substitutes_are_typed_once(
    site: str, transactional_db: None, phone: BrowserContext
) -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    for play in plays_of(release(stage)):
        finish(play, facts(1, 2))
    home = site + directed(stage.event)
    page = phone.new_page()
    sign_in(page, site)
    page.goto(f"{home}rounds/1/tables/1/")
    page.get_by_text("Adjust scores").click()
    form = page.locator("details[open]")
    form.locator('[name="award-1"]').select_option("outcomes")
    form.locator('[name="text-1"]').fill("60 of +8")
    form.get_by_role("button", name="Show the difference").click()
    refused(page)
    form = page.locator("details[open]")
    expect(form.locator('[name="text-1"]')).to_have_value("60 of +8")
    expect(form.locator('[name="award-1"]')).to_have_value("outcomes")
    form.locator('[name="text-1"]').fill("+8")
    form.get_by_role("button", name="Show the difference").click()
    expect(page.locator("h1")).to_have_text("Adjust scores of board 1 at table 1")
    page.goto(f"{home}rulings/")  # an old refusal is not brought up again
    expect(page.locator("[data-refused]")).to_have_count(0)


def test_every_empty_page_says_the_next_step(
    site: str, transactional_db: None, phone: BrowserContext
) -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    home = site + directed(event)
    page = phone.new_page()
    sign_in(page, site)
    steps = {
        "": r"/settings/$",
        "rounds/": r"/settings/$",
        "check-in/": r"/entrants/$",
        "rehearsals/": r"/entrants/$",
        "rulings/": rf"/direct/{event.slug}/$",
        "print/": r"/settings/$",
    }
    for path, step in steps.items():
        page.goto(home + path)
        links = page.locator("main .empty a")
        expect(links.first).to_have_attribute("href", re.compile(step))
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.evaluate("window.innerWidth"), path
