"""The one way to write the audit: every service calls `record` inside its own transaction."""

from typing import Any

from tournaments.models import AuditEntry, Event

from .actors import Actor


def record(
    event: Event,
    actor: Actor,
    verb: str,
    target: str = "",
    *,
    reason: str = "",
    before: Any = None,
    after: Any = None,
) -> AuditEntry:
    """Store one decision. `target` is `<noun>:<id>`; `before`, `after` hold JSON, never names."""
    return AuditEntry.objects.create(
        event=event,
        actor=actor.reference,
        origin=actor.origin,
        verb=verb,
        target=target,
        reason=reason,
        before=before,
        after=after,
    )
