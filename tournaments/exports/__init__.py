"""The files that an event is handed out as, each of one published version.

Owns their names and forms. What they tell comes from `tournaments.queries` and is exactly what the
pages of that version show; nothing of a board that is not opened is in any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.queries import Edition

from .rankings import categories_sheet, units_sheet
from .ratings import ratings_sheet, titles_sheet
from .records import records_json
from .sheets import Sheet, csv_file, results_sheet, standings_sheet
from .summary import Maker, summary_json
from .usebio import usebio_xml
from .workbook import workbook


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file by its name in the address: what it holds, in words, and how it is made.

    What is `individual` is there only where single players are ranked.
    """

    name: str
    content_type: str
    text: str | Promise
    make: Callable[[Edition], bytes]
    individual: bool = False


def files_of(edition: Edition) -> list[ExportFile]:
    """The files that an edition has, in the order in which pages list them."""
    return [file for file in FILES.values() if not (file.individual and edition.has_teams)]


def makers_of(edition: Edition) -> dict[str, Maker]:
    """How each of them is made, but for the signed summary of them."""
    return {file.name: file.make for file in files_of(edition) if file.name in DATA_FILES}


def _sheets(edition: Edition) -> list[Sheet]:
    sheets = [standings_sheet(edition), results_sheet(edition), categories_sheet(edition)]
    return sheets if edition.has_teams else [*sheets, units_sheet(edition)]


DATA_FILES = {
    file.name: file
    for file in (
        ExportFile(
            "standings.csv",
            "text/csv; charset=utf-8",
            _("The standings as a table, for any spreadsheet"),
            lambda edition: csv_file(standings_sheet(edition)),
        ),
        ExportFile(
            "results.csv",
            "text/csv; charset=utf-8",
            _("Every result of the opened boards, a line for each seat"),
            lambda edition: csv_file(results_sheet(edition)),
        ),
        ExportFile(
            "categories.csv",
            "text/csv; charset=utf-8",
            _("The ranking of each category: women, youth, a region, as the event has them"),
            lambda edition: csv_file(categories_sheet(edition)),
        ),
        ExportFile(
            "clubs.csv",
            "text/csv; charset=utf-8",
            _("Clubs and countries, ranked by their best entrants"),
            lambda edition: csv_file(units_sheet(edition)),
            individual=True,
        ),
        ExportFile(
            "ratings.csv",
            "text/csv; charset=utf-8",
            _("For a list of ratings: each person's results against opponents and fields"),
            lambda edition: csv_file(ratings_sheet(edition)),
        ),
        ExportFile(
            "titles.csv",
            "text/csv; charset=utf-8",
            _("For a list of titles: what each rank brings by the table of the stage"),
            lambda edition: csv_file(titles_sheet(edition)),
        ),
        ExportFile(
            "event.xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            _("Standings, results, categories and clubs in one workbook"),
            lambda edition: workbook(_sheets(edition)),
        ),
        ExportFile(
            "usebio.xml",
            "application/xml; charset=utf-8",
            _("Participants and travellers in the shape of USEBIO, for federations"),
            usebio_xml,
        ),
        ExportFile(
            "records.json",
            "application/json; charset=utf-8",
            _("The record of every play: cards, auction, play; read by python -m engine"),
            records_json,
        ),
    )
}
"""Every file of results by its name, in the order in which pages list them."""

SUMMARY = ExportFile(
    "summary.json",
    "application/json; charset=utf-8",
    _("The ranking and the hashes of all these files, signed by this installation"),
    lambda edition: summary_json(edition, makers_of(edition)),
)
FILES = {**DATA_FILES, SUMMARY.name: SUMMARY}
"""The same with the signed summary of them."""

__all__ = ["DATA_FILES", "FILES", "SUMMARY", "ExportFile", "files_of", "makers_of"]
