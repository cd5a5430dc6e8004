"""Give everybody more time: the round's clock on the wall, and every turn under way. Audited."""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Table
from games.services.extend_time import extend_tables
from tournaments import hints
from tournaments.errors import HaltRefused
from tournaments.models import Round, RoundState

from .actors import Actor
from .audit import record
from .direct_table import LONGEST_EXTENSION


def extend_round(round_: Round, seconds: int, actor: Actor, *, reason: str = "") -> int:
    """Let a round under way end `seconds` (1 to 3600) later; returns how many turns got them.

    Raises NotPermitted; HaltRefused (`seconds_out_of_range`, `not_in_play`).
    """
    event = round_.stage.event
    actor.require(event)
    if not 1 <= seconds <= LONGEST_EXTENSION:
        raise HaltRefused("seconds_out_of_range", _("From 1 to 3600 seconds can be given."))
    with write_transaction():
        state = Round.objects.select_for_update(no_key=True).get(pk=round_.pk).state
        if state not in (RoundState.RELEASED, RoundState.PLAYING):
            raise HaltRefused("not_in_play", _("This round is not being played."))
        later = timedelta(seconds=seconds)
        Round.objects.filter(pk=round_.pk).update(ends_at=F("ends_at") + later)
        playing = Table.objects.filter(round_table__round=round_, finished_at__isnull=True)
        turns = extend_tables(list(playing.values_list("pk", flat=True)), seconds, timezone.now())
        after = {"seconds": seconds, "turns": turns}
        record(event, actor, "extend_round", f"round:{round_.pk}", reason=reason, after=after)
        hints.round_changed(event.pk, round_.stage_id, round_.number, state)
    return turns
