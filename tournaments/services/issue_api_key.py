"""Give a program a key to one event, and take it back. The key itself is returned once."""

from __future__ import annotations

import secrets

from django.utils import timezone
from django.utils.translation import gettext as _

from games.crypto import keyed_hash
from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.models import ApiKey, Event, Role

from .actors import Actor
from .audit import record

PREFIX = "fsk_"


def key_hash(key: str) -> str:
    """What is stored of a key."""
    return keyed_hash(f"key:{key}")


def issue_api_key(event: Event, role: str, label: str, actor: Actor) -> tuple[ApiKey, str]:
    """Make a key that may do in the event what `role` may. Owners only.

    Raises NotPermitted; EventRefused with `unknown_role` or `label_missing`.
    """
    actor.require(event, Role.OWNER)
    if role not in Role.values:
        raise EventRefused("unknown_role", _("There is no such role."))
    if not 1 <= len(label.strip()) <= 80:
        raise EventRefused("label_missing", _("Say in at most 80 characters what the key is for."))
    key = PREFIX + secrets.token_urlsafe(32)
    with write_transaction():
        row = ApiKey.objects.create(
            event=event,
            role=role,
            label=label.strip(),
            key_hash=key_hash(key),
            issued_by=actor.user if actor.key is None else actor.key.issued_by,
        )
        after = {"role": role, "label": row.label}
        record(event, actor, "issue_api_key", f"key:{row.pk}", after=after)
    return row, key


def revoke_api_key(row: ApiKey, actor: Actor) -> None:
    """End a key for good. Owners only. Raises NotPermitted; EventRefused("already_revoked")."""
    actor.require(row.event, Role.OWNER)
    with write_transaction():
        live = ApiKey.objects.filter(pk=row.pk, revoked_at=None)
        if not live.update(revoked_at=timezone.now()):
            raise EventRefused("already_revoked", _("This key is revoked already."))
        record(row.event, actor, "revoke_api_key", f"key:{row.pk}")
