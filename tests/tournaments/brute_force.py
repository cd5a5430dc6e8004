"""Standings from the facts of the results alone, computed the slow and obvious way.

Shares no code with the product: its own payoff (`competition`), its own matchpoints by comparing
every result with every other, its own byes, rulings, ranks and rounding. It reads stored facts
(results, seats, byes, rulings, opened boards, settings) and no derived row: no points, no
frequency table.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.models import Play, Result, Seat
from tournaments.models import Bye, Elimination, Entrant, Ruling, Stage


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
    ranked_by: Fraction | None

    def shown_percentage(self) -> str:
        """Two decimals, halves away from zero, as printed."""
        if self.percentage is None:
            return ""
        hundredths = to_nearest(abs(self.percentage) * 100)
        sign = "-" if self.percentage < 0 and hundredths else ""
        return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def competition_points(facts: dict[str, Any], players: int = 3) -> dict[int, int]:
    """Bid × 2 for each bomb, rocket and spring; a pair doubles, and redoubles if it doubled."""
    positions = set(range(1, players + 1))
    if facts["passed_out"]:
        return dict.fromkeys(positions, 0)
    stake = facts["bid"]
    for _ in range(facts["bombs"] + facts["rockets"] + (facts["spring"] is not None)):
        stake *= 2
    landlord = facts["landlord"]
    points = {landlord: 0}
    for farmer in positions - {landlord}:
        at_stake = stake
        if farmer in facts["doubled"]:
            at_stake *= 4 if facts["redoubled"] else 2
        points[farmer] = at_stake if facts["winner"] == "farmers" else -at_stake
        points[landlord] -= points[farmer]
    return points


def points_in(play: Play, results: dict[str, dict[str, Any]]) -> dict[int, int]:
    """The points of a play by position; none while it has no result."""
    return competition_points(results[play.pk], len(play.positions)) if play.pk in results else {}


def usual(play: Play) -> str:
    """The hand mapping of a board that was laid out right."""
    return "1234"[: len(play.positions)]


def against(own: int, others: list[tuple[int, Fraction]]) -> Fraction:
    """Two for each lower, one for each equal other result, by their weights."""
    score = Fraction(0)
    for other, weight in others:
        score += weight * (2 if own > other else 1 if own == other else 0)
    return score


@dataclass
class SeatScore:
    """What one entrant has of one play: outcomes (points, weight), or an award and none."""

    entrant: str
    round: int
    board: int
    position: int
    mapping: str
    outcomes: list[tuple[int, Fraction]]
    award: str = ""


def in_force(stage: Stage) -> list[Ruling]:
    """The rulings that no other row reverses, in the order in which they were made."""
    rows = list(Ruling.objects.filter(stage=stage).order_by("pk"))
    reversed_ = {row.reverses_id for row in rows}
    return [row for row in rows if row.reverses_id is None and row.pk not in reversed_]


def newest(rulings: list[Ruling], kind: str, play: Play) -> dict[str, Any]:
    """The data of the newest ruling of a kind on a play; empty without one."""
    found = [row.data for row in rulings if row.kind == kind and row.play_id == play.pk]
    return found[-1] if found else {}


def is_withdrawn(rulings: list[Ruling], play: Play) -> bool:
    """Whether a play, or its board at every table, is withdrawn."""
    return any(
        row.kind == "withdrawn" and row.board_id == play.board_id and row.play_id in (None, play.pk)
        for row in rulings
    )


def brute_force(stage: Stage) -> list[Row]:
    """The standings of a stage by matchpoints, or by total points, over its opened boards."""
    seats = _seats(stage)
    expected = _scheduled(stage)
    counted = {seat.board for seat in seats}
    last = max((seat.round for seat in seats), default=0)
    unranked = []
    for entrant in Entrant.objects.filter(event=stage.event):
        mine = [seat for seat in seats if seat.entrant == entrant.pk]
        sits_out = Bye.objects.filter(entrant=entrant, round__stage=stage).exists()
        if entrant.state == "withdrawn" and not (mine or sits_out):
            continue
        unranked.append(_line(stage, entrant, mine, seats, expected, counted, last))
    out = {
        row.entrant_id: row.round
        for row in Elimination.objects.filter(stage=stage)
        if row.reversed_at is None
    }
    return _ranked(unranked, out)


def holding(positions: str, at: Collection[str], landlord: int | None) -> str:
    """The seats that hold the hands: the landlord's partner hands his to who is idle."""
    idle = set(at) - set(positions)
    if not idle or landlord is None:
        return positions
    partner = {"A": "C", "C": "A", "B": "D", "D": "B"}[positions[landlord - 1]]
    return positions.replace(partner, idle.pop())


