"""What happens on the day, as a director deals with it on the pages of the console.

The numbers are those of the scenarios; what each decision does to the scores is tested beside the
services. Here the pages offer it, show the difference first, and say what was done.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    new_stage,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.test_missed_wins import played
from tournaments.backups import back_up
from tournaments.models import Entrant, Event, Role, RoundState, Ruling, Stage
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM
from tournaments.services.assign_role import assign_role
from tournaments.services.draw_round import draw_round
from tournaments.services.link_player import link_player

from .test_console import PASSWORD, shoot, sign_in

pytestmark = pytest.mark.browser


@dataclass
class Desk:
    """A director's browser in the console of one event."""

    page: Page
    site: str
    event: Event

    def open(self, path: str = "") -> None:
        self.page.goto(f"{self.site}/direct/{self.event.slug}/{path}")

    def press(self, name: str, within: Locator | None = None) -> None:
        (within or self.page.locator("main")).get_by_role("button", name=name).first.click()

    def unfold(self, summary: str) -> Locator:
        """Open the first box with this title; the box."""
        box = self.page.locator("details").filter(
            has=self.page.locator("> summary", has_text=summary)
        )
        box.first.locator("> summary").click()
        return box.first

    def says(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text)

    def decide(self, within: Locator, reason: str) -> None:
        """Ask for the difference, see it, say why, and do it."""
        self.press("Show the difference", within)
        expect(self.page.get_by_role("button", name="Do it")).to_be_visible()
        self.page.get_by_label("Reason").fill(reason)
        self.press("Do it")
        self.says("Done:")


def directing(site: str, context: BrowserContext, event: Event, role: Role = Role.DIRECTOR) -> Desk:
    user = User.objects.create_user("dora", password=PASSWORD)
    assign_role(event, user, role, SYSTEM)
    page = context.new_page()
    sign_in(page, site)
    return Desk(page, site, event)


def in_play(**settings: object) -> Stage:
    """Three tables; round 1 of three is released, its boards have results but at table 3."""
    stage = drawn_stage(**{"entrants": 9, "rounds": 3, "boards": 2, **settings})  # type: ignore[arg-type]
    for play in plays_of(release(stage)):
        if play.table.number != 3:
            finish(play, facts(1, 1 + play.table.number))
    count_and_publish(stage)
    return stage


def test_10_a_known_board_is_withdrawn_everywhere_and_a_reserve_played(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2, reserve_boards=1)
    for play in plays_of(release(stage), board=1):
        finish(play, facts(1))
    desk = directing(site, desktop, stage.event)
    desk.open("rulings/")
    form = desk.page.locator("form", has_text="Withdraw at every table")
    form.locator('[name="board"]').fill("1")
    form.get_by_label("play a reserve board instead").check()
    desk.decide(form, "seen on a phone")
    assert stage.rounds.get().last_board == 3


