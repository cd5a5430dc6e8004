"""Look-up tables for combinations and legal moves, one set per distinct play rules.

Owns the fast form of `definitions`: masks of ranks held at least once, twice, …, and for every
mask the plays it allows, as tuples of shared ints. Never decides anything that `definitions`
does not say; the tests compare the two. Tables are built on first
use, caches are bounded.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TypeVar

from engine.cards import BLACK, RED, TWO, UNIT
from engine.combinations import Combination, Kind
from engine.definitions import MOST_ALIKE, all_plays, bomb_sizes, chain_top, choose_up_to
from engine.rulesets import PlayRules
from engine.steps import ROCKET_HELD, Steps

Item = TypeVar("Item")
_MOST_CHOICES, _MOST_HALVES = 1024, 2048
"""How many choices of wings are remembered (some 10 MB); then all are forgotten."""

Plays = tuple[int, ...]
Halves = tuple[Plays, ...]
Half = tuple[Halves, Halves]
"""For every mask of the 8 low ranks, and of the 7 high ones, the plays it allows."""


@lru_cache(maxsize=16)
def tables_for(rules: PlayRules) -> Tables:
    """The tables of `rules`; rulesets with the same play rules share them."""
    return Tables(rules)


class Tables:
    """Everything precomputed for one set of play rules; all ints are packed counts."""

    def __init__(self, rules: PlayRules) -> None:
        self.rules = rules
        self.most = 4 * rules.decks
        self.rocket = rules.decks * (UNIT[BLACK] + UNIT[RED])
        self.top = chain_top(rules)
        self.chain_mask = (1 << self.top + 1) - 1
        self.bomb_sizes = bomb_sizes(rules)
        self.chunks = (_chunks(0, self), _chunks(1, self), _chunks(2, self), _chunks(3, self))
        self.masks = tuple(
            {chunk: found[0] for chunk, found in part.items()} for part in self.chunks
        )
        self.wings = Wings(rules.both_jokers_attached)
        self.most_alike_airplane = MOST_ALIKE[rules.airplane_single_wings]
        self.most_alike_four = MOST_ALIKE[rules.four_with_two_singles]
        self.two_readings = rules.four_of_a_rank_attached or rules.wing_of_body_rank
        # Plain attributes: looking up a cached property costs as much as a step of the search.
        self.runs = self._runs()
        self.copies = self._copies()
        self.of_one_rank = self._of_one_rank()
        self.triple_with_single = self._triple_with_single()
        self.triple_with_pair = self._triple_with_pair()
        self.straights = self._straights()
        self.consecutive_pairs = self._consecutive_pairs()
        self.airplanes = self._airplanes()
        self.bodies = self._bodies()
        self.attached = self._attached()
        self.for_leads = self._for_leads()
        self.steps = Steps(rules)

    @cached_property
    def plays(self) -> dict[int, Combination]:
        """Every play there is, by its packed counts."""
        return all_plays(self.rules)

    def _for_leads(self) -> ForLeads:
        """What every lead is looked up in, at hand in one piece."""
        low, lower, higher, high = self.chunks
        chains = self.chain_mask, self.straights, self.consecutive_pairs
        return low, lower, higher, high, *chains, self.attached

    def possible(self, holding: int) -> int:
        """A packed hand without the cards that the packs do not have."""
        most = [*[self.most] * BLACK, self.rules.decks, self.rules.decks]
        held = [min(holding >> 4 * rank & 15, most[rank]) for rank in range(len(UNIT))]
        return sum(count * unit for count, unit in zip(held, UNIT, strict=True))

    def _attached(self) -> _Attached:
        """What goes with each triple of a mask of them."""
        return _Attached(self)

    def _copies(self) -> tuple[Half, ...]:
        """`copies[n]`: for a mask of ranks, n cards of each of them."""
        return tuple(_halves([n * unit for unit in UNIT]) for n in range(max(3, self.most) + 1))

    def _of_one_rank(self) -> dict[Kind, tuple[int, Halves, Halves]]:
        """By kind: where the mask of so many copies begins, and the plays of its halves."""
        kinds = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)
        return {kind: (16 * n, *self.copies[n + 1]) for n, kind in enumerate(kinds)}

    def _triple_with_single(self) -> tuple[Half, ...]:
        """For each triple, what a mask of single cards of other ranks allows."""
        return tuple(
            _halves([3 * UNIT[triple] + unit for unit in UNIT], without=triple)
            for triple in range(TWO + 1)
        )

    def _triple_with_pair(self) -> tuple[Half, ...]:
        """For each triple, what a mask of pairs of other ranks allows."""
        return tuple(
            _halves([3 * UNIT[triple] + 2 * unit for unit in UNIT], without=triple)
            for triple in range(TWO + 1)
        )

    def _straights(self) -> tuple[Plays, ...]:
        """For a mask of chain ranks, all straights."""
        return self._chains(1, self.rules.min_straight)

    def _consecutive_pairs(self) -> tuple[Plays, ...]:
        """For a mask of chain ranks held twice, all consecutive pairs."""
        return self._chains(2, self.rules.min_pairs)

    def _airplanes(self) -> tuple[Plays, ...]:
        """For a mask of chain ranks held three times, all airplanes without wings."""
        return self._chains(3, self.rules.min_airplane)

    def _bodies(self) -> tuple[tuple[Body, ...], ...]:
        """For a mask of chain ranks held three times, the bodies of all airplanes."""
        bodies = {(first, length): Body(self, first, length) for first, length in self._spans()}
        return _by_mask(self.top, self.rules.min_airplane, bodies)

    def _runs(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """`runs[copies][first][length]`: so many cards of each of so many ranks from `first`."""
        return tuple(
            tuple(
                tuple(copies * sum(UNIT[first : first + length]) for length in range(14))
                for first in range(13)
            )
            for copies in range(4)
        )

    def _spans(self) -> list[tuple[int, int]]:
        return [
            (first, length)
            for first in range(self.top + 1)
            for length in range(1, self.top + 2 - first)
        ]

    def _chains(self, copies: int, shortest: int) -> tuple[Plays, ...]:
        runs = self.runs[copies]
        plays = {(first, length): runs[first][length] for first, length in self._spans()}
        return _by_mask(self.top, shortest, plays)


Chunk = dict[int, tuple[int, Plays]]
"""For 16 bits of a packed hand: the masks, and all plays of one rank, of their four ranks.

