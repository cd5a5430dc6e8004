"""Games written down by other programs, read into records.

Each module owns one notation; all rotate the players so that position 1 bids first. They read
only: what a game amounts to is worked out by replaying it (`record_draft`).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import FileError, ParseError
from engine.notations import botzone, openspiel, rlcard
from engine.record import Record

NOTATIONS: dict[str, Callable[[str], tuple[Record, ...]]] = {
    "botzone": botzone.read,
    "openspiel": openspiel.read,
    "rlcard": rlcard.read,
}
"""The notations by name; each function reads a text and raises `FileError`."""


def read_notation(name: str, text: str) -> tuple[Record, ...]:
    """Every game of a text in the notation `name`. Raises `FileError` with every fault."""
    if name not in NOTATIONS:
        raise FileError((ParseError("unknown_notation", name=name, known=", ".join(NOTATIONS)),))
    return NOTATIONS[name](text)


__all__ = ["NOTATIONS", "read_notation"]
