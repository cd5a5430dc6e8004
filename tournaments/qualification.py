"""Who goes on from one stage to the next, and with what: pure reads of the standings.

Owns the place at which a qualification is cut, and the carry-over. It draws nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.comparison.totals import Total
from games.models import Board
from tournaments.errors import DrawRefused
from tournaments.formats import ranks_by_matches
from tournaments.models import CarryOver, Failure, Stage
from tournaments.stage_ends import has_ended


def final_rows(source: Stage) -> list[dict[str, Any]]:
    """The rows of the newest standings of a stage, best first; none before there are any."""
    version = source.versions.order_by("-number").first()
    return list(version.payload["rows"]) if version else []


def qualified(stage: Stage) -> list[str]:
    """The entrants (ids) who qualify for a stage that has a source, best first.

    Raises DrawRefused with `source_unfinished`, or `tie_at_the_edge` when the tie-break chain of
    the source does not tell who is the last (`params` name the `numbers` and the `rank`).
    """
    assert stage.source_id is not None
    source = Stage.objects.defer("movement", "certificate").get(pk=stage.source_id)
    closed = Board.objects.filter(
        board_set__session__stage=source, opens_at__isnull=False, opened_at=None
    )
    fails = Failure.objects.filter(stage=source)
    waits = source.marks.exists() or closed.exists() or fails.exists()
    if not has_ended(source) or waits:
        raise DrawRefused("source_unfinished", _("The stage before has not ended."))
    rows = final_rows(source)
    first, last = stage.first_rank, stage.last_rank or len(rows)
    _refuse_tie(rows, first - 1)
    _refuse_tie(rows, last)
    return [row["entrant"] for row in rows[first - 1 : last]]


def _refuse_tie(rows: list[dict[str, Any]], cut: int) -> None:
    """Refuse a cut after `cut` rows between two that share a rank."""
    if not 0 < cut < len(rows) or rows[cut - 1]["rank"] != rows[cut]["rank"]:
        return
    rank = rows[cut]["rank"]
    numbers = sorted(row["number"] for row in rows if row["rank"] == rank)
    sentence = _(
        "Rank %(rank)d is shared by the numbers %(numbers)s: add a step to the tie-breaks."
    )
    words = {"rank": rank, "numbers": ", ".join(map(str, numbers))}
    raise DrawRefused("tie_at_the_edge", sentence % words, rank=rank, numbers=numbers)


def carried(stage: Stage) -> dict[str, Total]:
    """What each entrant brings from the stage before, by id: a share of score, top and boards.

    Full is the whole, a fraction its share in per cent; scaled weighs as many boards as the new
    stage has itself. Between stages that are ranked by matches it is matches that count.
    """
    source = stage.source
    if source is None or stage.carry_over == CarryOver.NONE:
        return {}
    own = stage.rounds_planned
    if not ranks_by_matches(stage.kind, stage.scoring):
        own *= stage.boards_per_round
    found = {}
    for row in final_rows(source):
        top = None if row["top"] is None else Fraction(row["top"])
        total = Total(Fraction(row["score"]), top, Fraction(row["counted"]))
        if not total.boards:
            continue
        share = {
            CarryOver.FULL: Fraction(1),
            CarryOver.FRACTION: Fraction(stage.carry_share, 100),
            CarryOver.SCALED: Fraction(own) / total.boards,
        }[CarryOver(stage.carry_over)]
        found[row["entrant"]] = total.carried_over(share)
    return found
