"""Files of records and of deals, in whichever form they come.

Owns the guess at the form; the reading belongs to each form's module.
"""

from __future__ import annotations

from engine import boards_file, record_json, record_text, record_text_reading
from engine.boards_file import DealSet
from engine.dealing_reveal import DEALS_FORMAT
from engine.errors import FileError, ParseError
from engine.json_text import parse
from engine.notations import NOTATIONS, read_notation
from engine.record import FORMAT, Record
from engine.record_text_reading import deviation

FORMS = ("auto", "text", "json", *NOTATIONS)
Content = tuple[Record, ...] | DealSet


def read_content(text: str, form: str = "auto", *, exactly: bool = False) -> Content:
    """The records or the deals of a text. Raises `EngineError`.

    `form` is one of `FORMS`; "auto" tells text from JSON.
    """
    if form in NOTATIONS:
        return read_notation(form, text)
    if form == "json" or (form == "auto" and _looks_like_json(text)):
        document = parse(text)
        value = document.value
        if isinstance(value, dict) and value.get("format") == DEALS_FORMAT:
            deals = DealSet.from_data(value)
            different = tuple(deviation(text, boards_file.write_json(deals))) if exactly else ()
            if different:
                raise FileError(different)
            return deals
        return record_json.read_json(text, exactly=exactly)
    if f'[Format "{DEALS_FORMAT}"]' in text:
        return boards_file.read_text(text, exactly=exactly)
    if form == "auto" and not text.lstrip().startswith("["):
        raise FileError((ParseError("unknown_format", line=1, column=1, expected=FORMAT),))
    return record_text_reading.read_text(text, exactly=exactly)


def _looks_like_json(text: str) -> bool:
    start = text.lstrip()
    return start.startswith("{") or (start.startswith("[") and not start.startswith("[Format"))


def write_content(content: Content, form: str) -> str:
    """Records or deals as "text" or "json"."""
    if isinstance(content, DealSet):
        write = boards_file.write_json if form == "json" else boards_file.write_text
        return write(content)
    if form == "json":
        return record_json.write_json(content)
    return record_text.write_text(content)
