"""What each seat has in each play: its result, or what the rulings in force make of it.

The one derivation of seat results, of a play that ends, of a ruling and of `rebuild` alike. It
knows what a ruling does to a seat; what a field makes of it is `recount_fields`'.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from engine.movements.four_a_side import holders
from games.models import Board, Play, PlayState, Result, Seat
from tournaments.formats import FORMATS, format_of
from tournaments.models import Field, RoundState, Ruling, RulingKind, SeatResult, Stage
from tournaments.queries.schedule import read_movement

BATCH = 1000

#: (play, position, part)
SeatKey = tuple[str, int, int]


class SeatValue(NamedTuple):
    """The columns of a seat result besides its key; `value` is None for an award."""

    field_id: int
    entrant_id: str
    round_id: str
    value: int | None
    weight_numerator: int = 1
    weight_denominator: int = 1
    award: str = ""


COLUMNS = SeatValue._fields


@dataclass
class InForce:
    """The rulings in force over some plays; the newest of a kind counts."""

    scores: dict[str, dict[str, Any]] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)
    seats: dict[str, dict[str, str]] = field(default_factory=dict)
    withdrawn_plays: set[str] = field(default_factory=set)
    withdrawn_boards: set[str] = field(default_factory=set)

    def withdraws(self, play: str, board: str) -> bool:
        """Whether a play does not count at all."""
        return play in self.withdrawn_plays or board in self.withdrawn_boards


def rulings_in_force(stage_id: str, boards: Collection[str] | None = None) -> InForce:
    """The rulings in force on the plays of a stage, or of some of its boards; one statement."""
    found = InForce()
    rows = Ruling.objects.filter(stage=stage_id, reverses=None, reversed_by=None)
    rows = rows.exclude(kind=RulingKind.PENALTY)
    if boards is not None:
        rows = rows.filter(board__in=boards)
    for kind, play, board, data in rows.order_by("pk").values_list(
        "kind", "play_id", "board_id", "data"
    ):
        match kind:
            case RulingKind.SCORES:
                found.scores[play] = data["positions"]
            case RulingKind.HANDS:
                found.hands[play] = data["mapping"]
            case RulingKind.SEATS:
                found.seats[play] = data["seats"]
            case RulingKind.WITHDRAWN if play is None:
                found.withdrawn_boards.add(board)
            case RulingKind.WITHDRAWN:
                found.withdrawn_plays.add(play)
    return found


def identity(players: int) -> str:
    """The hand mapping of a board that was laid out right: "123"."""
    return "".join(str(position + 1) for position in range(players))


def derived_seats(stage_id: str, boards: Collection[str] | None = None) -> dict[SeatKey, SeatValue]:
    """The seat results that follow from results and rulings, of a stage or some of its boards.

    Six statements, whatever the size.
    """
    plays = Play.objects.filter(table__round_table__round__stage=stage_id)
    if boards is not None:
        plays = plays.filter(board__in=boards)
    in_force = rulings_in_force(stage_id, boards)
    results = {}
    landlords: dict[str, int | None] = {}
    for play, points, hands, facts in Result.objects.filter(
        is_current=True, play__in=plays
    ).values_list("play_id", "points", "hands", "facts"):
        results[play] = points, hands
        landlords[play] = facts["landlord"]
    entrants: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for table, letter, entrant in Seat.objects.filter(table__in=plays.values("table")).values_list(
        "table_id", "letter", "sitting__entrant_id"
    ):
        entrants[table][letter] = entrant
    fields = _fields(stage_id, boards)
    partners = format_of(Stage.objects.values_list("kind", flat=True).get(pk=stage_id)).partners
    derived: dict[SeatKey, SeatValue] = {}
    for play, table, board, positions, round_id in plays.values_list(
        "pk", "table_id", "board_id", "positions", "table__round_table__round_id"
    ):
        scores = in_force.scores.get(play, {})
        if in_force.withdraws(play, board) or not (play in results or scores):
            continue
        points, hands = results.get(play, ({}, ""))
        mapping = in_force.hands.get(play) or hands or identity(len(positions))
        chairs = {**entrants[table], **in_force.seats.get(play, {})}
        landlord = landlords.get(play)
        speaking = holders(positions, landlord) if partners else positions
        for position, letter in enumerate(speaking, start=1):
            at = fields[board, mapping, position], chairs[letter], round_id
            parts = parts_of(points, scores, position)
            for part, (value, weight, award) in enumerate(parts):
                derived[play, position, part] = SeatValue(
                    *at, value, weight.numerator, weight.denominator, award
                )
    return derived


def make_fields(stage_id: str, board_id: str, mapping: str) -> None:
    """Have the fields of a hand mapping; a whole field's number of results is expected of each."""
    usual = Field.objects.filter(stage=stage_id, board=board_id, mapping=identity(len(mapping)))
    expected = dict(usual.values_list("position", "expected"))
    Field.objects.bulk_create(
        [
            Field(
                stage_id=stage_id,
                board_id=board_id,
                mapping=mapping,
                position=position,
                expected=expected.get(position, 0),
            )
            for position in range(1, len(mapping) + 1)
        ],
        ignore_conflicts=True,
    )


