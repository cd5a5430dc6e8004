"""Calls of the director's API in tests, with each kind of credential."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from tournaments.models import Event, Role
from tournaments.services.actors import SYSTEM
from tournaments.services.issue_api_key import issue_api_key


@dataclass
class Caller:
    """Somebody who calls the API of one event."""

    event: Event
    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=Client)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Call `/api/v1/events/<slug>/<path>`; a POST gets a fresh key of repetition."""
        sent = {**self.headers, **headers}
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        return self.client.generic(
            method,
            f"/api/v1/events/{self.event.slug}/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=sent,
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """POST; an empty object if there is nothing to say."""
        return self.send("POST", path, body or {}, **headers)


def with_key(event: Event, role: str = Role.DIRECTOR) -> Caller:
    """A program with a key."""
    _row, key = issue_api_key(event, role, "test", SYSTEM)
    return Caller(event, {"Authorization": f"Bearer {key}"})


def with_session(event: Event, user: User) -> Caller:
    """A browser whose CSRF token is checked."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return Caller(event, client=client)
