"""What a list of ratings and a list of titles need of an event.

Owns the columns. A line of the ratings is one board of one person: who sat there, against whom,
and how the result compares with its field; a list takes from it what its own formula asks for.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.comparison.rounding import shown
from tournaments import queries
from tournaments.queries import Edition, PlayResult, SeatScore

from .sheets import MOST_PLAYS, Cell, Columns, Sheet, decimal, joined


def ratings_sheet(edition: Edition) -> Sheet:
    """A line for each person and board, by board and table; who sat for an entrant is named.

    `opponents` are the numbers of the others at the table, `opponent_ratings` theirs in the same
    order. The result was compared with `field_results`, its own among them, that averaged
    `field_average` points. The rating is the entrant's: of a substitute, and of the members of a
    team, none is known.
    """
    columns: Columns = (
        ("event", _("Event")),
        ("date", _("First day")),
        ("stage", _("Stage")),
        ("round", _("Round")),
        ("board", _("Board")),
        ("table", _("Table")),
        ("name", _("Name")),
        ("entrant", _("Entrant")),
        ("number", _("Number")),
        ("club", _("Club")),
        ("country", _("Country")),
        ("rating", _("Rating")),
        ("opponents", _("Opponents")),
        ("opponent_ratings", _("Ratings of the opponents")),
        ("position", _("Position")),
        ("role", _("Role")),
        ("points", _("Points")),
        ("field_results", _("Results in the field")),
        ("field_average", _("Mean of the field")),
        ("score", _("Score")),
        ("top", _("Top")),
        ("percentage", _("Percentage")),
        ("ruling", _("Ruling")),
    )
    event: tuple[Cell, ...] = (
        edition.name,
        edition.starts_on.isoformat() if edition.starts_on else "",
        edition.stage_number,
    )
    plays = queries.play_list(edition, limit=MOST_PLAYS).plays
    rows = tuple((*event, *line) for play in plays for line in _lines(play))
    return Sheet(gettext("Ratings"), columns, rows)


def _lines(play: PlayResult) -> Iterable[tuple[Cell, ...]]:
    for seat in play.seats:
        others = [each for each in play.seats if each is not seat]
        yield (
            play.round,
            play.board,
            play.table,
            seat.player or seat.entrant.name,
            seat.entrant.name,
            seat.entrant.number,
            seat.entrant.club,
            seat.entrant.country,
            _rating(seat),
            " ".join(str(each.entrant.number) for each in others),
            " ".join(str(rating) if (rating := _rating(each)) else "-" for each in others),
            seat.position,
            seat.role,
            seat.points,
            seat.compared,
            decimal(seat.cards),
            decimal(seat.score),
            decimal(seat.top),
            None if seat.percentage is None else Decimal(shown(seat.percentage)),
            seat.ruling,
        )


def _rating(seat: SeatScore) -> int | None:
    return None if seat.player else seat.entrant.rating


def titles_sheet(edition: Edition) -> Sheet:
    """A line for each entrant: the rank and what it brings by the stage's own table."""
    columns: Columns = (
        ("event", _("Event")),
        ("date", _("First day")),
        ("stage", _("Stage")),
        ("rank", _("Rank")),
        ("title_points", _("Title points")),
        ("number", _("Number")),
        ("name", _("Name")),
        ("club", _("Club")),
        ("country", _("Country")),
        ("categories", _("Categories")),
        ("rating", _("Rating")),
        ("boards", _("Boards")),
        ("percentage", _("Percentage")),
    )
    rows = tuple(
        (
            edition.name,
            edition.starts_on.isoformat() if edition.starts_on else "",
            edition.stage_number,
            row.rank,
            decimal(row.title_points),
            row.entrant.number,
            row.entrant.name,
            row.entrant.club,
            row.entrant.country,
            joined(row.entrant.categories),
            row.entrant.rating,
            row.boards,
            Decimal(row.percentage) if row.percentage else None,
        )
        for row in queries.standings(edition).rows
    )
    return Sheet(gettext("Titles"), columns, rows)