def test_12_13_swapped_hands_and_swapped_seats_are_put_right_in_the_drawer(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = in_play()
    desk = directing(site, desktop, stage.event)
    desk.open("rounds/1/tables/1/")
    box = desk.unfold("Wrong hands, wrong seats, withdraw")
    box.get_by_label("Hand of positions 1, 2, 3").fill("213")
    desk.decide(box.locator("form").first, "pockets 1 and 2")
    box = desk.unfold("Wrong hands, wrong seats, withdraw")
    seats = box.locator("form", has_text="sat in each other's seats")
    seats.locator('[name="one"]').select_option("A")
    seats.locator('[name="other"]').select_option("B")
    desk.decide(seats, "found after the round")
    kinds = list(Ruling.objects.order_by("pk").values_list("reason", flat=True))
    assert kinds == ["pockets 1 and 2", "found after the round"]


def test_15_16_18_19_people_come_go_are_replaced_and_return(
    site: str, transactional_db: None, phone: BrowserContext
) -> None:
    stage = in_play()
    desk = directing(site, phone, stage.event)
    desk.open("entrants/")
    late = desk.unfold("Late entries")
    late.locator("textarea").fill("name,club\nLin,West")
    late.get_by_label("Reason").fill("the train")
    desk.press("Enter everybody, or nobody", late)
    desk.says("Codes, shown this once")
    assert Entrant.objects.filter(event=stage.event, person__name="Lin").exists()

    desk.open("entrants/?q=4")
    box = desk.page.locator("details[open]").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    shoot(desk.page, "phone-change")
    desk.page.get_by_placeholder("Substitute's name").fill("Max")
    row = desk.page.locator("form", has=desk.page.get_by_placeholder("Substitute's name"))
    row.get_by_placeholder("Reason").fill("dentist")
    desk.press("Substitute", row)
    desk.says("Max sits with the code")

    desk.open("entrants/?q=5")
    going = desk.page.locator("form", has=desk.page.get_by_role("button", name="Withdraw"))
    going.get_by_placeholder("Reason").fill("ill")
    desk.press("Withdraw", going)
    desk.says(", withdrawn.")
    assert Entrant.objects.get(event=stage.event, number=5).state == "withdrawn"
    desk.open("entrants/?q=5")
    coming = desk.page.locator("form", has=desk.page.get_by_role("button", name="Let in again"))
    coming.get_by_placeholder("Reason").fill("well again")
    desk.press("Let in again", coming)
    desk.says(", active.")
    assert Entrant.objects.get(event=stage.event, number=5).state == "active"


def test_20_a_draw_without_all_results_is_refused_with_the_tables_or_recorded_as_such(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = in_play(kind="individual-swiss")
    desk = directing(site, desktop, stage.event)
    desk.open("rounds/")
    desk.press("Draw the next round")
    expect(desk.page.locator("[data-refused]")).to_contain_text("3")
    desk.page.get_by_label("with provisional results, because").check()
    form = desk.page.locator("form", has_text="with provisional results")
    form.get_by_label("Reason").fill("the bus leaves")
    desk.press("Draw the next round", form)
    desk.says("The round is drawn.")
    assert stage.rounds.get(number=2).state == RoundState.DRAWN


def test_21_a_release_is_taken_back_while_nobody_plays_and_refused_with_the_table_after(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    release(stage)
    desk = directing(site, desktop, stage.event)
    desk.open("rounds/")
    box = desk.unfold("Change places, fewer tables")
    form = box.locator("form", has_text="Take the release of round 1 back")
    form.get_by_label("Reason").fill("a number is wrong")
    desk.press("Take the release of round 1 back", form)
    desk.says("The release is taken back")
    finish(plays_of(release(stage))[0], facts(1))
    desk.open("rounds/")
    box = desk.unfold("Change places, fewer tables")
    form = box.locator("form", has_text="Take the release of round 1 back")
    form.get_by_label("Reason").fill("again")
    desk.press("Take the release of round 1 back", form)
    expect(desk.page.locator("[data-refused]")).to_contain_text("1 table has begun")
    reason = desk.page.locator("form", has_text="Take the release of round 1 back")
    expect(reason.get_by_label("Reason")).to_have_value("again")  # and what was typed is there


def test_22_a_correction_after_the_next_draw_shows_what_it_changes_and_leaves_the_draw(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = drawn_stage(entrants=9, rounds=3, boards=1, kind="individual-swiss")
    play_round(release(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    draw_round(stage, SYSTEM)
    stage.refresh_from_db()
    assert stage.movement is not None
    drawn = stage.movement["rounds"][1]
    desk = directing(site, desktop, stage.event)
    desk.open("rounds/1/tables/3/")
    box = desk.unfold("Correct the result")
    box.get_by_label("Winner").select_option("farmers")
    desk.press("Show the difference", box)
    assert desk.page.locator("tbody tr").count() >= 3
    desk.page.get_by_label("Reason").fill("the slip was misread")
    desk.press("Do it")
    desk.says("Done:")
    stage.refresh_from_db()
    assert stage.movement["rounds"][1] == drawn


def test_17_23_the_wizard_says_in_sentences_what_a_mistyped_number_would_do(
    site: str, transactional_db: None, phone: BrowserContext
) -> None:
    desk = directing(site, phone, create_event(name="Old Cup", actor=SYSTEM), Role.OWNER)
    desk.page.goto(f"{site}/new/")
    desk.page.get_by_label("Name of the event").fill("Autumn Cup")
    desk.page.get_by_label("How many people?").fill("10")
    desk.unfold("I know how many rounds and boards")
    desk.page.get_by_label("Rounds (empty").fill("40")
    desk.press("Show what will happen")
    panel = desk.page.locator(".panel")
    expect(panel).to_contain_text("40 rounds")
    expect(panel).to_contain_text("sits out")
    assert not Event.objects.filter(name="Autumn Cup").exists()
    desk.page.get_by_label("Rounds (empty").fill("4")
    desk.press("Show what will happen")
    expect(panel).to_contain_text("4 rounds")
    desk.press("Make this event")
    desk.says("Nothing is drawn yet.")
    assert Stage.objects.get(event__name="Autumn Cup").rounds_planned == 4


def test_24_25_26_weighted_scores_averages_and_a_penalty_that_is_waived(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = in_play()
    desk = directing(site, desktop, stage.event)
    desk.open("rounds/1/tables/2/")
    box = desk.unfold("Adjust scores")
    box.locator('[name="award-1"]').select_option("outcomes")
    box.locator('[name="text-1"]').fill("60% +8, 40% -4")
    box.locator('[name="award-2"]').select_option("average_plus")
    box.locator('[name="award-3"]').select_option("average_minus")
    desk.decide(box, "an exposed card")
    desk.open("rulings/")
    form = desk.page.locator("form", has_text="Penalty for entrant number")
    form.locator('[name="number"]').fill("3")
    desk.decide(form, "slow play")
    desk.open("rulings/")
    row = desk.page.locator("tr", has_text="slow play")
    desk.press("Reverse", row)
    desk.page.get_by_label("Reason").fill("waived")
    desk.press("Do it")
    desk.says("Done:")
    made = Ruling.objects.order_by("pk")
    assert [row.reason for row in made] == ["an exposed card", "slow play", "waived"]
    assert made[2].reverses_id == made[1].pk


def test_31_who_directs_and_plays_sees_the_state_of_a_board_and_looks_only_on_the_record(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = in_play()
    desk = directing(site, desktop, stage.event)
    seat = plays_of(stage.rounds.get(number=1))[-1].table.seats.get(letter="A")
    link_player(stage.event, User.objects.get(username="dora"), seat.player, SYSTEM)
    desk.open("rounds/1/tables/1/")
    desk.says("You play too: boards that you are still to play show their state only.")
    desk.says("You are still to play this board: its result is hidden from you.")
    expect(desk.page.locator("main")).not_to_contain_text("landlord")
    box = desk.unfold("Look at it nevertheless")
    box.get_by_label("Reason").fill("nobody else is here")
    desk.press("Look at it: this is recorded", box)
    desk.says("Done.")
    expect(desk.page.locator(".desk-board").first).not_to_contain_text("hidden from you")
    desk.open("audit/?q=nobody else")
    expect(desk.page.locator("tbody tr")).to_have_count(1)


def test_32_the_age_of_the_newest_archive_stands_in_the_console(
    site: str,
    transactional_db: None,
    phone: BrowserContext,
    settings: LazySettings,
    tmp_path: Path,
) -> None:
    stage = in_play()
    desk = directing(site, phone, stage.event)
    desk.open()
    expect(desk.page.locator(".event-name")).to_contain_text("no backup folder is chosen")
    settings.BACKUP_FOLDER = tmp_path
    desk.open()
    expect(desk.page.locator(".event-name")).to_contain_text("no backup yet")
    back_up()
    desk.open()
    expect(desk.page.locator(".event-name")).to_contain_text(re.compile(r"backup 0\sminutes ago"))


def test_35_who_is_not_to_meet_is_said_before_the_draw_and_the_draw_says_what_it_could_not(
    site: str, transactional_db: None, desktop: BrowserContext
) -> None:
    stage = new_stage(entrants=6, rounds=1, boards=1)
    desk = directing(site, desktop, stage.event)
    desk.open("settings/")
    box = desk.unfold("Change the plan")
    box.get_by_label("never to meet (3-7, 5-9)").fill("1-2, 1-3, 1-4, 1-5, 1-6")
    desk.press("Save", box)
    desk.says("The settings are saved.")
    desk.open("rounds/")
    desk.press("Draw all rounds")
    desk.says("The stage is drawn.")
    unmet = desk.page.locator("ul.notice li")
    expect(unmet).not_to_have_count(0)  # number 1 meets two of the five all the same


def test_36_boards_lost_by_passing_with_a_winning_play_are_listed_by_round(
    site: str, transactional_db: None, desktop: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, _plays = played(monkeypatch)
    desk = directing(site, desktop, stage.event)
    desk.open("rulings/")
    desk.page.get_by_role("link", name="Lost by passing with a winning play").click()
    desk.says("Passed on")
