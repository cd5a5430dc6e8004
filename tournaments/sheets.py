"""Reading a list that people typed or exported: bytes or pasted text in, lines of cells out.

Owns encodings, delimiters and the first sheet of a workbook. What the cells mean is their reader's
business (`entrants_file`).
"""

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import datetime, time
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

DELIMITERS = ",;\t，；"
XLSX_BEGINS = b"PK\x03\x04"
#: A workbook's parts unpacked, in bytes, and the cells of a line that are looked at.
LARGEST_WORKBOOK = 64_000_000
MOST_CELLS = 50


class SheetError(Exception):
    """A list cannot be read on: a stable code, a sentence, and the line if it is one line's."""

    def __init__(self, code: str, detail: str, line: int | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.line = line


def read_lines(source: bytes | str, most: int) -> Iterator[tuple[int, list[str]]]:
    """Yield (line, cells without space at their ends) of every record that is not blank.

    `source` is comma-, semicolon- or tab-separated text; as bytes in UTF-8 (with or without a byte
    order mark), UTF-16 with one, or GB18030; or an XLSX workbook, whose first sheet counts and of
    which at most `most` rows are looked at. Lines count from 1; a record over several has the
    number of its first, one of a workbook that of its row. Raises SheetError where it cannot be
    read, or not any further.
    """
    if isinstance(source, bytes) and source.startswith(XLSX_BEGINS):
        return _rows(source, most)
    return _records(_decoded(source))


def _decoded(source: bytes | str) -> str:
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "gb18030"]
    for encoding in encodings:
        try:
            return source.decode(encoding)
        except UnicodeDecodeError:
            continue
    sentence = _("The file is neither UTF-8 nor GB18030 text. Save it as CSV in UTF-8.")
    raise SheetError("unknown_encoding", sentence)


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            sentence = _("This line is not well-formed: look for a quotation mark left open.")
            raise SheetError("malformed_line", sentence, line) from None
        if any(cells):
            yield line, cells


def _delimiter(text: str) -> str:
    """Return the delimiter that is most frequent in the first line with any text."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=first.count)


def _rows(source: bytes, most: int) -> Iterator[tuple[int, list[str]]]:
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as parts:
            if sum(part.file_size for part in parts.infolist()) > LARGEST_WORKBOOK:
                raise ValueError
        book = load_workbook(io.BytesIO(source), read_only=True, data_only=True, keep_links=False)
        rows = list(islice(book.worksheets[0].iter_rows(values_only=True), most))
        book.close()
    except Exception:  # a damaged workbook fails in many ways, none of which says more than this
        sentence = _("This workbook cannot be read. Save it anew as XLSX, or as CSV in UTF-8.")
        raise SheetError("unreadable_workbook", sentence) from None
    for line, row in enumerate(rows, start=1):
        cells = [_printed(cell) for cell in row[:MOST_CELLS]]
        if any(cells):
            yield line, cells


def _printed(cell: Any) -> str:
    """A cell as text: a whole number without decimals, a day without its midnight."""
    if cell is None:
        return ""
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
