"""Every play of the opened boards with its record, part by part: what a stream of them reads.

Owns the parts, which are small enough to be held one at a time whatever the size of the event.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Board, Play

from .boards import cards_of
from .edition import Edition
from .frequency import frequency_tables
from .plays import PlayPage, entries_of
from .results import results_of

#: Plays whose records are read together.
PART = 100


def all_plays(edition: Edition) -> Iterator[tuple[PlayPage, ...]]:
    """The plays by board and table, at most `PART` together.

    A constant number of statements for each board, and two for each part. Which hand was passed
    on in four-a-side is not told: it follows from the record.
    """
    for number in edition.boards:
        fields = edition.fields_of_board(number)
        results = results_of(edition, fields, tables=frequency_tables(edition, fields))
        board = Board.objects.select_related("board_set").get(id=fields[0].board_id)
        cards = cards_of(board)
        for start in range(0, len(results), PART):
            part = results[start : start + PART]
            ids = [each.play_id for each in part]
            entries = entries_of(ids)
            rows = Play.objects.filter(id__in=ids)
            columns = rows.values("id", "started_at", "finished_at", "time_used")
            times = {each["id"]: each for each in columns}
            yield tuple(
                PlayPage(
                    edition=edition,
                    play_id=each.play_id,
                    table=each.table,
                    board=each.board,
                    round=each.round,
                    cards=cards,
                    entries=entries.get(each.play_id, ()),
                    result=each,
                    started_at=times[each.play_id]["started_at"],
                    finished_at=times[each.play_id]["finished_at"],
                    time_used=times[each.play_id]["time_used"],
                )
                for each in part
            )
