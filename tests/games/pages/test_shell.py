"""The shell of the table client: complete in both languages, and fit for a strict policy."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.pages.texts import ALL, texts
from scripts import messages
from tests.games.hall import Hall

SCRIPTS = sorted((Path(settings.BASE_DIR) / "static" / "play").glob("*.js"))
CALL = re.compile(r"""\bt\(\s*([^)]*?)[,)]""", re.DOTALL)
LITERAL = re.compile(r"""["`]([a-z_.0-9]*(?:\$\{[^}]*\}[a-z_.]*)?)["`]""")


class Shell(HTMLParser):
    """What of a page a policy of `default-src 'self'` would refuse, and where it loads from."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note inline styles, handlers and scripts, and addresses."""
        found = dict(attrs)
        self.refused += [f"{tag} {name}" for name in found if name == "style" or name[:2] == "on"]
        if tag == "script" and "src" not in found and found.get("type") != "application/json":
            self.refused.append("inline script")
        address = found.get("src") if tag == "script" else found.get("href")
        if tag in {"script", "link"} and address:
            self.loaded.append(address)


def test_the_shell_needs_nothing_that_the_policy_refuses(client: Client) -> None:
    answer = client.get("/play/")
    assert answer.status_code == 200
    shell = Shell()
    shell.feed(answer.content.decode())
    assert shell.refused == []
    assert all(address.startswith("/") for address in shell.loaded)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
    assert not answer.cookies


def test_scripts_keep_to_their_own_modules_and_make_no_markup() -> None:
    assert SCRIPTS
    for script in SCRIPTS:
        source = script.read_text(encoding="utf-8")
        for name in re.findall(r'from "([^"]+)"', source):
            assert (script.parent / name).is_file(), name
        for word in ("innerHTML", "insertAdjacentHTML", "document.write", "eval(", "http://"):
            assert word not in source, (script.name, word)


def keys_in_scripts() -> tuple[set[str], set[str]]:
    """The keys that the scripts name in full, and the beginnings of those they put together."""
    whole, begun = set(), set()
    for script in SCRIPTS:
        source = script.read_text(encoding="utf-8")
        for text in LITERAL.findall(source):
            begin, composed, _rest = text.partition("${")
            if composed and begin.endswith("."):
                begun.add(begin)
            elif text in ALL:
                whole.add(text)
        for argument in CALL.findall(source):
            for text in LITERAL.findall(argument):
                begin, composed, _rest = text.partition("${")
                known = any(key.startswith(begin) for key in ALL) if composed else text in ALL
                assert known or "." not in text, (script.name, text)
    return whole, begun


def test_every_text_is_used_by_a_script_and_every_script_finds_its_texts() -> None:
    whole, begun = keys_in_scripts()
    in_template = {"title", "name"}
    unused = {
        key
        for key in ALL
        if key not in whole | in_template and not any(key.startswith(part) for part in begun)
    }
    assert unused == set()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_no_text_is_empty_and_chinese_keeps_every_placeholder(language: str) -> None:
    messages.compile_catalogues()
    with translation.override(language):
        translated = texts()
    for key, text in translated.items():
        assert text
        with translation.override("en"):
            english = str(ALL[key])
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english)), key
        if language == "zh-hans" and key != "place.round":
            assert text != english, key


def test_the_manifest_names_the_page_and_icons_that_exist(client: Client) -> None:
    answer = client.get("/play/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["start_url"] == manifest["scope"] == "/play/"
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        name = icon["src"].removeprefix(settings.STATIC_URL)
        assert (Path(settings.BASE_DIR) / "static" / name).is_file(), name


@pytest.mark.parametrize("address", ["/play/", "/play/manifest.webmanifest"])
def test_the_pages_are_only_read(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


def test_a_page_of_this_site_gets_its_token_as_a_cookie_that_scripts_cannot_read(
    hall: Hall,
) -> None:
    browser = Client()
    body = {"code": hall.ada.code, "take_over": True}
    answer = browser.post(
        "/api/v1/sessions/", body, "application/json", headers={"Origin": "http://testserver"}
    )
    assert answer.status_code == 201
    cookie = answer.cookies["fushi_player"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert browser.get("/api/v1/me/play/").json()["play"]["viewer"] == 1


@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "null"])
def test_nobody_else_gets_a_cookie(hall: Hall, origin: str | None) -> None:
    headers = {"Origin": origin} if origin else {}
    body = {"code": hall.ada.code, "take_over": True}
    answer = Client().post("/api/v1/sessions/", body, "application/json", headers=headers)
    assert answer.status_code == 201
    assert not answer.cookies
