"""Where the tables parted (分水岭): the actions of many plays of one board, merged into a tree.

Owns what counts as the same action (cards by rank: suits decide nothing) and how long a common way
is. It compares plays of one deal under one ruleset; it never looks at who played.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.actions import Bid, Double, Pass, Play, Redouble
from engine.cards import format_ranks, pack
from engine.hand import HandState
from engine.payoff import points
from engine.record import actions_of


@dataclass(frozen=True, slots=True)
class Step:
    """What a position did. `kind` is bid, double, redouble, play or pass.

    `value` is the bid, or whether it doubled; of cards `ranks` ("888 4"), and `cards` of the first
    play that had them.
    """

    position: int
    kind: str
    value: int | bool | None = None
    ranks: str = ""
    cards: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[int, str, int | bool | None, str]:
        """Equal for equal decisions."""
        return self.position, self.kind, self.value, self.ranks


@dataclass(frozen=True, slots=True)
class Way:
    """One way on from a parting: steps that all its `plays` share, and how these part after it.

    `average` is the mean points of the position that chose it (that of the first step). `ways`
    are the most frequent first, and empty where all plays ended or only one is left, whose other
    steps are not told.
    """

    steps: tuple[Step, ...]
    plays: tuple[Hashable, ...]
    average: Fraction
    ways: tuple[Way, ...]


def parted(states: Mapping[Hashable, HandState]) -> tuple[Way, ...]:
    """The ways from the first call on, of finished plays of one deal by any key.

    The plays of the ways of a parting are all that came to it. Raises ValueError for a play that
    is not finished.
    """
    ends: dict[Hashable, dict[int, int]] = {}
    lines: dict[Hashable, Sequence[Step]] = {}
    for key, state in states.items():
        if state.result is None:
            raise ValueError(f"play {key} is not finished")
        ends[key] = points(state.result, state.ruleset, state.bet)
        lines[key] = steps_of(state)
    return _ways(lines, ends, 0)


def steps_of(state: HandState) -> tuple[Step, ...]:
    """Every action that led to a state."""
    found = []
    for position, action in actions_of(state):
        match action:
            case Bid(value):
                found.append(Step(position, "bid", value))
            case Double(value):
                found.append(Step(position, "double", value))
            case Redouble(value):
                found.append(Step(position, "redouble", value))
            case Play(cards):
                found.append(Step(position, "play", None, format_ranks(pack(cards)), cards))
            case Pass():
                found.append(Step(position, "pass"))
    return tuple(found)


def _ways(
    lines: Mapping[Hashable, Sequence[Step]], ends: Mapping[Hashable, Mapping[int, int]], depth: int
) -> tuple[Way, ...]:
    groups: dict[tuple[int, str, int | bool | None, str], list[Hashable]] = {}
    for play, line in lines.items():
        if len(line) > depth:
            groups.setdefault(line[depth].key, []).append(play)
    ways = [_way({play: lines[play] for play in plays}, ends, depth) for plays in groups.values()]
    return tuple(sorted(ways, key=lambda way: -len(way.plays)))


def _way(
    lines: Mapping[Hashable, Sequence[Step]], ends: Mapping[Hashable, Mapping[int, int]], depth: int
) -> Way:
    """The way that all of `lines` take from `depth` on, as far as they take it together."""
    first = next(iter(lines.values()))
    end = depth + 1
    if len(lines) > 1:
        while all(
            len(line) > end and len(first) > end and line[end].key == first[end].key
            for line in lines.values()
        ):
            end += 1
    position = first[depth].position
    total = sum(ends[play][position] for play in lines)
    return Way(
        steps=tuple(first[depth:end]),
        plays=tuple(lines),
        average=Fraction(total, len(lines)),
        ways=_ways(lines, ends, end) if len(lines) > 1 else (),
    )
