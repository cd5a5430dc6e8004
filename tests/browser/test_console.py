"""The console by keyboard and mouse: open a table by its number, adjust, see the difference."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    plays_of,
    release,
)
from tournaments.models import Role, Ruling, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.assign_role import assign_role

pytestmark = pytest.mark.browser

PASSWORD = "seventeen-cards-each"


def sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/sign-in/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


@pytest.fixture
def stage(transactional_db: None) -> Stage:
    """Twelve tables in the middle of a round; table 7 is behind."""
    stage = drawn_stage(entrants=36, rounds=2, boards=3)
    for play in plays_of(release(stage)):
        if play.board.number < 3 and play.table.number != 7:
            finish(play, facts(1 + play.table.number % 3, 2))
    user = User.objects.create_user("dora", password=PASSWORD)
    assign_role(stage.event, user, Role.DIRECTOR, SYSTEM)
    return stage


def shoot(page: Page, name: str) -> None:
    """Keep a picture for people to look at, where one is asked for."""
    if folder := os.environ.get("CONSOLE_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_a_table_is_opened_by_its_number_and_a_score_adjusted(
    site: str, stage: Stage, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    sign_in(page, site)
    page.goto(f"{site}/direct/{stage.event.slug}/")
    expect(page.locator(".hall li.late")).to_have_count(1)
    shoot(page, "hall")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-title")).to_have_text("Table 7, round 1")
    page.locator("#find").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-title")).to_have_text("Table 2, round 1")
    page.get_by_text("Adjust scores").first.click()
    form = page.locator("details[open]")
    form.locator('select[name="award-1"]').select_option("average_minus")
    shoot(page, "drawer")
    form.get_by_role("button", name="Show the difference").click()
    expect(page.locator("h1")).to_have_text("Adjust scores of board 1 at table 2")
    assert page.locator("tbody tr").count() > 1
    shoot(page, "difference")
    page.get_by_label("Reason").fill("late")
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("status")).to_contain_text("Done")
    assert Ruling.objects.get().reason == "late"
    page.goto(f"{site}/direct/{stage.event.slug}/rulings/")
    shoot(page, "rulings")


def test_one_table_after_the_other_is_opened_by_a_click(
    site: str, stage: Stage, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    sign_in(page, site)
    page.goto(f"{site}/direct/{stage.event.slug}/")
    for number in (3, 7, 3):
        page.locator(".hall a", has=page.locator(f"b:text-is('{number}')")).click()
        expect(page.locator("#drawer-title")).to_have_text(f"Table {number}, round 1")
    page.locator(".needs-list a").first.click()
    expect(page.locator("#drawer-title")).to_have_text("Table 7, round 1")


def finish_boards(stage: Stage, table: int) -> None:
    """The rest of a table's boards of round 1."""
    for play in plays_of(stage.rounds.get(number=1)):
        if play.table.number == table and play.state != "finished":
            finish(play, facts(1, 2))


def test_the_hall_follows_what_happens_without_losing_what_is_open(
    site: str, stage: Stage, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    sign_in(page, site)
    page.goto(f"{site}/direct/{stage.event.slug}/")
    expect(page.locator(".live")).to_have_attribute("data-state", "live")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-title")).to_have_text("Table 5, round 1")
    page.get_by_placeholder("Announcement").fill("Tea at")
    row = page.locator('[data-key="table 7"]')
    expect(row).to_contain_text("0/3")
    finish_boards(stage, 7)
    # The stream tells it within a second or two; looking again would take thirty.
    expect(row).to_contain_text("3/3", timeout=5000)
    expect(row).to_have_class(re.compile("changed"))
    expect(page.locator('[data-key="table 6"]')).not_to_have_class(re.compile("changed"))
    expect(page.get_by_placeholder("Announcement")).to_have_value("Tea at")
    expect(page.locator("#drawer-title")).to_have_text("Table 5, round 1")
    for table in (*range(1, 7), *range(8, 13)):
        finish_boards(stage, table)
    count_and_publish(stage)
    expect(page.locator("#hall")).to_contain_text("Release round 2", timeout=5000)
    expect(page.get_by_placeholder("Announcement")).to_have_value("Tea at")
    expect(page.locator("#drawer-title")).to_have_text("Table 5, round 1")


def test_the_hall_asks_again_where_the_stream_cannot_be_had(
    site: str, stage: Stage, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    page.route("**/stream/", lambda route: route.abort())
    sign_in(page, site)
    page.goto(f"{site}/direct/{stage.event.slug}/")
    expect(page.locator(".live")).to_have_attribute("data-state", "waiting")
    finish_boards(stage, 7)
    expect(page.locator('[data-key="table 7"]')).to_contain_text("3/3", timeout=8000)


def test_a_table_is_found_by_number_or_name_or_said_not_to_be_there(
    site: str, stage: Stage, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    sign_in(page, site)
    page.goto(f"{site}/direct/{stage.event.slug}/")
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-title")).to_have_text("This round has no table 99.")
    name = page.locator('[data-key="table 3"] .names').inner_text().split(" · ")[0]
    page.locator("#find").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator('[data-key="table 3"]')).to_be_visible()
    page.locator("#find").fill("Nobody of this name")
    page.keyboard.press("Enter")
    expect(page.locator(".hall")).to_contain_text("No table matches.")


def test_the_console_fits_a_phone(site: str, stage: Stage, phone: BrowserContext) -> None:
    page = phone.new_page()
    sign_in(page, site)
    home = f"{site}/direct/{stage.event.slug}/"
    for path in (
        "",
        "rounds/1/tables/2/",
        "rounds/",
        "entrants/",
        "rulings/",
        "audit/",
        "settings/",
    ):
        page.goto(home + path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.evaluate("window.innerWidth"), path
        shoot(page, f"phone-{path.strip('/').replace('/', '-') or 'hall'}")
