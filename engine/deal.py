"""The deal: who holds which cards, and the kitty, before anybody has said a word.

Owns the value, its data and text form and its check; never makes a deal (see `dealing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import deck, format_card, format_cards, parse_cards, sort_cards
from engine.errors import DealError, ParseError
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands by position (`hands[0]` is position 1) and the kitty, each high to low."""

    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]

    @classmethod
    def of(cls, hands: Iterable[Iterable[int]], kitty: Iterable[int]) -> Deal:
        """A deal from cards in any order."""
        return cls(tuple(sort_cards(hand) for hand in hands), sort_cards(kitty))

    def hand(self, position: int) -> tuple[int, ...]:
        """The cards dealt to `position`, counted from 1."""
        return self.hands[position - 1]

    def rotated(self, first: int) -> Deal:
        """The same deal where the hand of position `first` is the hand of position 1.

        Position 1 bids first by definition; this is how a deal comes in whose first bidder
        holds another hand.
        """
        return Deal((*self.hands[first - 1 :], *self.hands[: first - 1]), self.kitty)

    def problems(self, ruleset: Ruleset) -> tuple[DealError, ...]:
        """Everything that keeps this from being a deal under `ruleset`; empty if it is one."""
        found = []
        if len(self.hands) != ruleset.players:
            found.append(
                DealError("wrong_number_of_hands", given=len(self.hands), expected=ruleset.players)
            )
        for position, hand in enumerate(self.hands, 1):
            if len(hand) != ruleset.hand_size:
                found.append(
                    DealError(
                        "wrong_hand_size",
                        position=position,
                        given=len(hand),
                        expected=ruleset.hand_size,
                    )
                )
        if len(self.kitty) != ruleset.kitty_size:
            found.append(
                DealError("wrong_kitty_size", given=len(self.kitty), expected=ruleset.kitty_size)
            )
        return (*found, *self._card_problems(ruleset.decks))

    def _card_problems(self, decks: int) -> list[DealError]:
        dealt = Counter(card for part in (*self.hands, self.kitty) for card in part)
        found = []
        for card in deck():
            given = dealt[card]
            if given > decks:
                found.append(
                    DealError("card_too_often", card=format_card(card), given=given, expected=decks)
                )
            elif given < decks:
                found.append(DealError("card_missing", card=format_card(card)))
        return found

    def check(self, ruleset: Ruleset) -> None:
        """Raise the first of `problems` as `DealError`, if there is any."""
        complete = (
            len(self.hands) == ruleset.players
            and len(self.kitty) == ruleset.kitty_size
            and all(len(hand) == ruleset.hand_size for hand in self.hands)
            and sort_cards(sum(self.hands, self.kitty)) == _DECKS[ruleset.decks]
        )
        if not complete:
            raise self.problems(ruleset)[0]

    def to_data(self) -> dict[str, Any]:
        """`{"hands": {"1": ["RJ", …], …}, "kitty": […]}`, for JSON."""
        return {
            "hands": {
                str(position): [format_card(card) for card in hand]
                for position, hand in enumerate(self.hands, 1)
            },
            "kitty": [format_card(card) for card in self.kitty],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Deal:
        """Read what `to_data` wrote; raises `ParseError`. The cards are left to `check`."""
        try:
            hands, kitty = data["hands"], data["kitty"]
            positions = [str(position) for position in range(1, len(hands) + 1)]
            return cls(tuple(parse_cards(hands[key]) for key in positions), parse_cards(kitty))
        except ParseError:
            raise
        except (KeyError, TypeError, AttributeError):
            raise ParseError(
                "bad_deal", reason="hands by position and a kitty are expected"
            ) from None

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from engine.picture import picture

        return picture(self)

    def __str__(self) -> str:
        """One line a hand and one for the kitty; `parse` reads it back."""
        lines = [f"{position}: {format_cards(hand)}" for position, hand in enumerate(self.hands, 1)]
        return "\n".join([*lines, f"kitty: {format_cards(self.kitty)}"])

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read the lines `1: cards`, `2: cards`, …, `kitty: cards` in any order.

        Raises `ParseError` with line and column.
        """
        parts: dict[str, tuple[int, ...]] = {}
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            name, colon, cards = line.partition(":")
            key = name.strip().lower()
            if not colon or key in parts or not (key == "kitty" or key.isdecimal()):
                reason = "a line is “position: cards” or “kitty: cards”, each once"
                raise ParseError("bad_deal", line=number, column=1, reason=reason)
            try:
                parts[key] = parse_cards(cards)
            except ParseError as error:
                raise error.moved(line=number, columns=len(name) + 1) from None
        positions = [str(position) for position in range(1, len(parts))]
        if set(parts) != {*positions, "kitty"}:
            raise ParseError("bad_deal", reason="hands by position and a kitty are expected")
        return cls(tuple(parts[key] for key in positions), parts["kitty"])


_DECKS = {decks: deck(decks) for decks in (1, 2)}
