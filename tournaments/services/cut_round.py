"""After a round of a score-out stage: who is out is worked out, put down, and taken back again.

Owns the refusals; the rule is `tournaments.score_out`'s. Every elimination is a row.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments import hints
from tournaments.errors import DrawRefused
from tournaments.formats import format_of
from tournaments.models import Elimination, Round, RoundState, Stage
from tournaments.score_out import Out, threshold_of, work_out_cut
from tournaments.tasks import hint_publish

from .actors import Actor
from .audit import record
from .opening import mark_standings_due
from .progress import finish_event_if_over
from .recount_fields import recount_marked
from .standings import standings_payload


def preview_cut(stage: Stage) -> list[Out]:
    """Who would be out now. Raises DrawRefused as `cut_round` does."""
    last = stage.rounds.order_by("number").last()
    _check(stage, last)
    recount_marked(stage)
    return work_out_cut(stage, standings_payload(stage, {})["rows"])


def cut_round(stage: Stage, actor: Actor, reason: str = "") -> list[Elimination]:
    """Put out whoever does not reach the newest round's threshold; the next draw is without them.

    Raises NotPermitted; DrawRefused with `not_score_out`, `round_unfinished`, `already_cut` or
    `tie_at_the_edge`.
    """
    actor.require(stage.event)
    preview_cut(stage)
    with write_transaction():
        last = stage.rounds.select_for_update().order_by("number").last()
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        _check(stage, last)
        assert last is not None
        now = timezone.now()
        found = work_out_cut(stage, standings_payload(stage, {})["rows"])
        rows = [
            Elimination.objects.create(
                stage=stage,
                entrant_id=each.entrant,
                round=last.number,
                why=each.why,
                value=each.value,
                threshold=threshold_of(stage, last.number),
                actor=actor.reference,
                made_at=now,
            )
            for each in found
        ]
        last.cut_at = now
        last.save(update_fields=["cut_at"])
        after = {
            "round": last.number,
            "threshold": threshold_of(stage, last.number),
            "out": [[each.number, each.value, str(each.why)] for each in found],
        }
        record(stage.event, actor, "cut_round", f"stage:{stage.pk}", reason=reason, after=after)
        _tell(stage)
        finish_event_if_over(stage.event)
    return rows


def reinstate(elimination: Elimination, actor: Actor, reason: str) -> Elimination:
    """Take an elimination back, until the next round is drawn; the row stays.

    Raises NotPermitted; DrawRefused with `reason_missing`, `already_reversed` or `next_drawn`.
    """
    stage = elimination.stage
    actor.require(stage.event)
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why."))
    with write_transaction():
        Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        row = Elimination.objects.select_for_update().get(pk=elimination.pk)
        if row.reversed_at is not None:
            raise DrawRefused("already_reversed", _("This is taken back already."))
        if stage.rounds.filter(number__gt=row.round).exists():
            raise DrawRefused("next_drawn", _("The next round is drawn: undo that draw first."))
        row.reversed_at = timezone.now()
        row.save(update_fields=["reversed_at"])
        after = {"round": row.round, "elimination": row.pk}
        target = f"entrant:{row.entrant_id}"
        record(stage.event, actor, "reinstate", target, reason=reason.strip(), after=after)
        _tell(stage)
    return row


def undo_cut(stage: Stage, actor: Actor, reason: str) -> Stage:
    """Take back all that the newest round's cut put down; it can be made again.

    Raises NotPermitted; DrawRefused with `reason_missing` or `not_cut`.
    """
    actor.require(stage.event)
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why."))
    with write_transaction():
        last = stage.rounds.select_for_update().order_by("number").last()
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        if last is None or last.cut_at is None:
            raise DrawRefused("not_cut", _("Nobody has been put out after this round."))
        rows = stage.eliminations.filter(round=last.number, reversed_at=None)
        before = {"round": last.number, "out": list(rows.values_list("entrant_id", flat=True))}
        rows.update(reversed_at=timezone.now())
        last.cut_at = None
        last.save(update_fields=["cut_at"])
        target = f"stage:{stage.pk}"
        record(stage.event, actor, "undo_cut", target, reason=reason.strip(), before=before)
        _tell(stage)
    return stage


def _check(stage: Stage, last: Round | None) -> None:
    if not format_of(stage.kind).score_out:
        raise DrawRefused("not_score_out", _("Nobody drops out of this format."))
    if last is None or last.state != RoundState.FINISHED:
        raise DrawRefused("round_unfinished", _("The round has not finished."))
    if last.cut_at is not None:
        raise DrawRefused("already_cut", _("Who is out after this round is put down already."))


def _tell(stage: Stage) -> None:
    mark_standings_due(stage.pk, timezone.now())
    hint_publish(stage.pk)
    hints.event_changed(stage.event_id, "drawn")
