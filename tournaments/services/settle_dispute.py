"""Decide a dispute: the report or result stands, or it has been corrected."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Dispute, Play, Report, ReportState
from games.services.count_report import count_report
from games.speakers import Speaker, locked_play
from tournaments.errors import RulingRefused
from tournaments.models import Event
from tournaments.sight import refuse_hidden

from .actors import Actor
from .audit import record
from .ruling_effects import check_reason

DECISIONS = ("stands", "corrected")


def settle_dispute(
    event: Event, dispute: Dispute, decision: str, actor: Actor, reason: str
) -> Dispute:
    """Close an open dispute. A correction itself is `correct_result`'s, or a new slip's.

    Raises NotPermitted; RulingRefused(`reason_missing`, `unknown_decision`, `already_settled`);
    BoardHidden.
    """
    actor.require(event)
    reason = check_reason(reason)
    if decision not in DECISIONS:
        raise RulingRefused("unknown_decision", _("It stands, or it was corrected."))
    refuse_hidden(actor, event, [dispute.play.board_id])
    with write_transaction():
        dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
        if dispute.settled_at is not None:
            sentence = _("This dispute is settled already.")
            raise RulingRefused("already_settled", sentence, about=f"play:{dispute.play_id}")
        dispute.settlement = decision
        dispute.settled_by, dispute.settled_at = actor.reference, timezone.now()
        dispute.save(update_fields=["settlement", "settled_by", "settled_at"])
        target, after = f"play:{dispute.play_id}", {"dispute": dispute.pk, "decision": decision}
        record(event, actor, "settle_dispute", target, reason=reason, after=after)
    return dispute


def accept_report(event: Event, play: Play, actor: Actor, reason: str) -> Play:
    """Let the open report of a board count without the seats that have not confirmed it.

    Raises NotPermitted; RulingRefused(`reason_missing`, `no_report`); BoardHidden.
    """
    actor.require(event)
    reason = check_reason(reason)
    refuse_hidden(actor, event, [play.board_id])
    with write_transaction():
        play = locked_play(Speaker(actor.reference, realm=event.pk), play.pk)
        waits = [ReportState.WAITING, ReportState.DISPUTED]
        report = Report.objects.filter(play=play, state__in=waits).first()
        if report is None:
            sentence = _("No report of this board waits.")
            raise RulingRefused("no_report", sentence, about=f"play:{play.pk}")
        now = timezone.now()
        Dispute.objects.filter(report=report, settled_at=None).update(
            settlement="stands", settled_by=actor.reference, settled_at=now
        )
        count_report(play, report, now)
        after = {"report": report.number}
        record(event, actor, "accept_report", f"play:{play.pk}", reason=reason, after=after)
    return play
