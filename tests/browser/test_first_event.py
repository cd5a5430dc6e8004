"""From an empty database to a finished event of four rounds, as docs/director.md tells it.

Everything is done in the browser; only the boards are played without players, for speed.
"""

from __future__ import annotations

import random
import re

import pytest
from django.core.signing import TimestampSigner
from playwright.sync_api import BrowserContext, Page, expect

from games.models import Play
from tests.tournaments.factories import count_and_publish, finish, plays_of, random_facts
from tournaments.models import Event, Stage
from tournaments.pages.accounts import FIRST_OWNER_SALT, FIRST_OWNER_VALUE
from tournaments.simulation import run_rehearsal

pytestmark = pytest.mark.browser

PASSWORD = "seventeen-cards-each"
PEOPLE = ["Ada", "Bo", "Cai", "Dora", "Emil", "Fang", "Gu", "Hana", "Ivo"]


def played(stage: Stage, number: int) -> None:
    """Every board of a round is over."""
    source = random.Random(number)
    for play in plays_of(stage.rounds.get(number=number)):
        finish(play, random_facts(source))
    count_and_publish(stage)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def test_an_owner_of_a_day_runs_an_event(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    token = TimestampSigner(salt=FIRST_OWNER_SALT).sign(FIRST_OWNER_VALUE)
    page.goto(f"{site}/accounts/first/{token}/")
    page.get_by_label("Name to sign in with").fill("olga")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    press(page, "Create the owner and sign in")

    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name").fill("Spring Cup")
    page.get_by_label("How many people?").fill("9")
    page.get_by_label("How many hours?").fill("1.5")
    press(page, "Show what will happen")
    # Nine people meet all others in four rounds: 90 minutes are 4 × 4 boards of five.
    expect(page.locator(".panel")).to_contain_text("4 rounds of 4 boards, 3 tables")
    press(page, "Make this event")
    slug = Event.objects.get().slug
    stage = Stage.objects.select_related("event").get()

    page.get_by_role("link", name="At least 6 are entered").click()
    page.get_by_label("Paste a list").fill("name\n" + "\n".join(PEOPLE))
    press(page, "Enter everybody, or nobody")
    assert page.locator("code").count() == 9

    page.get_by_role("link", name="Hall").click()
    page.get_by_role("link", name="Bots have rehearsed it").click()
    press(page, "Play this event with bots")
    rehearsal = stage.event.rehearsals.get()
    assert run_rehearsal(rehearsal.pk)  # as a worker does
    expect(page.locator("#rehearsals")).to_contain_text("48 / 48")
    expect(page.locator("#rehearsals")).to_contain_text("finished")

    page.get_by_role("link", name="Rounds").click()
    press(page, "Draw all rounds")
    page.get_by_role("link", name="Hall").click()
    for number in range(1, 5):
        press(page, f"Release round {number}")
        expect(page.locator("h1")).to_contain_text(f"Round {number} of 4")
        played(stage, number)
        if number < 4:  # the hall turns by itself
            expect(page.locator("main")).to_contain_text(
                f"Release round {number + 1}", timeout=10_000
            )
    page.get_by_role("link", name="It was the last round").click()
    press(page, "Reveal the secret")
    expect(page.locator("main")).to_contain_text("The secret of the deals is revealed.")

    page.goto(f"{site}/e/{slug}/standings/")
    assert page.locator("#standings tbody tr").count() == 9
    expect(page.locator(".event-head")).to_contain_text(re.compile("finished", re.IGNORECASE))
    assert Play.objects.filter(table__realm=stage.event_id, state="finished").count() == 48
