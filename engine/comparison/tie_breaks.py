"""Steps of a tie-break chain: each gives every tied entrant a value that can be shown.

Owns the values; `standings` applies the steps one after the other. A step is made with the data
it needs and is asked only about entrants that are tied.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from engine.comparison.field import Weight
from engine.comparison.rounding import shown
from engine.errors import ComparisonError

Entrant = Hashable
STEPS = (
    *("head_to_head", "beaten_opponents", "tops", "count_back"),
    *("total_points", "time", "lot", "margin"),
)
"""The codes of all steps, as an event's chain names them."""


@dataclass(frozen=True, slots=True)
class StepValue:
    """How an entrant does in one step: a greater `key` ranks higher; `text` is for people."""

    key: tuple[Weight, ...]
    text: str


class Step(Protocol):
    """One step of a chain."""

    @property
    def name(self) -> str:
        """The code of the step, one of `STEPS`."""

    def values(self, tied: Sequence[Entrant]) -> Mapping[Entrant, StepValue]:
        """The value of each of the tied entrants."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A step that compares one figure an entrant: tops, total points, margin, time …

    An entrant without a figure comes after all that have one.
    """

    name: str
    figures: Mapping[Entrant, Weight]
    lowest_wins: bool = False
    places: int = 2

    def __post_init__(self) -> None:
        if self.name not in STEPS:
            raise ComparisonError("unknown_tie_break", name=self.name, known=", ".join(STEPS))

    def values(self, tied: Sequence[Entrant]) -> Mapping[Entrant, StepValue]:
        """The figure as it is, negated where the lowest wins."""
        return {entrant: self._value(self.figures.get(entrant)) for entrant in tied}

    def _value(self, figure: Weight | None) -> StepValue:
        if figure is None:
            return StepValue((0, 0), "–")
        places = 0 if figure.denominator == 1 else self.places
        return StepValue((1, -figure if self.lowest_wins else figure), shown(figure, places))


def tops(figures: Mapping[Entrant, int]) -> Figure:
    """More boards with the best score of the field, shared ones included, win."""
    return Figure("tops", figures)


def total_points(figures: Mapping[Entrant, Weight]) -> Figure:
    """More points, uncompared, win."""
    return Figure("total_points", figures)


def time_used(seconds: Mapping[Entrant, Weight]) -> Figure:
    """Fewer seconds used a board win; for online events only."""
    return Figure("time", seconds, lowest_wins=True)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entrants at one table for a round, with their scores there."""

    opponent: Entrant
    own: Fraction
    other: Fraction


def beaten_opponents(
    meetings: Mapping[Entrant, Iterable[Meeting]], totals: Mapping[Entrant, Weight]
) -> Figure:
    """The mean total of the table opponents who were beaten; who beat nobody comes last."""
    figures: dict[Entrant, Weight] = {}
    for entrant, met in meetings.items():
        beaten = [Fraction(totals[m.opponent]) for m in met if m.own > m.other]
        if beaten:
            figures[entrant] = sum(beaten, Fraction(0)) / len(beaten)
    return Figure("beaten_opponents", figures)


Results = Mapping[Entrant, Mapping[Hashable, Weight]]
"""Entrant → field → points or comparison score; only their order within the field counts."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Direct comparisons of the tied entrants on the fields they have in common.

    Two for a higher, one for an equal result, in per cent of what their common fields offered;
    50 % where there are none. `results` is asked for the results of the tied entrants only.
    """

    results: Callable[[Sequence[Entrant]], Results]
    name: str = "head_to_head"

    def values(self, tied: Sequence[Entrant]) -> Mapping[Entrant, StepValue]:
        """The percentages."""
        results = self.results(tied)
        fields: dict[Hashable, dict[Entrant, Weight]] = {}
        for entrant in tied:
            for field, points in results.get(entrant, {}).items():
                fields.setdefault(field, {})[entrant] = points
        won: dict[Entrant, int] = dict.fromkeys(tied, 0)
        available: dict[Entrant, int] = dict.fromkeys(tied, 0)
        for scores in fields.values():
            for entrant, points in scores.items():
                others = [other for rival, other in scores.items() if rival != entrant]
                won[entrant] += sum(2 * (points > other) + (points == other) for other in others)
                available[entrant] += 2 * len(others)
        return {entrant: self._value(won[entrant], available[entrant]) for entrant in tied}

    @staticmethod
    def _value(won: int, available: int) -> StepValue:
        if not available:
            return StepValue((Fraction(50),), "–")
        share = Fraction(100 * won, available)
        return StepValue((share,), f"{won}/{available} ({shown(share)} %)")


@dataclass(frozen=True, slots=True)
class CountBack:
    """The better last round wins, then the better round before it, and so on."""

    rounds: Mapping[Entrant, Sequence[Weight]]
    name: str = "count_back"

    def values(self, tied: Sequence[Entrant]) -> Mapping[Entrant, StepValue]:
        """The scores of the rounds, last first; `rounds` has them in the order played."""
        found = {}
        for entrant in tied:
            scores = tuple(reversed(self.rounds.get(entrant, ())))
            found[entrant] = StepValue(scores, " ".join(shown(score) for score in scores) or "–")
        return found


def lot_key(secret: bytes) -> bytes:
    """HMAC-SHA256(secret, "lot"): may be published before the secret, which it does not reveal."""
    return hmac.digest(secret, b"lot", "sha256")


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot that was fixed with the commitment: the lowest HMAC-SHA256(key, entrant) wins.

    `identifiers` has the text of each entrant that goes into the lot; default `str(entrant)`.
    """

    key: bytes
    identifiers: Mapping[Entrant, str] | None = None
    name: str = "lot"

    def values(self, tied: Sequence[Entrant]) -> Mapping[Entrant, StepValue]:
        """The digests; the first eight digits are shown."""
        found = {}
        for entrant in tied:
            text = str(entrant) if self.identifiers is None else self.identifiers[entrant]
            digest = hmac.digest(self.key, text.encode(), "sha256")
            found[entrant] = StepValue(
                (Fraction(-int.from_bytes(digest, "big")),), digest.hex()[:8]
            )
        return found
