"""Speak at a table's device: the seat's player is known by his PIN, of which few may be tried."""

from __future__ import annotations

import hmac
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.db import write_transaction
from games.errors import FieldError, Problem
from games.ids import is_id
from games.models import PinFailure, Seat, TableDevice
from games.speakers import Speaker, player_speaker

from .issue_code import pin_hash

WINDOW = timedelta(minutes=15)
FAILURES = 5


def speak_by_pin(device: TableDevice, play_id: str, seat: str, pin: str) -> Speaker:
    """The player at `seat` of the device's table, if this is his PIN.

    After FAILURES wrong PINs within WINDOW no PIN of that player is taken. Raises `Problem`: 404
    for a play of another table, 403 `wrong_pin`, 429 `throttled`.
    """
    now = timezone.now()
    with write_transaction():
        chair = (
            Seat.objects.select_related("player")
            .filter(
                letter=seat,
                table__realm=device.realm,
                table__number=device.number,
                table__plays=play_id if is_id(play_id) else "",
                table__released_at__isnull=False,
            )
            .first()
        )
        if chair is None:
            raise Problem(404, "not_found", _("There is nothing here for you."))
        failures = PinFailure.objects.filter(player=chair.player, at__gt=now - WINDOW)
        times = list(failures.order_by("-at").values_list("at", flat=True)[:FAILURES])
        if len(times) == FAILURES:
            wait = max(1, round((times[-1] + WINDOW - now).total_seconds()))
            detail = _("Too many wrong PINs. Use your own device, or wait.")
            raise Problem(429, "throttled", detail, headers={"Retry-After": str(wait)})
        expected = chair.player.pin_hash
        if expected and hmac.compare_digest(expected, pin_hash(chair.player_id, pin)):
            return player_speaker(chair.player, by_pin=True)
        PinFailure.objects.create(player=chair.player, at=now)
    detail = _("This is not the PIN of that seat.")
    raise Problem(403, "wrong_pin", detail, [FieldError("pin", "wrong_pin", detail)])