def parts_of(
    points: Mapping[str, int], scores: Mapping[str, Any], position: int
) -> Iterator[tuple[int | None, Fraction, str]]:
    """What one position has: (value, weight, award), several where a ruling splits it."""
    ruled = scores.get(str(position))
    if ruled is None:
        if str(position) in points:
            yield points[str(position)], Fraction(1), ""
    elif "award" in ruled:
        yield None, Fraction(1), ruled["award"]
    else:
        for value, weight in ruled["outcomes"]:
            yield value, Fraction(weight), ""


def seated_entrants(table_id: str) -> dict[str, str]:
    """Who sat at a table by the draw: letter → entrant's id."""
    return dict(Seat.objects.filter(table=table_id).values_list("letter", "sitting__entrant_id"))


def _fields(stage_id: str, boards: Collection[str] | None) -> dict[tuple[str, str, int], int]:
    fields = Field.objects.filter(stage=stage_id)
    if boards is not None:
        fields = fields.filter(board__in=boards)
    return {
        (board, mapping, position): pk
        for board, mapping, position, pk in fields.values_list(
            "board_id", "mapping", "position", "pk"
        )
    }


def stored_seats(stage_id: str, boards: Collection[str] | None = None) -> dict[SeatKey, SeatValue]:
    """The seat results as they are stored."""
    rows = SeatResult.objects.filter(round__stage=stage_id)
    if boards is not None:
        rows = rows.filter(play__board__in=boards)
    return {
        (play, position, part): SeatValue(*columns)
        for play, position, part, *columns in rows.values_list(
            "play_id", "position", "part", *COLUMNS
        )
    }


def write_seats(changes: Mapping[SeatKey, SeatValue | None]) -> None:
    """Store seat results over those with the same key; None removes one."""
    gone = {key for key, value in changes.items() if value is None}
    if gone:
        rows = SeatResult.objects.filter(play__in={key[0] for key in gone})
        keys = rows.values_list("pk", "play_id", "position", "part")
        SeatResult.objects.filter(pk__in=[pk for pk, *key in keys if tuple(key) in gone]).delete()
    SeatResult.objects.bulk_create(
        [
            SeatResult(play_id=play, position=position, part=part, **value._asdict())
            for (play, position, part), value in changes.items()
            if value is not None
        ],
        update_conflicts=True,
        unique_fields=["play", "position", "part"],
        update_fields=list(COLUMNS),
        batch_size=BATCH,
    )


def expected_results(stage_id: str, boards: Collection[str] | None = None) -> dict[str, int]:
    """How many results each board is to have: plays scheduled, less withdrawn and not played.

    One that is not played and has an artificial score is missing as one that was played would be.
    Those of boards that go round count from the first release on, in all rounds.
    """
    in_force = rulings_in_force(stage_id, boards)
    plays = Play.objects.filter(table__round_table__round__stage=stage_id)
    if boards is not None:
        plays = plays.filter(board__in=boards)
    expected: dict[str, int] = {}
    for play, board, state in plays.values_list("pk", "board_id", "state"):
        is_missing = state != PlayState.NOT_PLAYED or play in in_force.scores
        counts = is_missing and not in_force.withdraws(play, board)
        expected[board] = expected.get(board, 0) + counts
    for board, more in _still_to_come(stage_id, boards).items():
        expected[board] = expected.get(board, 0) + (board not in in_force.withdrawn_boards) * more
    return expected


def _still_to_come(stage_id: str, boards: Collection[str] | None) -> Counter[str]:
    """How often each board that goes round is played in rounds that are not released yet."""
    circulating = [each.kind for each in FORMATS.values() if each.circulates]
    stage = Stage.objects.filter(pk=stage_id, kind__in=circulating).first()
    found: Counter[str] = Counter()
    if stage is None or stage.movement is None:
        return found
    drawn = set(stage.rounds.filter(state=RoundState.DRAWN).values_list("number", flat=True))
    if len(drawn) == stage.rounds.count():
        return found
    rows = Board.objects.filter(board_set__session__rounds__stage=stage_id).distinct()
    if boards is not None:
        rows = rows.filter(pk__in=boards)
    ids = dict(rows.values_list("number", "pk"))
    for one in read_movement(stage.movement):
        if one.number in drawn:
            found.update(
                ids[number] for table in one.tables for number in table.boards if number in ids
            )
    return found
