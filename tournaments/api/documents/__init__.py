"""The JSON of the public resources, built by hand from what `tournaments.queries` reads.

Exact scores are strings ("123", "51/5"), percentages strings with two decimals, times ISO 8601 in
UTC. `shapes` describes these documents; never decides what may be told.
"""

from tournaments.api.documents.base import Document, exact, moment, percent
from tournaments.api.documents.boards import (
    board,
    board_line,
    cards,
    frequency,
    partings,
    play,
    play_result,
    scorecard,
    seat_score,
    statistics,
)
from tournaments.api.documents.events import commitments, event_line, overview
from tournaments.api.documents.rounds import movement, round_facts, round_line, table, table_page
from tournaments.api.documents.standings import (
    cross_row,
    entrant,
    entrant_line,
    matches,
    other_event,
    standing,
    unit,
)

__all__ = [
    "Document",
    "board",
    "board_line",
    "cards",
    "commitments",
    "cross_row",
    "entrant",
    "entrant_line",
    "event_line",
    "exact",
    "frequency",
    "matches",
    "moment",
    "movement",
    "other_event",
    "overview",
    "partings",
    "percent",
    "play",
    "play_result",
    "round_facts",
    "round_line",
    "scorecard",
    "seat_score",
    "standing",
    "statistics",
    "table",
    "table_page",
    "unit",
]