def _seats(stage: Stage) -> list[SeatScore]:
    chairs = {
        (table, letter): entrant
        for table, letter, entrant in Seat.objects.filter(
            table__round_table__round__stage=stage
        ).values_list("table_id", "letter", "sitting__entrant_id")
    }
    rulings = in_force(stage)
    results = dict(Result.objects.filter(is_current=True).values_list("play_id", "facts"))
    seats = []
    for play in Play.objects.filter(
        table__round_table__round__stage=stage, board__opened_at__isnull=False
    ).select_related("board", "table__round_table__round"):
        if is_withdrawn(rulings, play):
            continue
        points = points_in(play, results)
        ruled = newest(rulings, "scores", play).get("positions", {})
        moved = newest(rulings, "seats", play).get("seats", {})
        mapping = newest(rulings, "hands", play).get("mapping", usual(play))
        at = {
            letter: pk for (table, letter), pk in chairs.items() if table == play.table_id
        } | moved
        landlord = results[play.pk]["landlord"] if play.pk in results else None
        for position, letter in enumerate(holding(play.positions, at, landlord), start=1):
            entrant = at[letter]
            own = ruled.get(str(position), {})
            outcomes = [(points[position], Fraction(1))] if points else []
            if own:
                outcomes = [(value, Fraction(w)) for value, w in own.get("outcomes", [])]
            if own or outcomes:
                number = play.table.round_table.round.number
                seat = SeatScore(entrant, number, play.board.number, position, mapping, outcomes)
                seat.award = own.get("award", "")
                seats.append(seat)
    return seats


def _scheduled(stage: Stage) -> dict[int, int]:
    rulings = in_force(stage)
    expected: dict[int, int] = {}
    for play in Play.objects.filter(table__round_table__round__stage=stage).select_related("board"):
        is_missing = play.state != "not_played" or newest(rulings, "scores", play)
        counts = bool(is_missing) and not is_withdrawn(rulings, play)
        expected[play.board.number] = expected.get(play.board.number, 0) + counts
    return expected


def seat_matchpoints(seat: SeatScore, seats: list[SeatScore], expected: int) -> Fraction:
    """The matchpoints of a seat with outcomes: each of them against all other results, weighted.

    Missing results by Neuberg; swapped hands of at most three, and of at most a third, by the rule
    of small sub-fields.
    """
    field = same_field(seat, seats)
    others = [pair for other in field if other is not seat for pair in other.outcomes]
    score = sum((weight * against(value, others) for value, weight in seat.outcomes), Fraction(0))
    if is_small(seat, field, expected):
        return (60 + 5 * (score - (len(field) - 1))) / 100 * 2 * (expected - 1)
    return Fraction(expected, len(field)) * (score + 1) - 1


