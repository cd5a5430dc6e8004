"""What the people of a table are told of its boards and their results, as the API prints it.

Only what they have reported or played themselves: nothing of a hand, and nothing of another table
unless the policy has travellers, and then only of boards that this table has finished.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from engine.hand import AllPass
from engine.rulesets import Doubling
from games.models import (
    Dispute,
    Play,
    Player,
    Report,
    ReportState,
    Result,
    Seat,
    Table,
    TableDevice,
)
from games.policy import TablePolicy
from games.queries import chairs_of

OPEN = (ReportState.WAITING, ReportState.DISPUTED)


def table_with_boards(player: Player) -> dict[str, Any] | None:
    """The player's newest released table, finished or not; None before the first."""
    seat = (
        Seat.objects.select_related("table")
        .filter(player=player, table__released_at__isnull=False)
        .order_by("-table__released_at", "-table")
        .first()
    )
    return None if seat is None else table_document(seat.table, seat.letter)


def table_of_device(device: TableDevice) -> dict[str, Any] | None:
    """The newest released table of the device's number; None before the first."""
    table = (
        Table.objects.filter(realm=device.realm, number=device.number, released_at__isnull=False)
        .order_by("-released_at", "-pk")
        .first()
    )
    return None if table is None else table_document(table, "")


def table_document(table: Table, seat: str) -> dict[str, Any]:
    """A table with all its boards, for who sits at `seat` (empty for the table's own device)."""
    policy = TablePolicy.from_data(table.policy)
    rules = policy.rules()
    plays = Play.objects.select_related("board", "table").filter(table=table).order_by("order")
    return {
        "id": table.pk,
        "number": table.number,
        "physical": policy.physical,
        "confirm_results": policy.physical or policy.confirm_results,
        "finished": table.finished_at is not None,
        "seat": seat or None,
        "seats": [{"letter": each.letter, "name": each.name} for each in chairs_of(table.pk)],
        "rules": {
            "passed_out": policy.all_pass != AllPass.FORCED.value,
            "doubling": rules.doubling is not Doubling.OFF,
            "redouble": rules.redouble,
            "spring": rules.spring_doubles,
        },
        "plays": play_documents(list(plays)),
    }


def play_document(play: Play) -> dict[str, Any]:
    """One board of a table; see `play_documents`."""
    return play_documents([play])[0]


def play_documents(plays: Iterable[Play]) -> list[dict[str, Any]]:
    """Boards of a table with the open report of each or its result. Three statements, two more
    for what was said of them, one for travellers.
    """
    plays = list(plays)
    ids = [play.pk for play in plays]
    reports = {
        each.play_id: each
        for each in Report.objects.filter(play__in=ids, state__in=OPEN).prefetch_related(
            "confirmations"
        )
    }
    results = {
        each.play_id: each
        for each in Result.objects.filter(play__in=ids, is_current=True).prefetch_related(
            "confirmations"
        )
    }
    disputes: dict[str, list[str]] = {}
    open_ones = Dispute.objects.filter(play__in=ids, settled_at__isnull=True).order_by("pk")
    for play_id, seat in open_ones.values_list("play_id", "seat"):
        disputes.setdefault(play_id, []).append(seat)
    travellers = _travellers([play for play in plays if play.pk in results])
    return [
        {
            "id": play.pk,
            "board": play.board.number,
            "positions": play.holders(_landlord(results.get(play.pk))),
            "state": play.state,
            "report": _report(reports.get(play.pk), disputes.get(play.pk, [])),
            "result": _result(results.get(play.pk), disputes.get(play.pk, [])),
            "disputed_by": disputes.get(play.pk, []),
            "traveller": travellers.get(play.pk),
        }
        for play in plays
    ]


def _travellers(finished: list[Play]) -> dict[str, list[dict[str, Any]]]:
    """What other tables did with the board, by play, where the policy lets it be seen."""
    plays = [play for play in finished if play.table.policy.get("travellers")]
    if not plays:
        return {}
    rows = (
        Result.objects.filter(
            is_current=True,
            play__table__realm=plays[0].table.realm,
            play__board__in=[play.board_id for play in plays],
        )
        .select_related("play__table")
        .order_by("play__table__number", "pk")
    )
    found: dict[str, list[dict[str, Any]]] = {play.pk: [] for play in plays}
    for row, play in product(rows, plays):
        if row.play.board_id == play.board_id and row.play_id != play.pk:
            line = {"facts": row.facts, "points": row.points, "hands": row.hands or None}
            found[play.pk].append({"table": row.play.table.number, **line})
    return found


def _landlord(result: Result | None) -> int | None:
    """The landlord's position, once there is a result."""
    landlord: int | None = result.facts["landlord"] if result else None
    return landlord


def _report(report: Report | None, disputed_by: list[str]) -> dict[str, Any] | None:
    if report is None:
        return None
    return {
        "number": report.number,
        "seat": report.seat or None,
        "facts": report.facts,
        "points": report.points,
        "lead": report.lead or None,
        "out_first": report.out_first,
        "hands": report.hands,
        "confirmed_by": _agreeing(report, disputed_by),
    }


def _result(result: Result | None, disputed_by: list[str]) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "revision": result.revision,
        "source": result.source,
        "facts": result.facts,
        "points": result.points,
        "hands": result.hands or None,
        "confirmed_by": _agreeing(result, disputed_by),
    }


def _agreeing(about: Report | Result, disputed_by: list[str]) -> list[str]:
    """The seats that have confirmed, less those that have changed their mind."""
    return sorted({each.seat for each in about.confirmations.all()} - set(disputed_by))
