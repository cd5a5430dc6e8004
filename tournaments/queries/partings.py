"""Where the tables of an opened board parted (分水岭): how many did what, and what came of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.cards import format_card
from engine.hand import HandState
from engine.partings import Step, Way, parted

from .edition import Edition
from .frequency import frequency_tables
from .refereed import refereed
from .results import results_of

#: A way that fewer than this share of all tables took is not followed further.
SHARE = 50


@dataclass(frozen=True, slots=True)
class PartingStep:
    """What a position did: as `engine.partings.Step`, the cards as texts."""

    position: int
    kind: str
    value: int | bool | None
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartingLine:
    """A way on, `depth` partings deep, which `count` of the `of` tables at its parting took.

    `average` is the mean points of the position of the first step; `tables` are the (number, id
    of the play) of a way that is not followed further.
    """

    depth: int
    steps: tuple[PartingStep, ...]
    count: int
    of: int
    average: Fraction
    tables: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class PartingPage:
    """The ways of one board in the order of the tree, over `total` refereed plays."""

    edition: Edition
    number: int
    total: int
    lines: tuple[PartingLine, ...]


def parting_page(edition: Edition, number: int) -> PartingPage:
    """All auctions and plays of board `number`, merged; a constant number of statements.

    Raises NotPublicError for a board that is not opened.
    """
    fields = edition.fields_of_board(number)
    told = results_of(edition, fields, tables=frequency_tables(edition, fields))
    tables = {each.play_id: each.table for each in told}
    states: dict[Hashable, HandState] = {
        play: state for play, (_, state) in refereed(fields).items() if play in tables
    }
    total = len(states)
    lines = _lines(parted(states), tables, 0, total, max(2, total // SHARE))
    return PartingPage(edition, number, total, tuple(lines))


def _lines(
    ways: Sequence[Way], tables: dict[str, int], depth: int, of: int, least: int
) -> Iterator[PartingLine]:
    for way in ways:
        count = len(way.plays)
        goes_on = bool(way.ways) and count >= least
        ended = () if goes_on else sorted((tables[str(play)], str(play)) for play in way.plays)
        steps = tuple(map(_step, way.steps))
        yield PartingLine(depth, steps, count, of, way.average, tuple(ended))
        if goes_on:
            yield from _lines(way.ways, tables, depth + 1, count, least)


def _step(step: Step) -> PartingStep:
    cards = tuple(format_card(card) for card in step.cards)
    return PartingStep(step.position, step.kind, step.value, cards)
