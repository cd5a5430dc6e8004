"""Delete tables with everything that was played at them. For tables that count for nobody."""

from collections.abc import Collection

from games.db import write_transaction
from games.models import (
    Call,
    Confirmation,
    Dispute,
    LogEntry,
    MisfitReport,
    Play,
    Report,
    Result,
    SealedDouble,
    Seat,
    Table,
)


def discard_tables(table_ids: Collection[str]) -> None:
    """Delete tables, their plays, logs, and results; a constant number of statements.

    Whether they may go is the caller's to know: what an event refers to is protected, and raises
    `ProtectedError`.
    """
    with write_transaction():
        plays = list(Play.objects.filter(table__in=table_ids).values_list("pk", flat=True))
        Call.objects.filter(table__in=table_ids).delete()
        Dispute.objects.filter(play__in=plays).delete()
        Confirmation.objects.filter(result__play__in=plays).delete()
        Confirmation.objects.filter(report__play__in=plays).delete()
        for rows in (MisfitReport, Report, SealedDouble, Result):
            rows.objects.filter(play__in=plays).delete()
        LogEntry.objects.filter(table__in=table_ids).delete()
        Play.objects.filter(pk__in=plays).delete()
        Seat.objects.filter(table__in=table_ids).delete()
        Table.objects.filter(pk__in=table_ids).delete()
