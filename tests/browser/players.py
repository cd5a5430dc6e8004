"""People at a table who use its page: they look, tap and wait, as a person with a phone does.

What a person decides comes from a bot that knows no more than the page; everything else goes
through the page itself.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect

from engine.bots import Bot, make_bot
from games.models import Play
from tournaments import demo
from tournaments.models import Round
from tournaments.queries.schedule import read_movement
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM

PHONE: ViewportSize = {"width": 360, "height": 640}
#: Longer than the page's buttons are deaf after a turn has come.
GUARD_MS = 420
MOST_ACTIONS = 200
CURRENT_PLAY = "fetch('/api/v1/me/play/').then((answer) => answer.json())"


@dataclass(frozen=True)
class Evening:
    """A drawn event of six players, and the codes of the three at table 1 in round 1."""

    prepared: demo.PreparedEvent

    @property
    def codes(self) -> list[str]:
        """In the order of their seats."""
        movement = self.prepared.stage.movement
        assert movement is not None
        table = read_movement(movement)[0].tables[0]
        return [self.prepared.codes[number - 1] for _letter, number in table.chairs]

    def release(self) -> Play:
        """Release round 1; the play that begins at table 1."""
        round_ = Round.objects.get(stage=self.prepared.stage, number=1)
        release_round(round_, actor=SYSTEM)
        return Play.objects.get(table__round_table__round=round_, table__number=1, order=1)


def prepare_evening(rounds: int = 1, boards: int = 1) -> Evening:
    """Create and draw an event of six players, as a director would."""
    plan = demo.DemoPlan(6, rounds, boards, Path("examples/entrants.csv"))
    return Evening(demo.prepare(plan, f"Evening {timezone.now():%H%M%S%f}", demo.Stopwatch()))


@dataclass
class Person:
    """A player with a page of the table client."""

    page: Page
    code: str
    bot: Bot
    faults: list[str] = field(default_factory=list)

    def note(self, error: Error) -> None:
        """Remember an error of the page's scripts."""
        self.faults.append(str(error))

    def sign_in(self, site: str) -> None:
        """Type the code and sit down."""
        self.page.goto(f"{site}/play/")
        self.page.get_by_label("Your code").fill(self.code)
        self.page.get_by_role("button", name="Sit down").click()

    def view(self) -> dict[str, Any] | None:
        """My play, as the page may fetch it."""
        play: dict[str, Any] | None = self.page.evaluate(CURRENT_PLAY)["play"]
        return play

    def choose_cards(self, view: dict[str, Any], ranks: str) -> None:
        """Tap the cards of a text of ranks, highest first, on the page."""
        wanted = Counter(ranks)
        for card in view["hand"]:
            rank = card[0] if card in ("BJ", "RJ") else card[:-1].replace("10", "T")
            if wanted[rank]:
                wanted[rank] -= 1
                self.page.locator(f'#hand .pc[data-card="{card}"]').tap(position={"x": 12, "y": 14})

    def press(self, button: str) -> None:
        """Press a button of the bar, twice where it asks once more."""
        place = self.page.locator(f"#do-{button}")
        expect(place).to_be_enabled()
        self.page.wait_for_timeout(GUARD_MS)
        place.tap()
        if self.page.locator(f"#do-{button}.asks").count():
            self.page.wait_for_timeout(GUARD_MS)
            place.tap()

    def act(self, view: dict[str, Any]) -> None:
        """Do on the page what the bot decides."""
        action = self.bot.choose(view)
        match action["type"]:
            case "bid":
                self.press(f"bid-{action['value']}")
            case "double" | "redouble":
                self.press("yes" if action["value"] else "no")
            case "pass":
                self.press("pass")
            case "play":
                self.choose_cards(view, action["ranks"])
                expect(self.page.locator("#chosen")).to_have_attribute("data-good", "true")
                self.press("play")


class Phones:
    """Phones of 360 × 640 with touch; a test that ends leaves none of them open."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []

    def new_page(self) -> Page:
        """A page on a phone of its own."""
        context = self._chromium.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB"
        )
        self._contexts.append(context)
        return context.new_page()

    def close(self) -> None:
        """Close them all."""
        for context in self._contexts:
            context.close()


def people_with(phones: Phones, codes: Sequence[str]) -> list[Person]:
    """A person with a phone for each code."""
    people = []
    for number, code in enumerate(codes):
        person = Person(phones.new_page(), code, make_bot("greedy", number))
        person.page.on("pageerror", person.note)
        people.append(person)
    return people


def play_on(
    people: Sequence[Person],
    play: str,
    until: Callable[[dict[str, Any]], bool] = lambda view: False,
    most: int = MOST_ACTIONS,
) -> int:
    """Let whoever is asked act on his page, until the play is over or a mover's view is as
    wanted. Returns how many actions were made.
    """
    made = 0
    deadline = time.monotonic() + 90
    while made < most and time.monotonic() < deadline:
        views = [person.view() for person in people]
        if all(view is None or view["id"] != play for view in views):
            return made
        for person, view in zip(people, views, strict=True):
            if view is not None and view["id"] == play and view["expected"]:
                if until(view):
                    return made
                person.act(view)
                made += 1
                expect(person.page.locator("#asked.sending:visible")).to_have_count(0)
                break
    return made
