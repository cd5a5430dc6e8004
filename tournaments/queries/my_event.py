"""What a player may know of his own place in the event: now, and next. For that player only.

Tells of his table what everybody there may know; of other boards nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from games.models import Play, Player
from games.queries import current_play, current_table
from tournaments.formats import format_of
from tournaments.models import Bye, Entrant, Event, EventState, Round, RoundState, Stage

from .line_ups import line_ups
from .people import COLUMNS, EntrantRef, entrant_of_player, sitters_of
from .rounds import Chair, TableBoard
from .schedule import scheduled_round


@dataclass(frozen=True, slots=True)
class MyTable:
    """The table at which the player sits now, his seat, the others, and the boards in order."""

    round: int
    number: int
    seat: str
    chairs: tuple[Chair, ...]
    boards: tuple[TableBoard, ...]


@dataclass(frozen=True, slots=True)
class NextRound:
    """Where the player goes next; `table` and `seat` are None for a bye."""

    round: int
    table: int | None
    seat: str | None


@dataclass(frozen=True, slots=True)
class MyEvent:
    """Who the player is and where he is. `status` says what he waits for.

    `playing` at a table; `waiting_for_draw`, `waiting_for_round` (his next round is drawn and not
    released), `bye` (he sits out the round under way), `finished`.
    """

    event: Event
    entrant: EntrantRef
    status: str
    table: MyTable | None
    play: Play | None
    following: NextRound | None


def my_event(player: Player) -> MyEvent | None:
    """The player's place in the event that he was entered in; None for a player of no event.

    At most twelve statements, whatever the size of the event.
    """
    entrant = entrant_of_player(player)
    if entrant is None:
        return None
    ref = EntrantRef.of(Entrant.objects.values_list(*COLUMNS).get(pk=entrant.pk))
    stage = current_stage(entrant.event_id)
    table = _my_table(player)
    following = _following(stage, ref.number, player) if stage else None
    return MyEvent(
        event=entrant.event,
        entrant=ref,
        status=_status(entrant, stage, table, following),
        table=table,
        play=current_play(player),
        following=following,
    )


def current_stage(event_id: str) -> Stage | None:
    """The stage being played: the newest that is drawn, or the first; one statement."""
    drawn = Exists(Round.objects.filter(stage=OuterRef("pk")))
    stages = Stage.objects.filter(event=event_id).annotate(is_drawn=drawn).order_by("number")
    rows = list(stages.defer("movement", "certificate"))  # they grow with the event
    return next((each for each in reversed(rows) if each.is_drawn), next(iter(rows), None))


def _status(
    entrant: Entrant, stage: Stage | None, table: MyTable | None, following: NextRound | None
) -> str:
    if table is not None:
        return "playing"
    if entrant.event.state == EventState.FINISHED:
        return "finished"
    if stage is None or not stage.rounds.exists():
        return "waiting_for_draw"
    under_way = (RoundState.RELEASED, RoundState.PLAYING)
    byes = Bye.objects.filter(entrant=entrant, round__stage=stage, round__state__in=under_way)
    if byes.exists():
        return "bye"
    if following:
        return "waiting_for_round"
    return "waiting_for_draw" if stage.rounds.count() < stage.rounds_planned else "finished"


def _my_table(player: Player) -> MyTable | None:
    table = current_table(player)
    if table is None:
        return None
    sitters = sitters_of(table.seats.all())
    rows = table.seats.order_by("letter").values_list(
        "letter", *(f"sitting__entrant__{column}" for column in COLUMNS)
    )
    chairs = tuple(
        Chair(letter, EntrantRef.of(columns), sitters.get((table.pk, letter)))
        for letter, *columns in rows
    )
    plays = table.plays.order_by("order").values_list("board__number", "positions")
    number = Round.objects.filter(tables__table=table).values_list("number", flat=True).first()
    seat = table.seats.values_list("letter", flat=True).get(player=player)
    return MyTable(
        round=number or 0,
        number=table.number,
        seat=seat,
        chairs=chairs,
        boards=tuple(TableBoard(board, positions) for board, positions in plays),
    )


def _following(stage: Stage, number: int, player: Player) -> NextRound | None:
    """The next drawn round of the stage, and where the player of entrant `number` sits in it."""
    drawn = Round.objects.filter(stage=stage, state=RoundState.DRAWN).order_by("number")
    following = drawn.values_list("number", flat=True).first()
    if following is None:
        return None
    place = 0
    if format_of(stage.kind).teams:
        members = [member.player_id for member in line_ups(stage, following)[number]]
        place = members.index(player.pk) if player.pk in members else -1
    for table in scheduled_round(stage.pk, following).tables:
        for (letter, who), member in zip(table.chairs, table.members, strict=True):
            if (who, member) == (number, place):
                return NextRound(following, table.number, letter)
    return NextRound(following, None, None)
