"""One deal being played: immutable state, and the only way from one state to the next.

Owns the order of auction, doubling, kitty and play, and refuses what the rules do not allow.
Never decides what anybody may see: see `views`. Its storable form is in `snapshots`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import (
    Action,
    Bid,
    Double,
    Pass,
    Play,
    PlayRanks,
    Redouble,
    action_to_data,
)
from engine.auction import Calls, check_bid, possible_bids, read_auction
from engine.cards import pack, sort_cards
from engine.checks import checked_play
from engine.combinations import BOMB, ROCKET
from engine.deal import Deal
from engine.doubling import Decisions, asks_for_redouble, check_double, doubled, undecided
from engine.errors import IllegalAction
from engine.moves import Moves, legal_moves
from engine.payoff import check_bet
from engine.phases import AllPass, Expected, Phase, Played
from engine.result import PASSED_OUT, Result
from engine.rulesets import AllPassRule, Doubling, LeadAfterPasses, Ruleset
from engine.views import View, view

__all__ = [
    "AllPass",
    "Expected",
    "HandState",
    "Phase",
    "Played",
    "Result",
    "View",
    "action_to_data",
    "view",
]


@dataclass(frozen=True)
class HandState:
    """The whole truth about a hand; make one with `new`, advance it with `apply`.

    `hands` are the cards still held, by position, high to low. `to_act` are the positions that
    may act: in the doubling all farmers still to choose, else one, or none when finished.
    `doubles` are the sealed decisions in order of arrival. `to_beat` is the play on the table,
    None for who leads; `leader` began the present contest.
    """

    ruleset: Ruleset
    deal: Deal
    bet: int
    all_pass: AllPass
    phase: Phase
    to_act: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    auction: Calls = ()
    landlord: int | None = None
    bid: int = 0
    doubles: Decisions = ()
    redoubled: bool | None = None
    plays: tuple[Played, ...] = ()
    to_beat: Played | None = None
    leader: int | None = None
    result: Result | None = None

    @classmethod
    def new(
        cls, deal: Deal, ruleset: Ruleset, all_pass: AllPass | None = None, bet: int = 1
    ) -> HandState:
        """The state before the first call; position 1 bids first.

        `all_pass` is the event's rule for a hand without a bid; by default the hand is void
        unless the ruleset itself forces the first bidder. Raises `DealError` for a deal that
        does not fit, `RulesetError` for a table bet that the ruleset does not know.
        """
        deal.check(ruleset)
        check_bet(bet, ruleset)
        if all_pass is None:
            forced = ruleset.all_pass is AllPassRule.FORCED
            all_pass = AllPass.FORCED if forced else AllPass.VOID
        return cls(ruleset, deal, bet, AllPass(all_pass), Phase.AUCTION, (1,), deal.hands)

    @property
    def kitty(self) -> tuple[int, ...]:
        """The kitty as it was dealt, whoever may see it."""
        return self.deal.kitty

    @property
    def kitty_taken(self) -> bool:
        """Whether the landlord has the kitty in his hand."""
        if self.landlord is None:
            return False
        waits = self.ruleset.doubling is Doubling.BEFORE_KITTY
        return not waits or self.phase in (Phase.PLAYING, Phase.FINISHED)

    def hand(self, position: int) -> tuple[int, ...]:
        """The cards that `position` holds now, high to low."""
        return self.hands[position - 1]

    def moves(self, position: int) -> Moves:
        """The plays that `position` could make if it were to act now."""
        beaten = self.to_beat.combination if self.to_beat else None
        return legal_moves(pack(self.hand(position)), self.ruleset, beaten)

    def expected(self, position: int) -> Expected | None:
        """What `position` is asked for now, with every choice it has; None if nothing."""
        if position not in self.to_act:
            return None
        if self.phase is Phase.AUCTION:
            return Expected("bid", possible_bids(self.auction))
        if self.phase is Phase.DOUBLING:
            return Expected("double", (True, False))
        if self.phase is Phase.REDOUBLING:
            return Expected("redouble", (True, False))
        return Expected("play", tuple(self.moves(position).texts()), self.to_beat is not None)

    def timeout_action(self, position: int) -> Action | None:
        """What counts as done when the clock of `position` runs out; None if nothing is asked.

        No bid, no double, no redouble; the lowest single on lead; otherwise pass.
        """
        if position not in self.to_act:
            return None
        if self.phase is Phase.AUCTION:
            return Bid(0)
        if self.phase is Phase.DOUBLING:
            return Double(False)
        if self.phase is Phase.REDOUBLING:
            return Redouble(False)
        return Pass() if self.to_beat else Play(self.hand(position)[-1:])

    def apply(self, position: int, action: Action) -> HandState:
        """The state after `position` has done `action`, which is checked.

        Raises `IllegalAction` with the codes of `checked`; this state never changes.
        """
        return self.advance(position, self.checked(position, action))

    def checked(self, position: int, action: Action) -> Action:
        """`action` as it will be done: a play by ranks with the cards it means, else the same.

        Raises `IllegalAction`: `hand_finished`, `unknown_position`, `wrong_phase`,
        `not_your_turn`, `bad_bid`, `bid_too_low`, `already_chosen`, `leader_passes`, `no_cards`,
        `not_held`, `not_a_combination`, `breaks_bomb`, `other_shape`, `other_length`,
        `not_higher`.
        """
        if self.phase is Phase.FINISHED:
            raise IllegalAction("hand_finished")
        if position not in self.ruleset.positions:
            raise IllegalAction("unknown_position", position=position)
        if not isinstance(action, BELONGS_TO[self.phase]):
            raise IllegalAction("wrong_phase")
        if self.phase is Phase.DOUBLING:
            check_double(position, self.doubles, self.landlord)
        elif position not in self.to_act:
            raise IllegalAction("not_your_turn")
        if isinstance(action, Bid):
            check_bid(action.value, self.auction)
        elif isinstance(action, Pass) and self.to_beat is None:
            raise IllegalAction("leader_passes")
        elif isinstance(action, Play | PlayRanks):
            beaten = self.to_beat.combination if self.to_beat else None
            return checked_play(action, self.hand(position), beaten, self.ruleset)
        return action

    def advance(self, position: int, action: Action) -> HandState:
        """The state after `position` has done `action`, which is taken to be legal.

        For actions that were checked before, such as those of a stored log; a play names its
        cards, high to low. What an illegal action leads to is undefined.
        """
        match action:
            case Pass():
                return self.advance_plays([(position, ())])
            case Play(cards):
                return self.advance_plays([(position, cards)])
            case Bid(value):
                return self._after_bid(position, value)
            case Double(value):
                return self._after_double(position, value)
            case Redouble(value):
                return self._change(redoubled=value)._begin_play()
        raise TypeError(f"{action!r} has to be resolved by `checked` first")

    def advance_plays(self, made: Iterable[tuple[int, tuple[int, ...]]]) -> HandState:
        """The state after many plays (position and cards, none for a pass), taken to be legal."""
        readings, players = self.ruleset.plays, self.ruleset.players
        hands, plays = [list(hand) for hand in self.hands], list(self.plays)
        to_beat, leader, to_act = self.to_beat, self.leader, self.to_act
        for position, cards in made:
            following = position % players + 1
            to_act = (following,)
            if not cards:
                plays.append(Played(position, (), None))
                if to_beat is not None and following == to_beat.position:
                    leader, to_beat = self._next_leader(following), None
                    to_act = (leader,)
                continue
            left = hands[position - 1]
            for card in cards:
                left.remove(card)
            to_beat = Played(position, cards, readings.get(pack(cards)))
            plays.append(to_beat)
            if not left:
                to_act = ()
        state = self._change(
            hands=tuple([tuple(hand) for hand in hands]),
            plays=tuple(plays),
            to_beat=to_beat,
            leader=leader,
            to_act=to_act,
        )
        if to_act:
            return state
        return state._change(phase=Phase.FINISHED, result=state._facts(plays[-1].position))

    def to_data(self) -> dict[str, Any]:
        """A compact snapshot for JSON, which `from_data` reads back exactly."""
        from engine.snapshots import snapshot

        return snapshot(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], ruleset: Ruleset) -> HandState:
        """Read what `to_data` wrote. Raises `ParseError` (`bad_snapshot`)."""
        from engine.snapshots import restore

        return restore(data, ruleset)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from engine.picture import picture

        return picture(self)

    def _change(self, **changes: Any) -> HandState:
        """This state with some fields changed; like `dataclasses.replace`, but quick."""
        state = object.__new__(HandState)
        state.__dict__.update(self.__dict__, **changes)
        return state

    def _after_bid(self, position: int, value: int) -> HandState:
        calls = (*self.auction, (position, value))
        to_act, landlord, bid = read_auction(calls, self.ruleset)
        if to_act is not None:
            return self._change(auction=calls, to_act=(to_act,))
        if landlord is None:
            if self.all_pass is AllPass.VOID:
                return self._change(
                    auction=calls, to_act=(), phase=Phase.FINISHED, result=PASSED_OUT
                )
            landlord, bid = 1, 1
        state = self._change(auction=calls, landlord=landlord, bid=bid)
        if self.ruleset.doubling is Doubling.OFF:
            return state._begin_play()
        farmers = undecided((), landlord, self.ruleset)
        hands = self.hands
        if self.ruleset.doubling is Doubling.AFTER_KITTY:
            hands = state._with_kitty()
        return state._change(phase=Phase.DOUBLING, to_act=farmers, hands=hands)

    def _after_double(self, position: int, value: bool) -> HandState:
        assert self.landlord is not None
        decisions = (*self.doubles, (position, value))
        state = self._change(doubles=decisions)
        farmers = undecided(decisions, self.landlord, self.ruleset)
        if farmers:
            return state._change(to_act=farmers)
        if asks_for_redouble(decisions, self.ruleset):
            return state._change(phase=Phase.REDOUBLING, to_act=(self.landlord,))
        return state._begin_play()

    def _begin_play(self) -> HandState:
        assert self.landlord is not None
        taken = self.ruleset.doubling is Doubling.AFTER_KITTY
        return self._change(
            phase=Phase.PLAYING,
            to_act=(self.landlord,),
            leader=self.landlord,
            hands=self.hands if taken else self._with_kitty(),
        )

    def _with_kitty(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            sort_cards(hand + self.kitty) if position == self.landlord else hand
            for position, hand in enumerate(self.hands, 1)
        )

    def _next_leader(self, last_player: int) -> int:
        if self.ruleset.lead_after_passes is LeadAfterPasses.LANDLORD:
            assert self.landlord is not None
            return self.landlord
        return last_player

    def _facts(self, winner: int) -> Result:
        """The result when `winner` has played the last card."""
        bombs, rockets = self.bombs_and_rockets()
        won = winner == self.landlord
        by_landlord = [play.position == self.landlord for play in self.plays if play.cards]
        spring = None
        if won and all(by_landlord):
            spring = "spring"
        elif not won and sum(by_landlord) == 1:
            spring = "anti_spring"
        return Result(
            landlord=self.landlord,
            bid=self.bid,
            bombs=bombs,
            rockets=rockets,
            spring=spring,
            doubled=doubled(self.doubles),
            redoubled=bool(self.redoubled),
            winner="landlord" if won else "farmers",
        )

    def bombs_and_rockets(self) -> tuple[int, int]:
        """How many bombs that change the stake, and rockets, have been played."""
        bombs = rockets = 0
        for _, cards, combination in self.plays:
            if combination is None:
                continue
            if combination.kind is BOMB:
                bombs += len(cards) >= self.ruleset.smallest_doubling_bomb
            elif combination.kind is ROCKET:
                rockets += 1
        return bombs, rockets


BELONGS_TO: dict[Phase, tuple[type, ...]] = {
    Phase.AUCTION: (Bid,),
    Phase.DOUBLING: (Double,),
    Phase.REDOUBLING: (Redouble,),
    Phase.PLAYING: (Play, PlayRanks, Pass),
    Phase.FINISHED: (),
}
"""The actions that belong to each phase."""
