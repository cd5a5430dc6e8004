"""One round more than planned, for a round that went wrong or an event that goes on; and back.

Owns the plan and the committed boards of such a round; it is drawn as any other
(`draw_round`). Whatever was played stays as it is: the director withdraws its boards, or not.
"""

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.create_board_set import create_board_set
from tournaments import hints
from tournaments.errors import DrawRefused
from tournaments.formats import format_of
from tournaments.four_a_side import boards_of_round
from tournaments.models import Event, EventState, RoundState, Session, Stage
from tournaments.movements import hands_of

from .actors import Actor
from .audit import record
from .draw_stage import value_name
from .progress import finish_event_if_over


def add_round(stage: Stage, actor: Actor, reason: str) -> Stage:
    """Raise the planned rounds of a stage that has begun by one, with committed boards for it.

    The boards are a session of their own, with its own secret. An event that had finished goes on.
    Raises NotPermitted; DrawRefused with `reason_missing`, `not_begun`, `no_round_more` (the format
    has as many rounds as it needs), `following_drawn` (somebody has qualified from here already).
    """
    actor.require(stage.event)
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why one more round is played."))
    with write_transaction():
        stage = _locked(stage)
        _refuse(stage)
        planned = stage.rounds_planned
        first = planned * _boards_a_round(stage) + 1
        known = stage.sessions.select_related("board_set").order_by("number")
        if not any(each.board_set.description["boards"] >= first for each in known):
            _commit(stage, first, known.count() + 1)
            stage.sessions_planned += 1
        stage.rounds_planned = planned + 1
        stage.save(update_fields=["rounds_planned", "sessions_planned"])
        Event.objects.filter(pk=stage.event_id, state=EventState.FINISHED).update(
            state=EventState.RUNNING
        )
        _note(stage, actor, "add_round", reason, planned)
    return stage


def drop_round(stage: Stage, actor: Actor, reason: str) -> Stage:
    """Lower the planned rounds by one, while the last of them is not drawn; its boards are kept.

    Raises NotPermitted; DrawRefused with `reason_missing` or `round_drawn`.
    """
    actor.require(stage.event)
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why one round less is played."))
    with write_transaction():
        stage = _locked(stage)
        planned = stage.rounds_planned
        if stage.movement is None or stage.rounds.count() >= planned:
            sentence = _("Round %(round)d is drawn: undo its draw first.") % {"round": planned}
            raise DrawRefused("round_drawn", sentence, round=planned)
        stage.rounds_planned = planned - 1
        stage.save(update_fields=["rounds_planned"])
        _note(stage, actor, "drop_round", reason, planned)
        finish_event_if_over(stage.event)
    return stage


def _locked(stage: Stage) -> Stage:
    """The stage, locked as draws lock it."""
    list(stage.rounds.select_for_update().order_by("number"))
    rows = Stage.objects.select_for_update(no_key=True, of=("self",)).select_related("event")
    return rows.get(pk=stage.pk)


def _refuse(stage: Stage) -> None:
    kind = format_of(stage.kind)
    if stage.movement is None or not stage.rounds.exclude(state=RoundState.DRAWN).exists():
        sentence = _("No round is released yet: undo the draw, and change the number of rounds.")
        raise DrawRefused("not_begun", sentence)
    at_once = kind.is_barometer and hands_of(stage) == 3
    if not at_once and (not kind.round_by_round or kind.knockout):
        sentence = _("This format has as many rounds as it needs: none can be added.")
        raise DrawRefused("no_round_more", sentence)
    if stage.following.filter(movement__isnull=False).exists():
        sentence = _("The next stage is drawn: who goes on is decided.")
        raise DrawRefused("following_drawn", sentence)


def _boards_a_round(stage: Stage) -> int:
    """How many board numbers a round has."""
    return boards_of_round(stage) + stage.reserve_boards


def _commit(stage: Stage, first: int, number: int) -> None:
    board_set = create_board_set(
        realm=stage.event_id,
        event=stage.event.slug,
        stage=str(stage.number),
        session=str(number),
        boards=first + _boards_a_round(stage) - 1,
        first=first,
        public_value_name=value_name(stage),
        players=hands_of(stage),
    )
    Session.objects.create(stage=stage, number=number, board_set=board_set)


def _note(stage: Stage, actor: Actor, verb: str, reason: str, planned: int) -> None:
    before, after = {"rounds": planned}, {"rounds": stage.rounds_planned}
    record(stage.event, actor, verb, f"stage:{stage.pk}", reason=reason, before=before, after=after)
    hints.event_changed(stage.event_id, "drawn")
