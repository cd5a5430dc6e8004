"""A finished play as steps to walk through: what each did, and what everybody then had left.

Owns the arrangement for the page only; what happened comes from the log, as the query gives it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from engine.cards import format_cards, parse_cards
from tournaments.queries import PlayEntry, PlayPage

DOUBLING_PLAYS = ("bomb", "rocket")


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the log.

    `choices` are the revealed doubles by position; with `hand_passed` the landlord's partner gave
    his hand to an opponent afterwards (four-a-side); `left` the number of cards everybody holds
    afterwards, `bombs` the bombs and rockets played so far. `contest` counts the contests of the
    play from 1 (0 before it).
    """

    number: int
    kind: str
    position: int | None
    value: int | bool | None
    choices: Mapping[int, bool]
    hand_passed: bool
    cards: tuple[str, ...]
    combination: str | None
    contest: int
    left: Mapping[int, int]
    bombs: int
    automatic: bool


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of a hand: the step at which it was played (0: never); whether it was the kitty's."""

    text: str
    step: int
    from_kitty: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """The steps from one lead to the next; number 0 is what came before the first lead."""

    number: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """The steps by contest; each position's cards high to low, the landlord's with the kitty."""

    contests: tuple[Contest, ...]
    hands: tuple[tuple[HeldCard, ...], ...]


def replay(page: PlayPage) -> Replay:
    """Arrange the log of `page`."""
    landlord = page.result.facts.landlord
    held = {position: list(hand) for position, hand in enumerate(page.cards.hands, start=1)}
    if landlord is not None:
        held[landlord] += page.cards.kitty
    steps = _steps(page.entries, {position: len(cards) for position, cards in held.items()})
    played = {(step.position, card): step.number for step in steps for card in step.cards}
    hands = tuple(
        tuple(
            HeldCard(text, played.get((position, text), 0), text in page.cards.kitty)
            for text in format_cards(parse_cards(cards)).split()
        )
        for position, cards in held.items()
    )
    contests = tuple(
        Contest(number, tuple(group)) for number, group in groupby(steps, lambda one: one.contest)
    )
    return Replay(contests, hands)


def _steps(entries: tuple[PlayEntry, ...], left: dict[int, int]) -> tuple[Step, ...]:
    steps: list[Step] = []
    contest = bombs = 0
    passes = len(left)
    for number, entry in enumerate(entries, start=1):
        cards = tuple(entry.data.get("cards") or ())
        combination = entry.data.get("combination")
        leads = entry.kind == "play" and passes >= len(left) - 1
        if entry.kind == "play" and entry.position is not None:
            contest += leads
            passes = 0
            bombs += combination in DOUBLING_PLAYS
            left[entry.position] -= len(cards)
        elif entry.kind == "pass":
            passes += 1
        steps.append(
            Step(
                number=number,
                kind=entry.kind,
                position=entry.position,
                value=entry.data.get("value"),
                hand_passed="hand_passed" in entry.data,
                choices={int(p): c for p, c in (entry.data.get("choices") or {}).items()},
                cards=cards,
                combination=combination,
                contest=contest,
                left=dict(left),
                bombs=bombs,
                automatic=entry.automatic,
            )
        )
    return tuple(steps)
