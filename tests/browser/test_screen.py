"""The projector of the hall: lists that are too long for it roll, and nothing is left out.

What the page does with time is one animation; the tests let it run faster by one factor.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    play_round,
    release,
)
from tournaments.models import Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.pause_event import pause_event

pytestmark = pytest.mark.browser

PICTURES = os.environ.get("FUSHI_TEST_PICTURES")
RATE = 4
#: Looks, at every frame, at which lines stand whole in the window; adds up by slide.
WATCH = """
window.watched = {};
(function look() {
  const main = document.querySelector("main");
  const box = main.querySelector(".window")?.getBoundingClientRect();
  const now = performance.now();
  const slide = (watched[main.dataset.slide] ??= {lines: {}, tops: [], heads: [], feet: []});
  for (const line of box ? main.querySelectorAll("li") : []) {
    const {top, bottom} = line.getBoundingClientRect();
    if (top < box.top - 1 || bottom > box.bottom + 1) continue;
    const seen = (slide.lines[line.querySelector("span").innerText] ??= [now, now]);
    seen[1] = now;
  }
  slide.tops.push(Math.round(main.querySelector(".reel").getBoundingClientRect().top - box.top));
  slide.heads.push(document.querySelector("header").getBoundingClientRect().top);
  slide.feet.push(document.querySelector("footer").getBoundingClientRect().bottom);
  requestAnimationFrame(look);
})();
"""


@pytest.fixture
def hall(transactional_db: None) -> Stage:
    """Sixty entrants after one round of two; twenty tables are drawn for the next."""
    stage = drawn_stage(entrants=60, rounds=2, boards=1)
    play_round(release(stage), lambda play: facts(1, 1 + play.table.number % 3))
    count_and_publish(stage)
    return stage


def projector(chromium: Browser, **options: Any) -> BrowserContext:
    """A screen of 1920 × 1080 without anybody before it."""
    return chromium.new_context(
        viewport={"width": 1920, "height": 1080}, locale="en-GB", timezone_id="UTC", **options
    )


def watch(page: Page, address: str) -> dict[str, Any]:
    """What is seen of both slides in one whole turn, at `RATE` times the usual pace."""
    page.goto(address)
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": RATE})
    page.evaluate(WATCH)
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/screen-seating.png")
    expect(page.locator("main")).to_have_attribute("data-slide", "2", timeout=30_000)
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/screen-standings.png")
    expect(page.locator("main")).to_have_attribute("data-slide", "1", timeout=30_000)
    watched: dict[str, Any] = page.evaluate("window.watched")
    return watched


def test_every_line_is_seen_long_enough_in_one_turn(
    site: str, hall: Stage, chromium: Browser
) -> None:
    context = projector(chromium)
    watched = watch(context.new_page(), f"{site}/e/{hall.event.slug}/screen/")
    assert len(watched["1"]["lines"]) == 20
    assert len(watched["2"]["lines"]) == 60
    for slide in watched.values():
        # A window's height takes ten seconds, and at both ends the list stands for six.
        shortest = min(last - first for first, last in slide["lines"].values())
        assert shortest * RATE > 5_000
        steps = [b - a for a, b in zip(slide["tops"], slide["tops"][1:], strict=False)]
        assert set(slide["heads"]) == {slide["heads"][0]}
        assert set(slide["feet"]) == {slide["feet"][0]}
        assert slide["feet"][0] <= 1080
        # The list only ever moves upwards.
        assert max(steps) <= 1
    # Twenty tables fit; of thirty lines of names in two columns only the first ones do.
    assert set(watched["1"]["tops"]) == {0}
    assert len(set(watched["2"]["tops"])) > 20
    assert watched["2"]["tops"][-1] < -500
    context.close()


def test_with_less_motion_it_turns_screenfuls(site: str, hall: Stage, chromium: Browser) -> None:
    context = projector(chromium, reduced_motion="reduce")
    watched = watch(context.new_page(), f"{site}/e/{hall.event.slug}/screen/")
    assert len(watched["2"]["lines"]) == 60
    # Three screenfuls show thirty lines; the list is never seen between them.
    assert set(watched["1"]["tops"]) == {0}
    assert len(set(watched["2"]["tops"])) == 3
    context.close()


def test_without_scripts_everything_is_on_a_plain_page(
    site: str, hall: Stage, chromium: Browser
) -> None:
    context = projector(chromium, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/e/{hall.event.slug}/screen/?slide=2")
    last = page.locator("main li").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="2 / 2").click()
    expect(page.get_by_role("heading", name="Seating")).to_be_visible()
    context.close()


def test_the_head_is_fresh_while_a_list_rolls_and_survives_a_lost_server(
    site: str, hall: Stage, chromium: Browser
) -> None:
    context = projector(chromium)
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site}/e/{hall.event.slug}/screen/?slide=2")
    page.evaluate("window.stillTheSamePage = document.querySelector('main')")
    pause_event(hall.event, SYSTEM)
    page.clock.run_for(16_000)
    expect(page.get_by_text("Everything is paused.")).to_be_visible()
    assert page.evaluate("window.stillTheSamePage === document.querySelector('main')")
    context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    while page.evaluate("document.getAnimations()[0].currentTime") > 5_000:
        page.wait_for_timeout(50)
    assert page.evaluate("window.stillTheSamePage === document.querySelector('main')")
    context.set_offline(False)
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    expect(page.get_by_role("heading", name="Seating")).to_be_visible()
    context.close()
