"""A bot that sheds many cards, keeps its high ones, and does not beat its partner needlessly.

It values a play by the number of turns that the rest of the hand would still need
(`turns_needed`, an estimate) and by the high cards that the play spends. It counts no cards.
Players of different seeds differ in temperament, so that their results at one board differ.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from engine.cards import RANKS

from .base import ActionData, ViewData, expected_of, lots

TWO, BLACK_JOKER, RED_JOKER = 12, 13, 14
LAST_CHAIN_RANK = 11  # the ace
TURN = 10.0  # what one turn more is worth; high cards are weighed against it
BID_FROM = {1: 7.0, 2: 9.5, 3: 12.0}  # strength at which each bid is made
DOUBLE_FROM = 11.0
BOLDNESS = 2.0  # by how much players differ in what they bid and double on
PATIENCE = 3.0  # by how much they differ in what beating a play may cost
FANCY = 4.0  # the most that a player's fancy adds to the price of a lead


def rank_of(card: str) -> int:
    """Return the rank index (0 … 14) of a printed card such as `10h` or `BJ`."""
    if card in ("BJ", "RJ"):
        return RED_JOKER if card == "RJ" else BLACK_JOKER
    name = card[:-1]
    return RANKS.index("T" if name == "10" else name)


def strength(ranks: Iterable[int]) -> float:
    """Return how good a hand is as a landlord's: 0 (nothing) to about 25."""
    counts = Counter(ranks)
    total = 4.0 * counts[RED_JOKER] + 3.0 * counts[BLACK_JOKER] + 2.0 * counts[TWO]
    total += 1.0 * counts[LAST_CHAIN_RANK] + 0.5 * counts[LAST_CHAIN_RANK - 1]
    total += sum(3.0 for n in counts.values() if n == 4)
    return total + 0.5 * (9 - turns_needed(counts))


def _take_chains(counts: Counter[int], width: int, shortest: int) -> int:
    """Remove the longest chains of `width` equal cards a rank; return how many were removed."""
    taken = 0
    while True:
        best: tuple[int, int] = (0, 0)
        start = 0
        for rank in range(LAST_CHAIN_RANK + 2):
            if rank <= LAST_CHAIN_RANK and counts[rank] >= width:
                continue
            best = max(best, (rank - start, -start))
            start = rank + 1
        length, negative_start = best
        if length < shortest:
            return taken
        for rank in range(-negative_start, -negative_start + length):
            counts[rank] -= width
        taken += 1


def turns_needed(hand: Counter[int]) -> int:
    """Estimate in how many plays a hand could be shed if nobody interfered."""
    counts = Counter(hand)
    turns = 0
    if counts[BLACK_JOKER] and counts[RED_JOKER]:
        counts[BLACK_JOKER] = counts[RED_JOKER] = 0
        turns += 1
    for rank, n in list(counts.items()):
        if n == 4:
            counts[rank] = 0
            turns += 1
    triples = 0
    airplanes = Counter(counts)
    chains = _take_chains(airplanes, 3, 2)
    if chains:
        triples += sum(counts[rank] // 3 - airplanes[rank] // 3 for rank in range(15))
        turns += chains
        counts = airplanes
    turns += _take_chains(counts, 1, 5)
    turns += _take_chains(counts, 2, 3)
    loose_triples = sum(1 for n in counts.values() if n == 3)
    pairs = sum(1 for n in counts.values() if n == 2)
    singles = sum(1 for n in counts.values() if n == 1)
    attached = min(triples + loose_triples, singles + pairs)
    return turns + loose_triples + singles + pairs - attached


def spent(ranks: str) -> float:
    """Return what the high cards in a play are worth to the player who gives them up."""
    values = {"A": 1.5, "2": 4.0, "B": 6.0, "R": 7.5}
    total = sum(values.get(rank, 0.04 * RANKS.index(rank)) for rank in ranks)
    if ranks == "BR" or (len(ranks) == 4 and len(set(ranks)) == 1):
        total += 12.0
    return total


class GreedyBot:
    """The fewest turns after this play, at the smallest price; partners are left alone."""

    def __init__(self, seed: int) -> None:
        """The seed decides the temperament: how boldly it bids, how patiently it waits."""
        self._seed = seed
        temper = random.Random(seed)
        self._boldness = temper.uniform(-BOLDNESS, BOLDNESS)
        self._patience = temper.uniform(-PATIENCE, PATIENCE)
        self._fancy = temper.uniform(0, FANCY)

    def choose(self, view: ViewData) -> ActionData:
        """Return the action that looks best for the player of `view`."""
        expected = expected_of(view)
        kind = expected["type"]
        hand = [rank_of(card) for card in view["hand"]]
        if kind == "bid":
            worth = strength(hand) + self._boldness
            wish = max((b for b, least in BID_FROM.items() if worth >= least), default=0)
            return {"type": "bid", "value": wish if wish in expected["choices"] else 0}
        if kind in ("double", "redouble"):
            return {"type": kind, "value": strength(hand) + self._boldness >= DOUBLE_FROM}
        choices: list[str] = list(expected["choices"])
        best = (
            self._respond(view, Counter(hand), choices)
            if expected.get("may_pass")
            else self._lead(view, Counter(hand), choices)
        )
        return {"type": "play", "ranks": best} if best else {"type": "pass"}

    def _rest(self, hand: Counter[int], ranks: str) -> int:
        return turns_needed(hand - Counter(RANKS.index(rank) for rank in ranks))

    def _lead(self, view: ViewData, hand: Counter[int], choices: list[str]) -> str:
        """Shed the most, low cards first; no single into an opponent's last card."""
        danger = min(self._counts(view, opponents=True), default=20)
        helpless = min(self._counts(view, opponents=False), default=20)

        chance = lots(self._seed, view)

        def price(ranks: str) -> float:
            cost = TURN * self._rest(hand, ranks) + spent(ranks) - 0.6 * len(ranks)
            if len(ranks) == danger and len(ranks) <= 2 and len(set(ranks)) == 1:
                cost += 2 * TURN - 1.5 * RANKS.index(ranks[0])
            if len(ranks) == helpless == 1:
                cost -= TURN
            return cost + self._fancy * chance.random()

        return min(choices, key=price)

    def _respond(self, view: ViewData, hand: Counter[int], choices: list[str]) -> str:
        """Beat an opponent when it costs less than a turn; a partner only to go out."""
        if not choices:
            return ""
        turns = turns_needed(hand)
        best = min(choices, key=lambda ranks: TURN * self._rest(hand, ranks) + spent(ranks))
        after = self._rest(hand, best)
        if len(best) == sum(hand.values()):
            return best
        if self._is_partner(view, view["to_beat"]["position"]):
            cheap = spent(best) < 1.0 and after < turns and len(best) <= 2
            return best if after <= 1 or cheap else ""
        danger = min(self._counts(view, opponents=True), default=20)
        patience = 6.0 + self._patience + 4.0 * max(0, 6 - danger)
        return best if TURN * (after - turns) + spent(best) < patience else ""

    def _is_partner(self, view: ViewData, position: int) -> bool:
        return view["landlord"] not in (view["viewer"], position)

    def _counts(self, view: ViewData, *, opponents: bool) -> list[int]:
        """Return the numbers of cards left of the opponents, or of the partners."""
        return [
            count
            for position, count in view["counts"].items()
            if int(position) != view["viewer"]
            and self._is_partner(view, int(position)) is not opponents
        ]
