"""Sign a device out: its token ends, and so does its stream."""

from __future__ import annotations

from django.utils import timezone

from games import hub
from games.db import write_transaction
from games.models import PlayerToken, TableToken

from .announce import tell_hall


def sign_out_device(token: TableToken) -> None:
    """End the token of a table's device."""
    with write_transaction():
        TableToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(
            revoked_at=timezone.now(), revoked_because="signed_out"
        )


def sign_out(token: PlayerToken, because: str = "signed_out") -> None:
    """End a token. Doing it twice changes nothing; `because` is kept with the row."""
    with write_transaction():
        ended = PlayerToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(
            revoked_at=timezone.now(), revoked_because=because
        )
        if ended:
            hub.publish(f"player:{token.player_id}", "signed_out", {})
            tell_hall(token.player.realm)
