"""Two events side by side, everybody who may knock at a door, and the doors.

`phones` is played on devices, `cards` with packs; what is right in one is wrong in the other. Both
have a released round with a play, a call, a dispute, a ruling, an incident, a key: every id that an
address can name exists in both.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.utils import timezone

from games.models import Call, Dispute, Person, Play, Result, Seat, Table
from games.services.issue_code import issue_code
from games.services.sign_in import sign_in
from tests.tournaments.factories import drawn_stage, facts, finish, release
from tests.tournaments.people import user_with
from tournaments.models import (
    ApiKey,
    AuditEntry,
    Elimination,
    Entrant,
    Event,
    Incident,
    Registration,
    Rehearsal,
    Role,
    Ruling,
    Stage,
    Webhook,
)
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event
from tournaments.services.correct_result import correct_result
from tournaments.services.issue_api_key import issue_api_key
from tournaments.services.issue_event_table_codes import issue_event_table_codes
from tournaments.services.penalise import penalise
from tournaments.services.record_incident import Report, record_incident
from tournaments.services.rehearse import ask_rehearsal
from tournaments.services.webhooks import make_webhook

Answer = Any


@dataclass
class Caller:
    """Somebody at the door, by what is sent with every request."""

    name: str
    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def send(self, method: str, address: str, body: Any = None, **headers: str) -> Answer:
        """Send JSON with a fresh key of repetition."""
        head = {"Idempotency-Key": uuid.uuid4().hex, **self.headers, **headers}
        return self.client.generic(
            method.upper(),
            address,
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=head,
        )


def bearer(name: str, token: str) -> Caller:
    """A program that sends a token."""
    return Caller(name, {"Authorization": f"Bearer {token}"})


def session(name: str, user: User) -> Caller:
    """A browser that is signed in, and sends the token that its pages carry."""
    caller = Caller(name)
    caller.client.force_login(user)
    text = get_token(RequestFactory().get("/"))
    caller.client.cookies["csrftoken"] = text
    caller.headers["X-CSRFToken"] = text
    return caller


@dataclass
class Site:
    """One event with what an address of it can name, and its rightful callers."""

    stage: Stage
    play: Play
    finished: Play
    table: Table
    entrant: Entrant
    call: Call
    dispute: Dispute
    ruling: Ruling
    incident: Incident
    correction: AuditEntry
    elimination: Elimination
    rehearsal: Rehearsal
    registration: Registration
    key: ApiKey
    webhook: Webhook
    players: dict[str, Caller]  # the seats of `table`, and "far": somebody at another table
    device: Caller
    roles: dict[str, Caller]  # by key
    people: dict[str, Caller]  # by session

    @property
    def event(self) -> Event:
        """The event."""
        return self.stage.event

    @property
    def ids(self) -> dict[str, Any]:
        """What the variable parts of addresses are filled with."""
        return {
            "slug": self.event.slug,
            "play_id": self.play.pk,
            "table_id": self.table.pk,
            "entrant_id": self.entrant.pk,
            "call_id": self.call.pk,
            "dispute_id": self.dispute.pk,
            "ruling_id": self.ruling.pk,
            "incident_id": self.incident.pk,
            "correction_id": self.correction.pk,
            "elimination_id": self.elimination.pk,
            "rehearsal_id": self.rehearsal.pk,
            "registration_id": self.registration.pk,
            "key_id": self.key.pk,
            "webhook_id": self.webhook.pk,
            "number": 1,
            "table": 1,
        }


#: Ids that nothing has, of the form that ids have.
MISSING: dict[str, Any] = {
    "slug": "no-such-event",
    "play_id": "z" * 16,
    "table_id": "z" * 16,
    "entrant_id": "z" * 16,
    "call_id": 999_999,
    "dispute_id": 999_999,
    "ruling_id": 999_999,
    "incident_id": 999_999,
    "correction_id": 999_999,
    "elimination_id": 999_999,
    "rehearsal_id": 999_999,
    "registration_id": "z" * 16,
    "key_id": 999_999,
    "webhook_id": 999_999,
    "number": 999,
    "table": 999,
}


@dataclass
class World:
    """Both events, and whoever belongs to neither."""

    phones: Site
    cards: Site
    outsider: Caller
    nobody: Caller
    garbage: Caller
    revoked_player: Caller
    revoked_key: Caller


def make_site(name: str, *, physical: bool) -> Site:
    """An event of nine players in its first round of two; table 2 has finished board 1."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    change_event(stage.event, SYSTEM, {"physical": physical})
    round_ = release(stage)
    tables = [each.table for each in round_.tables.select_related("table").order_by("number")]
    play = Play.objects.filter(table=tables[0]).select_related("table").order_by("order")[0]
    finished = Play.objects.filter(table=tables[1]).select_related("table").order_by("order")[0]
    finish(finished, facts(1, 2))
    correct_result(finished, facts(1, 2, bombs=1), SYSTEM, "a bomb was forgotten")
    seats = {seat.letter: seat.player for seat in Seat.objects.filter(table=tables[0])}
    players = {**seats, "far": Seat.objects.filter(table=tables[2])[0].player}
    entrant = stage.event.entrants.get(player=seats["A"])
    now = timezone.now()
    call = Call.objects.create(
        table=tables[0], player=seats["A"], play=play, reason="other", at=now
    )
    dispute = Dispute.objects.create(
        play=finished, result=Result.objects.get(play=finished, is_current=True), seat="A", at=now
    )
    (_number, code), *_rest = issue_event_table_codes(stage.event, [1], SYSTEM)
    keys = {role: issue_api_key(stage.event, role, "test", SYSTEM) for role in Role.values}
    return Site(
        stage=stage,
        play=play,
        finished=finished,
        table=tables[0],
        entrant=entrant,
        call=call,
        dispute=dispute,
        ruling=penalise(stage, entrant, "10", SYSTEM, "late"),
        correction=AuditEntry.objects.get(event=stage.event, verb="correct_result"),
        incident=record_incident(play, Report("exposed_card", "stands"), SYSTEM, "a card fell"),
        elimination=Elimination.objects.create(
            stage=stage,
            entrant=entrant,
            round=1,
            why="below",
            value="30",
            threshold=40,
            actor="system",
            made_at=timezone.now(),
        ),
        rehearsal=ask_rehearsal(stage.event, SYSTEM),
        registration=Registration.objects.create(
            event=stage.event,
            person=Person.objects.create(name="Lin", email="lin@example.org"),
            state="requested",
            made_at=now,
        ),
        key=keys[Role.VIEWER][0],
        webhook=make_webhook(stage.event, "https://example.org/", ["standings"], SYSTEM)[0],
        players={
            at: bearer(f"player {at} of {name}", sign_in(issue_code(player)).token)
            for at, player in players.items()
        },
        device=bearer(f"device of {name}", sign_in(code).token),
        roles={role: bearer(f"{role} key of {name}", key) for role, (_row, key) in keys.items()},
        people={
            role: session(f"{role} of {name}", user_with(stage.event, Role(role), f"{name} {role}"))
            for role in Role.values
        },
    )


def make_world() -> World:
    """Everything."""
    phones, cards = make_site("phones", physical=False), make_site("cards", physical=True)
    gone = Seat.objects.filter(table__realm=phones.event.pk, table__number=2)[0].player
    old = sign_in(issue_code(gone)).token
    sign_in(issue_code(gone), take_over=True)
    row, key = issue_api_key(phones.event, Role.OWNER, "old", SYSTEM)
    row.revoked_at = timezone.now()
    row.save()
    return World(
        phones,
        cards,
        outsider=session("outsider", user_with(None, None)),
        nobody=Caller("nobody"),
        garbage=bearer("garbage", "fst_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
        revoked_player=bearer("revoked player", old),
        revoked_key=bearer("revoked key", key),
    )
