"""Creating and releasing tables: checked, and in a constant number of statements."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.rulesets import get
from games.deals import deal_of
from games.models import Board, LogEntry, Person, Play, Player, Table
from games.policy import PolicyError, TablePolicy
from games.queries import current_play, current_table
from games.services import TableSpec, create_board_set, create_tables, release_tables

COMPETITION = get("competition").to_data()
pytestmark = pytest.mark.django_db


@pytest.fixture
def boards(db: None) -> list[Board]:
    board_set = create_board_set(realm="r", event="e", stage="s", session="1", boards=2)
    return list(board_set.boards.order_by("number"))


def players(count: int) -> list[Player]:
    people = Person.objects.bulk_create([Person(name=f"P{number}") for number in range(count)])
    return Player.objects.bulk_create([Player(person=person, realm="r") for person in people])


def specs(count: int, boards: list[Board]) -> list[TableSpec]:
    seated = players(3 * count)
    policy = TablePolicy(COMPETITION)
    return [
        TableSpec(
            realm="r",
            number=number + 1,
            seats=dict(zip("ABC", seated[3 * number : 3 * number + 3], strict=True)),
            policy=policy,
            plays=[(boards[0], "BCA"), (boards[1], "CAB")],
        )
        for number in range(count)
    ]


def test_nobody_sees_a_table_before_it_is_released(boards: list[Board]) -> None:
    (table,) = create_tables(specs(1, boards))
    player = table.seats.get(letter="A").player
    assert current_table(player) is None
    assert current_play(player) is None
    release_tables([table], timezone.now())
    assert current_table(player) == table
    play = current_play(player)
    assert play is not None
    assert (play.order, play.positions) == (1, "BCA")


def test_releasing_twice_changes_nothing(boards: list[Board]) -> None:
    tables = create_tables(specs(2, boards))
    release_tables(tables, timezone.now())
    before = [*Table.objects.values(), *Play.objects.values(), *LogEntry.objects.values()]
    release_tables(tables, timezone.now())
    assert [*Table.objects.values(), *Play.objects.values(), *LogEntry.objects.values()] == before


def test_the_number_of_statements_does_not_depend_on_the_number_of_tables(
    boards: list[Board],
) -> None:
    for board in boards:
        deal_of(board)  # derived once a process
    costs = []
    for count in (2, 30):
        wanted = specs(count, boards)
        with CaptureQueriesContext(connection) as queries:
            release_tables(create_tables(wanted), timezone.now())
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert Play.objects.filter(state="playing").count() == 32
    assert LogEntry.objects.filter(kind="play_started", number=1).count() == 32


def test_a_table_without_boards_finishes_at_once(db: None) -> None:
    seats = dict(zip("ABC", players(3), strict=True))
    (table,) = create_tables([TableSpec("r", 1, seats, TablePolicy(COMPETITION))])
    release_tables([table], timezone.now())
    table.refresh_from_db()
    assert table.finished_at == table.released_at


def test_a_faulty_table_is_refused(boards: list[Board]) -> None:
    three = players(3)
    good: dict[str, Any] = {
        "realm": "r",
        "number": 1,
        "seats": dict(zip("ABC", three, strict=True)),
        "policy": TablePolicy(COMPETITION),
        "plays": [(boards[0], "ABC")],
    }
    TableSpec(**good)
    for fault in (
        {"seats": dict(zip("AB", three, strict=False))},
        {"seats": dict(zip("ABD", three, strict=True))},
        {"seats": dict.fromkeys("ABC", three[0])},
        {"plays": [(boards[0], "AAB")]},
        {"plays": [(boards[0], "ABC"), (boards[0], "BCA")]},
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each has its own sentence
            TableSpec(**good | fault)


def test_a_policy_is_checked_when_it_is_made_and_round_trips() -> None:
    policy = TablePolicy(COMPETITION, all_pass="forced", hints=True, action_seconds=60)
    assert TablePolicy.from_data(policy.to_data()) == policy
    assert policy.rules() == get("competition")
    faults: list[dict[str, Any]] = [
        {"all_pass": "redeal"},
        {"bet": 0},
        {"bet": True},
        {"hints": 1},
        {"memory_aid": "photographic"},
        {"action_seconds": 4},
        {"action_seconds": 9.5},
    ]
    for fault in faults:
        with pytest.raises(PolicyError):
            TablePolicy(COMPETITION, **fault)
    with pytest.raises(PolicyError, match="clock"):
        TablePolicy.from_data({**policy.to_data(), "clock": 1})
    with pytest.raises(PolicyError, match="ruleset"):
        TablePolicy.from_data({})