#: The half-octave scale, as the table of duplicate.md 5 goes on: each step twice as wide.
HALF_OCTAVE = [0, 1, 2, 3, 4, 4, 5, 5]
for _step in range(6, 24):
    HALF_OCTAVE += [_step] * 2 ** (_step // 2 - 1)


def scaled(difference: int) -> int:
    """A difference on the half-octave scale."""
    return HALF_OCTAVE[difference] if difference >= 0 else -HALF_OCTAVE[-difference]


def seat_cross(seat: SeatScore, seats: list[SeatScore], expected: int) -> Fraction:
    """The mean of the scaled differences to all other results; 2 for ten per cent where few are."""
    field = same_field(seat, seats)
    others = [pair for other in field if other is not seat for pair in other.outcomes]
    if is_small(seat, field, expected):
        middle = len(field) - 1
        share = sum(weight * against(value, others) for value, weight in seat.outcomes) - middle
        return Fraction(10 + 5 * share, 5)
    if not others:
        return Fraction(0)
    score = sum(
        weight * weights * scaled(value - other)
        for value, weight in seat.outcomes
        for other, weights in others
    )
    return Fraction(score, len(field) - 1)


def same_field(seat: SeatScore, seats: list[SeatScore]) -> list[SeatScore]:
    """The results that a seat's is compared with, and itself."""
    return [
        other
        for other in seats
        if other.outcomes
        and (other.board, other.position, other.mapping)
        == (seat.board, seat.position, seat.mapping)
    ]


def is_small(seat: SeatScore, field: list[SeatScore], expected: int) -> bool:
    """Whether swapped hands make a sub-field of at most three, and of at most a third."""
    fouled = seat.mapping not in ("123", "1234")
    return fouled and len(field) <= 3 and 3 * len(field) <= expected


def _line(
    stage: Stage,
    entrant: Entrant,
    mine: list[SeatScore],
    seats: list[SeatScore],
    expected: dict[int, int],
    counted: set[int],
    last: int,
) -> Row:
    totals = stage.method in ("total", "cross")
    rounds: list[Fraction] = [Fraction(0)] * last
    top = Fraction(0)
    for seat in mine:
        if seat.outcomes and stage.method == "cross":
            rounds[seat.round - 1] += seat_cross(seat, seats, expected[seat.board])
        elif seat.outcomes and totals:
            rounds[seat.round - 1] += sum((value * w for value, w in seat.outcomes), Fraction(0))
        elif seat.outcomes:
            score = seat_matchpoints(seat, seats, expected[seat.board])
            rounds[seat.round - 1] += score
            top += 2 * (expected[seat.board] - 1)
    played = sum(bool(seat.outcomes) for seat in mine)
    # Of boards that nobody else has a result of the percentage is 50.
    own = sum(rounds) / top if top else Fraction(1, 2) if played else None
    mean = sum(rounds, Fraction(0)) / played if played else None
    artificial = [(seat.round, seat.board, seat.award) for seat in mine if seat.award]
    for bye in Bye.objects.filter(entrant=entrant, round__stage=stage).select_related("round"):
        missed = range(bye.round.first_board, bye.round.last_board + 1)
        here = [board for board in missed if board in counted]
        if stage.kind == "individual-own-deals":
            here = here[: stage.boards_per_round]
        if stage.kind.startswith("teams-"):
            here *= 3
        artificial += [(bye.round.number, board, "bye") for board in here]
    for number, board, award in artificial:
        if totals:
            worth = {"average": 0, "average_plus": 2, "average_minus": -2}
            rounds[number - 1] += worth.get(award, max(mean or Fraction(0), Fraction(0)))
            continue
        share = {
            "average": lambda: Fraction(50, 100),
            "average_plus": lambda: max(own or Fraction(0), Fraction(60, 100)),
            "average_minus": lambda: min(Fraction(40, 100) if own is None else own, Fraction(2, 5)),
            "bye": lambda: max(own or Fraction(0), Fraction(stage.bye_award, 100)),
        }[award]()
        rounds[number - 1] += Fraction(share) * 2 * (expected[board] - 1)
        top += 2 * (expected[board] - 1)
    tops = max((2 * (expected[board] - 1) for board in counted), default=0)
    penalty = sum(
        # Ten per cent are two points where nothing has a top.
        Fraction(row.data["percentage"]) / (5 if totals else 100) * (1 if totals else tops)
        for row in in_force(stage)
        if row.kind == "penalty" and row.entrant_id == entrant.pk
    )
    score = sum(rounds, Fraction(0)) - penalty
    percentage = None if totals else 100 * score / top if top else Fraction(50)
    points = sum((v * w for seat in mine for v, w in seat.outcomes), Fraction(0))
    boards = played + len(artificial)
    percentage = percentage if boards else None
    return Row(
        0,
        entrant.pk,
        score,
        percentage,
        played,
        len(artificial),
        tuple(rounds),
        to_nearest(points),
        (score / boards if totals else percentage) if boards else None,
    )


def to_nearest(value: Fraction) -> int:
    """Halves away from zero."""
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def _ranked(unranked: list[Row], out: dict[str, int]) -> list[Row]:
    """Who is in stands before who is out, and who stayed longer before the others."""
    rows = []
    for row in unranked:
        better = 1
        for other in unranked:
            stayed, others_stay = out.get(row.entrant, 9999), out.get(other.entrant, 9999)
            if stayed != others_stay:
                better += others_stay > stayed
            elif other.ranked_by is not None:
                better += row.ranked_by is None or other.ranked_by > row.ranked_by
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
