"""Sets of deals as files, in text and in JSON (`fushi-deals-1`), and the search for equal deals.

Owns both forms; one deal in data is `Deal.to_data`, a set in data `dealing_reveal`. It never
derives a deal: whether deals follow from a commitment is checked by `dealing_reveal.verify`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.deal import Deal
from engine.dealing import KINDS, PACKS, DealtBoard, fingerprint
from engine.dealing_reveal import DEALS_FORMAT, deals_from_data, deals_to_data
from engine.errors import DealError, EngineError, FileError, ParseError
from engine.json_text import Place, parse
from engine.record_text import escaped, unescaped
from engine.record_text_reading import deviation
from engine.rulesets import get

_TAG = re.compile(r'\s*\[(\w+) +"((?:[^"\\]|\\.)*)"\]\s*')
_BOARD = re.compile(r"\s*(original|reserve) +([0-9]{1,6})(?: *, *attempt +([0-9]{1,6}))?\s*")
_COMMITMENT = re.compile("[0-9a-f]{64}")
_TAGS = ("Format", "Set", "Version", "Commitment")


@dataclass(frozen=True)
class DealSet:
    """Deals under one name; `version` and `commitment` where they follow from a secret.

    In every deal position 1 bids first, by definition: see `Deal.rotated`.
    """

    set_id: str
    boards: tuple[DealtBoard, ...]
    version: str | None = None
    commitment: str | None = None

    @classmethod
    def of(cls, set_id: str, deals: Iterable[Deal]) -> DealSet:
        """A set of deals that were made elsewhere, numbered from 1."""
        boards = [DealtBoard("original", number, 0, deal) for number, deal in enumerate(deals, 1)]
        return cls(set_id, tuple(boards))

    def problems(self) -> tuple[DealError, ...]:
        """Everything that is wrong with the set or one of its deals; empty if nothing is."""
        found = [*_head_problems(self.version, self.commitment)]
        seen: set[tuple[str, int, int]] = set()
        for board in self.boards:
            found += board_problems(board, self.version)
            key = (board.kind, board.number, board.attempt)
            if key in seen:
                found.append(DealError("board_twice", kind=board.kind, number=board.number))
            seen.add(key)
        return tuple(found)

    def to_data(self) -> dict[str, Any]:
        """The document `fushi-deals-1`, for JSON."""
        return deals_to_data(self.set_id, self.boards, self.version, self.commitment)

    @classmethod
    def from_data(cls, data: object) -> DealSet:
        """Read what `to_data` wrote. Raises `DealError` or `ParseError`."""
        boards = deals_from_data(data)
        assert isinstance(data, Mapping)
        texts = [data.get(name) for name in ("set_id", "version", "commitment")]
        if not isinstance(texts[0], str) or any(
            text is not None and not isinstance(text, str) for text in texts
        ):
            raise DealError("bad_deals", reason="set_id, version and commitment are texts")
        extra = set(data) - {"format", "set_id", "version", "commitment", "deals"}
        if extra:
            raise DealError("bad_deals", reason=f"{min(extra)} is unknown")
        made = cls(texts[0], boards, texts[1], texts[2])
        for problem in made.problems():
            raise problem
        return made


class Repeat(NamedTuple):
    """A board whose deal was there before: in which set (by its name), and as which board."""

    board: DealtBoard
    set_id: str
    earlier: DealtBoard


def repeats(deals: DealSet, archive: Iterable[DealSet] = ()) -> list[Repeat]:
    """Every board whose deal stands earlier in the set or anywhere in the archive.

    Deals are equal when equal positions hold equal cards and the kitties are equal.
    """
    known: dict[str, tuple[str, DealtBoard]] = {}
    for earlier in archive:
        for board in earlier.boards:
            known.setdefault(fingerprint(board.deal), (earlier.set_id, board))
    found = []
    for board in deals.boards:
        mark = fingerprint(board.deal)
        if mark in known:
            found.append(Repeat(board, *known[mark]))
        else:
            known[mark] = (deals.set_id, board)
    return found


def board_problems(board: DealtBoard, version: str | None = None) -> list[DealError]:
    """Everything that keeps a board from being a whole deal, of `version` if it is named."""
    deal = board.deal
    players = PACKS[version].players if version in PACKS else len(deal.hands)
    return list(deal.problems(get("four-player" if players == 4 else "competition")))


def write_json(deals: DealSet) -> str:
    """The set as a JSON text: one line a deal."""
    data = deals.to_data()
    rows = data.pop("deals")
    head = json.dumps(data, ensure_ascii=False, indent=1)[:-2]
    lines = ",".join(f"\n  {json.dumps(row, ensure_ascii=False)}" for row in rows)
    return f'{head},\n "deals": [{lines}\n ]\n}}\n'


def read_json(text: str) -> DealSet:
    """Read a set from JSON. Raises `ParseError` with its place, or `DealError` naming the deal."""
    return DealSet.from_data(parse(text).value)


def write_text(deals: DealSet) -> str:
    """The set as text: tags, then every deal under its number."""
    tags = {"Format": DEALS_FORMAT, "Set": deals.set_id}
    tags |= {"Version": deals.version} if deals.version else {}
    tags |= {"Commitment": deals.commitment} if deals.commitment else {}
    lines = [f'[{name} "{escaped(value)}"]' for name, value in tags.items()]
    for board in deals.boards:
        attempt = f", attempt {board.attempt}" if board.attempt else ""
        lines += ["", f"{board.kind} {board.number}{attempt}", str(board.deal)]
    return "\n".join([*lines, ""])


def read_text(text: str, *, exactly: bool = True) -> DealSet:
    """Read what `write_text` wrote. Raises `FileError` with every fault, by line and column.

    Writing what was read gives the same text; with `exactly=False` other spacing and other ways
    to write a card are read too.
    """
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        reader.line(number, line)
    found = reader.finish()
    if found is not None and exactly and not reader.errors:
        reader.errors += deviation(text, write_text(found))
    if found is None or reader.errors:
        raise FileError(tuple(sorted(reader.errors, key=lambda e: (e.line or 0, e.column or 0))))
    return found


class _Reader:
    """Takes a text line by line and keeps every fault."""

    def __init__(self) -> None:
        self.errors: list[ParseError] = []
        self.tags: dict[str, tuple[str, Place]] = {}
        self.boards: list[DealtBoard] = []
        self.heading: tuple[int, re.Match[str]] | None = None
        self.body: list[tuple[int, str]] = []

    def line(self, number: int, line: str) -> None:
        tag, board = _TAG.fullmatch(line), _BOARD.fullmatch(line)
        if tag:
            name, place = tag.group(1), (number, tag.start(1) + 1)
            if name not in _TAGS:
                self.report(place, EngineError("unknown_tag", name=name))
            elif name in self.tags:
                self.report(place, EngineError("repeated_tag", name=name))
            else:
                self.tags[name] = (unescaped(tag.group(2)), (number, tag.start(2) + 1))
        elif board:
            self.close()
            self.heading = (number, board)
        elif line.strip() and self.heading is None:
            self.report((number, 1), EngineError("bad_deals_line"))
        elif line.strip():
            self.body.append((number, line))

    def close(self) -> None:
        """The deal under the last heading is complete."""
        if self.heading is None:
            return
        number, match = self.heading
        kind = KINDS[0] if match.group(1) == KINDS[0] else KINDS[1]
        try:
            deal = Deal.parse("\n".join(line for _, line in self.body))
        except ParseError as error:
            place = (number, 1)
            if error.line is not None:
                place = (self.body[error.line - 1][0], error.column or 1)
            self.report(place, error)
        else:
            attempt = int(match.group(3) or 0)
            board = DealtBoard(kind, int(match.group(2)), attempt, deal)
            version = self.tags.get("Version", (None,))[0]
            for problem in board_problems(board, version):
                self.report((number, 1), problem)
            self.boards.append(board)
        self.heading, self.body = None, []

    def finish(self) -> DealSet | None:
        self.close()
        values = {name: value for name, (value, _) in self.tags.items()}
        if values.get("Format") != DEALS_FORMAT:
            self.report((1, 1), EngineError("unknown_format", expected=DEALS_FORMAT))
        if "Set" not in values:
            self.report((1, 1), EngineError("missing_part", part="Set"))
        made = DealSet(
            values.get("Set", ""), tuple(self.boards), values.get("Version"),
            values.get("Commitment"),
        )  # fmt: skip
        for problem in _head_problems(made.version, made.commitment):
            name = "Version" if problem.code == "unknown_deal_version" else "Commitment"
            self.report(self.tags[name][1], problem)
        if not self.errors:
            for problem in made.problems():
                self.report((1, 1), problem)
        return None if self.errors else made

    def report(self, place: Place, error: EngineError) -> None:
        line, column = place
        self.errors.append(ParseError(error.code, line=line, column=column, **error.params))


def _head_problems(version: str | None, commitment: str | None) -> Iterator[DealError]:
    if version is not None and version not in PACKS:
        yield DealError("unknown_deal_version", version=version)
    if commitment is not None and not _COMMITMENT.fullmatch(commitment):
        yield DealError("bad_commitment")
