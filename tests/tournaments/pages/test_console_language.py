"""The whole console in Chinese: what is left in Latin letters is nobody's sentence."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from scripts import messages
from tests.tournaments.factories import drawn_stage, facts, finish, plays_of, release
from tests.tournaments.people import user_with
from tournaments.models import Role
from tournaments.services.actors import SYSTEM
from tournaments.services.rule_scores import rule_scores

from .console_addresses import console_addresses

pytestmark = pytest.mark.django_db

CHINESE = {"Accept-Language": "zh-CN,zh;q=0.9"}
#: Two words or more in Latin letters, with a space between: an English sentence. `round:` and an id
#: that happens to begin with letters, as the audit names things, is none.
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? +[a-z]{2,}")


class Texts(HTMLParser):
    """What a reader sees of a page: texts, placeholders and labels, without code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "code", "pre", "svg"):
            self._silent += 1
        shown = {"placeholder", "title", "aria-label", "alt"}
        self.found += [value for name, value in attrs if name in shown and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "code", "pre", "svg"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(data.strip())


def sentences(page: str) -> list[str]:
    texts = Texts()
    texts.feed(page)
    return [text for text in texts.found if SENTENCE.search(text)]


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """The catalogues as the bootstrap compiles them."""
    messages.compile_catalogues()


def test_no_page_of_the_console_has_an_english_sentence() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    play = plays_of(release(stage), board=1)[0]
    finish(play, facts(1, 2))
    rule_scores(play, {"1": {"award": "average"}}, SYSTEM, "迟到")
    stage.event.name = "春季杯"
    stage.event.save()
    client = Client(headers=CHINESE)
    client.force_login(user_with(stage.event, Role.OWNER))
    left: dict[str, list[str]] = {}
    for address in [*console_addresses(stage.event.slug), "/new/", "/accounts/"]:
        answer = client.get(address)
        assert answer.status_code == 200, address
        found = sentences(answer.content.decode())
        if found:
            left[address.removeprefix(f"/direct/{stage.event.slug}")] = found
    assert left == {}
