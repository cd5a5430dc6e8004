"""How far an event has come, as its public stream tells it. Nothing of a board not yet opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .edition import Edition, edition
from .rounds import RoundProgress, round_list

Message = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Progress:
    """The newest version, the boards that it counts, and the rounds."""

    version: int
    boards: tuple[int, ...]
    rounds: tuple[RoundProgress, ...]

    def to_data(self) -> dict[str, Any]:
        """All of it, for who has just come."""
        return {
            "version": self.version,
            "boards": list(self.boards),
            "rounds": [_round(each) for each in self.rounds],
        }

    def since(self, earlier: Progress) -> Iterator[Message]:
        """What to tell somebody who knows `earlier`: (name of the message, its data)."""
        if self.version != earlier.version:
            yield "version", {"version": self.version}
        known = set(earlier.boards)
        for number in self.boards:
            if number not in known:
                yield "board", {"board": number, "opened": True}
        told = set(earlier.rounds)
        for each in self.rounds:
            if each not in told:
                yield "round", _round(each)


def progress(slug: str) -> Progress:
    """The progress of the public event `slug`; six statements. Raises NotPublicError."""
    newest: Edition = edition(slug)
    return Progress(newest.version, newest.boards, round_list(newest))


def _round(each: RoundProgress) -> dict[str, Any]:
    return {
        "round": each.round.number,
        "state": each.round.state,
        "tables": each.tables,
        "tables_finished": each.tables_finished,
    }
