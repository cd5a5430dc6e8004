"""Every operation of the API and every page with every wrong credential.

The operations come from the schema and the pages from the addresses that are served: what is not
classified here fails, so that nothing new can be forgotten.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

from games.models import LogEntry, PlayerToken
from tests.attack.world import MISSING, Answer, Caller, Site, World, make_world, session
from tests.games.listening import Listener
from tests.tournaments.factories import facts
from tournaments.models import ApiKey, AuditEntry, Role

REFUSED = {401, 403, 404}
SLIP = {"landlord": 1, "lead": "3s", "bid": 1, "out_first": 1}

#: Everybody may ask, and everybody gets the same.
PUBLIC = {
    "events_list", "events_retrieve", "events_boards_list", "events_boards_retrieve",
    "events_boards_partings_retrieve",
    "events_commitment_retrieve", "events_entrants_list", "events_entrants_retrieve",
    "events_matches_list", "events_movement_retrieve", "events_plays_list", "events_plays_retrieve",
    "events_plays_stream", "events_statistics_retrieve",
    "events_rounds_list", "events_rounds_retrieve", "events_standings_list",
    "events_standings_clubs_list", "events_cross_table_list",
    "events_tables_retrieve", "events_summary_retrieve", "signing_key",
}  # fmt: skip
#: Answered by the ASGI application.
STREAMS = {"events_stream", "my_stream"}
#: A player's own things; no address names whose.
OWN: dict[str, Any] = {
    "me": None,
    "my_call": None,
    "call_director": {"reason": "other"},
    "withdraw_call": None,
    "my_play": None,
    "my_table": None,
    "my_letters": None,
    "change_my_letters": {"email": "", "seating": False, "results": False},
    "sign_out": None,
}
#: A play that the caller sits at; those of `cards` are about boards that are played with cards.
AT_A_PLAY: dict[str, Any] = {
    "act": {"seq": 0, "action": {"type": "bid", "value": 1}},
    "explain": None,
    "play_log": None,
    "moves": None,
    "claim": {"seq": 0, "plays": [{"ranks": "3"}]},
    "accept_claim": {"claim": "1"},
    "refuse_claim": {"claim": "1"},
}
AT_CARDS: dict[str, Any] = {
    "report_result": SLIP,
    "confirm_result": {"report": 1},
    "dispute_result": {"report": 1},
}
FOR_DEVICES = {"my_table", "sign_out", *AT_CARDS}
#: What an event's people may read, and what only some of them may do, with a right body.
READS = {
    "event_audit", "event_corrections", "calls", "event_disputes", "round_plays", "event_rulings",
    "event_incidents", "event_missed_wins", "event_what_if",
    "eliminations", "cut_preview", "missing_entrants", "event_settings", "event_stages",
    "event_stage", "event_readiness", "hall", "event_rehearsals", "registrations", "person_data",
}  # fmt: skip
WHY = {"reason": "it must be"}
VERBS: dict[str, Any] = {
    "announce": {"text": "Tea."},
    "open_board": WHY,
    "look_at_board": WHY,
    "close_call": WHY,
    "record_incident": {
        **WHY,
        "play": "{play_id}",
        "kind": "exposed_card",
        "decision": "stands",
    },
    "reverse_incident": WHY,
    "withdraw_claim": WHY,
    "take_call": WHY,
    "settle_dispute": {**WHY, "decision": "stands"},
    "draw_stage": {},
    "undo_draw": WHY,
    "limit_tables": {**WHY, "tables": 1},
    "enter_house": {"count": 1, **WHY},
    "import_entrants": {"text": "name\nLin", "late": True, **WHY},
    "issue_code": WHY,
    "issue_codes": WHY,
    "try_again": WHY,
    "pause_event": WHY,
    "approve_registration": WHY,
    "refuse_registration": WHY,
    "penalise": {**WHY, "entrant": "{entrant_id}", "percentage": "10"},
    "accept_report": WHY,
    "correct_person": {**WHY, "club": "South"},
    "correct_result": {**WHY, "facts": facts(1, 1)},
    "mark_not_played": WHY,
    "enter_slip": SLIP,
    "mark_to_be_played": WHY,
    "resume_event": WHY,
    "readmit_entrant": {**WHY, "entrant": "{entrant_id}"},
    "draw_round": WHY,
    "add_round": WHY,
    "drop_round": WHY,
    "undo_round": WHY,
    "undo_release": WHY,
    "print_hands": WHY,
    "finish_round": WHY,
    "release_round": {**WHY, "early": True},
    "cut_round": WHY,
    "undo_cut": WHY,
    "reinstate": WHY,
    "swap_drawn": {**WHY, "one": "{entrant_id}", "other": "{entrant_id}"},
    "rule": {**WHY, "kind": "withdrawn", "play": "{play_id}"},
    "reverse_ruling": WHY,
    "reverse_correction": WHY,
    "reveal_session": WHY,
    "bring_public_value": {"value": "3312.75"},
    "correct_public_value": {**WHY, "value": "3312.57"},
    "reveal_withheld": WHY,
    "change_event": {"place": "Hall 1"},
    "create_stage": {"rounds": 1, "boards_per_round": 1},
    "change_stage": {"name": "Final"},
    "substitute": {**WHY, "entrant": "{entrant_id}", "name": "Lin"},
    "set_line_up": {**WHY, "entrant": "{entrant_id}", "places": [1, 2, 3]},
    "end_substitution": {**WHY, "entrant": "{entrant_id}"},
    "issue_table_codes": {"tables": [1]},
    "ask_rehearsal": {},
    "cancel_rehearsal": WHY,
    "seat_bots": WHY,
    "seat_bot": {**WHY, "seat": "A", "bot": "greedy"},
    "extend_round": {**WHY, "seconds": 5},
    "extend_turn": {**WHY, "seconds": 5},
    "freeze_table": WHY,
    "resume_table": WHY,
    "undo_action": WHY,
    "disqualify_entrant": {**WHY, "entrant": "{entrant_id}"},
    "check_in": {"who": "1"},
    "withdraw_entrant": {**WHY, "entrant": "{entrant_id}"},
}
#: Of all roles only the owner's.
OWNERS: dict[str, Any] = {
    "api_keys": None,
    "hand_over": None,
    "issue_api_key": {"role": "viewer", "label": "screen"},
    "revoke_api_key": None,
    "event_roles": None,
    "webhooks": None,
    "make_webhook": {"url": "https://example.org/hook", "topics": ["standings"]},
    "try_webhook": None,
    "end_webhook": None,
    "remove_person": {},
    "remove_registrant": {},
    "assign_role": {"user": "outsider", "role": "viewer"},
    "invite": {"role": "viewer"},
}
#: What an organiser makes an event by; a copy is of one that he runs.
MAKES_EVENTS: dict[str, Any] = {
    "create_event": {"name": "Mine"},
    "plan_event": {"name": "Mine", "people": 12},
    "copy_event": {"name": "Mine"},
}
SCORERS = {"enter_slip", "record_incident", "check_in"}
#: These need a code, or an organiser's session: a key makes no event.
OTHERS = {"sign_in", "presets", "bring_in", *MAKES_EVENTS}
#: Addresses of the API without an operation: texts that are the same for everybody.
TEXTS = {"api-schema", "api-docs", "api-problem"}


class Operation(NamedTuple):
    """One thing that the API does."""

    name: str
    method: str
    path: str

    def ask(self, caller: Caller, ids: dict[str, Any], body: Any = None) -> Answer:
        """Do it with these ids in the address and in the body."""
        address = self.path.format(**ids) + ("?cards=3s" if self.name == "explain" else "")
        given = BODIES.get(self.name) if body is None else body
        filled = None
        if given is not None:
            filled = {
                name: value.format(**ids) if isinstance(value, str) else value
                for name, value in given.items()
            }
        head = {"If-Match": '"old"'} if self.method == "patch" else {}
        return caller.send(self.method, address, filled, **head)


BODIES = {**OWN, **AT_A_PLAY, **AT_CARDS, **VERBS, **OWNERS}
DIRECTING = {*READS, *VERBS, *OWNERS}
CLASSIFIED = [PUBLIC, STREAMS, OWN, AT_A_PLAY, AT_CARDS, READS, VERBS, OWNERS, OTHERS]


def operations() -> dict[str, Operation]:
    """Every operation of the schema by its name."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return {
        what["operationId"]: Operation(what["operationId"], method, path)
        for path, methods in schema["paths"].items()
        for method, what in methods.items()
        if method != "parameters"
    }


