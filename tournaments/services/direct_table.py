"""What a director decides about the turn under way at a table: undo, more time, a bot, a claim.
Audited.
"""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Table
from games.services.end_claim import withdraw_claim
from games.services.extend_time import extend_time
from games.services.seat_bot import seat_bot
from games.services.undo_action import undo_action
from tournaments.errors import HaltRefused

from .actors import Actor
from .audit import record
from .table_event import event_of

#: Seconds by which a turn can be extended at once.
LONGEST_EXTENSION = 3600


def undo_last_action(table: Table, actor: Actor, *, reason: str, seen: int | None = None) -> int:
    """Take the last action at a table back; returns the seq of the row that says so.

    `seen` is the seq after that action: if anything was done since, nothing is taken back.
    Raises NotPermitted; HaltRefused (`reason_missing`); `Problem` of `games.services.undo_action`.
    """
    event = event_of(table)
    actor.require(event)
    if not reason.strip():
        raise HaltRefused("reason_missing", _("Say why the action is taken back."))
    with write_transaction():
        row = undo_action(table.pk, timezone.now(), seen)
        target = f"table:{table.pk}"
        record(event, actor, "undo_action", target, reason=reason, before=row.data)
    assert row.seq is not None
    return row.seq


def withdraw_open_claim(table: Table, actor: Actor, *, reason: str) -> str:
    """Make the open claim at a table void; play goes on. Returns the claim's id.

    Raises NotPermitted; HaltRefused (`reason_missing`); `Problem` of `games.services.end_claim`.
    """
    event = event_of(table)
    actor.require(event)
    if not reason.strip():
        raise HaltRefused("reason_missing", _("Say why the claim is taken away."))
    with write_transaction():
        claim = withdraw_claim(table.pk, actor.reference, timezone.now())
        before = {"claim": claim.pk, "seat": claim.seat}
        target = f"table:{table.pk}"
        record(event, actor, "withdraw_claim", target, reason=reason, before=before)
    return str(claim.pk)


def extend_turn(table: Table, seconds: int, actor: Actor, *, reason: str = "") -> None:
    """Give whoever is to act `seconds` more (1 to 3600).

    Raises NotPermitted; HaltRefused (`seconds_out_of_range`); `Problem` of
    `games.services.extend_time`.
    """
    event = event_of(table)
    actor.require(event)
    if not 1 <= seconds <= LONGEST_EXTENSION:
        raise HaltRefused("seconds_out_of_range", _("From 1 to 3600 seconds can be given."))
    with write_transaction():
        extend_time(table.pk, seconds, timezone.now())
        after = {"seconds": seconds}
        record(event, actor, "extend_turn", f"table:{table.pk}", reason=reason, after=after)


def seat_substitute_bot(
    table: Table, seat: str, strength: str, actor: Actor, *, reason: str = ""
) -> None:
    """Let a bot of `strength` act for the player on `seat`; "" gives him his seat back.

    Raises NotPermitted; `Problem` of `games.services.seat_bot`.
    """
    event = event_of(table)
    actor.require(event)
    with write_transaction():
        seat_bot(table.pk, seat, strength, timezone.now())
        after = {"seat": seat, "bot": strength}
        record(event, actor, "seat_bot", f"table:{table.pk}", reason=reason, after=after)
