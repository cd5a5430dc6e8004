"""Each role and each verb of the console; the verbs are read from the pages' own code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.factories import drawn_stage
from tests.tournaments.people import user_with
from tournaments.models import ApiKey, AuditEntry, Role, RoleAssignment, Stage
from tournaments.pages import console
from tournaments.services.actors import SYSTEM
from tournaments.services.issue_api_key import issue_api_key

pytestmark = pytest.mark.django_db

PAGES = {"": "hall", "rounds/": "rounds", "entrants/": "entrants", "settings/": "lists"}
#: What a scorer may post, and what only an owner may, with what it takes to get as far as the role.
SCORERS = {"slip", "check-in", "check-out"}
OWNERS = {
    "invite": {"role": "viewer"},
    "key": {"role": "viewer", "label": "screen"},
    "revoke": {},
    "remove": {"number": "1", "sure": "on"},
    "plays-as": {"plays_as": "1"},
    "role": {"role": "viewer"},
}


def verbs(module: str) -> set[str]:
    """The values of `do` that a module of the console knows."""
    text = (Path(console.__file__).parent / f"{module}.py").read_text()
    cases = re.findall(r"case ((?:\"[\w-]+\"(?: \| )?)+):", text)
    return {verb for case in cases for verb in re.findall(r'"([\w-]+)"', case)}


@pytest.fixture
def stage(db: None) -> Stage:
    return drawn_stage(entrants=9, rounds=1, boards=1)


def posting(stage: Stage, role: Role) -> Client:
    client = Client()
    client.force_login(user_with(stage.event, role, f"a-{role}"))
    return client


def every_post() -> list[tuple[str, str]]:
    """(address below the console, verb) of everything that can be posted."""
    found = [(path, verb) for path, module in PAGES.items() for verb in sorted(verbs(module))]
    found += [("decide/", ""), ("print/hands/", ""), ("print/codes/", ""), ("print/slips/", "")]
    return found


def test_the_verbs_are_found() -> None:
    assert verbs("rounds") >= {"draw", "release", "finish", "undo"}
    assert verbs("hall") >= {"pause", "freeze", "look", "slip"}
    assert len(every_post()) > 40


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_who_does_not_run_the_event_changes_nothing_there(stage: Stage, role: Role) -> None:
    client, before = posting(stage, role), AuditEntry.objects.count()
    for path, verb in every_post():
        if role == Role.SCORER and (verb in SCORERS or path == "decide/"):
            continue
        body = {"do": verb, "reason": "mine", "number": "1", "round": "1"}
        answer = client.post(f"/direct/{stage.event.slug}/{path}", body)
        assert answer.status_code == 403, (path, verb, answer.status_code)
    for what in ("scores", "correct", "penalty", "withdraw-board", "reverse"):
        body = {"what": what, "number": "1", "percentage": "10", "reason": "mine"}
        answer = client.post(f"/direct/{stage.event.slug}/decide/", body)
        assert answer.status_code == 403, what
    assert AuditEntry.objects.count() == before


def test_what_is_an_owners_is_no_directors(stage: Stage) -> None:
    key, _text = issue_api_key(stage.event, Role.VIEWER, "screen", SYSTEM)
    owner = user_with(stage.event, Role.OWNER, "olga")
    client, before = posting(stage, Role.DIRECTOR), AuditEntry.objects.count()
    for verb, more in OWNERS.items():
        path = "entrants/" if verb == "remove" else "settings/"
        body = {"do": verb, "key": str(key.pk), "user": str(owner.pk), **more}
        answer = client.post(f"/direct/{stage.event.slug}/{path}", body)
        assert answer.status_code == 403, (verb, answer.status_code)
    assert AuditEntry.objects.count() == before
    assert ApiKey.objects.get().revoked_at is None
    assert not RoleAssignment.objects.exclude(person=None).exists()
    mine = RoleAssignment.objects.get(user__username="a-director")
    body = {"do": "plays-as", "user": str(mine.user_id), "plays_as": "1"}
    assert client.post(f"/direct/{stage.event.slug}/settings/", body).status_code == 302
    mine.refresh_from_db()
    assert mine.person_id == stage.event.entrants.get(number=1).person_id


def test_an_owner_changes_a_role_and_takes_it_away_but_not_the_last_owners() -> None:
    event = drawn_stage(entrants=9).event
    owner, other = user_with(event, Role.OWNER), user_with(event, Role.SCORER)
    address = f"/direct/{event.slug}/settings/"
    client = Client()
    client.force_login(owner)

    def change(user: User, role: str) -> str:
        form = {"do": "role", "user": str(user.pk), "role": role}
        return client.post(address, form, follow=True).content.decode()

    assert "The role is changed." in change(other, "director")
    assert RoleAssignment.objects.get(event=event, user=other).role == Role.DIRECTOR
    assert "An event keeps at least one owner." in change(owner, "viewer")
    change(other, "")
    assert not RoleAssignment.objects.filter(event=event, user=other).exists()
    assert RoleAssignment.objects.get(event=event, user=owner).role == Role.OWNER
