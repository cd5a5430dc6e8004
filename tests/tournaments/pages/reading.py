"""Printed sheets as people read them: what stands where, by its words; no attribute, no script."""

from __future__ import annotations

import re
from html.parser import HTMLParser

JOKERS = {"大王": "RJ", "小王": "BJ"}
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
CARD = re.compile(r"(大王|小王)|(10|[2-9JQKA])([♠♥♦♣])")
APART = {"p", "h2", "td", "th", "li", "tr", "div", "section", "article", "table"}


class Reader(HTMLParser):
    """Collects the words of a page; blocks stand on lines of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += (tag in ("head", "header") and ("class", "screen") in attrs) or tag == "head"
        if tag in APART:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "head" or (tag == "header" and self.silent):
            self.silent -= 1
        if tag in APART:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


def words_of(html: str) -> list[str]:
    """The lines of what is printed, without empty ones."""
    reader = Reader()
    reader.feed(html)
    lines = "".join(reader.words).replace("\ufe0e", "").split("\n")
    return [" ".join(line.split()) for line in lines if line.strip()]


def sheets_of(html: str) -> list[list[str]]:
    """The lines of each sheet."""
    return [words_of(part) for part in html.split('<article class="sheet')[1:]]


def cards_of(line: str) -> list[str]:
    """The cards in a line, as the API writes them, in the order printed."""
    return [
        JOKERS[joker] if joker else rank + SUITS[suit] for joker, rank, suit in CARD.findall(line)
    ]
