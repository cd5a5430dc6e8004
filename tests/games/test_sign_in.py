"""A code opens a token; one live device a player; failures are slowed down, success never."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Player, PlayerToken, SignInFailure
from games.services import issue_code
from games.services.issue_code import CROCKFORD
from tests.games.hall import Hall


def test_a_code_has_eight_typable_characters_and_only_its_hash_is_stored(hall: Hall) -> None:
    code = issue_code(hall.ada.player)
    assert len(code) == 8
    assert set(code) <= set(CROCKFORD)
    stored = Player.objects.values().get(pk=hall.ada.player.pk)
    assert code not in str(stored)


def test_a_code_opens_a_token_that_speaks_for_the_player(hall: Hall) -> None:
    hall.ada.send("DELETE", "sessions/current/")
    answer = hall.ada.sign_in()
    assert answer.status_code == 201
    assert answer.json()["player"] == {"id": hall.ada.player.pk, "name": "Ada"}
    assert answer.json()["token"].startswith("fst_")
    assert answer.json()["token"] not in str(list(PlayerToken.objects.values()))
    assert hall.ada.view()["viewer"] == 1


def test_a_code_may_be_typed_as_people_read_it(hall: Hall) -> None:
    code = hall.ada.code
    for zero, one in (("O", "I"), ("o", "l")):
        typed = code.replace("0", zero).replace("1", one)
        hall.ada.code = f" {typed[:4].lower()}-{typed[4:]} "
        assert hall.ada.sign_in(take_over=True).status_code == 201


def test_a_new_code_ends_the_old_one_but_not_the_device(hall: Hall) -> None:
    issue_code(hall.ada.player)
    assert hall.ada.view()["viewer"] == 1
    assert hall.ada.sign_in().json()["code"] == "unknown_code"


def test_a_second_device_must_take_over_and_the_first_is_told(hall: Hall) -> None:
    first = hall.ada.token
    refused = hall.ada.sign_in()
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_taken")
    assert hall.ada.sign_in(take_over=True).status_code == 201
    assert PlayerToken.objects.filter(player=hall.ada.player, revoked_at=None).count() == 1
    second, hall.ada.token = hall.ada.token, first
    dead = hall.ada.send("GET", "me/play/")
    assert (dead.status_code, dead.json()["code"]) == (401, "taken_over")
    hall.ada.token = second
    assert hall.ada.view()["viewer"] == 1


def test_signing_out_ends_the_token(hall: Hall) -> None:
    assert hall.ada.send("DELETE", "sessions/current/").status_code == 204
    dead = hall.ada.send("GET", "me/play/")
    assert (dead.status_code, dead.json()["code"]) == (401, "signed_out")
    assert dead.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({}, "not_authenticated"),
        ({"Authorization": "Bearer fst_nobody"}, "unknown_token"),
        ({"Authorization": "Bearer"}, "unknown_token"),
        ({"Authorization": "Basic QWRhOmE="}, "unknown_token"),
    ],
)
def test_without_a_live_token_the_answer_is_401(
    hall: Hall, header: dict[str, str], code: str
) -> None:
    answer = hall.dee.http.get("/api/v1/me/play/", headers=header)
    assert (answer.status_code, answer.json()["code"]) == (401, code)


def test_a_player_who_is_switched_off_has_neither_code_nor_token(hall: Hall) -> None:
    Player.objects.filter(pk=hall.ada.player.pk).update(is_active=False)
    assert hall.ada.send("GET", "me/play/").json()["code"] == "unknown_token"
    assert hall.ada.sign_in().json()["code"] == "unknown_code"


def test_a_code_that_fails_five_times_a_minute_has_to_wait(hall: Hall) -> None:
    hall.dee.code, right = "WRONGC0D", hall.dee.code
    assert [hall.dee.sign_in().status_code for _ in range(6)] == [401] * 5 + [429]
    throttled = hall.dee.sign_in()
    assert throttled.json()["code"] == "throttled"
    assert 1 <= int(throttled.headers["Retry-After"]) <= 60
    hall.dee.code = right
    assert hall.dee.sign_in(take_over=True).status_code == 201


def test_thirty_failures_a_minute_stop_all_guessing_but_nobody_with_a_right_code(
    hall: Hall,
) -> None:
    right = hall.dee.code
    statuses = []
    for number in range(31):
        hall.dee.code = f"WRNG{number:04d}"
        statuses.append(hall.dee.sign_in().status_code)
    assert statuses == [401] * 30 + [429]
    hall.dee.code = right
    assert hall.dee.sign_in(take_over=True).status_code == 201
    past = timezone.now() - timedelta(seconds=61)
    SignInFailure.objects.update(at=past)
    hall.dee.code = "WRNG9999"
    assert hall.dee.sign_in().status_code == 401


def test_a_cookie_works_on_the_own_site_only(hall: Hall) -> None:
    hall.ada.http.cookies["fushi_player"] = hall.ada.token
    hall.ada.token = ""
    assert hall.ada.view()["viewer"] == 1
    assert hall.ada.send("GET", "me/play/", Origin="http://testserver").status_code == 200
    foreign = hall.ada.send("DELETE", "sessions/current/", Origin="http://evil.example")
    assert (foreign.status_code, foreign.json()["code"]) == (403, "foreign_origin")


def test_the_use_of_a_token_is_noted_at_most_once_a_minute(hall: Hall) -> None:
    token = PlayerToken.objects.get(player=hall.ada.player)
    assert token.last_used_at is None
    hall.ada.view()
    token.refresh_from_db()
    noted = token.last_used_at
    assert noted is not None
    hall.ada.view()
    token.refresh_from_db()
    assert token.last_used_at == noted
