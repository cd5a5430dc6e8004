"""Standings from the facts of the results alone, computed the slow and obvious way.

Shares no code with the product: its own payoff (`competition`), its own matchpoints by comparing
every result with every other, its own byes, ranks and rounding. It reads stored facts (results,
seats, byes, opened boards, settings) and no derived row: no points, no frequency table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.models import Play, Result, Seat
from tournaments.models import Bye, Entrant, Round, Stage


@dataclass(frozen=True)
class Row:
    """A line of the standings; scores and percentage exact."""

    rank: int
    entrant: str
    score: Fraction
    percentage: Fraction | None
    boards: int
    boards_awarded: int
    rounds: tuple[Fraction, ...]
    points: int

    def shown_percentage(self) -> str:
        """Two decimals, halves upwards (percentages here are not negative), as printed."""
        if self.percentage is None:
            return ""
        hundredths = (self.percentage * 200 + 1) // 2
        return f"{hundredths // 100}.{hundredths % 100:02d}"


def competition_points(facts: dict[str, Any]) -> dict[int, int]:
    """Bid × 2 for each bomb, rocket and spring; a pair doubles, and redoubles if it doubled."""
    if facts["passed_out"]:
        return {1: 0, 2: 0, 3: 0}
    stake = facts["bid"]
    for _ in range(facts["bombs"] + facts["rockets"] + (facts["spring"] is not None)):
        stake *= 2
    landlord = facts["landlord"]
    points = {landlord: 0}
    for farmer in {1, 2, 3} - {landlord}:
        at_stake = stake
        if farmer in facts["doubled"]:
            at_stake *= 4 if facts["redoubled"] else 2
        points[farmer] = at_stake if facts["winner"] == "farmers" else -at_stake
        points[landlord] -= points[farmer]
    return points


def matchpoints(own: int, others: list[int], expected: int) -> Fraction:
    """Two for each lower, one for each equal other result; scaled up to `expected` results."""
    score = Fraction(0)
    for other in others:
        score += 2 if own > other else 1 if own == other else 0
    return Fraction(expected, len(others) + 1) * (score + 1) - 1


@dataclass
class SeatScore:
    """What one entrant did in one play."""

    entrant: str
    board: int
    position: int
    points: int


def brute_force(stage: Stage) -> list[Row]:
    """The standings of a matchpoint stage over its opened boards, best first."""
    seats = _seats(stage)
    expected = _scheduled(stage)
    round_of = {
        board: each.number
        for each in Round.objects.filter(stage=stage)
        for board in range(each.first_board, each.last_board + 1)
    }
    counted = {seat.board for seat in seats}
    last = max((round_of[board] for board in counted), default=0)
    unranked = []
    for entrant in Entrant.objects.filter(event=stage.event):
        mine = [seat for seat in seats if seat.entrant == entrant.pk]
        unranked.append(_line(stage, entrant, mine, seats, expected, round_of, counted, last))
    return _ranked(unranked)


def _seats(stage: Stage) -> list[SeatScore]:
    chairs = {
        (table, letter): entrant
        for table, letter, entrant in Seat.objects.filter(
            table__round_table__round__stage=stage
        ).values_list("table_id", "letter", "sitting__entrant_id")
    }
    seats = []
    for result in Result.objects.filter(
        is_current=True,
        play__table__round_table__round__stage=stage,
        play__board__opened_at__isnull=False,
    ).select_related("play__board"):
        points = competition_points(result.facts)
        for index, letter in enumerate(result.play.positions):
            entrant = chairs[result.play.table_id, letter]
            seats.append(SeatScore(entrant, result.play.board.number, index + 1, points[index + 1]))
    return seats


def _scheduled(stage: Stage) -> dict[int, int]:
    expected: dict[int, int] = {}
    for play in Play.objects.filter(table__round_table__round__stage=stage).select_related("board"):
        expected[play.board.number] = expected.get(play.board.number, 0) + 1
    return expected


def _line(
    stage: Stage,
    entrant: Entrant,
    mine: list[SeatScore],
    seats: list[SeatScore],
    expected: dict[int, int],
    round_of: dict[int, int],
    counted: set[int],
    last: int,
) -> Row:
    rounds = [Fraction(0)] * last
    top = Fraction(0)
    for seat in mine:
        others = [
            other.points
            for other in seats
            if other is not seat and (other.board, other.position) == (seat.board, seat.position)
        ]
        score = matchpoints(seat.points, others, expected[seat.board])
        rounds[round_of[seat.board] - 1] += score
        top += 2 * (expected[seat.board] - 1)
    share = Fraction(stage.bye_award, 100)
    if top and sum(rounds) / top > share:
        share = sum(rounds) / top
    awarded = 0
    for bye in Bye.objects.filter(entrant=entrant, round__stage=stage).select_related("round"):
        for board in range(bye.round.first_board, bye.round.last_board + 1):
            if board in counted:
                rounds[bye.round.number - 1] += share * 2 * (expected[board] - 1)
                top += 2 * (expected[board] - 1)
                awarded += 1
    score = sum(rounds, Fraction(0))
    percentage = 100 * score / top if top else None
    points = sum(seat.points for seat in mine)
    return Row(0, entrant.pk, score, percentage, len(mine), awarded, tuple(rounds), points)


def _ranked(unranked: list[Row]) -> list[Row]:
    rows = []
    for row in unranked:
        better = 1
        for other in unranked:
            if other.percentage is not None:
                better += row.percentage is None or other.percentage > row.percentage
        rows.append(replace(row, rank=better))
    return sorted(rows, key=lambda row: row.rank)


def assert_equals_brute_force(stage: Stage) -> None:
    """The newest published version says, entrant by entrant, what the brute force says."""
    version = stage.versions.order_by("-number").first()
    assert version is not None
    published = {row["entrant"]: row for row in version.payload["rows"]}
    expected = brute_force(stage)
    assert set(published) == {row.entrant for row in expected}
    for row in expected:
        found = published[row.entrant]
        assert (
            found["rank"],
            Fraction(found["score"]),
            found["percentage"],
            found["boards"],
            found["boards_awarded"],
            tuple(Fraction(score) for score in found["rounds"]),
            found["points"],
        ) == (
            row.rank,
            row.score,
            row.shown_percentage(),
            row.boards,
            row.boards_awarded,
            row.rounds,
            row.points,
        )
