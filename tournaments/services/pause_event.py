"""Pause all tables of an event, and let them go on with every clock where it was. Audited."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Table
from games.services.halt_tables import Halt, halt_tables, resume_tables
from tournaments import hints
from tournaments.errors import HaltRefused
from tournaments.models import Event, Round, RoundState

from .actors import Actor
from .audit import record


def pause_event(event: Event, actor: Actor, *, reason: str = "") -> int:
    """Pause every table that is being played; returns how many. Tables released while the event
    is paused are paused as well.

    Raises NotPermitted; HaltRefused (`already_paused`).
    """
    actor.require(event)
    with write_transaction():
        now = timezone.now()
        if not Event.objects.filter(pk=event.pk, paused_at__isnull=True).update(paused_at=now):
            sentence = _("This event is paused already.")
            raise HaltRefused("already_paused", sentence, about=f"event:{event.pk}")
        count = halt_tables(_tables(event), Halt.PAUSED, now)
        record(
            event,
            actor,
            "pause_event",
            f"event:{event.pk}",
            reason=reason,
            after={"tables": count},
        )
        hints.event_changed(event.pk, "paused")
    event.paused_at = now
    return count


def resume_event(event: Event, actor: Actor, *, reason: str = "") -> int:
    """End the pause; returns for how many tables. A table that is frozen as well stays so.

    Raises NotPermitted; HaltRefused (`not_paused`).
    """
    actor.require(event)
    with write_transaction():
        now = timezone.now()
        paused = Event.objects.filter(pk=event.pk, paused_at__isnull=False)
        since = paused.values_list("paused_at", flat=True).first()
        if since is None or not paused.update(paused_at=None):
            sentence = _("This event is not paused.")
            raise HaltRefused("not_paused", sentence, about=f"event:{event.pk}")
        count = resume_tables(_tables(event), Halt.PAUSED, now)
        _move_ends(event, since, now)
        record(
            event,
            actor,
            "resume_event",
            f"event:{event.pk}",
            reason=reason,
            after={"tables": count},
        )
        hints.event_changed(event.pk, "resumed")
    event.paused_at = None
    return count


def _move_ends(event: Event, since: datetime, now: datetime) -> None:
    """Let the rounds under way end as much later as they have stood still."""
    under_way = (RoundState.RELEASED, RoundState.PLAYING)
    rounds = Round.objects.select_for_update(no_key=True, of=("self",)).filter(
        stage__event=event, state__in=under_way, ends_at__isnull=False
    )
    for each in rounds.order_by("pk"):
        assert each.ends_at is not None
        assert each.released_at is not None
        each.ends_at += now - max(since, each.released_at)
        each.save(update_fields=["ends_at"])


def _tables(event: Event) -> list[str]:
    playing = Table.objects.filter(
        round_table__round__stage__event=event,
        released_at__isnull=False,
        finished_at__isnull=True,
    )
    return list(playing.values_list("pk", flat=True))
