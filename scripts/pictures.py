"""Take the pictures of docs/spectators.md anew from a running event.

`make demo` plays one and prints its address; then `.venv/bin/python scripts/pictures.py ADDRESS`.
Needs Chromium and the tools for developing. It reads public pages only.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PHONE, DESKTOP, PROJECTOR = (360, 640), (1280, 800), (1920, 1080)
#: By name of the file: the window, the page below the event's, and what is scrolled to the top.
PICTURES: dict[str, tuple[tuple[int, int], str, str]] = {
    "spectator-standings-phone": (PHONE, "standings/", "h1"),
    "spectator-standings": (DESKTOP, "standings/?category=youth", "body"),
    "spectator-board": (DESKTOP, "{board}", "#frequency-title"),
    "spectator-board-phone": (PHONE, "{board}", "#frequency-title"),
    "spectator-scorecard-phone": (PHONE, "{scorecard}", "h1"),
    "spectator-scorecard": (DESKTOP, "{scorecard}", "#chart-title"),
    "spectator-replay": (DESKTOP, "{replay}", "body"),
    "spectator-screen": (PROJECTOR, "screen/?slide=1", "body"),
}


def main() -> None:
    """Command line: `pictures.py ADDRESS`, the event's own page with its slash."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    address = parser.parse_args().address
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        places = _places(browser, address)
        for name, (size, page, top) in PICTURES.items():
            _take(browser, address + page.format(**places), size, top, IMAGES / f"{name}.png")
            print(f"docs/images/{name}.png")
        browser.close()


def _places(browser: Browser, address: str) -> dict[str, str]:
    """The leader's scorecard, a board of it on which the field differs most, a replay of it."""
    page = browser.new_page(locale="en-GB")
    page.goto(f"{address}standings/")
    page.locator("#standings tbody a").first.click()
    scorecard = page.url.removeprefix(address)
    boards = [
        str(link.get_attribute("href")) for link in page.locator("#card tbody th.pin a").all()
    ]
    boards = [path for path in boards if "/boards/" in path]
    host = address[: address.index("/e/")]
    best = max(boards, key=lambda path: _values(page, host + path))
    page.goto(host + best)
    replay = str(page.locator("#traveller tbody tr.mine td.c a").get_attribute("href"))
    page.close()
    return {
        "scorecard": scorecard,
        "board": (host + best).removeprefix(address),
        "replay": (host + replay).removeprefix(address),
    }


def _values(page: Page, address: str) -> int:
    page.goto(address)
    return page.locator(".chart .bar").count()


def _take(browser: Browser, address: str, size: tuple[int, int], top: str, file: Path) -> None:
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    page = context.new_page()
    page.goto(address)
    page.evaluate("(top) => document.querySelector(top).scrollIntoView()", top)
    page.wait_for_timeout(300)
    page.screenshot(path=str(file))
    context.close()


if __name__ == "__main__":
    main()
