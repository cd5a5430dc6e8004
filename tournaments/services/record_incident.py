"""Record an irregularity with the director's decision; undo it by another row.

Owns the incident itself, which a scorer may note. What changes scores is a director's, and is made
with it by the services that own it, in the same transaction: `rule_scores`, `penalise`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Play
from tournaments.errors import RulingRefused
from tournaments.models import (
    Incident,
    IncidentDecision,
    IncidentKind,
    Ruling,
    Sitting,
    Stage,
)

from .actors import Actor
from .audit import record
from .enter_slip import SCORING
from .penalise import penalise
from .reverse_ruling import reverse_ruling
from .rule_scores import rule_scores
from .ruling_effects import check_reason, round_of_play

LONGEST_TEXT = 500
LONGEST_LAW = 1000


@dataclass(frozen=True, slots=True)
class Report:
    """What happened and what is decided. `positions` go with `adjusted` (as in `rule_scores`),
    `percentage` with `penalty` (as in `penalise`, for the entrant of `seat`).
    """

    kind: str
    decision: str
    seat: str = ""
    text: str = ""
    law: str = ""
    positions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    percentage: str = ""


def record_incident(play: Play, report: Report, actor: Actor, reason: str) -> Incident:
    """Store an irregularity on a play, with the ruling that its decision makes.

    Raises NotPermitted; RulingRefused with `reason_missing`, `unknown_kind`, `unknown_decision`,
    `unknown_seat`, `text_too_long`, `not_in_an_event`, or what `rule_scores` or `penalise` say.
    """
    stage = round_of_play(play).stage
    actor.require(stage.event, *SCORING)
    reason = check_reason(reason)
    _check(play, report)
    with write_transaction():
        ruling = _rule(play, stage, report, actor, reason)
        incident = Incident.objects.create(
            stage=stage,
            play=play,
            kind=report.kind,
            seat=report.seat,
            text=report.text.strip(),
            decision=report.decision,
            law=report.law.strip(),
            ruling=ruling,
            reason=reason,
            actor=actor.reference,
            made_at=timezone.now(),
        )
        after = {
            "incident": incident.pk,
            "kind": incident.kind,
            "seat": incident.seat,
            "decision": incident.decision,
            "text": incident.text,
            "law": incident.law,
            "ruling": incident.ruling_id,
        }
        record(stage.event, actor, "record_incident", f"play:{play.pk}", reason=reason, after=after)
    return incident


def reverse_incident(incident: Incident, actor: Actor, reason: str) -> Incident:
    """Make an incident no longer count, with the ruling that was made with it.

    Raises NotPermitted; RulingRefused with `reason_missing`, `is_a_reversal` or
    `already_reversed`.
    """
    stage = incident.stage
    actor.require(stage.event)
    reason = check_reason(reason)
    if incident.reverses_id is not None:
        raise RulingRefused("is_a_reversal", _("This row reverses another: record it again."))
    with write_transaction():
        Incident.objects.select_for_update(no_key=True, of=("self",)).get(pk=incident.pk)
        if Incident.objects.filter(reverses=incident).exists():
            raise RulingRefused("already_reversed", _("This incident is reversed already."))
        ruling = incident.ruling
        if ruling is not None and not Ruling.objects.filter(reverses=ruling).exists():
            reverse_ruling(ruling, actor, reason)
        row = Incident.objects.create(
            stage=stage,
            play_id=incident.play_id,
            kind=incident.kind,
            seat=incident.seat,
            decision=incident.decision,
            reason=reason,
            actor=actor.reference,
            reverses=incident,
            made_at=timezone.now(),
        )
        record(
            stage.event,
            actor,
            "reverse_incident",
            f"play:{incident.play_id}",
            reason=reason,
            before={"incident": incident.pk, "decision": incident.decision},
            after={"incident": row.pk},
        )
    return row


def _check(play: Play, report: Report) -> None:
    if report.kind not in IncidentKind.values:
        raise RulingRefused("unknown_kind", _("There is no such kind of incident."))
    if report.decision not in IncidentDecision.values:
        raise RulingRefused("unknown_decision", _("There is no such decision."))
    if report.seat and not play.table.seats.filter(letter=report.seat).exists():
        raise RulingRefused("unknown_seat", _("This table has no such seat."))
    if len(report.text) > LONGEST_TEXT or len(report.law) > LONGEST_LAW:
        raise RulingRefused("text_too_long", _("The text is too long."))


def _rule(play: Play, stage: Stage, report: Report, actor: Actor, reason: str) -> Ruling | None:
    """The ruling that the decision makes."""
    if report.decision == IncidentDecision.ADJUSTED:
        return rule_scores(play, report.positions, actor, reason)
    if report.decision != IncidentDecision.PENALTY:
        return None
    seated = Sitting.objects.filter(seat__table=play.table_id, seat__letter=report.seat)
    sitting = seated.select_related("entrant").first()
    if sitting is None:
        raise RulingRefused("unknown_seat", _("Name the seat that gets the penalty."))
    return penalise(stage, sitting.entrant, report.percentage, actor, reason)
