"""Play an event with bots, in this process: to rehearse it, and to test every format.

Goes the director's way through the services; the bots decide as at a table, from what they see.
Only an event that nobody else plays may be handed to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.actions import action_from_data
from engine.bots import make_bot
from engine.errors import EngineError
from engine.hand import HandState, view
from engine.payoff import points
from games.db import write_transaction
from games.entries import is_redealt
from games.models import Play, PlayState, Result, ResultSource, Seat
from games.models.plays import UNFINISHED
from games.policy import TablePolicy
from games.queries import chairs_of, state_of
from games.services.do_action import do_action
from games.services.redeal import next_attempt
from games.services.start_play import first_state
from games.signals import play_finished
from tournaments.errors import TournamentError
from tournaments.formats import format_of
from tournaments.models import Event, Rehearsal, RehearsalState, Role, Round, Stage
from tournaments.public_values import sessions_without_value
from tournaments.services.actors import SYSTEM
from tournaments.services.assign_role import assign_role
from tournaments.services.bring_public_value import bring_public_value
from tournaments.services.copy_event import copy_event
from tournaments.services.cut_round import cut_round
from tournaments.services.draw_round import draw_round
from tournaments.services.draw_stage import draw_stage
from tournaments.services.publish_standings import Outcome, publish_standings
from tournaments.services.recount_fields import recount_marked
from tournaments.services.release_round import release_round
from tournaments.stage_ends import has_ended

WAIT_SECONDS = 0.05
#: A rehearsal says after so many plays how far it is.
BEAT_PLAYS = 5
#: A worker that says nothing for so long is dead.
STALE_REHEARSAL = timedelta(minutes=2)


@dataclass(frozen=True)
class Simulation:
    """How to play: `strength` names the bots (engine.bots); the same seed gives the same actions.

    With `logs` every action goes through the table's log, as if played; otherwise a board is
    played in memory and its result stored as typed in, which is some ten times as fast.
    """

    strength: str = "chance"
    seed: int = 1
    logs: bool = False
    progress: Callable[[int], object] = lambda _plays: None


def simulate(event: Event, how: Simulation | None = None) -> int:
    """Play every stage of an event from its draw to its last standings; the number of plays.

    Raises DrawRefused, ReleaseRefused: what the settings do not allow, as for a director.
    """
    how = how or Simulation()
    plays = 0
    for stage in event.stages.order_by("number"):
        if stage.movement is None:
            stage = draw_stage(stage, SYSTEM)
        if sessions_without_value(stage):
            bring_public_value(stage, SYSTEM, "simulated")
        for number in range(1, stage.rounds_planned + 1):
            round_ = stage.rounds.filter(number=number).first()
            if round_ is None:
                assert format_of(stage.kind).round_by_round
                round_ = draw_round(stage, SYSTEM)
            plays += _play_round(release_round(round_, SYSTEM), how)
            _publish(stage)
            if format_of(stage.kind).score_out:
                cut_round(stage, SYSTEM)
                _publish(stage)
                stage.refresh_from_db()
                if has_ended(stage):
                    break
    return plays


class Cancelled(Exception):  # noqa: N818 - somebody wanted it
    """A rehearsal was stopped."""


def run_rehearsal(rehearsal_id: int) -> bool:
    """Play a rehearsal that waits, if no other is being played; tell whether this did it.

    What the settings do not allow is kept as its `trouble`, as the sentence that a director reads.
    """
    now = timezone.now()
    with write_transaction():
        running = Rehearsal.objects.filter(
            state=RehearsalState.RUNNING, beat_at__gt=now - STALE_REHEARSAL
        )
        waiting = Rehearsal.objects.filter(pk=rehearsal_id, state=RehearsalState.WAITING)
        if running.exists() or not waiting.update(state=RehearsalState.RUNNING, beat_at=now):
            return False
    rehearsal = Rehearsal.objects.select_related("event").get(pk=rehearsal_id)
    beat = _Beat(rehearsal_id)
    try:
        copy = _hidden_copy(rehearsal)
        simulate(copy, Simulation(rehearsal.bots, rehearsal.seed, progress=beat))
    except Cancelled:
        return True
    except (TournamentError, EngineError) as fault:
        _end(rehearsal_id, RehearsalState.FAILED, beat.done, str(fault))
    except Exception:
        _end(rehearsal_id, RehearsalState.FAILED, beat.done, _("Something went wrong."))
        raise
    else:
        _end(rehearsal_id, RehearsalState.DONE, beat.done)
    return True


class _Beat:
    """Counts the plays, tells how many now and then, and notices that somebody cancels."""

    def __init__(self, rehearsal_id: int) -> None:
        self.rehearsal_id, self.done = rehearsal_id, 0

    def __call__(self, plays: int) -> None:
        self.done += plays
        if self.done % BEAT_PLAYS:
            return
        live = Rehearsal.objects.filter(pk=self.rehearsal_id, state=RehearsalState.RUNNING)
        if not live.update(done=self.done, beat_at=timezone.now()):
            raise Cancelled


def _end(rehearsal_id: int, state: RehearsalState, done: int, trouble: str = "") -> None:
    Rehearsal.objects.filter(pk=rehearsal_id, state=RehearsalState.RUNNING).update(
        state=state, done=done, trouble=trouble[:300], ended_at=timezone.now()
    )


def _hidden_copy(rehearsal: Rehearsal) -> Event:
    """A copy that whoever asked owns, and nobody else sees."""
    event = rehearsal.event
    copy = copy_event(
        event,
        SYSTEM,
        name=_("%(name)s (rehearsal)") % {"name": event.name[:100]},
        slug=free_slug(f"{event.slug}-bots"[:50]),
        with_entrants=True,
        is_public=False,
    )
    kind, _colon, number = rehearsal.actor.partition(":")
    user = User.objects.filter(pk=number).first() if kind == "user" else None
    if user is not None:
        assign_role(copy, user, Role.OWNER, SYSTEM)
    Rehearsal.objects.filter(pk=rehearsal.pk).update(copy=copy)
    return copy


def free_slug(wanted: str) -> str:
    """Return `wanted`, or the first of `wanted-2`, `wanted-3` … that no event has."""
    taken = set(Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    number = 1
    slug = wanted
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


def _play_round(round_: Round, how: Simulation) -> int:
    """Play board after board at all tables, as far as there is something to be played."""
    everything = Play.objects.filter(table__round_table__round=round_)
    Seat.objects.filter(table__round_table__round=round_).update(bot="")  # this plays for all
    plays = 0
    for order in range(1, 1 + (everything.aggregate(last=Max("order"))["last"] or 0)):
        waiting = everything.filter(order=order, state__in=UNFINISHED).order_by("table__number")
        for play_id in list(waiting.values_list("pk", flat=True)):
            if (_play_logged if how.logs else _play_in_memory)(play_id, how):
                how.progress(1)
                plays += 1
    return plays


def _seed(play: Play, how: Simulation) -> int:
    """A seed that is that of this board at this table, whenever it is played."""
    return how.seed * 1_000_003 + play.board.number * 10_007 + play.table.number


def _play_in_memory(play_id: str, how: Simulation) -> bool:
    """Play a board without a log, and store its facts. False if it is gone."""
    with write_transaction():
        play = _locked(play_id)
        if play.state not in UNFINISHED:
            return False
        state = first_state(play.board, play.table.policy)
        bot = make_bot(how.strength, _seed(play, how))
        while state.to_act:
            state = _decided(state, state.to_act[0], bot.choose)
            if is_redealt(play, state):
                next_attempt(play.board)
                state = first_state(play.board, play.table.policy)
        result = state.result
        assert result is not None
        policy = TablePolicy.from_data(play.table.policy)
        signed = points(result, policy.rules(), policy.bet)
        now = timezone.now()
        play.state, play.finished_at, play.due_at = PlayState.FINISHED, now, None
        play.save(update_fields=["state", "finished_at", "due_at"])
        if not play.table.plays.filter(state__in=UNFINISHED).exists():
            play.table.finished_at = now
            play.table.save(update_fields=["finished_at"])
        row = Result.objects.create(
            play=play,
            source=ResultSource.SIMULATED,
            facts=result.to_data(),
            points={str(position): value for position, value in signed.items()},
            at=now,
        )
        play_finished.send(sender=Play, play=play, result=row)
    return True


def _play_logged(play_id: str, how: Simulation) -> bool:
    """Play a board action by action through the table's log. False if it is gone."""
    with write_transaction():
        play = _locked(play_id)
        if play.state != PlayState.PLAYING:
            return False
        bot = make_bot(how.strength, _seed(play, how))
        chairs = chairs_of(play.table_id)
        state = state_of(play)
        while play.state == PlayState.PLAYING:
            for position in state.to_act:
                chosen = action_from_data(bot.choose(view(state, position).to_data()))
                done = do_action(play, state, position, chosen, chairs, timezone.now())
            state = done.after
    return True


def _decided(
    state: HandState, position: int, choose: Callable[..., dict[str, object]]
) -> HandState:
    return state.apply(position, action_from_data(choose(view(state, position).to_data())))


def _locked(play_id: str) -> Play:
    plays = Play.objects.select_related("table", "board__board_set")
    return plays.select_for_update(no_key=True, of=("table", "self")).get(pk=play_id)


def _publish(stage: Stage) -> None:
    """Count and publish until everything played counts, whether or not a worker helps."""
    while True:
        recount_marked(stage)
        outcome = publish_standings(stage.pk)
        if outcome not in (Outcome.TOO_EARLY, Outcome.INCOMPLETE):
            return
        time.sleep(WAIT_SECONDS)
