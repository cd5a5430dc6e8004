"""Have an event played by bots on a hidden copy, in the background; or stop that. Audited.

What plays it is `tournaments.simulation`; this only asks for it.
"""

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.bots import STRENGTHS
from engine.rulesets import Ruleset
from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.formats import format_of
from tournaments.models import Event, Rehearsal, RehearsalState
from tournaments.models.rehearsals import LIVE_REHEARSALS
from tournaments.stage_ends import light_stages
from tournaments.tasks import hint_rehearsal

from .actors import Actor
from .audit import record

#: So many plays take some ten minutes; larger events are for `manage.py simulate`.
MOST_PLAYS = 20_000


def ask_rehearsal(event: Event, actor: Actor, *, bots: str = "chance", seed: int = 1) -> Rehearsal:
    """Ask for a rehearsal; a worker begins it at once, one after the other.

    Raises NotPermitted; EventRefused with `nothing_to_rehearse`, `unknown_bots`, `too_large` or
    `rehearsed_already`.
    """
    actor.require(event)
    if bots not in STRENGTHS:
        raise EventRefused("unknown_bots", _("There are no such bots."))
    total = planned_plays(event)
    if not total:
        sentence = _("Set up a stage and enter people first: there is nothing to play.")
        raise EventRefused("nothing_to_rehearse", sentence)
    if total > MOST_PLAYS:
        sentence = _("This event is too large to be rehearsed here: use manage.py simulate.")
        raise EventRefused("too_large", sentence)
    try:
        with write_transaction():
            made = Rehearsal.objects.create(
                event=event,
                actor=actor.reference,
                bots=bots,
                seed=seed,
                total=total,
                asked_at=timezone.now(),
            )
            after = {"rehearsal": made.pk, "bots": bots, "seed": seed}
            record(event, actor, "ask_rehearsal", f"event:{event.pk}", after=after)
            hint_rehearsal(made.pk)
    except IntegrityError as fault:
        sentence = _("This event is being rehearsed already.")
        raise EventRefused("rehearsed_already", sentence, about=f"event:{event.pk}") from fault
    return made


def cancel_rehearsal(rehearsal: Rehearsal, actor: Actor) -> Rehearsal:
    """Stop it; the copy stays as far as it was played.

    Raises NotPermitted; EventRefused("rehearsal_over").
    """
    event = rehearsal.event
    actor.require(event)
    with write_transaction():
        live = Rehearsal.objects.filter(pk=rehearsal.pk, state__in=LIVE_REHEARSALS)
        if not live.update(state=RehearsalState.CANCELLED, ended_at=timezone.now()):
            raise EventRefused("rehearsal_over", _("This rehearsal is over."))
        after = {"rehearsal": rehearsal.pk}
        record(event, actor, "cancel_rehearsal", f"event:{event.pk}", after=after)
    rehearsal.refresh_from_db()
    return rehearsal


def planned_plays(event: Event) -> int:
    """About how many boards at how many tables the event will be, with those who are in now."""
    people = event.entrants.filter(state="active").count()
    hands = Ruleset.from_data(event.ruleset).players
    total = 0
    for stage in light_stages(event):
        playing = people
        if stage.source_id is not None:
            playing = min(people, stage.last_rank or people) - stage.first_rank + 1
        tables = playing if format_of(stage.kind).teams else playing // hands
        total += stage.rounds_planned * stage.boards_per_round * max(0, tables)
    return total
