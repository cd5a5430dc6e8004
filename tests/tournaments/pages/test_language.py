"""Pages in English and Chinese: by the browser's wish, by the switch, and on error pages."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from scripts import messages
from tests.tournaments.read.made_event import MadeEvent

from .addresses import pages_of

CHINESE = {"Accept-Language": "zh-CN,zh;q=0.9"}


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """The catalogues as the bootstrap compiles them."""
    messages.compile_catalogues()


def test_the_browser_chooses_the_language(made: MadeEvent) -> None:
    text = Client(headers=CHINESE).get(f"/e/{made.slug}/standings/").content.decode()
    assert '<html lang="zh-Hans">' in text
    for word in ("排名", "名次", "参赛者", "第2版，计入第1–2副；1副仍在进行，"):
        assert word in text.replace("\n", "")
    assert '<html lang="en">' in Client().get("/").content.decode()


def test_the_switch_is_kept_in_a_cookie_and_leads_back(made: MadeEvent) -> None:
    client = Client()
    page = f"http://testserver/e/{made.slug}/boards/1/"
    answer = client.post(reverse("language"), {"language": "zh-hans"}, headers={"Referer": page})
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert "底牌" in client.get(page).content.decode()
    client.post(reverse("language"), {"language": "en"}, headers={**CHINESE, "Referer": page})
    assert "Kitty" in client.get(page, headers=CHINESE).content.decode()


def test_the_switch_never_leads_to_another_site(db: None) -> None:
    answer = Client().post(
        reverse("language"), {"language": "en", "next": "https://elsewhere.example/"}
    )
    assert answer["Location"] == "/"


def test_every_page_is_there_in_chinese_without_a_word_left_over(made: MadeEvent) -> None:
    client = Client(headers=CHINESE)
    for address in pages_of(made):
        text = client.get(address).content.decode()
        for english in ("Boards", "Standings", "Round", "Position", "version", "Table", "landlord"):
            assert f">{english}" not in text, (address, english)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "There is nothing here"), ("zh-hans", "这里没有内容")],
)
def test_a_missing_page_answers_in_the_language(db: None, language: str, sentence: str) -> None:
    answer = Client(headers={"Accept-Language": language}).get("/nowhere/")
    assert answer.status_code == 404
    assert sentence in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Something went wrong"), ("zh-hans", "我们这边出了问题")]
)
def test_a_failure_answers_in_the_language_and_tells_no_detail(
    db: None, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("private detail")

    monkeypatch.setattr("tournaments.pages.start.event_list", fail)
    client = Client(raise_request_exception=False, headers={"Accept-Language": language})
    answer = client.get("/")
    assert answer.status_code == 500
    assert sentence in answer.content.decode()
    assert "private detail" not in answer.content.decode()


@override_settings(ALLOWED_HOSTS=["fushi.example"])
def test_an_unknown_host_is_a_400_page(db: None) -> None:
    answer = Client().get("/", headers={"host": "other.example"})
    assert answer.status_code == 400
    assert "This request cannot be understood" in answer.content.decode()
