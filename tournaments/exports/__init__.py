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

from .records import records_json
from .sheets import csv_file, results_sheet, standings_sheet
from .summary import summary_json
from .usebio import usebio_xml
from .workbook import workbook


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file by its name in the address: what it holds, in words, and how it is made."""

    name: str
    content_type: str
    text: str | Promise
    make: Callable[[Edition], bytes]


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
            "event.xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            _("Standings and results in one workbook"),
            lambda edition: workbook([standings_sheet(edition), results_sheet(edition)]),
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

MAKERS = {name: file.make for name, file in DATA_FILES.items()}
SUMMARY = ExportFile(
    "summary.json",
    "application/json; charset=utf-8",
    _("The ranking and the hashes of all these files, signed by this installation"),
    lambda edition: summary_json(edition, MAKERS),
)
FILES = {**DATA_FILES, SUMMARY.name: SUMMARY}
"""The same with the signed summary of them."""

__all__ = ["DATA_FILES", "FILES", "MAKERS", "SUMMARY", "ExportFile"]
