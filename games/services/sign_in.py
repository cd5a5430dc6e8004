"""Sign a device in for a player: a code opens a token. One live device a player.

A right code is never refused for the failures of others; failures are counted in the database,
so that several processes count together.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import hub
from games.db import write_transaction
from games.errors import Problem
from games.models import Player, PlayerToken, SignInFailure, TableDevice, TableToken
from games.queries import token_hash

from .announce import tell_hall
from .issue_code import code_hash

TOKEN_PREFIX = "fst_"  # noqa: S105 - it marks what is a token, and is none
TABLE_PREFIX = "fsd_"
WINDOW = timedelta(minutes=1)
FAILURES_PER_CODE = 5
FAILURES_IN_ALL = 30
KEPT = timedelta(hours=1)


@dataclass(frozen=True)
class SignedIn:
    """A token, shown this once, and whose it is: a player's, or the device's of a table."""

    token: str
    player: Player | None
    device: TableDevice | None = None


def sign_in(code: str, take_over: bool = False) -> SignedIn:
    """Open a token for the player, or the table, whose code this is.

    With `take_over` the device that was signed in is signed out, and its stream ends. Raises
    `Problem`: 401 `unknown_code`, 409 `seat_taken`, 429 `throttled` after too many failures.
    """
    digest = code_hash(code)
    with write_transaction():
        player = (
            Player.objects.select_related("person")
            .select_for_update(of=("self",))
            .filter(code_hash=digest, is_active=True)
            .first()
        )
        if player is not None:
            return open_token(player, take_over)
        device = TableDevice.objects.select_for_update().filter(code_hash=digest).first()
        if device is not None:
            return _open_table_token(device, take_over)
        wait = _count_failure(digest)
    if wait is not None:
        detail = _("Too many failed attempts. Wait a moment, then try again.")
        raise Problem(429, "throttled", detail, headers={"Retry-After": str(wait)})
    raise Problem(401, "unknown_code", _("No player has this code."))


def open_token(player: Player, take_over: bool = False) -> SignedIn:
    """Sign a player in on this device; part of a service. Raises `Problem` 409 `seat_taken`."""
    live = PlayerToken.objects.filter(player=player, revoked_at__isnull=True)
    if take_over:
        taken = live.update(revoked_at=timezone.now(), revoked_because="taken_over")
        if taken:
            hub.publish(f"player:{player.pk}", "taken_over", {})
    elif live.exists():
        raise Problem(409, "seat_taken", _("Another device is signed in with this code."))
    raw = TOKEN_PREFIX + secrets.token_urlsafe(32)
    PlayerToken.objects.create(player=player, token_hash=token_hash(raw))
    tell_hall(player.realm)
    return SignedIn(raw, player)


def _open_table_token(device: TableDevice, take_over: bool) -> SignedIn:
    live = TableToken.objects.filter(device=device, revoked_at__isnull=True)
    if take_over:
        live.update(revoked_at=timezone.now(), revoked_because="taken_over")
    elif live.exists():
        raise Problem(409, "seat_taken", _("Another device is signed in with this code."))
    raw = TABLE_PREFIX + secrets.token_urlsafe(32)
    TableToken.objects.create(device=device, token_hash=token_hash(raw))
    return SignedIn(raw, None, device)


def _count_failure(digest: str) -> int | None:
    """Note a failure, or return the seconds to wait when there were too many already."""
    now = timezone.now()
    recent = SignInFailure.objects.filter(at__gt=now - WINDOW)
    for failures, allowed in (
        (recent.filter(code_hash=digest), FAILURES_PER_CODE),
        (recent, FAILURES_IN_ALL),
    ):
        times = list(failures.order_by("-at").values_list("at", flat=True)[:allowed])
        if len(times) == allowed:
            return max(1, round((times[-1] + WINDOW - now).total_seconds()))
    SignInFailure.objects.filter(at__lt=now - KEPT).delete()
    SignInFailure.objects.create(code_hash=digest, at=now)
    return None
