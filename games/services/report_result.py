"""Report the result of a board that was played with cards, by its facts; the score is computed.

Nothing about a board's cards may be learnt here by trying. So what needs no cards is checked first,
an unusual score is asked about by what *other*, opened boards gave, and a report that does not fit
the cards is refused with one and the same answer, counted, and shown to the whole table. After a
few of them nothing is compared with the cards any more, whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.cards import format_card
from engine.reported import fits, remapped
from games.db import write_transaction
from games.deals import deal_of
from games.errors import Problem
from games.models import Dispute, MisfitReport, Play, PlayState, Report, ReportState, Result
from games.policy import TablePolicy
from games.result_documents import play_document
from games.slips import Slip, highest, ordinary_height
from games.speakers import Speaker, locked_play

from .answers import Answer, RequestKey, first_answer, keep_answer
from .count_report import count_report
from .notices import write_notice

CREATED = 201
#: Reports of a play that may fail to fit the cards; then a director has to enter the result.
MOST_MISFITS = 3
#: The same for directors and scorers: of a play, and of a board at all its tables.
MOST_OF_DIRECTORS = (3, 10)
PLAYERS = "player:"
#: How many results of opened boards make a better measure than the ruleset alone.
ENOUGH_RESULTS = 20
MOST_RESULTS = 500
OPEN = (ReportState.WAITING, ReportState.DISPUTED)


def report_result(
    speaker: Speaker,
    play_id: str,
    slip: Slip,
    request: RequestKey,
    *,
    sure: bool = False,
    also: Callable[[Play, Report | None], None] | None = None,
) -> Answer:
    """Store a report, which replaces an open one; a director's counts at once.

    `also` is done in the same transaction, before the answer; its report is None where the facts
    were refused because they do not fit, for the first time.

    Raises `Problem`: 404; 409 `has_result`, `not_played`, `unusual_result` or `not_compared`
    (override them with `sure`), `ask_director`; 422 `impossible_result`, `does_not_fit`,
    `key_reused`.
    """
    with write_transaction():
        play = locked_play(speaker, play_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        policy = TablePolicy.from_data(play.table.policy)
        _refuse_ended(play)
        _refuse_impossible(slip, policy)
        compares = _may_compare(play, speaker, sure)
        points = slip.points(policy)
        if not sure and highest(points) > _usual_height(play, policy):
            detail = _("This is an unusually high score. Check bid, doubles and bombs.")
            raise Problem(409, "unusual_result", detail, extra={"points": points})
        now = timezone.now()
        if not compares or _fits(play, slip, policy):
            report = _store(play, speaker, slip, points, policy, now)
            if also is not None:
                also(play, report)
            return keep_answer(request, CREATED, play_document(play))
        if _count_misfit(play, speaker, request, now) and also is not None:
            also(play, None)
    detail = _(
        "This cannot have happened on this board. Check the board's number, the landlord, the"
        " opening lead with its suit, the bombs, and whether two hands were swapped."
    )
    raise Problem(422, "does_not_fit", detail)


def _refuse_ended(play: Play) -> None:
    if play.state == PlayState.FINISHED:
        detail = _("This board has its result at this table. If it is wrong, dispute it.")
        raise Problem(409, "has_result", detail)
    if play.state == PlayState.NOT_PLAYED:
        detail = _("The director has taken this board away from this table.")
        raise Problem(409, "not_played", detail)


def _refuse_impossible(slip: Slip, policy: TablePolicy) -> None:
    problems = slip.problems(policy)
    if problems:
        detail = _("These facts cannot be; see errors.")
        raise Problem(422, "impossible_result", detail, problems)


def _may_compare(play: Play, speaker: Speaker, sure: bool) -> bool:
    """Whether the facts may be held against the cards once more. Raises `Problem` (409)."""
    misfits = MisfitReport.objects.filter(play=play)
    if not speaker.decides:
        if misfits.count() >= MOST_MISFITS:
            detail = _("Several reports did not fit this board: the director has to enter it.")
            raise Problem(409, "ask_director", detail)
        return True
    of_play, of_board = MOST_OF_DIRECTORS
    theirs = MisfitReport.objects.exclude(reference__startswith=PLAYERS)
    if (
        theirs.filter(play=play).count() < of_play
        and theirs.filter(play__board=play.board_id).count() < of_board
    ):
        return True
    if not sure:
        detail = _("Several slips did not fit this board: it is no longer compared with the cards.")
        raise Problem(409, "not_compared", detail)
    return False


def _usual_height(play: Play, policy: TablePolicy) -> int:
    """The size of score up to which nobody is asked: the highest of the opened boards, if many.

    The board's own field is looked at once it is open, never before.
    """
    results = Result.objects.filter(
        is_current=True, play__table__realm=play.table.realm, play__board__opened_at__isnull=False
    )
    newest = results.order_by("-pk").values_list("points", flat=True)[:MOST_RESULTS]
    heights = [highest(values) for values in newest]
    ordinary = ordinary_height(policy)
    return max(*heights, ordinary // 2) if len(heights) >= ENOUGH_RESULTS else ordinary


def _count_misfit(play: Play, speaker: Speaker, request: RequestKey, at: datetime) -> bool:
    """Note a refusal, once for the same facts: a repeated request tells nothing more.

    Whether it was the first time.
    """
    _row, created = MisfitReport.objects.get_or_create(
        play=play,
        body_hash=request.body_hash,
        defaults={"reference": speaker.reference, "at": at},
    )
    if created:
        seat = speaker.seat_at(play.table_id) or None
        write_notice(play.table, play, "report_refused", {"seat": seat}, at)
    return created


def _fits(play: Play, slip: Slip, policy: TablePolicy) -> bool:
    ruleset = policy.rules()
    held = remapped(deal_of(play.board), slip.mapping(ruleset))
    return fits(slip.result(), slip.lead, held, ruleset)


def _store(
    play: Play,
    speaker: Speaker,
    slip: Slip,
    points: dict[str, int],
    policy: TablePolicy,
    at: datetime,
) -> Report:
    """Write the report in place of an open one; count it when it needs nobody else."""
    before = Report.objects.filter(play=play, state__in=OPEN)
    open_disputes = Dispute.objects.filter(report__in=before, settled_at__isnull=True)
    open_disputes.update(settlement="replaced", settled_by=speaker.reference, settled_at=at)
    before.update(state=ReportState.REPLACED)
    report = Report.objects.create(
        play=play,
        number=Report.objects.filter(play=play).count() + 1,
        seat=speaker.seat_at(play.table_id),
        reference=speaker.reference,
        facts=slip.result().to_data(),
        points=points,
        lead="" if slip.lead is None else format_card(slip.lead),
        out_first=slip.out_first,
        hands=slip.mapping(policy.rules()),
        at=at,
    )
    told = {"report": report.number, "seat": report.seat or None, "facts": report.facts}
    write_notice(play.table, play, "result_reported", told | {"points": points}, at)
    if speaker.decides:
        count_report(play, report, at)
    return report
