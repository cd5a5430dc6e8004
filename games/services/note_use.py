"""Note that a device is in use, at most once a minute: for the director's eye, not for any rule."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.db import write_transaction
from games.models import PlayerToken

NOTE_EVERY = timedelta(minutes=1)


def note_use(token: PlayerToken) -> None:
    """Set `last_used_at` of a token to now, unless that was done within the last minute."""
    now = timezone.now()
    if token.last_used_at is not None and now - token.last_used_at < NOTE_EVERY:
        return
    with write_transaction():
        PlayerToken.objects.filter(pk=token.pk).update(last_used_at=now)
