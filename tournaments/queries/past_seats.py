"""What rulings made of the seats at the time of a version, and who held what in it.

Seat results tell the present. A ruling that came or went since, or a correction with other hands,
makes an older version differ from it: the plays concerned are told here from results and rulings,
as they stood then. Never writes anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.movements.four_a_side import holders
from games.models import Play, Result, Seat
from tournaments.formats import format_of
from tournaments.models import Ruling, RulingKind

from .edition import Edition, FieldRef

#: (position, field, entrant) of each seat of a play.
Seats = list[tuple[int, int, str]]

#: What gives a seat another field, entrant or value, or takes it out of its field.
SEATED = (RulingKind.SCORES, RulingKind.HANDS, RulingKind.SEATS, RulingKind.WITHDRAWN)


@dataclass
class RulingsThen:
    """The rulings of some boards in force at a time, by play, the newest of a kind.

    `moved` are the plays and boards that these rulings treat otherwise than those of today.
    """

    scores: dict[str, dict[str, Any]] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)
    seats: dict[str, dict[str, str]] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in a ruling in force."""
        play, data = row["play"], row["data"]
        match row["kind"]:
            case RulingKind.SCORES:
                self.scores[play] = data["positions"]
            case RulingKind.HANDS:
                self.hands[play] = data["mapping"]
            case RulingKind.SEATS:
                self.seats[play] = data["seats"]
            case RulingKind.WITHDRAWN:
                self.withdrawn.add(play or row["board"])


def rulings_then(edition: Edition, boards: Collection[str]) -> RulingsThen:
    """The rulings on `boards` that were in force when the edition was published; one statement."""
    at = edition.published_at
    found = RulingsThen()
    rows = Ruling.objects.filter(
        stage=edition.stage_id,
        board__in=boards,
        kind__in=SEATED,
        reverses=None,
    ).order_by("pk")
    for row in rows.values("kind", "play", "board", "data", "made_at", "reversed_by__made_at"):
        reversed_at: datetime | None = row["reversed_by__made_at"]
        then = at is None or (row["made_at"] <= at and not (reversed_at and reversed_at <= at))
        if then:
            found.add(row)
        if then != (reversed_at is None):
            found.moved.add(row["play"] or row["board"])
    return found


def moved_seats(
    edition: Edition,
    fields: Collection[FieldRef],
    then: RulingsThen,
    *,
    entrant_id: str | None = None,
    play_id: str | None = None,
    table: int | None = None,
) -> dict[str, Seats]:
    """The seats of the plays of `fields` that the edition counts otherwise than the present does.

    Usually none, by one statement; else three more. A play that it does not count has no seats; of
    an entrant's plays those in which others have what they had have none either.
    """
    if edition.published_at is None:
        return {}
    boards = {field.board_id for field in fields}
    others = Result.objects.filter(play=OuterRef("play")).exclude(hands=OuterRef("hands"))
    corrected = Result.objects.filter(
        Exists(others), revision__gt=1, at__gt=edition.published_at, play__board__in=boards
    )
    if entrant_id is not None:
        corrected = corrected.filter(play__seat_results__entrant=entrant_id)
    at_least = Q(pk__in=then.moved) | Q(board__in=then.moved)
    plays = Play.objects.filter(table__round_table__round__stage=edition.stage_id)
    plays = plays.filter(at_least | Q(pk__in=set(corrected.values_list("play", flat=True))))
    plays = plays.filter(board__in=boards)
    if play_id is not None:
        plays = plays.filter(pk=play_id)
    if table is not None:
        plays = plays.filter(table__number=table)
    found = _seats(edition, fields, then, plays)
    if entrant_id is None:
        return found
    return {
        play: seats if any(who == entrant_id for _, _, who in seats) else []
        for play, seats in found.items()
    }


def _seats(
    edition: Edition, fields: Collection[FieldRef], then: RulingsThen, plays: QuerySet[Play]
) -> dict[str, Seats]:
    rows = list(plays.values_list("pk", "table", "board", "positions"))
    if not rows:
        return {}
    refs = {(field.board_id, field.mapping, field.position): field.id for field in fields}
    chairs: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for table, letter, entrant in Seat.objects.filter(
        table__in={row[1] for row in rows}
    ).values_list("table", "letter", "sitting__entrant"):
        chairs[table][letter] = entrant
    results: dict[str, tuple[str, int | None]] = {}
    known = Result.objects.filter(play__in=[row[0] for row in rows], at__lte=edition.published_at)
    for play, hands, facts in known.order_by("revision").values_list("play", "hands", "facts"):
        results[play] = hands, facts["landlord"]
    partners = format_of(edition.kind).partners
    found: dict[str, Seats] = {}
    for play, table, board, positions in rows:
        found[play] = []
        if play not in results or play in then.withdrawn or board in then.withdrawn:
            continue
        hands, landlord = results[play]
        mapping = then.hands.get(play) or hands or "1234"[: len(positions)]
        who = {**chairs[table], **then.seats.get(play, {})}
        speaking = holders(positions, landlord) if partners else positions
        found[play] = [
            (position, refs[board, mapping, position], who[letter])
            for position, letter in enumerate(speaking, start=1)
            if (board, mapping, position) in refs
        ]
    return found
