"""A bot that parts its hand into the fewest turns, counts cards, and helps its partner.

It knows which cards nobody has shown yet and which plays they cannot beat; it ends a hand that
can be ended for certain, keeps high cards for when they win a lead, feeds a partner with one
card left and blocks a landlord who is about to go out. It never guesses who holds what.
"""

from __future__ import annotations

from collections import Counter

from engine.bots.base import ActionData, ViewData, expected_of, lots
from engine.bots.greedy import rank_of, spent
from engine.bots.plans import ACE, BLACK, RED, TWO, Counts, turns
from engine.bots.shapes import Shape, can_be_beaten, shape_of
from engine.cards import RANKS

TURN = 10.0
"""What one turn more is worth; everything else is weighed against it."""
BID_FROM = {1: 7.0, 2: 8.5, 3: 9.5}
DOUBLE_FROM, REDOUBLE_FROM = 11.0, 14.0
FEW = 5
"""So many cards of an opponent are a danger."""
PATIENCE, URGENCY, TRUST = 2.0, 4.0, 3.0
"""What beating an opponent may cost: to begin with, more for each card fewer in a dangerous hand,
and less where a partner still acts."""


def strength(counts: Counts) -> float:
    """How good a hand is as a landlord's: controls less the turns it needs beyond them."""
    total = 4.0 * counts[RED] + 3.0 * counts[BLACK] + 2.2 * counts[TWO] + 1.0 * counts[ACE]
    total += 2.0 if counts[RED] and counts[BLACK] else 0.0
    total += sum(4.0 for count in counts[:BLACK] if count >= 4)
    return total + 1.3 * (8 - turns(counts))


