"""The records of all plays of the opened boards: the document `fushi-records-1`."""

from __future__ import annotations

from engine.record import Record
from engine.record_json import write_json
from games.models import Play
from tournaments import queries
from tournaments.queries import Edition

from .sheets import MOST_PLAYS


def records_json(edition: Edition) -> bytes:
    """By board and table, as `python -m engine` reads them."""
    told = queries.play_list(edition, limit=MOST_PLAYS).plays
    plays = queries.refereed(edition.fields)
    records = [
        Record(
            state=plays[each.play_id][1],
            event=edition.name,
            stage=_stage_name(edition),
            board=str(each.board),
            table=str(each.table),
            date=_date(edition, plays[each.play_id][0]),
            source="Fushi",
            players=tuple(seat.player or seat.entrant.name for seat in each.seats),
        )
        for each in told
        if each.play_id in plays
    ]
    return write_json(records).encode()


def _stage_name(edition: Edition) -> str:
    if len(edition.stages) == 1:
        return ""
    return next(
        (each.name or str(each.number))
        for each in edition.stages
        if each.number == edition.stage_number
    )


def _date(edition: Edition, play: Play) -> str:
    if play.started_at is None:
        return ""
    return play.started_at.astimezone(edition.zone).date().isoformat()
