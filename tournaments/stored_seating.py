"""The seating of a stage as it is stored in tables, seats, plays and byes: what was really set up.

Reads facts, not the drawn movement (which serves only for rounds that have no tables yet), in the
form that `engine.movements.check` judges. It writes and judges nothing.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from games.models import Play, Seat
from tournaments.formats import format_of
from tournaments.models import Bye, RoundState, RoundTable, Stage, Substitution, TeamMember


def stored_seating(stage: Stage) -> dict[str, Any]:
    """Return the whole seating of a drawn stage as movement data, players numbered from 0.

    The order of the players is that of the draw. Five statements, whatever the size.
    """
    assert stage.movement is not None
    drawn = stage.movement
    slots: defaultdict[int, list[int]] = defaultdict(list)
    for player, number in enumerate(drawn["entrants"]):
        slots[number].append(player)
    tables = _tables(stage, slots)
    byes: defaultdict[int, list[int]] = defaultdict(list)
    for number, entrant in Bye.objects.filter(round__stage=stage).values_list(
        "round__number", "entrant__number"
    ):
        byes[number] += slots[entrant]
    rounds = []
    for number, state in stage.rounds.order_by("number").values_list("number", "state"):
        planned = drawn["rounds"][number - 1]["tables"]
        seated = planned if state == RoundState.DRAWN else tables[number]
        absent = drawn["rounds"][number - 1].get("absent", [])
        rounds.append({"tables": seated, "byes": sorted(byes[number]), "absent": absent})
    return {
        "players": drawn["players"],
        "boards_per_round": drawn["boards_per_round"],
        "hands": drawn["hands"],
        "rounds": rounds,
        **({"partners": True} if drawn.get("partners") else {}),
    }


def seating_differences(stage: Stage) -> list[str]:
    """Return a sentence for every round whose seating is not the one that was drawn, or in which
    somebody sits who is neither the entrant of the chair nor a recorded substitute.
    """
    assert stage.movement is not None
    stored = stored_seating(stage)["rounds"]
    drawn = stage.movement["rounds"]
    if len(stored) != len(drawn):
        return [f"{len(stored)} rounds are stored, {len(drawn)} were drawn."]
    strangers = _rounds_with_strangers(stage)
    return [
        f"Round {number} is not seated as it was drawn."
        for number, (one, other) in enumerate(zip(stored, drawn, strict=True), start=1)
        if (one["tables"], one["byes"]) != (other["tables"], sorted(other["byes"]))
        or number in strangers
    ]


def _rounds_with_strangers(stage: Stage) -> set[int]:
    """The numbers of rounds in which a chair's player may not sit there for its entrant."""
    number = F("table__round_table__round__number")
    stands_in = Substitution.objects.filter(
        Q(last_round__isnull=True) | Q(last_round__gte=OuterRef("number")),
        stage=stage,
        entrant=OuterRef("sitting__entrant"),
        player=OuterRef("player"),
        first_round__lte=OuterRef("number"),
    )
    seats = Seat.objects.filter(table__round_table__round__stage=stage).annotate(number=number)
    own = TeamMember.objects.filter(entrant=OuterRef("sitting__entrant"), player=OuterRef("player"))
    foreign = seats.exclude(player=F("sitting__entrant__player"))
    foreign = foreign.exclude(Exists(stands_in)).exclude(Exists(own))
    return set(foreign.values_list("number", flat=True))


def _tables(stage: Stage, slots: Mapping[int, list[int]]) -> defaultdict[int, list[dict[str, Any]]]:
    """Return the released tables by round, in order of their numbers."""
    of_stage = {"table__round_table__round__stage": stage}
    seats: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for table, letter, number, member in Seat.objects.filter(**of_stage).values_list(
        "table_id", "letter", "sitting__entrant__number", "sitting__member"
    ):
        seats[table][letter] = slots[number][member]
    plays: defaultdict[str, list[str]] = defaultdict(list)
    first: dict[str, int] = {}
    rows = Play.objects.filter(**of_stage).order_by("table_id", "board__number")
    for table, number, positions in rows.values_list("table_id", "board__number", "positions"):
        plays[table].append(positions)
        first.setdefault(table, number)
    kind = format_of(stage.kind)
    # A reserve board that was played has the last number of its round, and was not drawn.
    most = stage.boards_per_round if stage.reserve_boards else None
    tables: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    ordered = RoundTable.objects.filter(round__stage=stage).order_by("round__number", "number")
    for number, table in ordered.values_list("round__number", "table_id"):
        chairs = seats[table]
        seated: dict[str, Any] = {
            "players": [chairs[letter] for letter in sorted(chairs)],
            "positions": [[chairs[letter] for letter in word] for word in plays[table][:most]],
        }
        if kind.circulates or kind.own_deals:
            seated["board_set"] = (first[table] - 1) // stage.boards_per_round
        tables[number].append(seated)
    return tables
