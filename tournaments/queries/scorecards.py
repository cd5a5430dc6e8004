"""The scorecard of an entrant: board by board, what the cards gave and what the play added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.comparison.rounding import to_integer
from tournaments.models import Bye

from .edition import Edition, NotPublicError
from .frequency import frequency_tables
from .people import EntrantRef, entrants_of
from .results import PlayResult, SeatScore, results_of
from .standings import StandingRow, standing_of


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One board of the entrant: `own` is their seat, `others` are the opponents' by position.

    Of two own seats (partners, four-a-side) `own` is the first, with what both have together.
    """

    result: PlayResult
    own: SeatScore
    others: tuple[SeatScore, ...]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The boards of one round that count, and their sums. A bye has no lines.

    `score` is what the standings count for the round (None: nothing yet), `top` the sum of the
    tops of its lines, `cards` + `play` = `points`.
    """

    number: int
    is_bye: bool
    lines: tuple[ScoreLine, ...]
    score: Fraction | None
    top: Fraction
    points: int
    cards: Fraction
    play: Fraction


@dataclass(frozen=True, slots=True)
class Scorecard:
    """An entrant's boards by round, with their line of the standings (None: nothing counts yet)."""

    edition: Edition
    entrant: EntrantRef
    standing: StandingRow | None
    rounds: tuple[RoundScore, ...]


def scorecard(edition: Edition, entrant_id: str) -> Scorecard:
    """The scorecard of an entrant over the opened boards. Raises NotPublicError if unknown."""
    entrant = entrants_of(edition.event_id, [entrant_id]).get(entrant_id)
    if entrant is None:
        raise NotPublicError
    standing = standing_of(edition, entrant)
    tables = frequency_tables(edition, edition.fields)
    results = results_of(edition, edition.fields, tables=tables, entrant_id=entrant_id)
    byes = set(
        Bye.objects.filter(round__stage_id=edition.stage_id, entrant_id=entrant_id).values_list(
            "round__number", flat=True
        )
    )
    rounds = []
    for each in edition.rounds:
        lines = tuple(_line(r, entrant_id) for r in results if r.round == each.number)
        if lines or each.number in byes:
            rounds.append(_round(each.number, each.number in byes, lines, standing))
    return Scorecard(edition, entrant, standing, tuple(rounds))


def _line(result: PlayResult, entrant_id: str) -> ScoreLine:
    mine = [seat for seat in result.seats if seat.entrant.id == entrant_id]
    others = tuple(seat for seat in result.seats if seat.entrant.id != entrant_id)
    return ScoreLine(result, mine[0] if len(mine) == 1 else _together(mine, result), others)


def _together(mine: list[SeatScore], result: PlayResult) -> SeatScore:
    """Two partners as one. Where points are not zero-sum both have those of their side."""
    names = ", ".join(seat.player for seat in mine if seat.player)
    own = replace(mine[0], player=names or None)
    if sum(seat.points for seat in result.seats):
        return own
    return replace(
        own,
        points=sum(seat.points for seat in mine),
        score=_sum(seat.score for seat in mine),
        cards=_sum(seat.cards for seat in mine),
        play=_sum(seat.play for seat in mine),
    )


def _sum(values: Iterable[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) if known else None


def _round(
    number: int, is_bye: bool, lines: tuple[ScoreLine, ...], standing: StandingRow | None
) -> RoundScore:
    score = None
    if standing is not None and number <= len(standing.rounds):
        score = standing.rounds[number - 1]
    cards = sum((line.own.cards or Fraction(0) for line in lines), Fraction(0))
    play = sum((line.own.play or Fraction(0) for line in lines), Fraction(0))
    return RoundScore(
        number=number,
        is_bye=is_bye,
        lines=lines,
        score=score,
        top=sum((line.own.top for line in lines), Fraction(0)),
        points=to_integer(cards + play),
        cards=cards,
        play=play,
    )
