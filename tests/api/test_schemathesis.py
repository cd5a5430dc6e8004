"""Every operation of the published schema, asked with what the schema allows and with junk.

Nothing may answer with a 5xx, and what is answered is what the schema says. The data is an event in
the middle of its first round; every call is undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import openapi
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.models import Play
from games.services import sign_in
from games.services.issue_code import issue_code
from tests.tournaments.factories import drawn_stage, plays_of, release
from tournaments.models import Role
from tournaments.services.actors import SYSTEM
from tournaments.services.issue_api_key import issue_api_key

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
#: Of the examples that a property gets; there are more than fifty operations.
SHARE = 6


class Event:
    """An event under way, and what names its things in addresses."""

    def __init__(self) -> None:
        stage = drawn_stage()
        play: Play = plays_of(release(stage))[0]
        seat = play.table.seats.select_related("player__entrant").get(letter="A")
        self.token = sign_in(issue_code(seat.player)).token
        _row, self.key = issue_api_key(stage.event, Role.OWNER, "schema", SYSTEM)
        self.names: dict[str, Any] = {
            "slug": stage.event.slug,
            "number": 1,
            "play_id": play.pk,
            "entrant_id": seat.player.entrant.pk,
        }


@pytest.fixture
def event(db: None) -> Event:
    return Event()


@pytest.fixture
def api(db: None) -> Iterator[Any]:
    """The schema as it is served; requests leave the test's connection alone."""
    for moment in (request_started, request_finished):
        moment.disconnect(close_old_connections)
    yield openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
    for moment in (request_started, request_finished):
        moment.connect(close_old_connections)


def faults(operation: Any, event: Event) -> str:
    """What was wrong with the answers of an operation, empty if nothing was."""

    @given(case=operation.as_strategy())
    @settings(
        max_examples=settings().max_examples // SHARE,
        suppress_health_check=list(HealthCheck),
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
    )
    def attempt(case: Any) -> None:
        names = {name: event.names[name] for name in case.path_parameters if name in event.names}
        case.path_parameters.update(names)
        is_players = "player" in str(operation.definition.raw.get("security"))
        case.headers["Authorization"] = f"Bearer {event.token if is_players else event.key}"
        with transaction.atomic():
            try:
                case.call_and_validate(checks=CHECKS)
            finally:
                transaction.set_rollback(True)

    try:
        attempt()
    except (FailureGroup, Failure) as found:
        parts = found.exceptions if isinstance(found, FailureGroup) else [found]
        return "; ".join(str(part) for part in parts)
    return ""


def test_every_operation_answers_as_it_says(api: Any, event: Event) -> None:
    operations = [found.ok() for found in api.get_all_operations()]
    asked = [each for each in operations if not each.path.endswith("/stream/")]
    wrong = {each.label: faults(each, event) for each in asked}
    assert len(asked) > 40
    assert {label: fault for label, fault in wrong.items() if fault} == {}
