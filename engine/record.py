"""A record: one play of one board, complete, with the names that belong to it.

Owns the value and what follows from it. Its text form is in `record_text`, its JSON form in
`record_json`; everything that is read is replayed by `record_draft`, never believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.actions import Action, Bid, Double, Pass, Play, Redouble
from engine.deal import Deal
from engine.hand import HandState
from engine.payoff import points
from engine.result import Result
from engine.rulesets import Ruleset

FORMAT = "fushi-record-1"
TEXTS = ("event", "stage", "session", "board", "table", "date", "source", "note")
"""The members of a record that are free texts (the date is written YYYY-MM-DD)."""


class Step(NamedTuple):
    """One action of a record, and the state that it led to."""

    position: int
    action: Action
    state: HandState


@dataclass(frozen=True)
class Record:
    """A play and its circumstances; texts that do not apply are empty.

    `state` is the hand as far as it was played, which holds ruleset, deal and every action;
    `players` are names by position, or nothing.
    """

    state: HandState
    event: str = ""
    stage: str = ""
    session: str = ""
    board: str = ""
    table: str = ""
    date: str = ""
    source: str = ""
    note: str = ""
    players: tuple[str, ...] = ()

    @property
    def ruleset(self) -> Ruleset:
        """The rules it was played by."""
        return self.state.ruleset

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt."""
        return self.state.deal

    @property
    def result(self) -> Result | None:
        """The facts, or None while the hand is not over."""
        return self.state.result

    @property
    def points(self) -> dict[int, int] | None:
        """The points by position, or None while the hand is not over."""
        if self.result is None:
            return None
        return points(self.result, self.ruleset, self.state.bet)

    def steps(self) -> Iterator[Step]:
        """Every action in order, with the state after it."""
        state = HandState.new(self.deal, self.ruleset, self.state.all_pass, self.state.bet)
        for position, action in actions_of(self.state):
            state = state.advance(position, action)
            yield Step(position, action, state)

    def rounds(self) -> list[list[tuple[int, tuple[int, ...]]]]:
        """The plays by contest, each (position, cards), cards empty for a pass."""
        found: list[list[tuple[int, tuple[int, ...]]]] = []
        ended = True
        for step in self.steps():
            if not isinstance(step.action, Play | Pass):
                continue
            cards = step.action.cards if isinstance(step.action, Play) else ()
            if ended:
                found.append([])
            found[-1].append((step.position, cards))
            ended = step.state.to_beat is None
        return found

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.state._repr_svg_()


def actions_of(state: HandState) -> Iterator[tuple[int, Action]]:
    """Every action that led to `state`, in order, with its position; doubles as they arrived."""
    for position, value in state.auction:
        yield position, Bid(value)
    for position, choice in state.doubles:
        yield position, Double(choice)
    if state.redoubled is not None:
        assert state.landlord is not None
        yield state.landlord, Redouble(state.redoubled)
    for position, cards, _ in state.plays:
        yield position, Play(cards) if cards else Pass()
