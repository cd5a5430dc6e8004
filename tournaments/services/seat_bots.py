"""Let bots play for everybody in a round who has no device signed in. Audited once."""

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.errors import Problem
from games.models import PlayerToken, Seat
from games.services.seat_bot import seat_bot
from tournaments.errors import HaltRefused
from tournaments.models import Round

from .actors import Actor
from .audit import record

#: Tables that get their bots at one time: each is a transaction of its own.
MOST_TABLES = 100


def seat_bots(round_: Round, strength: str, actor: Actor, *, reason: str = "") -> int:
    """Seat bots of `strength` on the absent seats of up to 100 tables; returns how many.

    They play until the round's end; a player may act before the bot does, and a director gives
    the seat back. Raises NotPermitted; HaltRefused("nobody_absent"); `Problem` (422
    `no_such_bot`).
    """
    event = round_.stage.event
    actor.require(event)
    live = PlayerToken.objects.filter(player=OuterRef("player"), revoked_at=None)
    absent = Seat.objects.filter(
        table__round_table__round=round_, table__finished_at=None, bot=""
    ).exclude(Exists(live))
    by_table: dict[str, list[str]] = {}
    for table, letter in absent.order_by("table__number", "letter").values_list("table", "letter"):
        by_table.setdefault(table, []).append(letter)
    count = 0
    for table, letters in list(by_table.items())[:MOST_TABLES]:
        try:
            with write_transaction():
                for letter in letters:
                    seat_bot(table, letter, strength, timezone.now())
        except Problem as fault:
            if fault.code == "no_such_bot":
                raise
            continue  # it has just ended, or waits for its next board
        count += len(letters)
    if not count:
        raise HaltRefused("nobody_absent", _("Somebody or a bot is at every seat in play."))
    with write_transaction():
        after = {"round": round_.number, "seats": count, "bot": strength}
        record(event, actor, "seat_bots", f"round:{round_.pk}", reason=reason, after=after)
    return count
