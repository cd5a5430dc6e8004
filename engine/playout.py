"""The play of a hand reduced to counts of ranks: mutable, unchecked and quick.

For search, simulation and benchmarks, where cards of one rank are all the same. Owns nothing of
the rules: moves come from `generation`, and a play-out follows `hand` step by step, which the
tests compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.cards import pack
from engine.combinations import BOMB, ROCKET, Combination
from engine.drawing import play_at_random
from engine.generation import leads, responses
from engine.hand import HandState, Phase
from engine.result import Result
from engine.rulesets import LeadAfterPasses, Ruleset


class Playout:
    """A hand in play; positions count from 1, plays are packed counts, 0 is a pass.

    `hands` are packed, by position from index 0. `winner` is the position that went out, or 0.
    """

    __slots__ = (
        "bombs",
        "hands",
        "landlord",
        "landlord_leads",
        "last",
        "plays_made",
        "rockets",
        "ruleset",
        "tables",
        "to_act",
        "to_beat",
        "winner",
    )

    def __init__(self, hands: Sequence[int], landlord: int, ruleset: Ruleset) -> None:
        """The landlord, who has taken the kitty, on lead."""
        self.ruleset = ruleset
        self.hands = list(hands)
        self.landlord = self.to_act = landlord
        self.to_beat: Combination | None = None
        self.last = self.winner = self.bombs = self.rockets = 0
        self.plays_made = [0] * len(self.hands)
        self.tables = ruleset.tables
        self.landlord_leads = ruleset.lead_after_passes is LeadAfterPasses.LANDLORD

    @classmethod
    def of(cls, state: HandState) -> Playout:
        """The play of `state`, whose phase is playing, from where it stands."""
        if state.phase is not Phase.PLAYING or state.landlord is None:
            raise ValueError("a play-out begins in the phase of playing")
        playout = cls([pack(hand) for hand in state.hands], state.landlord, state.ruleset)
        playout.to_act = state.to_act[0]
        if state.to_beat is not None:
            playout.to_beat, playout.last = state.to_beat.combination, state.to_beat.position
        playout.bombs, playout.rockets = state.bombs_and_rockets()
        for made in state.plays:
            playout.plays_made[made.position - 1] += bool(made.cards)
        return playout

    def copy(self) -> Playout:
        """Another play-out that stands where this one does."""
        other = object.__new__(Playout)
        for name in Playout.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = self.hands[:]
        other.plays_made = self.plays_made[:]
        return other

    def moves(self) -> list[int]:
        """What the player to act may play, in no particular order; 0, last, where he may pass."""
        index = self.to_act - 1
        if self.to_beat is None:
            return leads(self.hands[index], self.tables)
        plays = responses(self.hands[index], self.to_beat, self.tables)
        plays.append(0)
        return plays

    def play(self, packed: int) -> None:
        """Do one of `moves`."""
        position = self.to_act
        following = position % len(self.hands) + 1
        if packed:
            index = position - 1
            combination = self.tables.plays[packed]
            left = self.hands[index] - packed
            self.hands[index] = left
            self.plays_made[index] += 1
            self.to_beat, self.last = combination, position
            self.note(combination)
            if not left:
                self.winner = position
        elif following == self.last:
            self.to_beat = None
            if self.landlord_leads:
                following = self.landlord
        self.to_act = following

    def note(self, combination: Combination) -> None:
        """Count a combination that was played, if it changes the stake."""
        if combination.kind is BOMB:
            self.bombs += combination.size >= self.ruleset.smallest_doubling_bomb
        elif combination.kind is ROCKET:
            self.rockets += 1

    def finish(self, chance: Random) -> int:
        """Play at random to the end; every move, and a pass, with equal chance. The winner."""
        return self.winner or play_at_random(self, chance.random)

    def result(self, bid: int, doubled: tuple[int, ...] = (), redoubled: bool = False) -> Result:
        """The facts of a finished play-out, after an auction and doubling of this outcome."""
        won = self.winner == self.landlord
        by_landlord = self.plays_made[self.landlord - 1]
        spring = None
        if won and sum(self.plays_made) == by_landlord:
            spring = "spring"
        elif not won and by_landlord == 1:
            spring = "anti_spring"
        return Result(
            landlord=self.landlord,
            bid=bid,
            bombs=self.bombs,
            rockets=self.rockets,
            spring=spring,
            doubled=doubled,
            redoubled=redoubled,
            winner="landlord" if won else "farmers",
        )
