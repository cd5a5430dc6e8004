"""Nobody deletes an entry of the audit or changes what was decided: the database refuses it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from tournaments.kept_audit import POSTGRESQL, SQLITE
from tournaments.models import AuditEntry
from tournaments.services.actors import SYSTEM
from tournaments.services.remove_person import remove_person

from .factories import new_stage

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kept() -> None:
    """As in an installation, for this test: what it makes is rolled back with it."""
    statements = POSTGRESQL if connection.vendor == "postgresql" else SQLITE
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def delete_by_sql() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_auditentry")


@pytest.mark.parametrize(
    "change",
    [
        delete_by_sql,
        lambda: AuditEntry.objects.first().delete(),  # type: ignore[union-attr]
        lambda: AuditEntry.objects.all().delete(),
        lambda: AuditEntry.objects.update(actor="user:7"),
        lambda: AuditEntry.objects.update(verb="nothing"),
        lambda: AuditEntry.objects.update(target="play:1"),
        lambda: AuditEntry.objects.update(at="2026-01-01T00:00:00Z"),
        lambda: AuditEntry.objects.update(event=None),
    ],
)
def test_an_entry_stays_what_it_is(change: Callable[[], object]) -> None:
    new_stage()
    before = list(AuditEntry.objects.order_by("pk").values())
    assert before
    with pytest.raises(DatabaseError, match="entries of the audit are kept"), transaction.atomic():
        change()
    assert list(AuditEntry.objects.order_by("pk").values()) == before


def test_what_somebody_typed_is_struck_where_personal_data_are_removed() -> None:
    stage = new_stage()
    entrant = stage.event.entrants.get(number=1)
    name = entrant.person.name
    AuditEntry.objects.filter(pk=AuditEntry.objects.first().pk).update(  # type: ignore[union-attr]
        reason=f"{name} asked"
    )
    remove_person(entrant.person, SYSTEM)
    assert not AuditEntry.objects.filter(reason__contains=name).exists()
    assert AuditEntry.objects.filter(reason="… asked").exists()
