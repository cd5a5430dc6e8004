"""Dispute a report before it counts, or a result within the correction period."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.db import write_transaction
from games.errors import Problem
from games.models import Dispute, Play, Report, ReportState
from games.policy import TablePolicy
from games.result_documents import play_document
from games.speakers import Speaker, locked_play

from .answers import Answer, RequestKey, first_answer, keep_answer
from .confirm_result import present_matter
from .notices import write_notice

OK = 200


def dispute_result(
    speaker: Speaker,
    play_id: str,
    request: RequestKey,
    *,
    report: int | None = None,
    revision: int | None = None,
    reason: str = "",
) -> Answer:
    """Say that a report or a result is wrong; it stands in the director's queue from now on.

    A report does not count then; a result goes on counting until a director has decided.
    Disputing twice changes nothing. Raises `Problem`: 404; 409 `report_replaced`,
    `correction_period_over`; 422 `key_reused`.
    """
    with write_transaction():
        play = locked_play(speaker, play_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        seat, now = speaker.seat_at(play.table_id), timezone.now()
        about = present_matter(play, report, revision)
        if isinstance(about, Report):
            number = about.number
            Report.objects.filter(pk=about.pk).update(state=ReportState.DISPUTED)
        else:
            number = about.revision
            _refuse_late(play, now)
        name = "report" if isinstance(about, Report) else "result"
        _row, created = Dispute.objects.get_or_create(
            play=play,
            seat=seat,
            settled_at=None,
            defaults={name: about, "reason": reason, "by_pin": speaker.by_pin, "at": now},
        )
        if created:
            write_notice(play.table, play, "result_disputed", {"seat": seat, name: number}, now)
        return keep_answer(request, OK, play_document(play))


def _refuse_late(play: Play, now: datetime) -> None:
    """The period begins when the result became public: with the opening of its board."""
    minutes = TablePolicy.from_data(play.table.policy).correction_minutes
    opened = play.board.opened_at
    if opened is not None and now > opened + timedelta(minutes=minutes):
        detail = _("The correction period of this board is over.")
        raise Problem(409, "correction_period_over", detail)
