"""Calls of the director's API in tests, with each kind of credential.

Every answer is held against the shape that the OpenAPI description gives it.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from tournaments.models import Event, Role
from tournaments.services.actors import SYSTEM
from tournaments.services.issue_api_key import issue_api_key

from .read.conforms import faults


@dataclass
class Caller:
    """Somebody who calls the API of one event; `stage` ".2" addresses its second stage."""

    event: Event
    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=Client)
    stage: str = ""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Call `/api/v1/events/<slug>/<path>`; a POST gets a fresh key of repetition."""
        sent = {**self.headers, **headers}
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        address = f"/api/v1/events/{self.event.slug}{self.stage}/{path}"
        answer = self.client.generic(
            method,
            address,
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=sent,
        )
        if answer.status_code < 300:
            shape = shape_of(method, address, answer.status_code)
            if isinstance(shape, type):
                shape = shape()
            wrong = [] if shape is None else faults(shape, answer.json())
            assert not wrong, f"{method} {address}: {wrong}"
        return answer

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """POST; an empty object if there is nothing to say."""
        return self.send("POST", path, body or {}, **headers)


def shape_of(method: str, address: str, status: int) -> Any:
    """The serializer that describes an answer; None for one without a body."""
    view = resolve(address.partition("?")[0]).func.view_class  # type: ignore[attr-defined]
    return schema_of(view, method).get_response_serializers()[status].response


def schema_of(view: Any, method: str) -> Any:
    """How an operation of a view is described."""
    schema = getattr(view, method.lower()).kwargs["schema"]()
    schema.view = SimpleNamespace(
        determine_version=lambda *_, **__: (None, None), request=None, kwargs={}
    )
    schema.method = method
    return schema


def with_key(event: Event, role: str = Role.DIRECTOR) -> Caller:
    """A program with a key."""
    _row, key = issue_api_key(event, role, "test", SYSTEM)
    return Caller(event, {"Authorization": f"Bearer {key}"})


def with_session(event: Event, user: User) -> Caller:
    """A browser whose CSRF token is checked."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return Caller(event, client=client)
