"""Scenarios 10 and 17 on real pages: a known board is broken off, house players fill a table.

The director decides on a phone; those of the table go on with their next board by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from games.models import Play, Seat
from tests.tournaments.factories import new_stage, release
from tournaments.models import Entrant
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_stage import draw_stage

from .players import Phones, people_with, play_on, prepare_evening
from .test_console import shoot
from .test_console_scenarios import Desk, directing

pytestmark = pytest.mark.browser


@pytest.fixture
def phones(chromium: Browser) -> Iterator[Phones]:
    """Phones that are closed when the test ends."""
    opened = Phones(chromium)
    yield opened
    opened.close()


def award(desk: Desk, awards: dict[int, str], reason: str) -> None:
    """Adjust the first board of the open drawer."""
    box = desk.unfold("Adjust scores")
    for position, name in awards.items():
        box.locator(f'[name="award-{position}"]').select_option(name)
    desk.decide(box, reason)


def test_10_a_board_that_one_player_knows_is_ruled_and_broken_off_and_the_phones_go_on(
    site: str, transactional_db: None, phone: BrowserContext, phones: Phones
) -> None:
    evening = prepare_evening(boards=2)
    people = people_with(phones, evening.codes)
    play = evening.release()
    for person in people:
        person.sign_in(site)
    play_on(people, play.pk, most=2)
    desk = directing(site, phone, evening.prepared.stage.event)
    desk.open("rounds/1/tables/1/")
    expect(desk.page.get_by_role("button", name="Break it off")).to_have_count(0)
    award(desk, {1: "average", 2: "average_plus", 3: "average_plus"}, "1 knew the hand")
    desk.open("rounds/1/tables/1/")
    button = desk.page.get_by_role("button", name="Break it off")
    expect(button).to_have_count(1)
    shoot(desk.page, "phone-break-off")
    form = desk.page.locator("form", has=button)
    form.get_by_label("Reason").fill("1 knew the hand")
    button.click()
    desk.says("Done.")
    play.refresh_from_db()
    assert play.state == "not_played"
    for person in people:
        expect(person.page.locator("#place")).to_contain_text("Board 2")
    following = Play.objects.get(table=play.table_id, order=2)
    assert play_on(people, following.pk, most=3) == 3
    assert [person.faults for person in people] == [[], [], []]


def test_17_house_players_fill_the_last_table_on_the_page_and_play_by_themselves(
    site: str, transactional_db: None, phone: BrowserContext
) -> None:
    stage = new_stage(entrants=8, rounds=1, boards=1)
    desk = directing(site, phone, stage.event)
    desk.open("entrants/")
    form = desk.page.locator("form", has_text="Let house players fill the last table")
    form.get_by_label("Reason").fill("eight came")
    desk.press("Let house players fill the last table", form)
    desk.says("Entered: House 1.")
    desk.says("house player, not ranked")
    width = desk.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    shoot(desk.page, "phone-house")
    desk.press("Let house players fill the last table", form)
    expect(desk.page.locator("[data-refused]")).to_contain_text("Nobody is missing")
    assert Entrant.objects.filter(event=stage.event).count() == 9
    release(draw_stage(stage, SYSTEM))
    seat = Seat.objects.get(sitting__entrant__number=9)
    desk.open(f"rounds/1/tables/{seat.table.round_table.number}/")
    desk.says("a bot plays")