The mask of the ranks held at least n times lies at bit 16 (n − 1), rank by rank; `ROCKET_HELD` too.
"""
ForLeads = tuple[
    Chunk,
    Chunk,
    Chunk,
    Chunk,
    int,
    tuple[Plays, ...],
    tuple[Plays, ...],
    "_Attached",
]
"""Four parts of a hand, the mask of chain ranks, straights, pairs and what goes with triples."""


class Body:
    """The body of an airplane: its ranks, its cards, and the ranks beside it."""

    __slots__ = ("beside", "length", "main", "mask", "packed")

    def __init__(self, tables: Tables, first: int, length: int) -> None:
        self.main = first + length - 1
        self.length = length
        self.mask = (1 << length) - 1 << first
        self.packed = 3 * sum(UNIT[first : first + length])
        beside = self.mask << 1 | self.mask >> 1
        self.beside = beside & ~self.mask & tables.chain_mask


def _chunks(part: int, tables: Tables) -> Chunk:
    """Every content of a quarter of a hand: ranks 4 `part` … 4 `part` + 3, as many as there are."""
    found: Chunk = {0: (0, ())}
    for rank in range(4 * part, min(4 * part + 4, len(UNIT))):
        held = []
        masks, plays = 0, Plays()
        for copies in range(1, (tables.most if rank < BLACK else tables.rules.decks) + 1):
            masks |= 1 << 16 * (copies - 1) + rank
            if copies < 4 or copies in tables.bomb_sizes:
                plays = (*plays, copies * UNIT[rank])
            held.append((copies << 4 * (rank - 4 * part), masks, plays))
        found |= {
            chunk + more: (before | masks, (*others, *plays))
            for chunk, (before, others) in found.items()
            for more, masks, plays in held
        }
    if part == 3:
        rocket = tables.rocket >> 48
        found |= {
            chunk: (masks | ROCKET_HELD, (*plays, tables.rocket))
            for chunk, (masks, plays) in found.items()
            if chunk & rocket == rocket
        }
    return found


class _Attached(dict[int, tuple[tuple[Halves, Halves, Halves, Halves], ...]]):
    """For a mask of triples, for each of them what half masks of singles and of pairs allow."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        nothing: Half = (((),) * 256, ((),) * 128)
        with_single = tables.rules.triple_with_single
        singles = tables.triple_with_single if with_single else (nothing,) * (TWO + 1)
        self._halves = tuple(
            (*single, *pair) for single, pair in zip(singles, tables.triple_with_pair, strict=True)
        )

    def __missing__(self, threes: int) -> tuple[tuple[Halves, Halves, Halves, Halves], ...]:
        self[threes] = tuple(
            halves for rank, halves in enumerate(self._halves) if threes >> rank & 1
        )
        return self[threes]


