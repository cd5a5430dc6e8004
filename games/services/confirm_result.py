"""Confirm a result: when every other seat has, a report counts. Takes back an own dispute."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.db import write_transaction
from games.errors import Problem
from games.models import Confirmation, Dispute, Play, Report, ReportState, Result
from games.result_documents import play_document
from games.speakers import Speaker, locked_play

from .answers import Answer, RequestKey, first_answer, keep_answer
from .count_report import count_report
from .notices import write_notice

OK = 200


def confirm_result(
    speaker: Speaker,
    play_id: str,
    request: RequestKey,
    *,
    report: int | None = None,
    revision: int | None = None,
) -> Answer:
    """Agree with the open report `report`, or with the result in force, `revision`.

    Confirming twice changes nothing. Raises `Problem`: 404; 409 `report_replaced` when another
    is in force, `own_report`; 422 `key_reused`.
    """
    with write_transaction():
        play = locked_play(speaker, play_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        seat, now = speaker.seat_at(play.table_id), timezone.now()
        about = present_matter(play, report, revision)
        if isinstance(about, Report) and about.seat == seat:
            detail = _("You have reported this yourself: the other seats confirm it.")
            raise Problem(409, "own_report", detail)
        _confirm(play, about, seat, speaker.by_pin, now)
        if isinstance(about, Report):
            _count_if_agreed(play, about, now)
        return keep_answer(request, OK, play_document(play))


def present_matter(play: Play, report: int | None, revision: int | None) -> Report | Result:
    """The open report or the current result that is spoken of.

    Raises `Problem` (409 `report_replaced`) when it is not the present one.
    """
    found: Report | Result | None = None
    if report is not None:
        waits = [ReportState.WAITING, ReportState.DISPUTED]
        found = Report.objects.filter(play=play, number=report, state__in=waits).first()
    elif revision is not None:
        found = Result.objects.filter(play=play, revision=revision, is_current=True).first()
    if found is None:
        detail = _("Another report or result is in force now. Look at it first.")
        raise Problem(409, "report_replaced", detail, extra={"play": play_document(play)})
    return found


def _confirm(play: Play, about: Report | Result, seat: str, by_pin: bool, at: datetime) -> None:
    name = "report" if isinstance(about, Report) else "result"
    _row, created = Confirmation.objects.get_or_create(
        **{name: about}, seat=seat, defaults={"by_pin": by_pin, "at": at}
    )
    own = Dispute.objects.filter(play=play, seat=seat, settled_at__isnull=True)
    withdrawn = own.update(settlement="withdrawn", settled_by=f"seat:{seat}", settled_at=at)
    if created or withdrawn:
        number = about.number if isinstance(about, Report) else about.revision
        write_notice(play.table, play, "result_confirmed", {"seat": seat, name: number}, at)


def _count_if_agreed(play: Play, report: Report, at: datetime) -> None:
    """Count a report that all seats but the reporter's confirm and none disputes."""
    if Dispute.objects.filter(report=report, settled_at__isnull=True).exists():
        return
    if report.state == ReportState.DISPUTED:
        report.state = ReportState.WAITING
        report.save(update_fields=["state"])
    agreed = set(report.confirmations.values_list("seat", flat=True)) | {report.seat}
    if agreed >= set(play.positions):
        count_report(play, report, at)
