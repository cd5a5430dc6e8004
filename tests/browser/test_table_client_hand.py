"""The hand under a finger, and the buttons that think twice: on a phone, at every size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.actions import Bid
from engine.hand import HandState
from tests.browser.made_views import (
    MadeServer,
    api_view,
    do,
    first_state,
    led_by,
    shown,
)
from tests.browser.players import GUARD_MS
from tests.browser.test_every_page import CONTRAST, width_beyond

pytestmark = pytest.mark.browser

PHONE = (360, 640)
#: Two taps on a card with more between them are two taps.
DOUBLE_TAP_MS = 340
TWO_PACKS = (
    "RJ RJ BJ 2h 2h 2s As Ah Ad Ks Kh Kh Qd Qc Jc Jc Js 10s 10h 9h 9d 9c 8c 8d 7h"  # and 8 more
)
STRIPS = """() => {
  const cards = [...document.querySelectorAll("#hand .pc")];
  return cards.map((card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    const [x, y] = [Math.ceil(left), Math.ceil(top)];
    const seen = (right, below) => document.elementFromPoint(x + right, y + below) === card;
    let [across, down] = [0, 0];
    while (across < width && seen(across, 10)) across += 1;
    while (down < height && seen(10, down)) down += 1;
    return [across, down];
  });
}"""


def of_33_cards() -> HandState:
    """Position 1 is the landlord of four players with two packs."""
    return first_state(TWO_PACKS, "four-player").apply(1, Bid(3))


STATES: dict[int, HandState] = {17: first_state(), 20: led_by(1), 33: of_33_cards()}


def card(page: Page, name: str) -> Locator:
    """A card of the hand."""
    return page.locator(f'#hand .pc[data-card="{name}"]')


def tap(page: Page, *names: str) -> None:
    """Tap cards where they are seen, too slowly for a double tap."""
    for name in names:
        card(page, name).tap(position={"x": 12, "y": 14})


def chosen(page: Page) -> list[str]:
    """The cards that are chosen."""
    names: list[str] = page.locator("#hand .chosen").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
    return names


def is_inside(page: Page, part: str, whole: str) -> bool:
    """Whether all of a part, if it is shown, lies inside another element."""
    inner, outer = page.locator(part).bounding_box(), page.locator(whole).bounding_box()
    if inner is None or outer is None:
        return True
    return (
        inner["y"] >= outer["y"]
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
        and inner["x"] >= outer["x"]
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    )


@pytest.mark.parametrize("size", [(360, 560), (640, 360), (1280, 800)])
def test_every_card_shows_a_strip_for_a_finger_and_every_button_is_in_sight(
    site: str, chromium: Browser, size: tuple[int, int]
) -> None:
    server = MadeServer(api_view(STATES[17]))
    with shown(chromium, site, server, size) as page:
        for seq, (count, state) in enumerate(STATES.items(), 2):
            server.play = api_view(state, seq=seq)
            page.evaluate("window.dispatchEvent(new Event('online'))")
            expect(page.locator("#hand .pc")).to_have_count(count)
            strips = page.evaluate(STRIPS)
            assert min(across for across, _down in strips) >= 30, (count, strips)
            assert min(down for _across, down in strips) >= 48, (count, strips)
            assert width_beyond(page) <= 0
            for part in ("#kitty", "#stake", "#own"):  # none is cut by what is around it
                assert is_inside(page, part, "#felt"), (count, part)
            for button in page.locator("#bar button").all():
                box = button.bounding_box()
                assert box is not None
                assert box["height"] >= 48
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= size[0]
                assert box["y"] + box["height"] <= size[1]


@pytest.mark.parametrize(("language", "scheme"), [("en-GB", "light"), ("zh-CN", "dark")])
def test_every_text_of_the_table_has_enough_contrast(
    site: str, chromium: Browser, language: str, scheme: str
) -> None:
    server = MadeServer(api_view(led_by(1)))
    options = {"locale": language, "color_scheme": scheme}
    with shown(chromium, site, server, PHONE, **options) as page:
        tap(page, "9h", "5h")
        page.wait_for_timeout(100)
        assert page.evaluate(CONTRAST) == []


def test_taps_slides_and_double_taps_choose_cards(site: str, chromium: Browser) -> None:
    with shown(chromium, site, MadeServer(api_view(led_by(1))), PHONE) as page:
        tap(page, "9h", "9d", "9c", "5c")
        assert chosen(page) == ["9h", "9d", "9c", "5c"]
        expect(page.locator("#chosen")).to_have_text("9 9 9 + 5: triple with single")
        page.wait_for_timeout(DOUBLE_TAP_MS)
        tap(page, "5c")
        assert chosen(page) == ["9h", "9d", "9c"]
        page.locator("#centre").tap()
        assert chosen(page) == []
        card(page, "4h").dblclick(position={"x": 12, "y": 14})
        assert chosen(page) == ["4s", "4h", "4d", "4c"]
        page.locator("#centre").tap()
        first, last = card(page, "Kh").bounding_box(), card(page, "10s").bounding_box()
        assert first is not None
        assert last is not None
        page.mouse.move(first["x"] + 10, first["y"] + 10)
        page.mouse.down()
        page.mouse.move(last["x"] + 10, last["y"] + 10, steps=8)
        page.mouse.up()
        assert chosen(page) == ["Kh", "Qd", "Jc", "10s"]
        expect(page.locator("#chosen")).to_contain_text("no combination you may lead")
        expect(page.locator("#do-play")).to_be_disabled()


def test_a_bomb_and_a_broken_bomb_ask_once_more_in_the_same_button(
    site: str, chromium: Browser
) -> None:
    server = MadeServer(api_view(led_by(1)))
    with shown(chromium, site, server, PHONE) as page:
        page.wait_for_timeout(GUARD_MS)
        tap(page, "4s")
        page.locator("#do-play").tap()
        expect(page.locator("#do-play")).to_have_text("Break a bomb?")
        page.locator("#centre").tap()
        card(page, "4s").dblclick(position={"x": 12, "y": 14})
        page.wait_for_timeout(GUARD_MS)
        page.locator("#do-play").tap()
        expect(page.locator("#do-play")).to_have_text("Sure? A bomb")
        page.locator("#do-play").tap()
        assert server.acts == []  # the second touch came at once: no second thought
        page.wait_for_timeout(GUARD_MS)
        page.locator("#do-play").tap()
        expect(page.locator("#hand .chosen")).to_have_count(0)
        assert server.acts == [{"type": "play", "cards": ["4s", "4h", "4d", "4c"]}]


def test_buttons_are_deaf_for_a_moment_after_the_turn_has_come(
    site: str, chromium: Browser
) -> None:
    others_turn = do(led_by(2), 2, "3")
    server = MadeServer(api_view(others_turn, seq=1))
    with shown(chromium, site, server, PHONE) as page:
        expect(page.locator("#do-pass")).to_be_disabled()
        tap(page, "Ks", "Kh")
        server.play = api_view(do(others_turn, 3, ""), seq=2)
        pressed_at_once = """new Promise((done) => {
          new MutationObserver((_changes, observer) => {
            const pass = document.getElementById("do-pass");
            if (pass.disabled) return;
            observer.disconnect();
            done(pass.click());
          }).observe(document.getElementById("bar"), {childList: true, subtree: true});
          window.dispatchEvent(new Event("online"));
        })"""
        page.evaluate(pressed_at_once)
        expect(page.locator("#asked")).to_contain_text("Your turn: beat 3")
        assert page.title().startswith("● your turn")
        assert chosen(page) == ["Ks", "Kh"]
        page.wait_for_timeout(GUARD_MS)
        assert server.acts == []
        page.locator("#do-pass").tap()
        expect(page.locator("#asked.sending")).to_have_count(0)
        assert server.acts == [{"type": "pass"}]


def test_passing_to_a_last_card_asks_once_more(site: str, chromium: Browser) -> None:
    state = do(led_by(2), 2, "3")
    view = api_view(do(state, 3, ""), seq=2)
    view["counts"] = {**view["counts"], "2": 1}
    with shown(chromium, site, MadeServer(view), PHONE) as page:
        page.wait_for_timeout(GUARD_MS)
        page.locator("#do-pass").tap()
        expect(page.locator("#do-pass")).to_have_text("Pass to a last card?")


def test_with_nothing_to_beat_it_the_page_says_so_and_the_pass_is_larger(
    site: str, chromium: Browser
) -> None:
    state = led_by(2, "RJ 2h Ks Kh Qd Jc 10s 9h 9d 9c 8c 7h 7s 6d 5h 5c 4s")
    longest = max(state.moves(2).texts(), key=len)
    state = do(do(state, 2, longest), 3, "")
    assert not state.moves(1)
    with shown(chromium, site, MadeServer(api_view(state)), PHONE) as page:
        expect(page.locator("#asked")).to_contain_text("Nothing you hold beats")
        pass_box = page.locator("#do-pass").bounding_box()
        play_box = page.locator("#do-play").bounding_box()
        assert pass_box is not None
        assert play_box is not None
        assert pass_box["width"] > 1.5 * play_box["width"]


def test_bids_that_are_too_low_are_off_and_a_clock_is_drawn_from_the_servers_time(
    site: str, chromium: Browser
) -> None:
    state = first_state().apply(1, Bid(2))
    view = api_view(state, viewer=2, deadline="2026-05-02T10:00:42.000Z")
    with shown(chromium, site, MadeServer(view), PHONE) as page:
        expect(page.locator("#clock-text")).to_have_text(re.compile(r"0:[34]\d"))
        off = page.locator("#bar button:disabled")
        expect(off).to_have_text(["Bid 1", "Bid 2"])


def test_the_keyboard_of_a_desktop_plays(site: str, chromium: Browser) -> None:
    server = MadeServer(api_view(led_by(1)))
    with shown(chromium, site, server, (1280, 800)) as page:
        page.wait_for_timeout(GUARD_MS)
        for key in ("9", "9", "9", "5"):
            page.keyboard.press(key)
        assert chosen(page) == ["9h", "9d", "9c", "5h"]
        page.keyboard.press("Escape")
        assert chosen(page) == []
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Space")
        assert chosen(page) == ["3c"]
        page.keyboard.press("Enter")
        expect(page.locator("#hand .chosen")).to_have_count(0)
        assert server.acts == [{"type": "play", "cards": ["3c"]}]


def test_what_a_device_prefers_is_remembered(site: str, chromium: Browser) -> None:
    with shown(chromium, site, MadeServer(api_view(led_by(1))), (360, 560)) as page:
        page.locator("#arrange").tap()
        page.get_by_role("button", name="Menu").tap()
        page.get_by_label("150 %").check()
        page.get_by_label("Left-handed").check()
        page.reload()
        first = page.locator("#hand .pc").first
        expect(first).to_have_attribute("data-card", "RJ")
        expect(page.locator("#hand .pc").nth(2)).to_have_attribute("data-card", "4s")
        play, away = page.locator("#do-play"), page.locator("#do-pass")
        play_box, pass_box = play.bounding_box(), away.bounding_box()
        assert play_box is not None
        assert pass_box is not None
        assert play_box["x"] < pass_box["x"]
        assert width_beyond(page) <= 0


def test_where_the_stream_is_blocked_the_page_asks_again_and_again(
    site: str, chromium: Browser
) -> None:
    server = MadeServer(api_view(do(led_by(2), 2, "3")))
    with shown(chromium, site, server, PHONE) as page:
        page.route("**/api/v1/me/stream/", lambda route: route.abort())
        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(page.locator("#link")).to_have_attribute("data-state", "polling")
        server.play = api_view(do(do(led_by(2), 2, "3"), 3, ""), seq=2)
        expect(page.locator("#asked")).to_contain_text("Your turn: beat 3", timeout=8000)
