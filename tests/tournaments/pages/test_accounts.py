"""The first owner's link, signing in and out."""

from __future__ import annotations

import time

import pytest
from django.contrib.auth.models import User
from django.core.signing import TimestampSigner
from django.test import Client

from tournaments.pages.accounts import FIRST_OWNER_SECONDS

PASSWORD = "seventeen-cards-each"
CHOICE = {"username": "owner", "password1": PASSWORD, "password2": PASSWORD}

pytestmark = pytest.mark.django_db


def first_link(value: str = "first-owner", salt: str = "first-owner") -> str:
    return f"/accounts/first/{TimestampSigner(salt=salt).sign(value)}/"


def test_the_first_owner_chooses_a_password_and_is_signed_in() -> None:
    client = Client()
    assert client.get(first_link()).status_code == 200
    answer = client.post(first_link(), CHOICE)
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/")
    owner = User.objects.get()
    assert (owner.username, owner.is_superuser, owner.is_staff) == ("owner", True, True)
    assert owner.check_password(PASSWORD)
    assert "Signed in as owner" in client.get("/accounts/").content.decode()
    assert client.get("/admin/").status_code == 200


def test_the_link_works_once() -> None:
    link = first_link()
    Client().post(link, CHOICE)
    assert Client().get(link).status_code == 404
    assert Client().post(link, {**CHOICE, "username": "second"}).status_code == 404
    assert User.objects.count() == 1


def test_an_ordinary_account_does_not_use_up_the_link() -> None:
    User.objects.create_user("member")
    assert Client().get(first_link()).status_code == 200


@pytest.mark.parametrize(
    "link",
    [
        "/accounts/first/first-owner/",
        "/accounts/first/first-owner:0:0/",
        first_link(salt="another"),
        first_link(value="another"),
        first_link()[:-2] + "/",
    ],
    ids=["unsigned", "unsigned like a stamp", "another salt", "another value", "cut off"],
)
def test_a_forged_link_is_not_found(link: str) -> None:
    assert Client().get(link).status_code == 404
    assert Client().post(link, CHOICE).status_code == 404
    assert not User.objects.exists()


def test_the_link_ends_after_a_week(monkeypatch: pytest.MonkeyPatch) -> None:
    link = first_link()
    later = time.time() + FIRST_OWNER_SECONDS + 5
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert Client().get(link).status_code == 404


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"password2": "another"}, "match"),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"username": ""}, "required"),
        ({"username": "a b"}, "valid username"),
    ],
)
def test_a_bad_choice_is_explained_and_makes_nobody(change: dict[str, str], fault: str) -> None:
    answer = Client().post(first_link(), {**CHOICE, **change})
    assert answer.status_code == 200
    assert fault in answer.content.decode()
    assert not User.objects.exists()


def test_signing_in_and_out() -> None:
    User.objects.create_superuser("owner", password=PASSWORD)
    client = Client()
    answer = client.post(
        "/accounts/sign-in/", {"username": "owner", "password": PASSWORD, "next": "/admin/"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert client.get("/accounts/sign-out/").status_code == 405
    assert client.post("/accounts/sign-out/")["Location"] == "/"
    assert client.get("/accounts/")["Location"] == "/accounts/sign-in/?next=/accounts/"


def test_a_wrong_password_says_so_without_telling_whether_the_name_exists() -> None:
    User.objects.create_user("owner", password=PASSWORD)
    texts = []
    for name in ("owner", "nobody"):
        answer = Client().post("/accounts/sign-in/", {"username": name, "password": "wrong"})
        text = answer.content.decode()
        assert 'role="alert"' in text
        texts.append(text[text.index('role="alert"') : text.index("</form>")].split("</div>")[0])
    assert texts[0] == texts[1]


def test_signing_in_never_leads_to_another_site() -> None:
    User.objects.create_user("owner", password=PASSWORD)
    form = {"username": "owner", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert Client().post("/accounts/sign-in/", form)["Location"] == "/accounts/"


def test_a_form_from_elsewhere_is_refused_with_a_page() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/accounts/sign-in/", {"username": "owner", "password": PASSWORD})
    assert answer.status_code == 403
    assert "This form was open too long" in answer.content.decode()


def test_owner_member_and_outsider_after_signing_in() -> None:
    owner, member = Client(), Client()
    owner.force_login(User.objects.create_superuser("owner"))
    member.force_login(User.objects.create_user("member"))
    assert 'href="/admin/"' in owner.get("/accounts/").content.decode()
    text = member.get("/accounts/").content.decode()
    assert 'href="/admin/"' not in text
    assert "has to give you a role" in text
    assert Client().get("/accounts/").status_code == 302


def test_the_page_for_a_forgotten_password_names_the_command() -> None:
    text = Client().get("/accounts/forgotten/").content.decode()
    assert "manage.py changepassword" in text