@pytest.fixture(scope="module")
def api() -> dict[str, Operation]:
    return operations()


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def told(answer: Answer) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Everything that an answer says."""
    content = answer.getvalue() if answer.streaming else answer.content
    return answer.status_code, content, sorted(answer.items())


def traces() -> list[int]:
    """What would have grown if anything had been done."""
    return [
        AuditEntry.objects.count(),
        LogEntry.objects.count(),
        PlayerToken.objects.filter(revoked_at=None).count(),
        ApiKey.objects.filter(revoked_at=None).count(),
    ]


def test_every_operation_and_every_address_of_the_api_is_classified(
    api: dict[str, Operation],
) -> None:
    assert sorted(api) == sorted(name for names in CLASSIFIED for name in names)
    served = {address for name, address in addresses() if address.startswith("api/v1/")} - {
        address for name, address in addresses() if name in TEXTS
    }
    described = {re.sub(r"{\w+}", "*", each.path).lstrip("/") for each in api.values()}
    assert served == described - {"api/v1/events/*/stream/", "api/v1/me/stream/"}


def strangers_to_tables(world: World) -> Iterator[tuple[Caller, int]]:
    """Who is no player, and what the table API answers."""
    yield world.nobody, 401
    yield world.garbage, 401
    yield world.revoked_player, 401
    yield world.outsider, 401
    yield world.revoked_key, 401
    for site in (world.phones, world.cards):
        yield from ((caller, 401) for caller in site.roles.values())
        yield from ((caller, 401) for caller in site.people.values())


def test_what_is_a_players_own_is_for_players(world: World, api: dict[str, Operation]) -> None:
    before = traces()
    for name in (*OWN, *AT_A_PLAY, *AT_CARDS):
        site = world.cards if name in AT_CARDS else world.phones
        for caller, status in strangers_to_tables(world):
            answer = api[name].ask(caller, site.ids)
            assert answer.status_code == status, (name, caller.name)
        if name not in FOR_DEVICES:
            answer = api[name].ask(world.phones.device, site.ids)
            assert (answer.status_code, answer.json()["code"]) == (403, "table_device"), name
    assert traces() == before


def test_a_play_of_somebody_else_is_as_if_there_were_none(
    world: World, api: dict[str, Operation]
) -> None:
    before = traces()
    for name in (*AT_A_PLAY, *AT_CARDS):
        own, other = world.phones, world.cards
        if name in AT_CARDS:
            own, other = other, own
        for caller in (own.players["far"], other.players["A"]):
            missing = api[name].ask(caller, MISSING)
            assert missing.status_code == 404
            assert told(api[name].ask(caller, own.ids)) == told(missing), (name, caller.name)
        if name in AT_CARDS:
            by_pin = {**BODIES[name], "seat": "A", "pin": "0000"}
            missing = api[name].ask(other.device, MISSING, by_pin)
            assert missing.status_code == 404
            assert told(api[name].ask(other.device, own.ids, by_pin)) == told(missing)
            assert api[name].ask(own.device, own.ids, by_pin).json()["code"] == "wrong_pin"
        with transaction.atomic():
            right = api[name].ask(own.players["A"], own.ids)
            transaction.set_rollback(True)
        # `moves` and `claim` ask whether the event allows them.
        allowed = right.status_code not in REFUSED
        assert allowed or right.json()["code"] in ("no_hints", "no_claims"), (name, right.content)
    assert traces() == before


def test_whoever_has_no_role_directs_nothing(world: World, api: dict[str, Operation]) -> None:
    site, other = world.phones, world.cards
    before = traces()
    for name in DIRECTING:
        operation = api[name]
        for caller in (
            world.nobody, world.garbage, world.revoked_player, world.revoked_key, site.device,
            site.players["A"],
        ):  # fmt: skip
            assert operation.ask(caller, site.ids).status_code == 401, (name, caller.name)
        for caller in (world.outsider, other.people["owner"], other.roles["owner"]):
            missing = operation.ask(caller, MISSING)
            assert missing.status_code == 404
            assert told(operation.ask(caller, site.ids)) == told(missing), (name, caller.name)
    assert traces() == before


def test_a_session_without_its_token_directs_nothing(
    world: World, api: dict[str, Operation]
) -> None:
    owner, before = world.phones.people["owner"], traces()
    del owner.headers["X-CSRFToken"]
    ids = {**world.phones.ids, "preset": "club"}
    for name in (*VERBS, "issue_api_key", "revoke_api_key", *MAKES_EVENTS):
        body = MAKES_EVENTS.get(name)
        assert api[name].ask(owner, ids, body).status_code == 403, name
    assert traces() == before


def test_each_role_does_what_it_may_and_no_more(world: World, api: dict[str, Operation]) -> None:
    for name in DIRECTING:
        for role in Role:
            # Slips are of boards that are played with cards, too.
            site = world.cards if name == "enter_slip" else world.phones
            people = [site.people[role]] if role in (Role.OWNER, Role.SCORER) else []
            for caller in (site.roles[role], *people):
                may = role == Role.OWNER or (
                    name not in OWNERS
                    and (
                        name in READS
                        or role == Role.DIRECTOR
                        or (role == Role.SCORER and name in SCORERS)
                    )
                )
                before = traces()
                with transaction.atomic():
                    answer = api[name].ask(caller, site.ids)
                    changed = traces() != before
                    transaction.set_rollback(True)
                said = (name, caller.name, answer.status_code, answer.content)
                assert (answer.status_code in REFUSED) != may, said
                if not may:
                    assert answer.status_code == 403, said
                    assert not changed, said


def test_a_director_reaches_nothing_of_another_event_under_the_own_address(
    world: World, api: dict[str, Operation]
) -> None:
    site, other, before = world.phones, world.cards, traces()
    tried = 0
    for name in DIRECTING:
        operation = api[name]
        names = set(re.findall(r"{(\w+)}", operation.path + str(BODIES.get(name)))) - {"slug"}
        for each in names:
            missing = operation.ask(site.people["owner"], site.ids | {each: MISSING[each]})
            in_path = f"{{{each}}}" in operation.path
            assert missing.status_code == (404 if in_path else 400), (name, each, missing.content)
            if each == "number":
                continue
            foreign = operation.ask(site.people["owner"], site.ids | {each: other.ids[each]})
            assert told(foreign) == told(missing), (name, each)
            tried += 1
    assert tried > 15
    assert traces() == before


def everybody(world: World) -> list[Caller]:
    """One caller of each kind there is."""
    found = [
        world.nobody, world.garbage, world.revoked_player, world.revoked_key, world.outsider,
    ]  # fmt: skip
    site, other = world.phones, world.cards
    found += [site.players["A"], site.device, site.roles["owner"], site.people["owner"]]
    return [*found, site.roles["scorer"], other.people["owner"]]


def test_what_is_public_is_the_same_for_everybody(world: World, api: dict[str, Operation]) -> None:
    for name in PUBLIC:
        for ids in (world.phones.ids, MISSING | {"slug": world.phones.event.slug}, MISSING):
            found = {
                (status, content)
                for status, content, _ in (told(api[name].ask(c, ids)) for c in everybody(world))
            }
            assert len(found) == 1, name
    unopened = api["events_plays_retrieve"].ask(world.nobody, world.phones.ids)
    missing = api["events_plays_retrieve"].ask(
        world.nobody, world.phones.ids | {"play_id": MISSING["play_id"]}
    )
    assert told(unopened) == told(missing)


def test_a_hidden_event_is_as_if_there_were_none(world: World, api: dict[str, Operation]) -> None:
    world.phones.event.is_public = False
    world.phones.event.save()
    for name in PUBLIC - {"events_list", "signing_key"}:
        for caller in (world.nobody, world.outsider, world.cards.players["A"]):
            missing = api[name].ask(caller, MISSING)
            assert missing.status_code == 404
            assert told(api[name].ask(caller, world.phones.ids)) == told(missing), name
    listed = api["events_list"].ask(world.nobody, MISSING).content.decode()
    assert f'"{world.phones.event.slug}"' not in listed


def test_events_are_created_by_organisers_and_sessions_opened_by_codes(
    world: World, api: dict[str, Operation]
) -> None:
    before = traces()
    organisers = {world.phones.people["owner"].name, world.cards.people["owner"].name}
    players = world.phones.players
    for caller in everybody(world):
        for name, body in MAKES_EVENTS.items():
            with transaction.atomic():
                ids = {**world.phones.ids, "preset": "club"}
                answer = api[name].ask(caller, ids, body)
                transaction.set_rollback(True)
            may = organisers if name != "copy_event" else {world.phones.people["owner"].name}
            allowed = answer.status_code == 201
            assert allowed == (caller.name in may), (name, caller.name)
            assert allowed or answer.status_code in REFUSED
        strangers = caller in everybody(world)[:4] or caller in (players["A"], world.phones.device)
        known = api["presets"].ask(caller, MISSING).status_code
        assert known == (401 if strangers else 200), caller.name
        assert api["sign_in"].ask(caller, MISSING, {"code": "AAAA-AAAA"}).status_code in (401, 429)
    assert traces() == before


def test_an_event_is_brought_in_by_an_administrator_alone(world: World) -> None:
    before = traces()

    def send(caller: Caller, **headers: str) -> int:
        body = {"file": io.BytesIO(b"no file")}
        answer: Answer = caller.client.post("/api/v1/bring-in/", body, headers=headers)
        return int(answer.status_code)

    for caller in everybody(world):
        assert send(caller, **caller.headers) in (401, 403), caller.name
    boss = session("administrator", User.objects.create_superuser("boss"))
    assert send(boss) == 403, "without the token that its pages carry"
    assert send(boss, **boss.headers) == 422
    assert traces() == before


@pytest.mark.django_db(transaction=True)
def test_a_stream_opens_for_a_live_token_of_a_player_only() -> None:
    world = make_world()
    for caller, status in (
        *strangers_to_tables(world),
        (world.phones.device, 401),
        (world.cards.device, 401),
    ):
        cookies = "; ".join(f"{m.key}={m.value}" for m in caller.client.cookies.values())
        given = {"authorization": caller.headers.get("Authorization", ""), "cookie": cookies}
        refused = Listener("", **given)
        refused.wait_for_end()
        assert (refused.status, refused.events) == (status, []), caller.name
        assert refused.headers["content-type"] == "application/problem+json"


# --- pages -----------------------------------------------------------------------------------

#: Pages that everybody sees alike, or that are about signing in.
OPEN_PAGES = {
    "start", "language", "favicon", "sign-in", "sign-out", "invitation", "password-reset",
    "password-reset-sent", "password-reset-confirm", "forgotten", "first-owner", "bring-back",
    "practise", "statistics", "cross-table",
    "practice", "events", "event", "standings", "rounds", "round", "boards", "board", "play",
    "table", "enter", "entered",
    "entrant", "file", "files", "partings", "changes", "clubs", "screen", "matches", "movement",
    "movement-file", "verify", "reveal-file", "deals-file", "table-client", "table-client-manifest",
    "letters", "letters-confirm", "letters-end",
}  # fmt: skip
#: Pages of who is signed in.
SIGNED_IN_PAGES = {"welcome", "new", "bring-in"}
CONSOLE = {
    "direct", "direct-table", "direct-decide", "direct-rounds", "direct-entrants",
    "direct-rulings", "direct-audit", "direct-settings", "direct-prints", "direct-print",
    "direct-check-in", "direct-print-hands", "direct-print-codes", "direct-rehearsals",
    "direct-missed-wins", "direct-what-if", "direct-hand-over", "direct-person",
}  # fmt: skip


def addresses() -> list[tuple[str, str]]:
    """Every address that Django serves, by its name, with a star for each variable part."""

    def walk(resolver: URLResolver, before: str) -> Iterator[tuple[str, str]]:
        for each in resolver.url_patterns:
            text = before + str(each.pattern)
            if isinstance(each, URLResolver):
                yield from walk(each, text)
            elif isinstance(each, URLPattern):
                yield each.name or "", re.sub(r"<[^>]+>", "*", text)

    return list(walk(get_resolver(), ""))


def test_every_page_is_classified() -> None:
    pages = {name for name, address in addresses() if not address.startswith(("api/v1/", "admin/"))}
    assert pages == OPEN_PAGES | SIGNED_IN_PAGES | CONSOLE
    # What everybody may open is public or of the signing in; the console is all of /direct/.
    direct = {name for name, address in addresses() if address.startswith("direct/")}
    assert direct == CONSOLE


def console_pages(site: Site) -> list[str]:
    """The addresses of the console of an event."""
    base = f"/direct/{site.event.slug}/"
    pages = [a.removeprefix("direct/*/") for _n, a in addresses() if a.startswith("direct/")]
    return [base + page.replace("*", "1") for page in pages]


def browsers(world: World, site: Site) -> Iterator[tuple[Client, int]]:
    """Who has no role in an event, with what its console answers."""
    for caller in (world.nobody, site.players["A"], site.roles["owner"]):
        client = Client(headers=caller.headers)
        token = caller.headers.get("Authorization", "").removeprefix("Bearer ")
        client.cookies["fushi_player"] = token
        yield client, 302
    other = world.cards if site is world.phones else world.phones
    for caller in (world.outsider, other.people["owner"]):
        client = Client()
        client.cookies = caller.client.cookies
        yield client, 404


def test_the_console_is_for_the_events_people(world: World) -> None:
    site, before = world.phones, traces()
    for address in console_pages(site):
        missing = address.replace(f"/{site.event.slug}/", "/no-such-event/")
        for client, status in browsers(world, site):
            for method in ("get", "post"):
                body = {"do": "draw", "reason": "mine", "what": "scores", "play": site.play.pk}
                answer = getattr(client, method)(address, body if method == "post" else None)
                assert answer.status_code == status, (address, method)
                if status == 302:
                    assert answer["Location"].startswith("/accounts/sign-in/")
                else:
                    shown = [
                        re.sub(rb"csrf\S*|[\w-]*event/", b"", each.content)
                        for each in (answer, client.get(missing))
                    ]
                    assert shown[0] == shown[1], address
    assert traces() == before


def test_pages_of_accounts_ask_to_sign_in(world: World) -> None:
    for client, status in browsers(world, world.phones):
        for address in ("/accounts/", "/new/", "/new/bring-in/"):
            answer = client.get(address)
            assert (answer.status_code == 302) == (status == 302), address


def admin_addresses(site: Site) -> list[str]:
    """Every address of the admin that names a row, for the rows of an event."""
    rows: dict[str, Any] = {
        "event": site.event.pk,
        "stage": site.stage.pk,
        "round": site.stage.rounds.get(number=1).pk,
        "session": site.stage.sessions.get().pk,
        "entrant": site.entrant.pk,
        "person": site.entrant.person_id,
        "roleassignment": site.event.roles.all()[0].pk,
        "auditentry": site.event.audit.all()[0].pk,
    }
    found = []
    for model, model_admin in admin.site._registry.items():
        pk = rows.get(model._meta.model_name or "")
        if pk is None:
            continue
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for pattern in model_admin.get_urls():
            path = re.sub(r"<(path|int|str):object_id>|<[^>]*pk>", str(pk), str(pattern.pattern))
            if str(pk) in path:
                found.append(base + re.sub(r"<[^>]+>", "draw", path))
    return found


def test_the_admin_opens_no_row_of_another_event(world: World) -> None:
    before = traces()
    pages = admin_addresses(world.phones)
    assert len(pages) > 20
    for caller in (world.nobody, world.outsider, world.cards.people["owner"]):
        client = Client()
        client.cookies = caller.client.cookies
        for address in pages:
            for method in ("get", "post"):
                answer = getattr(client, method)(address, {"reason": "mine", "post": "yes"})
                # Django's admin leads away from what is not there for its user.
                assert answer.status_code in (302, 403, 404, 405), (address, answer.status_code)
    assert traces() == before
