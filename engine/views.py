"""What a viewer may see of a hand: the one function that decides it.

Owns the secrecy of hands, kitty and sealed doubles. Everything that is shown of a play anywhere
goes through `view`; never read a `HandState` to show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.cards import RANK_OF, RANKS, deck, format_card
from engine.errors import EngineError
from engine.payoff import unit
from engine.phases import Earlier, Expected, Memory, Phase, Played
from engine.result import Result
from engine.rulesets import Doubling, KittyShown

if TYPE_CHECKING:
    from engine.hand import HandState


@dataclass(frozen=True, slots=True)
class View:
    """A hand as `viewer` may see it; None is somebody without a seat.

    Fields are those of `to_data`, with cards as ints; what may not be seen is None.
    """

    phase: Phase
    viewer: int | None
    ruleset: str
    counts: dict[int, int]
    hand: tuple[int, ...] | None
    landlord: int | None
    bid: int | None
    auction: tuple[tuple[int, int], ...]
    kitty: tuple[int, ...] | None
    doubles: dict[int, bool] | None
    own_double: bool | None
    redoubled: bool | None
    stake: int | None
    plays: tuple[Played, ...]
    earlier: Earlier
    unseen: dict[str, int] | None
    to_beat: Played | None
    leader: int | None
    to_act: tuple[int, ...]
    announced: tuple[int, ...]
    expected: Expected | None
    result: Result | None
    hands: tuple[tuple[int, ...], ...] | None

    def to_data(self) -> dict[str, Any]:
        """What the API sends; `hands` is there only where the cards are open."""
        data: dict[str, Any] = {
            "phase": self.phase.value,
            "viewer": self.viewer,
            "ruleset": self.ruleset,
            "counts": {str(position): count for position, count in self.counts.items()},
            "hand": _texts(self.hand),
            "landlord": self.landlord,
            "bid": self.bid,
            "auction": [{"position": p, "value": value} for p, value in self.auction],
            "kitty": _texts(self.kitty),
            "doubles": None
            if self.doubles is None
            else {str(position): value for position, value in self.doubles.items()},
            "own_double": self.own_double,
            "redoubled": self.redoubled,
            "stake": self.stake,
            "plays": [play.to_data() for play in self.plays],
            "earlier": self.earlier._asdict(),
            "unseen": self.unseen,
            "to_beat": None if self.to_beat is None else self.to_beat.to_data(),
            "leader": self.leader,
            "to_act": list(self.to_act),
            "announced": list(self.announced),
            "expected": None if self.expected is None else self.expected.to_data(),
            "result": None if self.result is None else self.result.to_data(),
        }
        if self.hands is not None:
            data["hands"] = {str(p): _texts(hand) for p, hand in enumerate(self.hands, 1)}
        return data


def view(
    state: HandState,
    viewer: int | None,
    open_cards: bool = False,
    memory: Memory = Memory.FULL,
) -> View:
    """What `viewer`, a position or None, may see of `state`.

    The own hand only, even when the hand is over; the kitty from the ruleset's moment on, and to
    the landlord from when he holds it; doubles when all are in, until then one's own, and
    neither by value nor by whose turn it is whether another has chosen. `open_cards` shows every
    hand and the kitty, to those who may know everything already. Until the hand is over `memory`
    says how many contests are in `plays`; `earlier` counts what is left out, and `unseen` the cards
    of each rank that are neither in the own hand nor played. Raises `EngineError`
    (`unknown_position`) for a viewer who is neither None nor a position.
    """
    if viewer is not None and viewer not in state.ruleset.positions:
        raise EngineError("unknown_position", position=viewer)
    revealed = state.phase not in (Phase.AUCTION, Phase.DOUBLING)
    doubling = state.landlord is not None and state.ruleset.doubling is not Doubling.OFF
    own_double = dict(state.doubles).get(viewer) if viewer is not None else None
    show_kitty = (
        open_cards
        or _kitty_open(state)
        or (state.landlord is not None and viewer == state.landlord and state.kitty_taken)
    )
    starts = contest_starts(state.plays, state.ruleset.players)
    over = state.phase is Phase.FINISHED
    hidden = 0 if over or memory.contests is None else max(0, len(starts) - memory.contests)
    first = starts[hidden] if hidden else 0
    return View(
        phase=state.phase,
        viewer=viewer,
        ruleset=state.ruleset.name,
        counts={position: len(hand) for position, hand in enumerate(state.hands, 1)},
        hand=state.hand(viewer) if viewer is not None else None,
        landlord=state.landlord,
        bid=state.bid or None,
        auction=state.auction,
        kitty=state.kitty if show_kitty else None,
        doubles=dict(sorted(state.doubles)) if doubling and revealed else None,
        own_double=own_double,
        redoubled=state.redoubled,
        stake=_stake(state),
        plays=state.plays[first:],
        earlier=Earlier(hidden, first),
        unseen=None if over or memory is not Memory.COUNTER else _unseen(state, viewer),
        to_beat=state.to_beat,
        leader=state.leader,
        to_act=_to_act(state, viewer),
        announced=_announced(state),
        expected=state.expected(viewer) if viewer is not None else None,
        result=state.result,
        hands=state.hands if open_cards else None,
    )


def contest_starts(plays: Sequence[Played], players: int) -> list[int]:
    """The index of each lead: the first play, and each that follows the passes of all others."""
    starts = []
    passes = players - 1
    for index, play in enumerate(plays):
        if passes >= players - 1:
            starts.append(index)
            passes = 0
        passes = 0 if play.cards else passes + 1
    return starts


def _unseen(state: HandState, viewer: int | None) -> dict[str, int]:
    """How many cards of each rank are neither in the viewer's hand nor played, high to low."""
    left = Counter(RANK_OF[card] for card in deck(state.ruleset.decks))
    seen = [card for play in state.plays for card in play.cards]
    if viewer is not None:
        seen += state.hand(viewer)
    left.subtract(RANK_OF[card] for card in seen)
    return {RANKS[rank]: left[rank] for rank in sorted(left, reverse=True)}


def _kitty_open(state: HandState) -> bool:
    """Whether the ruleset's moment to show the kitty to everybody has come."""
    shown = state.ruleset.kitty_shown
    if state.landlord is None or shown is KittyShown.NEVER:
        return False
    return shown is KittyShown.AFTER_AUCTION or state.phase in (Phase.PLAYING, Phase.FINISHED)


def _to_act(state: HandState, viewer: int | None) -> tuple[int, ...]:
    """Who is to act, as far as `viewer` may know it.

    While doubles are sealed all farmers are shown to be choosing. Who has chosen is shown the
    others: that one of them still has to is plain, since the doubling goes on.
    """
    if state.phase is not Phase.DOUBLING:
        return state.to_act
    chosen = any(position == viewer for position, _ in state.doubles)
    return tuple(
        position
        for position in state.ruleset.positions
        if position != state.landlord and not (chosen and position == viewer)
    )


def _stake(state: HandState) -> int | None:
    """The stake of a farmer who has not doubled, by what has been played so far."""
    if state.landlord is None:
        return None
    return unit(state.bid, sum(state.bombs_and_rockets()), state.ruleset, state.bet)


def _announced(state: HandState) -> tuple[int, ...]:
    """Who holds so few cards that the ruleset has it announced."""
    if state.phase is not Phase.PLAYING:
        return ()
    most = state.ruleset.announce_from
    return tuple(position for position, hand in enumerate(state.hands, 1) if len(hand) <= most)


def _texts(cards: tuple[int, ...] | None) -> list[str] | None:
    return None if cards is None else [format_card(card) for card in cards]
