"""The director's API: who may call what, what repeats, what is shown first, what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import reverse

from games.models import IdempotentRequest, Play, Player
from games.services.issue_code import pin_hash
from tournaments.models import AuditEntry, Entrant, Event, Role, Ruling, Stage
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM
from tournaments.services.table_policy import table_policy

from .brute_force import assert_equals_brute_force
from .directing import with_key, with_session
from .factories import (
    count_and_publish,
    drawn_stage,
    facts,
    new_stage,
    play_round,
    plays_of,
    release,
)
from .people import user_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Nine players, one round of two boards, played to its end."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release(stage), lambda play: facts(1, 1 + play.table.number % 3))
    count_and_publish(stage)
    return stage


def test_a_browser_directs_with_its_session_and_token(stage: Stage) -> None:
    director = user_with(stage.event, Role.DIRECTOR)
    caller = with_session(stage.event, director)
    wanted = {"reason": "late", "percentage": "10", "entrant": stage.event.entrants.all()[0].pk}
    assert caller.post("penalties/", wanted).status_code == 403
    token = get_token(RequestFactory().get("/"))
    caller.client.cookies["csrftoken"] = token
    made = caller.post("penalties/", wanted, **{"X-CSRFToken": token})
    assert made.status_code == 201, made.content
    assert AuditEntry.objects.get(verb="rule_penalty").actor == f"user:{director.pk}"


def test_an_event_is_run_by_calls_alone() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    director = with_key(event)
    early = director.post("draw/", {})
    assert (early.status_code, early.json()["refusal"]) == (409, "no_stage")
    assert director.post("stages/", {"rounds": 1, "boards_per_round": 1}).status_code == 201
    text = "name,club\n" + "\n".join(f"Player {n},Club {n}" for n in range(1, 10))
    entered = director.post("entrants/import/", {"text": text}).json()
    assert len(entered["codes"]) == 9
    assert director.post("draw/").json()["drawn"]
    undone = director.post("draw/undo/", {"reason": "one more is coming"})
    assert undone.json()["drawn"] is False
    director.post("draw/")
    released = director.post("rounds/1/release/").json()
    assert released["state"] == "released"
    refused = director.post("rounds/1/finish/")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "plays_unfinished")
    assert refused.json()["params"] == {"count": 3, "tables": [1, 2, 3]}
    refused = director.post("draw/undo/", {"reason": "no"})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "already_released")
    play_round(event.stages.get().rounds.get(), lambda _: facts(1))
    refused = director.post("rounds/1/finish/")
    assert refused.json()["refusal"] == "already_finished"
    count_and_publish(event.stages.get())
    assert_equals_brute_force(event.stages.get())
    assert director.post("sessions/1/reveal/").status_code == 200


def test_codes_and_keys_are_shown_once_and_never_stored(stage: Stage) -> None:
    owner = with_key(stage.event, Role.OWNER)
    entrant = stage.event.entrants.order_by("number")[0]
    for path, body in (
        (f"entrants/{entrant.pk}/code/", {}),
        ("keys/", {"role": "scorer", "label": "results screen"}),
    ):
        first = owner.post(path, body, **{"Idempotency-Key": "same"})
        again = owner.post(path, body, **{"Idempotency-Key": "same"})
        assert again.headers["Idempotent-Replayed"] == "true"
        secret = set(first.json()) - set(again.json())
        assert secret <= {"codes", "key"}
        assert secret
    codes = owner.post(f"entrants/{entrant.pk}/code/").json()["codes"]
    stored = " ".join(IdempotentRequest.objects.values_list("response", flat=True))
    assert codes[entrant.pk] not in stored
    assert "fsk_" not in stored


def test_pins_come_with_the_codes_where_cards_are_played(stage: Stage) -> None:
    owner = with_key(stage.event, Role.OWNER)
    entrant = stage.event.entrants.order_by("number")[0]
    assert "pins" not in owner.post(f"entrants/{entrant.pk}/code/").json()
    Event.objects.filter(pk=stage.event_id).update(physical=True)
    told = owner.post(f"entrants/{entrant.pk}/code/", {}, **{"Idempotency-Key": "same"}).json()
    entrant.player.refresh_from_db()
    pin = told["pins"][entrant.pk]
    assert re.fullmatch(r"\d{4}", pin)
    assert entrant.player.pin_hash == pin_hash(entrant.player_id, pin)
    again = owner.post(f"entrants/{entrant.pk}/code/", {}, **{"Idempotency-Key": "same"}).json()
    assert set(told) - set(again) == {"codes", "pins"}
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    page = browser.post(
        reverse("direct-entrants", args=[stage.event.slug]),
        {"do": "code", "number": str(entrant.number)},
    )
    entrant.player.refresh_from_db()
    shown = re.search(r"PIN <code>(\d{4})</code>", page.content.decode())
    assert shown
    assert entrant.player.pin_hash == pin_hash(entrant.player_id, shown[1])


def test_a_substitute_at_cards_gets_a_pin_with_the_code() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    Event.objects.filter(pk=stage.event_id).update(physical=True)
    one, other = stage.event.entrants.order_by("number")[:2]
    body = {"entrant": one.pk, "name": "Zhao Min", "reason": "a fever"}
    told = with_key(stage.event).post("substitutions/", body).json()
    assert Player.objects.get(pk=told["player"]).pin_hash == pin_hash(told["player"], told["pin"])
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    form = {"do": "substitute", "number": str(other.number), "name": "Li Wen", "reason": "late"}
    page = browser.post(reverse("direct-entrants", args=[stage.event.slug]), form, follow=True)
    shown = re.search(r"PIN (\d{4})", page.content.decode())
    assert shown
    player = other.substitutions.get().player
    assert player.pin_hash == pin_hash(player.pk, shown[1])


def test_a_drawn_round_is_edited_with_its_cost_shown_and_undone() -> None:
    stage = drawn_stage(entrants=10, rounds=2, boards=1)
    director = with_key(stage.event)
    drawn = stage.movement
    assert drawn is not None
    sits_out = drawn["entrants"][drawn["rounds"][1]["byes"][0]]
    out = stage.event.entrants.get(number=sits_out)
    one = next(e for e in stage.event.entrants.order_by("number") if e.pk != out.pk)
    body = {"one": one.pk, "other": out.pk, "reason": "has to leave early"}
    shown = director.post("rounds/2/swap/", {**body, "dry_run": True}).json()
    assert shown["before"] != shown["after"]
    assert stage.rounds.get(number=2).byes.get().entrant == out
    made = director.post("rounds/2/swap/", {**body, "version": shown["version"]})
    assert made.status_code == 201, made.content
    assert stage.rounds.get(number=2).byes.get().entrant == one
    stale = director.post("rounds/2/swap/", {**body, "version": shown["version"]})
    assert stale.json()["refusal"] == "changed_meanwhile"
    director.post("rounds/2/swap/", body)
    stage.refresh_from_db()
    assert stage.movement is not None
    assert stage.movement["rounds"] == drawn["rounds"]
    assert {**(stage.certificate or {}), "version": 0} == {**shown["before"], "version": 0}
    director.post("rounds/1/release/")
    refused = director.post("rounds/1/swap/", body)
    assert refused.json()["refusal"] == "already_released"


def first_play(stage: Stage) -> Play:
    return plays_of(stage.rounds.get(number=1))[0]


def test_a_ruling_is_shown_made_once_and_reversed(stage: Stage) -> None:
    director = with_key(stage.event)
    wanted = {
        "kind": "scores",
        "play": first_play(stage).pk,
        "positions": {"1": {"award": "average_minus"}},
        "reason": "late",
    }
    shown = director.post("rulings/", {**wanted, "dry_run": True}).json()
    assert shown["made"] is None
    assert shown["changes"]
    assert not Ruling.objects.exists()
    other = director.post("rulings/", {**wanted, "preview": "0" * 32})
    assert (other.status_code, other.json()["code"]) == (409, "preview_outdated")
    assert other.json()["preview"] == shown["preview"]
    sure = {**wanted, "preview": shown["preview"]}
    made = director.post("rulings/", sure, **{"Idempotency-Key": "once"})
    assert made.status_code == 201
    assert made.json()["changes"] == shown["changes"]
    again = director.post("rulings/", sure, **{"Idempotency-Key": "once"})
    assert again.content == made.content
    assert Ruling.objects.count() == 1
    number = made.json()["made"]["id"]
    undone = director.post(f"rulings/{number}/reverse/", {"reason": "it was table 2"})
    assert undone.json()["made"]["reverses"] == number
    listed = director.send("GET", "rulings/").json()["results"]
    assert [line["reversed_by"] for line in listed] == [None, listed[0]["id"]]


def test_a_correction_is_a_new_row_with_its_difference(stage: Stage) -> None:
    director, play = with_key(stage.event), first_play(stage)
    right = facts(2, 3, "farmers")
    body = {"facts": right, "reason": "the slip says so"}
    shown = director.post(f"plays/{play.pk}/correct/", {**body, "dry_run": True}).json()
    made = director.post(f"plays/{play.pk}/correct/", {**body, "preview": shown["preview"]})
    assert made.json()["made"] == {
        "play": play.pk,
        "revision": 2,
        "points": {"1": 3, "2": -6, "3": 3},
    }
    assert [r.is_current for r in play.results.order_by("revision")] == [False, True]
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    impossible = {"facts": {**right, "bid": 9}, "reason": "?"}
    refused = director.post(f"plays/{play.pk}/correct/", impossible)
    assert (refused.status_code, refused.json()["refusal"]) == (422, "bad_facts")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("rulings/", {"kind": "scores"}, 400, "invalid"),
        ("rulings/", {"kind": "scores", "positions": {}, "board": 1}, 400, "invalid"),
        ("rulings/", {"kind": "withdrawn", "play": "nobody"}, 400, "invalid"),
        ("rulings/", {"kind": "withdrawn", "board": 99, "reason": "x"}, 400, "invalid"),
        ("rulings/", {"kind": "withdrawn", "board": 1}, 422, "refused"),
        ("rulings/", {"kind": "withdrawn", "board": 1, "why": "x"}, 400, "unknown_field"),
        ("penalties/", {"entrant": "nobody", "percentage": "10"}, 400, "invalid"),
        ("entrants/import/", {"text": "name\n\n,"}, 409, "refused"),
        ("stages/", {"rounds": True, "boards_per_round": 1}, 400, "invalid"),
        ("rounds/7/release/", {}, 404, "not_found"),
        ("keys/", {"role": "king", "label": "x"}, 403, "forbidden"),
    ],
)
def test_bad_requests_are_told_with_their_code(
    stage: Stage, path: str, body: Any, status: int, code: str
) -> None:
    answer = with_key(stage.event).post(path, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("rulings/", {"kind": "withdrawn", "play": "nobody", "reason": "x"}, "play"),
        ("rulings/", {"kind": "withdrawn", "board": 99, "reason": "x"}, "board"),
        ("penalties/", {"entrant": "nobody", "percentage": "10", "reason": "x"}, "entrant"),
        ("withdrawals/", {"entrant": "nobody"}, "entrant"),
        ("substitutions/", {"entrant": "nobody", "name": "Zhao"}, "entrant"),
        ("line-ups/", {"entrant": "nobody", "places": [1]}, "entrant"),
        ("incidents/", {"play": "nobody", "kind": "other", "decision": "stands"}, "play"),
        ("rounds/1/swap/", {"one": "nobody", "other": "nobody"}, "one"),
        ("stages/", {"rounds": 1, "boards_per_round": 1, "source": 7}, "source"),
        ("check-in/", {"who": "Nobody At All"}, "who"),
    ],
)
def test_what_a_body_names_and_is_not_there_is_told_by_its_field(
    stage: Stage, path: str, body: dict[str, Any], field: str
) -> None:
    other = drawn_stage()
    in_other_event = Entrant.objects.filter(event=other.event)[0].pk
    for name in ("nobody", in_other_event):
        sent = {key: name if value == "nobody" else value for key, value in body.items()}
        answer = with_key(stage.event).post(path, sent)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), answer.content
        told = [(each["field"], each["code"]) for each in answer.json()["errors"]]
        assert told == [(field, "unknown")]


def test_nobody_changes_places_with_himself(stage: Stage) -> None:
    one = Entrant.objects.filter(event=stage.event)[0].pk
    answer = with_key(stage.event).post("rounds/1/swap/", {"one": one, "other": one})
    assert (answer.status_code, answer.json()["code"]) == (409, "refused"), answer.content


def test_a_list_with_faults_enters_nobody() -> None:
    event = new_stage().event
    before = event.entrants.count()
    answer = with_key(event).post("entrants/import/", {"text": "name,number\nAda,1\nBo,x"})
    assert (answer.status_code, answer.json()["code"]) == (422, "import_faults")
    assert {each["line"] for each in answer.json()["errors"]} == {2, 3}
    assert event.entrants.count() == before


def test_two_directors_change_the_settings_and_one_sees_it(stage: Stage) -> None:
    ada, bo = with_key(stage.event), with_key(stage.event)
    tag = ada.send("GET", "settings/").headers["ETag"]
    missing = ada.send("PATCH", "settings/", {"place": "Hall 1"})
    assert missing.status_code == 428
    made = ada.send("PATCH", "settings/", {"place": "Hall 1"}, **{"If-Match": tag})
    assert made.json()["place"] == "Hall 1"
    late = bo.send("PATCH", "settings/", {"place": "Hall 2"}, **{"If-Match": tag})
    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    assert late.json()["now"]["place"] == "Hall 1"
    assert late.json()["changed_by"]["actor"].startswith("key:")
    again = bo.send("PATCH", "settings/", {"place": "Hall 2"}, **{"If-Match": made.headers["ETag"]})
    assert again.json()["place"] == "Hall 2"
    assert Event.objects.get(pk=stage.event.pk).place == "Hall 2"


def test_every_setting_of_the_tables_is_set_by_the_api() -> None:
    event = create_event(name="Fast", actor=SYSTEM)
    caller = with_key(event)
    first = caller.send("GET", "settings/")
    usual = {"action_seconds": None, "pool_seconds": None, "start_seconds": 0, "on_timeout": "act"}
    usual |= {"hints": False, "memory_aid": "last", "claims": False, "physical": False}
    usual |= {"confirm_results": False, "correction_minutes": 30, "law_text": ""}
    usual |= {"spectator_delay": 0, "withheld_rounds": 0}
    assert {name: first.json()[name] for name in usual} == usual
    wanted = {"action_seconds": 30, "pool_seconds": 120, "start_seconds": 20, "on_timeout": "bot"}
    wanted |= {"hints": True, "memory_aid": "counter", "claims": True, "physical": True}
    wanted |= {"confirm_results": True, "correction_minutes": 15, "law_text": "§ 12"}
    wanted |= {"spectator_delay": 20, "withheld_rounds": 2}
    match = {"If-Match": first.headers["ETag"]}
    made = caller.send("PATCH", "settings/", wanted | {"all_pass": "forced"}, **match)
    assert made.status_code == 200, made.content
    assert {name: made.json()[name] for name in wanted} == wanted
    event.refresh_from_db()
    assert table_policy(event).to_data()["action_seconds"] == 30
    for field, bad in (("action_seconds", 1), ("on_timeout", "wait"), ("claims", 1)):
        match = {"If-Match": made.headers["ETag"]}
        refused = caller.send("PATCH", "settings/", {field: bad}, **match)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, field)
    refused = caller.send("PATCH", "settings/", {"timezone": "Mars/Utopia"}, **match)
    assert refused.json()["refusal"] == "unknown_timezone"


def test_only_organisers_create_events(stage: Stage) -> None:
    key = with_key(stage.event, Role.OWNER)
    made = key.client.post(
        "/api/v1/events/",
        {"name": "Mine"},
        content_type="application/json",
        headers={**key.headers, "Idempotency-Key": "1"},
    )
    assert made.status_code == 403
    owner = user_with(stage.event, Role.OWNER, "owner")
    caller = with_session(stage.event, owner)
    token = get_token(RequestFactory().get("/"))
    caller.client.cookies["csrftoken"] = token
    made = caller.client.post(
        "/api/v1/events/",
        {"name": "Mine"},
        content_type="application/json",
        headers={"X-CSRFToken": token, "Idempotency-Key": "1"},
    )
    assert (made.status_code, made.json()["slug"]) == (201, "mine")
    assert caller.client.get("/api/v1/events/").status_code == 200


def test_the_audit_tells_from_where_a_program_and_a_user_decided(stage: Stage) -> None:
    key = with_key(stage.event, Role.OWNER)
    key.client.defaults["REMOTE_ADDR"] = "2001:db8::7"
    assert key.post("announcements/", {"text": "Lunch at noon"}).status_code in (200, 201)
    owner = with_session(stage.event, user_with(stage.event, Role.OWNER, "owner"))
    token = get_token(RequestFactory().get("/"))
    owner.client.cookies["csrftoken"] = token
    made = owner.post("announcements/", {"text": "Back at one"}, **{"X-CSRFToken": token})
    assert made.status_code in (200, 201)
    told = key.send("GET", "audit/?verb=announce").json()["results"]
    assert [(each["name"], each["origin"]) for each in told] == [
        ("owner", "api 127.0.0.1"),
        ("test", "api-key 2001:db8::7"),
    ]
    found = key.send("GET", "audit/?origin=api-key").json()["results"]
    assert [each["verb"] for each in found] == ["announce"]


def test_the_audit_is_searched_by_a_text_and_read_to_its_end(stage: Stage) -> None:
    key = with_key(stage.event, Role.OWNER)
    for text in ("Lunch at noon", "Back at one", "Tea at four"):
        key.post("announcements/", {"text": text})
    assert len(key.send("GET", "audit/?q=ANNOUNCE").json()["results"]) == 3
    everything = key.send("GET", "audit/?limit=1000").json()
    assert everything["next"] is None
    read: list[str] = []
    following = "limit=2"
    while following:
        part = key.send("GET", f"audit/?{following}").json()
        read += [each["id"] for each in part["results"]]
        following = f"limit=2&before={part['next']}" if part["next"] else ""
    assert read == [each["id"] for each in everything["results"]]
    assert key.send("GET", "audit/?limit=1001").status_code == 400
