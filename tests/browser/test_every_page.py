"""Every page on a phone and a desktop, light and dark, in both languages: whole and quiet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.tournaments.pages.addresses import pages_of
from tests.tournaments.read.made_event import MadeEvent

pytestmark = pytest.mark.browser

#: Other addresses that people see: an account's pages and a page that is not there.
OTHERS = ("/accounts/sign-in/", "/accounts/forgotten/", "/nothing/here/")
CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const part = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const hidden = !element.checkVisibility() || element.closest("svg, button:disabled, .gone");
    if (hidden || !walker.currentNode.textContent.trim()) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${walker.currentNode.textContent.trim()}`);
  }
  return poor;
}"""


PHONE, DESKTOP = (360, 640), (1280, 800)


@contextmanager
def window(chromium: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """A page in a window of this size."""
    width, height = size
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    try:
        yield context.new_page()
    finally:
        context.close()


def width_beyond(page: Page) -> int:
    """By how much the page is wider than its window."""
    measured = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return int(measured)


@pytest.mark.parametrize(("size", "language"), [(PHONE, "en"), (PHONE, "zh-hans"), (DESKTOP, "en")])
def test_no_page_scrolls_sideways_or_complains(
    site: str, made: MadeEvent, chromium: Browser, size: tuple[int, int], language: str
) -> None:
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "404 (Not Found)" not in message.text:
            said.append(message.text)

    with window(chromium, size) as page:
        page.on("console", note)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        for address in (*pages_of(made), *OTHERS):
            page.goto(site + address)
            assert width_beyond(page) <= 0, address
            assert said == [], address


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(
    site: str, made: MadeEvent, chromium: Browser, scheme: str
) -> None:
    with window(chromium, DESKTOP) as page:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for address in (*pages_of(made), *OTHERS):
            page.goto(site + address)
            assert page.evaluate(CONTRAST) == [], address


def test_the_keyboard_begins_with_a_link_to_the_content(
    site: str, made: MadeEvent, chromium: Browser
) -> None:
    with window(chromium, DESKTOP) as page:
        page.goto(f"{site}/e/{made.slug}/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "content"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_header_of_a_long_table_stays_in_sight(
    site: str, made: MadeEvent, chromium: Browser, width: int
) -> None:
    with window(chromium, (width, 320)) as page:
        page.goto(f"{site}/e/{made.slug}/standings/")
        page.locator("#standings tbody tr").last.scroll_into_view_if_needed()
        assert page.evaluate("window.scrollY") > 100
        head = page.locator("#standings thead th").first.bounding_box()
        assert head is not None
        assert 0 <= head["y"] < 40
