"""Standings and results as plain tables, and a table as CSV.

Owns the columns. A column has a name for programs, which never changes, and a title for people.
Scores and percentages are decimals with two places, halves away from zero, as the pages show them;
exact fractions stand in the JSON of the API.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.comparison.rounding import shown
from tournaments import queries
from tournaments.queries import Edition

Cell = str | int | Decimal | None
Columns = tuple[tuple[str, str | Promise], ...]
#: A spreadsheet takes a text that begins with one of these for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: So that a spreadsheet takes the file for UTF-8.
BYTE_ORDER_MARK = "\ufeff"
MOST_PLAYS = 10**9


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its title, its columns as (name, title), and its rows."""

    title: str
    columns: Columns
    rows: tuple[tuple[Cell, ...], ...]


def decimal(value: Fraction | None) -> Decimal | None:
    """As shown: two places at most, a whole number without any."""
    if value is None:
        return None
    return Decimal(int(value)) if value == int(value) else Decimal(shown(value))


def joined(names: Iterable[str]) -> str:
    """Several names in one cell, as an import takes them."""
    return "; ".join(names)


def standings_sheet(edition: Edition) -> Sheet:
    """A line for each entrant of the version, a column for each round."""
    found = queries.standings(edition)
    rounds = tuple(
        (f"round_{number}", gettext("Round %(number)s") % {"number": number})
        for number in range(1, found.round_count + 1)
    )
    columns: Columns = (
        ("rank", _("Rank")),
        ("number", _("Number")),
        ("name", _("Name")),
        ("club", _("Club")),
        ("country", _("Country")),
        ("score", _("Total")),
        ("percentage", _("Percentage")),
        ("boards", _("Boards")),
        ("boards_awarded", _("Boards with an award")),
        ("carried_over", _("Carried over")),
        ("penalty", _("Penalty")),
        ("points", _("Points")),
        ("rank_by_points", _("Rank by points")),
        ("categories", _("Categories")),
        ("title_points", _("Title points")),
        *rounds,
    )
    rows = tuple(
        (
            row.rank,
            row.entrant.number,
            row.entrant.name,
            row.entrant.club,
            row.entrant.country,
            decimal(row.score),
            Decimal(row.percentage) if row.percentage else None,
            row.boards,
            row.boards_awarded,
            decimal(row.carried),
            decimal(row.penalty),
            row.points,
            row.raw_rank,
            joined(row.entrant.categories),
            decimal(row.title_points),
            *(decimal(score) for score in row.rounds),
            *(None for _missing in range(found.round_count - len(row.rounds))),
        )
        for row in found.rows
    )
    return Sheet(gettext("Standings"), columns, rows)


def results_sheet(edition: Edition) -> Sheet:
    """A line for each seat of each finished play of the opened boards, by board and table."""
    columns: Columns = (
        ("round", _("Round")),
        ("board", _("Board")),
        ("table", _("Table")),
        ("position", _("Position")),
        ("seat", _("Seat")),
        ("number", _("Number")),
        ("name", _("Name")),
        ("played_by", _("Played by")),
        ("role", _("Role")),
        ("landlord", _("Landlord")),
        ("bid", _("Bid")),
        ("bombs", _("Bombs")),
        ("rockets", _("Rockets")),
        ("spring", _("Spring")),
        ("doubled", _("Doubled by")),
        ("redoubled", _("Redoubled")),
        ("winner", _("Winner")),
        ("points", _("Points")),
        ("score", _("Score")),
        ("top", _("Top")),
        ("percentage", _("Percentage")),
        ("ruling", _("Ruling")),
        ("outcomes", _("Outcomes")),
        ("mapping", _("Hands")),
        ("play", _("Play")),
    )
    plays = queries.play_list(edition, limit=MOST_PLAYS).plays
    rows = tuple(line for play in plays for line in _lines(play))
    return Sheet(gettext("Results"), columns, rows)


def _lines(play: queries.PlayResult) -> Iterable[tuple[Cell, ...]]:
    facts = play.facts
    for seat in play.seats:
        yield (
            play.round,
            play.board,
            play.table,
            seat.position,
            seat.letter,
            seat.entrant.number,
            seat.entrant.name,
            seat.player,
            seat.role,
            facts.landlord,
            facts.bid,
            facts.bombs,
            facts.rockets,
            facts.spring,
            " ".join(map(str, facts.doubled)),
            int(facts.redoubled),
            facts.winner,
            seat.points,
            decimal(seat.score),
            decimal(seat.top),
            None if seat.percentage is None else Decimal(shown(seat.percentage)),
            seat.ruling,
            "; ".join(f"{weight} of {value}" for value, weight in seat.outcomes),
            play.mapping,
            play.play_id,
        )


def safe(cell: Cell) -> Cell:
    """A text that no spreadsheet takes for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def csv_file(sheet: Sheet) -> bytes:
    """RFC 4180 in UTF-8; the first line has the names for programs."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([name for name, _title in sheet.columns])
    writer.writerows([safe(cell) for cell in row] for row in sheet.rows)
    return (BYTE_ORDER_MARK + text.getvalue()).encode()
