"""Release a round: its tables come into being as drawn, and everybody may play.

Owns the refusals and the fields of the round's boards. The number of statements does not depend
on the number of tables (rows go in by the batch).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Board, BoardKind, Play, Player, PlayState, Seat, Table
from games.policy import TablePolicy
from games.services.create_tables import TableSpec, create_tables
from games.services.halt_tables import Halt, halt_tables
from games.services.release_tables import release_tables
from tournaments import hints
from tournaments.errors import ReleaseRefused
from tournaments.formats import format_of
from tournaments.house_bots import STRENGTH
from tournaments.models import (
    Entrant,
    Event,
    EventState,
    Field,
    Round,
    RoundState,
    RoundTable,
    Sitting,
    Topic,
)
from tournaments.public_values import refuse_missing_value
from tournaments.queries.chairs import players_of_round
from tournaments.queries.schedule import ScheduledTable, read_movement

from .actors import Actor
from .audit import record
from .notify import tell_seats
from .table_policy import table_policy

BATCH = 1000


def release_round(round_: Round, actor: Actor, *, early: bool = False, reason: str = "") -> Round:
    """Create the round's tables, seats, plays and fields, and start the first play of each.

    Every earlier round must be finished; with `early` (and a `reason`) it is enough that they are
    released. Raises NotPermitted; ValueRefused with `value_is_missing`; ReleaseRefused with
    `draw_undone`, `not_drawn` (the round is released already), `earlier_not_finished`,
    `earlier_not_released` or `reason_missing`.
    """
    actor.require(round_.stage.event)
    with write_transaction():
        round_ = locked_round(round_)
        _check(round_, early, reason)
        now = timezone.now()
        tables = _create(round_)
        release_tables(tables, now)
        if round_.stage.event.paused_at is not None:
            halt_tables([table.pk for table in tables], Halt.PAUSED, now)
        round_.state = RoundState.RELEASED
        round_.released_at = now
        minutes = round_.stage.round_minutes
        round_.ends_at = None if minutes is None else now + timedelta(minutes=minutes)
        round_.save(update_fields=["state", "released_at", "ends_at"])
        event = round_.stage.event
        Event.objects.filter(pk=event.pk, state=EventState.DRAFT).update(state=EventState.RUNNING)
        after = {
            "stage": round_.stage_id,
            "round": round_.number,
            "tables": len(tables),
            "early": early,
        }
        record(event, actor, "release_round", f"round:{round_.pk}", reason=reason, after=after)
        hints.round_changed(event.pk, round_.stage_id, round_.number, round_.state)
        tell_seats(round_, Topic.RELEASED)
    return round_


def locked_round(round_: Round) -> Round:
    """The round, locked, with its stage, event and session. Raises ReleaseRefused."""
    locked = (
        Round.objects.select_for_update(no_key=True, of=("self",))
        .select_related("stage__event", "session__board_set")
        .filter(pk=round_.pk)
        .first()
    )
    if locked is None:
        sentence = _("The draw of this round has been undone.")
        raise ReleaseRefused("draw_undone", sentence, about=f"stage:{round_.stage_id}")
    return locked


def _check(round_: Round, early: bool, reason: str) -> None:
    if round_.state != RoundState.DRAWN:
        sentence = _("This round is released already.")
        raise ReleaseRefused("not_drawn", sentence, about=f"round:{round_.pk}")
    refuse_missing_value(round_.session)
    earlier = Round.objects.filter(stage=round_.stage_id, number__lt=round_.number)
    states = set(earlier.values_list("state", flat=True))
    if RoundState.DRAWN in states:
        raise ReleaseRefused("earlier_not_released", _("An earlier round is not released yet."))
    if states <= {RoundState.FINISHED}:
        return
    if not early:
        raise ReleaseRefused("earlier_not_finished", _("An earlier round is still being played."))
    if not reason.strip():
        sentence = _("Say why this round begins before the earlier one has ended.")
        raise ReleaseRefused("reason_missing", sentence)


def _create(round_: Round) -> list[Table]:
    """Create the games tables of a round as drawn, tie them to it, and create its fields."""
    event = round_.stage.event
    boards = list(
        Board.objects.filter(
            board_set=round_.session.board_set_id,
            kind=BoardKind.ORIGINAL,
            number__range=(round_.first_board, round_.last_board),
        ).order_by("number")
    )
    assert round_.stage.movement is not None
    kind = format_of(round_.stage.kind)
    movement = read_movement(round_.stage.movement)
    drawn = movement[round_.number - 1]
    policy = replace(table_policy(event, round_.stage), partners=kind.partners)
    by_number = {board.number: board for board in boards}
    tables = create_tables(_specs(round_, drawn.tables, by_number, policy))
    RoundTable.objects.bulk_create(
        [
            RoundTable(round=round_, number=one.number, table=table)
            for one, table in zip(drawn.tables, tables, strict=True)
        ],
        batch_size=BATCH,
    )
    _seat_entrants(round_, drawn.tables)
    held_back = boards[round_.stage.boards_per_round :] if kind.partners else []
    _hold_back(tables, held_back)
    positions = range(1, policy.rules().players + 1)
    mapping = "".join(map(str, positions))
    # Boards that go round are played in every round: all their results are expected from now on.
    rounds = movement if kind.circulates else (drawn,)
    expected = Counter(number for one in rounds for table in one.tables for number in table.boards)
    Field.objects.bulk_create(
        [
            Field(
                stage=round_.stage,
                board=board,
                mapping=mapping,
                position=position,
                expected=0 if board in held_back else expected[board.number],
            )
            for board in boards
            if expected[board.number]
            for position in positions
        ],
        ignore_conflicts=True,
        batch_size=BATCH,
    )
    return tables


def _hold_back(tables: list[Table], boards: list[Board]) -> None:
    """Have the extra boards of four-a-side at hand, and not played unless a match is tied."""
    if boards:
        plays = Play.objects.filter(table__in=tables, board__in=boards)
        plays.update(state=PlayState.NOT_PLAYED)


def _seat_entrants(round_: Round, tables: Iterable[ScheduledTable]) -> None:
    """Store for whom every chair counts, whoever sits on it."""
    entrants = dict(Entrant.objects.filter(event=round_.stage.event_id).values_list("number", "pk"))
    drawn = {
        (one.number, letter): (entrants[number], member)
        for one in tables
        for (letter, number), member in zip(one.chairs, one.members, strict=True)
    }
    seats = Seat.objects.filter(table__round_table__round=round_)
    Sitting.objects.bulk_create(
        [
            Sitting(seat_id=pk, entrant_id=drawn[table, letter][0], member=drawn[table, letter][1])
            for pk, table, letter in seats.values_list("pk", "table__round_table__number", "letter")
        ],
        batch_size=BATCH,
    )


def _specs(
    round_: Round,
    tables: Iterable[ScheduledTable],
    boards: Mapping[int, Board],
    policy: TablePolicy,
) -> list[TableSpec]:
    players = players_of_round(round_)
    realm = round_.stage.event_id
    house = set(
        Player.objects.filter(realm=realm, person__is_bot=True).values_list("pk", flat=True)
    )
    specs = []
    for table in tables:
        seats = {
            letter: players[number, member]
            for (letter, number), member in zip(table.chairs, table.members, strict=True)
        }
        plays = [
            (boards[number], positions)
            for number, positions in zip(table.boards, table.positions, strict=True)
        ]
        bots = {letter: STRENGTH for letter, player in seats.items() if player.pk in house}
        specs.append(TableSpec(realm, table.number, seats, policy, plays, bots))
    return specs
