"""Public pages: everybody sees the same, nothing can be sent to them, they can be cached."""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.people import user_with
from tests.tournaments.read.made_event import MadeEvent
from tournaments.models import Role

from .addresses import pages_of


def test_every_page_is_there_for_anybody_without_a_cookie(made: MadeEvent, anybody: Client) -> None:
    for address in pages_of(made):
        response = anybody.get(address)
        assert response.status_code == 200, address
        assert response["Content-Type"] == "text/html; charset=utf-8"
    assert not anybody.cookies


def test_owner_member_and_outsider_see_the_same_bytes(made: MadeEvent, anybody: Client) -> None:
    people = [
        user_with(made.event, Role.OWNER),
        user_with(made.event, Role.VIEWER),
        user_with(None, None),
        User.objects.create_superuser("root"),
    ]
    for user in people:
        client = Client()
        client.force_login(user)
        for address in pages_of(made):
            assert client.get(address).content == anybody.get(address).content, address


def test_pages_only_answer_to_get_and_head(made: MadeEvent, anybody: Client) -> None:
    for address in pages_of(made):
        assert anybody.post(address).status_code == 405
        assert anybody.delete(address).status_code == 405
        assert anybody.head(address).status_code == 200


def test_a_page_that_is_known_is_answered_304(made: MadeEvent, anybody: Client) -> None:
    for address in pages_of(made):
        tag = anybody.get(address)["ETag"]
        again = anybody.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), address
        assert {"Accept-Language", "Cookie"} <= set(re.split(", *", again["Vary"]))
        chinese = {"If-None-Match": tag, "Accept-Language": "zh-hans"}
        assert anybody.get(address, headers=chinese).status_code == 200, address


def test_a_page_has_one_heading_a_title_a_description_and_a_preview(
    made: MadeEvent, anybody: Client
) -> None:
    for address in pages_of(made):
        text = anybody.get(address).content.decode()
        assert len(re.findall(r"<h1[ >]", text)) == 1, address
        assert re.search(r"<title>[^<]{10,}</title>", text), address
        assert re.search(r'<meta name="description" content="[^"]{40,}">', text), address
        assert 'property="og:image" content="http://testserver/static/img/preview.png"' in text


def test_no_page_has_a_script_or_a_style_in_its_text(made: MadeEvent, anybody: Client) -> None:
    for address in pages_of(made):
        text = anybody.get(address).content.decode()
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=", text), address


def test_a_ten_is_written_as_10_and_jokers_in_words(made: MadeEvent, anybody: Client) -> None:
    text = anybody.get(f"/e/{made.slug}/boards/1/").content.decode()
    assert text.count("<b>10</b>") == 4
    assert "<b>T</b>" not in text
    assert text.count("大王</b>") == text.count("小王</b>") == 1
    assert len(re.findall('class="card ', text)) == 54


def test_the_address_of_rounds_leads_to_the_current_one(made: MadeEvent, anybody: Client) -> None:
    response = anybody.get(f"/e/{made.slug}/rounds/")
    assert (response.status_code, response["Location"]) == (302, f"/e/{made.slug}/rounds/1/")
