"""Tables as a workbook for spreadsheets (XLSX); equal tables have equal bytes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from .sheets import Sheet, safe

WIDTH = 14
MOMENT = re.compile(rb">\d{4}-\d\d-\d\dT[\d:.]+Z<")
#: What the format does not allow in a cell.
CONTROL = dict.fromkeys((*range(9), 11, 12, *range(14, 32)))


def workbook(sheets: Iterable[Sheet]) -> bytes:
    """A sheet for each table: titles in bold on a first line that stays in view."""
    book = Workbook(write_only=True)
    for sheet in sheets:
        page = book.create_sheet(sheet.title)
        page.freeze_panes = "A2"
        for number in range(len(sheet.columns)):
            page.column_dimensions[_letter(number)].width = WIDTH
        titles = [WriteOnlyCell(page, value=str(title)) for _name, title in sheet.columns]
        for cell in titles:
            cell.font = Font(bold=True)
        page.append(titles)
        for row in sheet.rows:
            page.append(
                [each.translate(CONTROL) if isinstance(each := safe(x), str) else each for x in row]
            )
    data = io.BytesIO()
    book.save(data)
    return _timeless(data)


def _timeless(data: io.BytesIO) -> bytes:
    """The workbook without the moment of its making, which the library writes into it."""
    settled = io.BytesIO()
    with zipfile.ZipFile(data) as source, zipfile.ZipFile(settled, "w") as target:
        for name in sorted(source.namelist()):
            content = source.read(name)
            if name == "docProps/core.xml":
                content = MOMENT.sub(b">2000-01-01T00:00:00Z<", content)
            target.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return settled.getvalue()


def _letter(number: int) -> str:
    """The letters of column `number` (0: A, 26: AA)."""
    text = ""
    number += 1
    while number:
        number, place = divmod(number - 1, 26)
        text = chr(ord("A") + place) + text
    return text
