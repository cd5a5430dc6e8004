"""Legal moves of a hand, leading or responding, as an object to iterate, test, count and print.

Owns that object and the physical choices of suits; the plays come from `generation`. Whose turn
it is and who may pass is decided in `hand`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations as subsets
from itertools import product

from engine.cards import RANKS, UNIT_OF, contains, format_ranks, parse_ranks
from engine.combinations import Combination, Kind, beats, classify
from engine.errors import ParseError
from engine.generation import leads, responses
from engine.rulesets import Ruleset


class Moves:
    """The plays, packed, that a hand may make; nothing is generated before it is needed.

    Passing is not among them. `in` takes a packed play or a text of ranks.
    """

    __slots__ = ("_plays", "holding", "ruleset", "to_beat")

    def __init__(self, holding: int, ruleset: Ruleset, to_beat: Combination | None = None) -> None:
        self.holding = holding
        self.ruleset = ruleset
        self.to_beat = to_beat
        self._plays: list[int] | None = None

    @property
    def plays(self) -> list[int]:
        """All plays in no particular order; the list is the object's own, do not change it."""
        plays = self._plays
        if plays is None:
            if self.to_beat is None:
                plays = leads(self.holding, self.ruleset.tables)
            else:
                plays = responses(self.holding, self.to_beat, self.ruleset.tables)
            self._plays = plays
        return plays

    def __iter__(self) -> Iterator[int]:
        return iter(self.plays)

    def __len__(self) -> int:
        return len(self.plays)

    def __bool__(self) -> bool:
        return self.holding != 0 if self.to_beat is None else bool(self.plays)

    def __contains__(self, play: object) -> bool:
        packed = play
        if isinstance(play, str):
            try:
                packed = parse_ranks(play)
            except ParseError:
                return False
        if not isinstance(packed, int) or not contains(self.holding, packed):
            return False
        combination = classify(packed, self.ruleset, self.holding)
        if combination is None:
            return False
        return self.to_beat is None or beats(combination, self.to_beat, self.ruleset)

    def texts(self) -> list[str]:
        """The plays as texts of ranks, each low to high, sorted as text."""
        return sorted([format_ranks(packed) for packed in self.plays])

    def combinations(self) -> list[Combination]:
        """The plays as combinations, by kind, length and main rank."""
        plays = self.ruleset.tables.plays
        order = list(Kind).index
        found = [plays[packed] for packed in self.plays]
        return sorted(found, key=lambda c: (order(c.kind), c.length, c.main, c.packed))

    def physical(self, hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every play with every choice of suits from the cards of `hand`, high to low."""
        for packed in self.plays:
            yield from physical_choices(packed, hand)

    def __str__(self) -> str:
        return " ".join(self.texts())

    def __repr__(self) -> str:
        return (
            f"legal_moves(parse_ranks({format_ranks(self.holding)!r}), "
            f"get({self.ruleset.name!r}), {self.to_beat!r})"
        )


def legal_moves(holding: int, ruleset: Ruleset, to_beat: Combination | None = None) -> Moves:
    """The plays that the packed hand `holding` may make, leading or on `to_beat`."""
    return Moves(holding, ruleset, to_beat)


def physical_choices(packed: int, hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every set of cards of `hand` (high to low) with the packed counts, each high to low once."""
    choices = []
    for rank in range(len(RANKS) - 1, -1, -1):
        wanted = packed >> 4 * rank & 15
        if wanted:
            cards = [card for card in hand if UNIT_OF[card] == 1 << 4 * rank]
            choices.append(dict.fromkeys(subsets(cards, wanted)))
    for parts in product(*choices):
        yield tuple(card for part in parts for card in part)
