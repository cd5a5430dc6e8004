"""Three-way Mitchell: circulating boards for physical cards, one copy of each set.

Owns the rotation of players and sets; positions come from the common balancing.
"""

from __future__ import annotations

from math import gcd
from random import Random

from engine.errors import MovementError
from engine.movements.grouping import refuse_counts, refuse_too_many_rounds
from engine.movements.model import Movement, Round, Row, Table
from engine.movements.positions import assign_positions
from engine.movements.schedule import Group, Schedule


def mitchell(
    tables: int, boards_per_round: int, rounds: int | None = None, *, seed: int = 0
) -> Movement:
    """Round r, table t: A_t, B_(t-r), C_(t-2r) with board set t + r (mod T), T rounds by default.

    Players 0…T-1 stay (A), T…2T-1 go one table up (B), 2T…3T-1 two (C). Nobody meets anybody or a
    set twice exactly when gcd(T, 6) = 1. Raises MovementError: "mitchell_tables",
    "too_many_rounds", "no_rounds", "no_boards".
    """
    refuse_counts(3 * tables, tables if rounds is None else rounds, boards_per_round, 3)
    if gcd(tables, 6) != 1 or tables < 5:
        raise MovementError("mitchell_tables", tables=tables)
    played = tables if rounds is None else rounds
    refuse_too_many_rounds(3 * tables, played, tables)
    at = {(r, t): _group(tables, r, t) for r in range(played) for t in range(tables)}
    by_set: list[list[tuple[int, int]]] = [[] for _ in range(tables)]
    for r, t in at:
        by_set[(t + r) % tables].append((r, t))
    # Those who play the same set are compared, whatever the round: balance positions by set.
    schedule = Schedule(
        3 * tables,
        tuple(tuple(at[place] for place in places) for places in by_set),
        ((),) * tables,
        "three-way Mitchell",
    )
    random = Random(f"fushi-mitchell {tables} {played} {boards_per_round} {seed}")
    seating = assign_positions(schedule, boards_per_round, random)
    rows: dict[tuple[int, int], tuple[Row, ...]] = {
        place: seated
        for places, row in zip(by_set, seating, strict=True)
        for place, seated in zip(places, row, strict=True)
    }
    return Movement(
        players=3 * tables,
        boards_per_round=boards_per_round,
        rounds=tuple(
            Round(
                tuple(
                    Table(rows[r, t][0], rows[r, t], board_set=(t + r) % tables)
                    for t in range(tables)
                )
            )
            for r in range(played)
        ),
        construction=schedule.construction,
        seed=seed,
    )


def _group(tables: int, r: int, t: int) -> Group:
    return (t, tables + (t - r) % tables, 2 * tables + (t - 2 * r) % tables)
