"""A small event made by hand, whose every figure is worked out in the comments.

Nine entrants E1–E9, three tables, two rounds of three boards. Round 1: (E1, E2, E3), (E4, E5, E6),
(E7, E8, E9) on seats A, B, C; positions rotate ABC, BCA, CAB.

Board 1                       position 1   2     3
  table 1  bid 2, bomb, rocket, landlord wins   E1 +16  E2 −8  E3 −8
  table 2  the same, the farmers win            E4 −16  E5 +8  E6 +8
  table 3  passed out                           E7 0    E8 0   E9 0
  matchpoints: position 1: +16 4, 0 2, −16 0; positions 2, 3: +8 4, 0 2, −8 0; top 4, averages 0
Board 2 (seat B holds position 1, C 2, A 3)
  table 1  position 2 is landlord at 3, spring  E2 −6   E3 +12 E1 −6
  tables 2, 3  position 1 wins at 1             E5 +2   E6 −1  E4 −1;  E8 +2  E9 −1  E7 −1
  matchpoints: position 1: +2 3, −6 0; position 2: +12 4, −1 1; position 3: −1 3, −6 0
  averages −2/3, 10/3, −8/3
Board 3 (positions CAB) is finished at tables 1 and 2 and in play at table 3: it is not opened.

Version 1 counts board 1, version 2 boards 1 and 2:
  E5 8+… = 7, E6 5, E7 5, E8 5, E1 4, E3 4, E4 3, E9 3, E2 0 of 8
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.movements import certificate
from engine.movements.model import Movement
from engine.movements.model import Round as DrawnRound
from engine.movements.model import Table as DrawnTable
from games.models import Board, LogEntry, Play
from games.services import create_board_set
from tests.tournaments import factories
from tests.tournaments.factories import PASSED_OUT, facts
from tournaments.models import Entrant, Event, Round, Session, Stage
from tournaments.services import create_event, create_stage, import_entrants, release_round
from tournaments.services.actors import SYSTEM

START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
Facts = dict[str, Any]

BOARD_1 = (
    facts(1, 2, bombs=1, rockets=1),
    facts(1, 2, "farmers", bombs=1, rockets=1),
    PASSED_OUT,
)
BOARD_2 = (facts(2, 3, spring="spring"), facts(1, 1), facts(1, 1))
#: Results of board 3 at tables 1 and 2, which nobody may learn.
BOARD_3 = (facts(3, 3, bombs=2), facts(2, 1))


@dataclass
class MadeEvent:
    """The event with what the tests name."""

    event: Event
    stage: Stage
    entrants: list[Entrant]

    @property
    def slug(self) -> str:
        """Its address."""
        return self.event.slug

    def entrant(self, number: int) -> Entrant:
        """Entrant E<number>."""
        return self.entrants[number - 1]

    def board(self, number: int) -> Board:
        """Board <number>."""
        return Board.objects.get(board_set__session__stage=self.stage, number=number)

    def play(self, board: int, table: int) -> Play:
        """The play of a board at a table of the round that plays it."""
        return Play.objects.select_related("table", "board").get(
            board=self.board(board), table__number=table, table__realm=self.event.pk
        )

    def finish(self, board: int, table: int, what: Facts) -> None:
        """End a play with these facts."""
        factories.finish(self.play(board, table), what)

    def publish(self) -> int:
        """Count and publish; the number of versions."""
        factories.count_and_publish(self.stage)
        return self.stage.versions.count()


def table(*players: int) -> DrawnTable:
    """A drawn table of three boards with rotating positions; players count from 0."""
    a, b, c = players
    return DrawnTable((a, b, c), ((a, b, c), (b, c, a), (c, a, b)))


MOVEMENT = Movement(
    players=9,
    boards_per_round=3,
    rounds=(
        DrawnRound((table(0, 1, 2), table(3, 4, 5), table(6, 7, 8))),
        DrawnRound((table(0, 3, 6), table(1, 4, 7), table(2, 5, 8))),
    ),
    construction="by hand",
)


def draw(event: Event, movement: Movement) -> Stage:
    """A stage with this movement, its boards and its rounds, as a draw leaves them."""
    size = movement.boards_per_round
    stage = create_stage(
        event, rounds=len(movement.rounds), boards_per_round=size, actor=SYSTEM, seed=7
    )
    numbers = list(event.entrants.order_by("number").values_list("number", flat=True))
    stage.movement = {**movement.to_data(), "entrants": numbers}
    stage.certificate = certificate(movement).to_data()
    stage.save()
    board_set = create_board_set(
        realm=event.pk, event=event.slug, stage="1", session="1", boards=size * len(movement.rounds)
    )
    session = Session.objects.create(stage=stage, number=1, board_set=board_set)
    Round.objects.bulk_create(
        Round(
            stage=stage,
            session=session,
            number=number,
            first_board=(number - 1) * size + 1,
            last_board=number * size,
        )
        for number in range(1, len(movement.rounds) + 1)
    )
    return stage


def enter(event: Event, count: int) -> list[Entrant]:
    """Entrants E1 … E<count>; the odd ones of club North, the even ones of South."""
    lines = [f"{n},Player {n},{'North' if n % 2 else 'South'}" for n in range(1, count + 1)]
    entered = import_entrants(event, "\n".join(["number,name,club", *lines]), SYSTEM)
    return [who for who, _code in entered if isinstance(who, Entrant)]


def make_event(slug: str = "spring-cup", movement: Movement = MOVEMENT) -> MadeEvent:
    """The event with round 1 released and nothing played."""
    event = create_event(name="Spring Cup", slug=slug, place="Wuhan", actor=SYSTEM)
    entrants = enter(event, movement.players)
    stage = draw(event, movement)
    release_round(stage.rounds.get(number=1), SYSTEM)
    return MadeEvent(event, stage, entrants)


def in_the_middle(slug: str = "spring-cup", unopened: tuple[Facts, ...] = BOARD_3) -> MadeEvent:
    """Version 1 with board 1, version 2 with boards 1 and 2, board 3 in play at table 3."""
    made = make_event(slug)
    for board, outcomes in enumerate((BOARD_1, BOARD_2, unopened), 1):
        for number, outcome in enumerate(outcomes, 1):
            made.finish(board, number, outcome)
        made.publish()
    return made


def write_log(play: Play) -> list[dict[str, Any]]:
    """A short log of a table's first play, after the notice of its start; the entries' data."""
    said: list[tuple[str, int | None, dict[str, Any]]] = [
        ("bid", 1, {"value": 2}),
        ("bid", 2, {"value": 0}),
        ("bid", 3, {"value": 0}),
        ("doubles_revealed", None, {"choices": {"2": False, "3": False}, "kitty": ["3c"]}),
        ("play", 1, {"cards": ["4c"], "combination": "single"}),
    ]
    for seq, (kind, position, data) in enumerate(said, 1):
        LogEntry.objects.create(
            table=play.table,
            number=seq + 1,
            play=play,
            seq=seq,
            kind=kind,
            position=position,
            data=data,
            at=START + timedelta(seconds=seq),
        )
    return [data for _, _, data in said]
