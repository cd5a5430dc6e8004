"""What else is ranked from the standings of a version: categories, clubs, countries.

Owns the columns. Who counts and who is where comes from the queries that the pages read by.
"""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import queries
from tournaments.queries import Edition, Unit, UnitLine

from .sheets import Cell, Columns, Sheet, decimal, joined


def categories_sheet(edition: Edition) -> Sheet:
    """A line for each category and each entrant in it, by category and rank."""
    columns: Columns = (
        ("category", _("Category")),
        ("rank_in_category", _("Rank in the category")),
        ("rank", _("Rank")),
        ("number", _("Number")),
        ("name", _("Name")),
        ("club", _("Club")),
        ("country", _("Country")),
        ("score", _("Total")),
        ("percentage", _("Percentage")),
        ("boards", _("Boards")),
    )
    rows = queries.standings(edition).rows
    names = sorted({name for row in rows for name in row.entrant.categories})
    lines = tuple(
        (
            name,
            row.category_rank,
            row.rank,
            row.entrant.number,
            row.entrant.name,
            row.entrant.club,
            row.entrant.country,
            decimal(row.score),
            Decimal(row.percentage) if row.percentage else None,
            row.boards,
        )
        for name in names
        for row in queries.in_category(rows, name)
    )
    return Sheet(gettext("Categories"), columns, lines)


def units_sheet(edition: Edition) -> Sheet:
    """A line for each club, then for each country, ranked by as many as the event counts.

    Those with too few entrants have no rank.
    """
    columns: Columns = (
        ("kind", _("Kind")),
        ("rank", _("Rank")),
        ("name", _("Name")),
        ("score", _("Total")),
        ("percentage", _("Percentage")),
        ("mean", _("Mean of one")),
        ("counting", _("Who counts")),
        ("others", _("Others")),
    )
    rows = tuple(
        _line(unit, line)
        for unit in Unit
        for page in (queries.unit_page(edition, unit),)
        for line in (*page.ranked, *page.too_few)
    )
    return Sheet(gettext("Clubs"), columns, rows)


def _line(unit: Unit, line: UnitLine) -> tuple[Cell, ...]:
    return (
        unit.value,
        line.rank,
        line.name,
        decimal(line.score),
        Decimal(line.percentage) if line.percentage else None,
        decimal(line.mean),
        joined(row.entrant.name for row in line.members),
        line.others,
    )
