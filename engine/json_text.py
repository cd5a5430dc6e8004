"""JSON whose every value knows its line and column, so that errors can say where they are.

Owns the reading only; what a document means is decided by who asked for it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from json import JSONDecodeError, JSONDecoder
from typing import Any

from engine.errors import ParseError

Path = tuple[str | int, ...]
"""The way from the document to a value: names of members and indices of items."""
Place = tuple[int | None, int | None]
"""Line and column, from 1; None where they are not known."""

DEEPEST = 50
"""How many arrays and objects may stand in each other."""
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?(?![0-9])")
_DECODER = JSONDecoder()
_WORDS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class Located:
    """A JSON value with the place of each of its parts, by path; data without text has none."""

    value: Any
    places: Mapping[Path, Place] = field(default_factory=dict)

    def place(self, *path: str | int) -> Place:
        """The place of the value at `path`, or of the nearest one around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (None, None))


def parse(text: str) -> Located:
    """Read one JSON document. Raises `ParseError` (`bad_json`) with line and column.

    Stricter than the standard library: no NaN, no member twice, no half of a surrogate pair.
    """
    parser = _Parser(text)
    value, end = parser.value(parser.space(0), (), 0)
    end = parser.space(end)
    if end < len(text):
        raise parser.error(end, "nothing is expected after the document")
    return Located(value, parser.places)


class _Parser:
    """One pass over the text; methods take an offset and return a value and the next offset."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.places: dict[Path, Place] = {}

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def error(self, offset: int, reason: str) -> ParseError:
        line, column = self.place(offset)
        return ParseError("bad_json", line=line, column=column, reason=reason)

    def space(self, offset: int) -> int:
        match = _SPACE.match(self.text, offset)
        return match.end() if match else offset

    def value(self, offset: int, path: Path, depth: int) -> tuple[Any, int]:
        self.places[path] = self.place(offset)
        first = self.text[offset : offset + 1]
        if depth > DEEPEST:
            raise self.error(offset, f"more than {DEEPEST} arrays and objects stand in each other")
        if first == "{":
            return self.members(offset + 1, path, depth + 1)
        if first == "[":
            return self.items(offset + 1, path, depth + 1)
        if first == '"':
            return self.string(offset)
        number = _NUMBER.match(self.text, offset)
        if number:
            whole = number.group(1) is None and number.group(2) is None
            return (int if whole else float)(number.group()), number.end()
        for word, value in _WORDS.items():
            if self.text.startswith(word, offset):
                return value, offset + len(word)
        raise self.error(offset, "a value is expected")

    def string(self, offset: int) -> tuple[str, int]:
        try:
            text, end = _DECODER.raw_decode(self.text, offset)
            text.encode()
        except JSONDecodeError as error:
            raise self.error(
                min(error.pos, len(self.text)), "the text is not well formed"
            ) from None
        except UnicodeEncodeError:
            raise self.error(offset, "the text is not valid Unicode") from None
        return text, end

    def members(self, offset: int, path: Path, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        offset = self.space(offset)
        if self.text.startswith("}", offset):
            return found, offset + 1
        while True:
            if not self.text.startswith('"', offset):
                raise self.error(offset, "the name of a member is expected")
            name, end = self.string(offset)
            if name in found:
                raise self.error(offset, f"the member {name} stands here twice")
            end = self.expect(":", self.space(end))
            found[name], end = self.value(self.space(end), (*path, name), depth)
            end = self.space(end)
            if self.text.startswith("}", end):
                return found, end + 1
            offset = self.space(self.expect(",", end))

    def items(self, offset: int, path: Path, depth: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        offset = self.space(offset)
        if self.text.startswith("]", offset):
            return found, offset + 1
        while True:
            item, end = self.value(offset, (*path, len(found)), depth)
            found.append(item)
            end = self.space(end)
            if self.text.startswith("]", end):
                return found, end + 1
            offset = self.space(self.expect(",", end))

    def expect(self, sign: str, offset: int) -> int:
        if not self.text.startswith(sign, offset):
            raise self.error(offset, f"“{sign}” is expected")
        return offset + 1
