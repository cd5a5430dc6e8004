"""From what a file says to a record: the deal is checked and every action replayed.

Owns that check, whatever the form of the file; the places of the parts are the readers' to give.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from engine.actions import Action
from engine.deal import Deal
from engine.errors import EngineError, ParseError
from engine.hand import HandState
from engine.json_text import Place
from engine.phases import AllPass
from engine.record import Record
from engine.rulesets import Ruleset

NOWHERE: Place = (None, None)


class Placed(NamedTuple):
    """An action with the position that is said to do it (None: whose turn it is), and its place.

    The action is None where it cannot be read, which is reported already: what follows it is
    not judged, since nobody knows what it followed.
    """

    position: int | None
    action: Action | None
    place: Place


@dataclass
class Draft:
    """The parts of a record as they were read; `places` has the place of a part by its name."""

    ruleset: Ruleset | None = None
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)
    kitty: tuple[int, ...] | None = None
    texts: dict[str, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    all_pass: AllPass | None = None
    bet: int = 1
    actions: list[Placed] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    errors: list[ParseError] = field(default_factory=list)

    def report(self, place: Place, error: EngineError) -> None:
        """Keep an error that belongs to `place`, unless it names a place of its own."""
        line, column = place
        if isinstance(error, ParseError) and error.line is not None:
            line, column = error.line, error.column
        self.errors.append(ParseError(error.code, line=line, column=column, **error.params))

    def place(self, name: str) -> Place:
        """The place of a part, or of the record."""
        return self.places.get(name, self.places.get("", NOWHERE))

    def finish(self) -> Record | None:
        """The record, if there is no error; every fault that can be found is in `errors`."""
        self._check_texts()
        deal = self._deal()
        if deal is None or self.ruleset is None:
            return None
        try:
            state = HandState.new(deal, self.ruleset, self.all_pass, self.bet)
        except EngineError as error:
            self.report(self.place("bet"), error)
            return None
        for placed in self.actions:
            if placed.action is None:
                return None
            if placed.position is None and not state.to_act:
                self.report(placed.place, EngineError("hand_finished"))
                return None
            position = placed.position if placed.position is not None else state.to_act[0]
            try:
                state = state.apply(position, placed.action)
            except EngineError as error:
                self.report(placed.place, error)
                return None
        names = tuple(self.players.get(position, "") for position in self.ruleset.positions)
        return Record(state, players=names if any(names) else (), **self.texts)

    def _check_texts(self) -> None:
        day = self.texts.get("date")
        if day:
            try:
                if date.fromisoformat(day).isoformat() != day:
                    raise ValueError
            except ValueError:
                self.report(self.place("date"), EngineError("bad_date", text=day))

    def _deal(self) -> Deal | None:
        if self.ruleset is None:
            return None
        wanted = [*(f"hand {position}" for position in self.ruleset.positions), "kitty"]
        given = {f"hand {position}" for position in self.hands}
        given |= {"kitty"} if self.kitty is not None else set()
        missing = [part for part in wanted if part not in given and part not in self.places]
        for part in missing:
            self.report(self.place(""), EngineError("missing_part", part=part))
        for position in sorted(set(self.hands) - set(self.ruleset.positions)):
            error = EngineError("unknown_position", position=position)
            self.report(self.place(f"hand {position}"), error)
        if set(wanted) != given or self.kitty is None:
            return None
        hands = tuple(self.hands[position] for position in self.ruleset.positions)
        deal = Deal(hands, self.kitty)
        problems = deal.problems(self.ruleset)
        for problem in problems:
            self.report(self._place_of(problem.params), problem)
        return None if problems else deal

    def _place_of(self, params: Mapping[str, object]) -> Place:
        if "position" in params:
            return self.place(f"hand {params['position']}")
        return self.place("kitty" if "position" not in params and "expected" in params else "")


def in_order(errors: list[ParseError]) -> tuple[ParseError, ...]:
    """Errors by line and column."""
    return tuple(sorted(errors, key=lambda error: (error.line or 0, error.column or 0)))