Counted = tuple[int, list[list[int]], list[list[int]]]


class Wings:
    """Choices of attachments, remembered by the masks they may be chosen from."""

    def __init__(self, both_jokers: bool) -> None:
        self._both_jokers = both_jokers
        self._cache: dict[int, list[int]] = {}
        self._counted: dict[int, Counted] = {}
        self._halves: dict[int, list[list[int]]] = {}

    def choices(self, number: int, once: int, twice: int, thrice: int) -> list[int]:
        """All choices of `number` cards from ranks that may give one, two or three.

        Each is packed counts; the masks are nested: `thrice` in `twice` in `once`.
        """
        key = number << 48 | thrice << 32 | twice << 16 | once
        found = self._cache.get(key)
        if found is None:
            _, low, high = self.halves(number, once, twice, thrice)
            found = [
                a + b for size in range(number + 1) for a in low[size] for b in high[number - size]
            ]
            if len(self._cache) >= _MOST_CHOICES:
                self._cache.clear()
            self._cache[key] = found
        return found

    def halves(self, number: int, once: int, twice: int, thrice: int) -> Counted:
        """How many choices there are, and those of 0 … `number` cards of the low and high ranks.

        Every choice of so many cards from the low ranks goes with every one of the rest from the
        high ranks; `choices` is them put together.
        """
        key = number << 48 | thrice << 32 | twice << 16 | once
        found = self._counted.get(key)
        if found is None:
            low = self._half(number, once & 0xFF, twice & 0xFF, thrice & 0xFF)
            high = self._half(number, once & 0x7F00, twice & 0x7F00, thrice & 0x7F00)
            together = sum([len(low[n]) * len(high[number - n]) for n in range(number + 1)])
            if len(self._counted) >= _MOST_HALVES:
                self._counted.clear()
            found = self._counted[key] = together, low, high
        return found

    def _half(self, most: int, once: int, twice: int, thrice: int) -> list[list[int]]:
        """The choices of 0 … `most` cards from half of the ranks."""
        key = most << 48 | thrice << 32 | twice << 16 | once
        found = self._halves.get(key)
        if found is None:
            caps = [
                (once >> rank & 1) + (twice >> rank & 1) + (thrice >> rank & 1)
                for rank in range(len(UNIT))
            ]
            found = choose_up_to(caps, most, self._both_jokers)
            if len(self._halves) >= _MOST_HALVES:
                self._halves.clear()
            self._halves[key] = found
        return found


def _halves(plays: list[int], without: int = -1) -> Half:
    """For every half mask the plays of its ranks, leaving out the rank `without`."""
    low = [
        tuple([plays[r] for r in range(8) if mask >> r & 1 and r != without]) for mask in range(256)
    ]
    high = [
        tuple([plays[r + 8] for r in range(7) if mask >> r & 1 and r + 8 != without])
        for mask in range(128)
    ]
    return tuple(low), tuple(high)


def _by_mask(
    top: int, shortest: int, items: dict[tuple[int, int], Item]
) -> tuple[tuple[Item, ...], ...]:
    """For every mask of ranks up to `top`, the items (by first rank and length) that lie in it.

    What lies in a mask either lies in the mask without its highest rank, or ends there.
    """
    found: list[tuple[Item, ...]] = [()]
    for mask in range(1, 1 << top + 1):
        last = mask.bit_length() - 1
        first = (~mask & (1 << last) - 1).bit_length()
        below = found[mask ^ 1 << last]
        ending = [items[last - n + 1, n] for n in range(shortest, last - first + 2)]
        found.append((*below, *ending) if ending else below)
    return tuple(found)
