"""A score-out and then fixed boards, from three answers to the last standings, in the browser.

Only the boards are played without players, for speed.
"""

from __future__ import annotations

import os
import random
import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from tests.tournaments.factories import count_and_publish, finish, plays_of, random_facts
from tournaments.models import Event, Stage
from tournaments.services import import_entrants
from tournaments.services.actors import SYSTEM

pytestmark = pytest.mark.browser

PASSWORD = "seventeen-cards-each"
#: Where pictures of the pages go, for somebody who wants to look at them.
PICTURES = os.environ.get("PICTURES_OF_TESTS", "")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def played(stage: Stage, number: int) -> None:
    """Every board of a round is over."""
    source = random.Random(number)
    for play in plays_of(stage.rounds.get(number=number)):
        finish(play, random_facts(source))
    count_and_publish(stage)


def test_a_score_out_is_followed_by_fixed_boards_for_those_who_are_left(
    site: str, transactional_db: None, phone: BrowserContext
) -> None:
    User.objects.create_superuser("olga", password=PASSWORD)
    page = phone.new_page()
    page.goto(f"{site}/accounts/sign-in/?next=/new/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")
    page.goto(f"{site}/new/")
    page.get_by_label("Name of the event").fill("Open")
    page.get_by_label("Like a").select_option("out-and-fixed")
    page.get_by_text("I know how many rounds and boards").click()
    page.get_by_label("Rounds (empty").fill("2")
    page.get_by_label("Boards a round (empty").fill("2")
    press(page, "Show what will happen")
    panel = page.locator(".panel")
    expect(panel).to_contain_text("2 rounds of 2 boards, 4 tables")
    expect(panel).to_contain_text("Then the best 6 play 2 boards more, in 1 round.")
    expect(panel).to_contain_text("There everybody begins with nothing.")
    picture(page, "new")
    press(page, "Make this event")

    event = Event.objects.get()
    first, second = event.stages.order_by("number")
    import_entrants(event, "name\n" + "\n".join(f"Player {n}" for n in range(1, 13)), SYSTEM)
    rounds = f"{site}/direct/{event.slug}/rounds/"
    page.goto(rounds)
    press(page, "Draw round 1")
    press(page, "Release")
    played(first, 1)
    page.goto(rounds)
    expect(page.locator("main")).to_contain_text("Threshold 40, until 6 are left.")
    expect(page.get_by_role("button", name="Draw the next round")).to_have_count(0)
    picture(page, "below")
    press(page, "Put down who is out")
    page.goto(rounds)
    if first.eliminations.count() < 6:
        press(page, "Draw the next round")
        press(page, "Release")
        played(first, 2)
        page.goto(rounds)
        # The threshold has risen by two.
        expect(page.locator("main")).to_contain_text("Threshold 42, until 6 are left.")
        press(page, "Put down who is out")
    count_and_publish(first)
    page.goto(rounds)
    expect(page.locator("main")).to_contain_text(
        "individual, fixed boards: 1 rounds of 2 boards; 6"
    )
    press(page, "Draw all rounds")
    press(page, "Release")
    played(second, 1)
    page.goto(f"{site}/e/{event.slug}/standings/")
    assert page.locator("#standings tbody tr").count() == 6
    expect(page.locator(".event-head")).to_contain_text(re.compile("finished", re.IGNORECASE))

    page.goto(rounds)
    page.get_by_text("one round more").first.click()
    form = page.locator("form", has=page.get_by_role("button", name="Plan one round more"))
    form.get_by_label("Reason").fill("we have time")
    picture(page, "one-more")
    form.get_by_role("button", name="Plan one round more").click()
    expect(page.locator("main")).to_contain_text("One more round is planned")
    press(page, "Draw the next round")
    expect(page.locator("main")).to_contain_text("The round is drawn.")
    press(page, "Release")
    played(second, 2)
    page.goto(f"{site}/e/{event.slug}/standings/")
    expect(page.locator(".event-head")).to_contain_text(re.compile("finished", re.IGNORECASE))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