class PlannerBot:
    """The fewest turns after this play, with an eye on who is about to go out."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ViewData) -> ActionData:
        """Return the action that looks best for the player of `view`."""
        expected = expected_of(view)
        kind = expected["type"]
        hand = counts_of(rank_of(card) for card in view["hand"])
        if kind == "bid":
            value = strength(hand)
            wish = max((bid for bid, least in BID_FROM.items() if value >= least), default=0)
            return {"type": "bid", "value": wish if wish in expected["choices"] else 0}
        if kind == "double":
            return {"type": kind, "value": strength(hand) >= DOUBLE_FROM}
        if kind == "redouble":
            return {"type": kind, "value": strength(hand) >= REDOUBLE_FROM}
        table = Table(view, hand, self._seed)
        choices = [(ranks, shape_of(ranks)) for ranks in expected["choices"]]
        best = table.respond(choices) if expected.get("may_pass") else table.lead(choices)
        return {"type": "play", "ranks": best} if best else {"type": "pass"}


def counts_of(ranks: object) -> Counts:
    """The 15 counts of some ranks."""
    found = Counter(ranks)  # type: ignore[call-overload]
    return tuple(found[rank] for rank in range(15))


class Table:
    """What one player knows at one moment of the play, and the choices weighed with it."""

    def __init__(self, view: ViewData, hand: Counts, seed: int) -> None:
        self.view = view
        self.hand = hand
        self.me: int = view["viewer"]
        self.landlord: int = view["landlord"]
        self.left = {int(position): count for position, count in view["counts"].items()}
        self.players = len(self.left)
        self.chance = lots(seed, view)
        self.unseen = self._unseen()
        opponents = [p for p in self.left if self.is_opponent(p)]
        self.danger = min(self.left[p] for p in opponents)
        self.most = max(self.left[p] for p in opponents)
        partners = [p for p in self.left if p != self.me and not self.is_opponent(p)]
        self.helpless = min((self.left[p] for p in partners), default=99)
        self.turns = turns(hand)

    def _unseen(self) -> Counts:
        """The cards that neither lie on the table nor are in the own hand."""
        decks = 2 if self.players == 4 else 1
        gone = Counter(rank_of(card) for play in self.view["plays"] for card in play["cards"])
        full = [4 * decks] * 13 + [decks] * 2
        return tuple(max(0, full[r] - gone[r] - self.hand[r]) for r in range(15))

    def is_opponent(self, position: int) -> bool:
        """Whether `position` plays against this player."""
        return (self.me == self.landlord) != (position == self.landlord)

    def next_opponent_first(self) -> bool:
        """Whether an opponent acts directly after this player."""
        return self.is_opponent(self.me % self.players + 1)

    def rest(self, ranks: str) -> Counts:
        """The hand without a play."""
        left = list(self.hand)
        for rank in ranks:
            left[RANKS.index(rank)] -= 1
        return tuple(left)

    def is_safe(self, shape: Shape, *, bombs: bool = True) -> bool:
        """Whether no opponent can beat a play, as far as the unseen cards tell."""
        return not can_be_beaten(shape, self.unseen, self.most, bombs=bombs)

    def wins_surely(self, ranks: str, shape: Shape) -> bool:
        """Whether the hand goes out with this play, or cannot be kept from it afterwards."""
        rest = self.rest(ranks)
        return not any(rest) or (turns(rest) == 1 and self.is_safe(shape))

    def lead(self, choices: list[tuple[str, Shape]]) -> str:
        """The play to begin a contest with."""
        sure = [ranks for ranks, shape in choices if self.wins_surely(ranks, shape)]
        if sure:
            return max(sure, key=len)
        return min(choices, key=lambda choice: self.price_of_lead(*choice))[0]

    def price_of_lead(self, ranks: str, shape: Shape) -> tuple[float, float]:
        """Turns left, cards of value spent, and what the others could make of it."""
        cost = TURN * turns(self.rest(ranks)) + self.value(ranks, shape) - 0.6 * len(ranks)
        if self.is_safe(shape, bombs=False) and not shape.is_bomb:
            cost -= 3.0
        elif shape.size >= self.danger and shape.size <= 2 and not self.is_safe(shape):
            # An opponent could go out, or nearly, on a single or a pair.
            cost += (TURN if shape.size > self.danger else 2.5 * TURN) - 1.5 * shape.main
        if shape.size == self.helpless and self.helpless <= 2 and len(set(ranks)) == 1:
            follows = 1.0 if self.next_opponent_first() else 2.0
            cost -= (0.5 + follows) * TURN - follows * shape.main
        return cost, self.chance.random()

    def value(self, ranks: str, shape: Shape) -> float:
        """What a play gives up: high cards, less so when they win the lead anyway."""
        return spent(ranks) * (0.6 if self.turns <= 3 else 1.0) + 0.03 * shape.main

    def respond(self, choices: list[tuple[str, Shape]]) -> str:
        """The play to beat what lies there with, or "" for a pass."""
        if not choices:
            return ""
        sure = [ranks for ranks, shape in choices if self.wins_surely(ranks, shape)]
        if sure:
            return max(sure, key=len)
        to_beat = self.view["to_beat"]
        beaten = shape_of("".join(RANKS[rank_of(card)] for card in to_beat["cards"]))
        ranks, shape = min(choices, key=lambda choice: self.price_of_answer(*choice))
        gained = TURN * (self.turns - turns(self.rest(ranks)))
        price = self.value(ranks, shape)
        if not self.is_opponent(to_beat["position"]):
            return ranks if self._overtakes(beaten, shape, gained, price) else ""
        patience = PATIENCE + URGENCY * max(0, FEW + 1 - self.danger)
        if self._partner_follows() and self.danger > 2:
            patience -= TRUST
        return ranks if price - gained < patience else ""

    def price_of_answer(self, ranks: str, shape: Shape) -> tuple[float, float]:
        """Turns left and cards of value spent; against few cards, rather what cannot be beaten."""
        cost = TURN * turns(self.rest(ranks)) + self.value(ranks, shape)
        if self.danger <= 2 and self.is_safe(shape):
            cost -= TURN
        return cost, self.chance.random()

    def _partner_follows(self) -> bool:
        """Whether a partner still acts before an opponent does, so that he may beat it."""
        return not self.next_opponent_first() and self.me != self.landlord

    def _overtakes(self, beaten: Shape, shape: Shape, gained: float, price: float) -> bool:
        """Whether to beat a partner: to shed a cheap card, or to block the landlord with a high."""
        if (
            shape.is_bomb
            or self.helpless <= 2
            or not can_be_beaten(beaten, self.unseen, self.most, bombs=False)
        ):
            return False
        if not self.next_opponent_first():
            return False
        cheap = price < 2.0 and gained >= TURN and shape.size <= 2
        blocks = shape.size == 1 and beaten.main < 8 and price < 3.0 and gained >= TURN
        return cheap or blocks
