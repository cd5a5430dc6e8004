"""Correct the result of a play by the facts: a new row, and the one before stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.hand import Result as Facts
from engine.payoff import points, result_problems
from games.db import write_transaction
from games.errors import told
from games.models import Play, PlayState, Result, ResultSource
from games.policy import TablePolicy
from games.signals import play_finished
from tournaments.errors import RulingRefused
from tournaments.sight import refuse_hidden

from .actors import Actor
from .audit import record
from .late_changes import note_if_late
from .ruling_effects import check_reason, round_of_play


def correct_result(play: Play, facts: Mapping[str, Any], actor: Actor, reason: str) -> Result:
    """Let a finished play have these facts (`engine.hand.Result.to_data()`).

    Raises NotPermitted; RulingRefused with `reason_missing`, `not_in_an_event`, `not_finished`,
    `bad_facts` or `nothing_changes`; BoardHidden.
    """
    event = round_of_play(play).stage.event
    actor.require(event)
    reason = check_reason(reason)
    refuse_hidden(actor, event, [play.board_id])
    policy = TablePolicy.from_data(play.table.policy)
    try:
        read = Facts.from_data(facts)
        problems = result_problems(read, policy.rules())
    except EngineError as fault:
        raise RulingRefused("bad_facts", told(fault)) from fault
    if problems:
        sentence = _("There can be no such result: check its facts.")
        raise RulingRefused("bad_facts", sentence, problems=list(problems))
    with write_transaction():
        play = (
            Play.objects.select_related("table", "board")
            .select_for_update(no_key=True, of=("self",))
            .get(pk=play.pk)
        )
        last = play.results.filter(is_current=True).first()
        if play.state != PlayState.FINISHED or last is None:
            raise RulingRefused("not_finished", _("This board has no result yet."))
        data = read.to_data()
        if last.facts == data:
            sentence = _("This is its result already.")
            raise RulingRefused("nothing_changes", sentence, about=f"play:{play.pk}")
        note_if_late(round_of_play(play).stage, play.board, actor, reason)
        Result.objects.filter(pk=last.pk).update(is_current=False)
        signed = points(read, policy.rules(), policy.bet)
        result = Result.objects.create(
            play=play,
            revision=last.revision + 1,
            source=ResultSource.CORRECTION,
            facts=data,
            hands=last.hands,
            points={str(position): value for position, value in signed.items()},
            at=timezone.now(),
        )
        play_finished.send(sender=Play, play=play, result=result)
        target = f"play:{play.pk}"
        record(event, actor, "correct_result", target, reason=reason, before=last.facts, after=data)
    return result
