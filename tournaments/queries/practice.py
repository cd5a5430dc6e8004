"""Practice: which board a visitor is given next, and how his result compares.

Owns the rule of what may be offered: boards that are public, that nobody of their event still has
to play, or the installation's own. Of other visitors only points are told, never who or how.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from engine.result import Result as Facts
from games.deals import deal_of
from games.models import Board, Play, Player, Result
from games.models.plays import UNFINISHED
from games.services.start_play import first_state
from tournaments.house_bots import bots_points
from tournaments.models import PRACTICE_REALM, Event, Field, Practice, Round, RoundState

from .boards import texts_of
from .edition import Edition, FieldRef, NotPublicError, edition
from .frequency import frequency_tables

POSITIONS = (1, 2, 3)
OWN_HANDS = "123"
#: An event's field is worth comparing with from this many results.
LEAST_RESULTS = 2
#: Of so many fields, the newest, one is chosen; so many are tried.
MOST_FIELDS, TRIES = 300, 3


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """A board and a position to practise. `event` and `field` say what it is compared with.

    Both are None for a practice board; `is_repeat`: the visitor has played the board before.
    """

    board: Board
    position: int
    event: Event | None = None
    field: Field | None = None
    is_repeat: bool = False


@dataclass(frozen=True, slots=True)
class PracticeLine:
    """A points value and how many others had it; `is_mine` marks the visitor's own."""

    value: int
    weight: Fraction
    is_mine: bool


@dataclass(frozen=True, slots=True)
class PracticePage:
    """A visitor's finished practice and the others who held the same position of the same board.

    `event` is the (address, name) of the event whose players these are, None for earlier visitors,
    or for bots if there was none (`by_bots`).
    `rank` is his place among all of them and himself, `among` their number with him.
    """

    board: int
    position: int
    hand: tuple[str, ...]
    facts: Facts
    role: str | None
    points: int
    event: tuple[str, str] | None
    by_bots: bool
    lines: tuple[PracticeLine, ...]
    rank: int
    among: int

    @property
    def others(self) -> int:
        """How many he is compared with."""
        return self.among - 1


def choose_practice(player: Player | None) -> PracticeChoice | None:
    """What the visitor plays next: a board new to him, of an event if there is one.

    None while the installation has no practice boards. At most 22 statements, however many there
    are of anything.
    """
    mine = Practice.objects.filter(player=player) if player else Practice.objects.none()
    played = dict(mine.order_by("started_at").values_list("board_id", "started_at"))
    return _of_an_event(set(played)) or _of_our_own(played)


def seat_at(player: Player | None, slug: str, board: int, position: int) -> PracticeChoice | None:
    """The seat that a visitor asks for: a position of an opened board of an event.

    None where that may not be offered: it is not public, or somebody still has to play it.
    """
    try:
        wanted = edition(slug)
    except NotPublicError:
        return None
    ids = [each.id for each in wanted.fields if each.board_number == board]
    fields = _offered().filter(pk__in=ids, position=position)
    field = fields.select_related("board__board_set", "stage__event").first()
    if field is None:
        return None
    again = Practice.objects.filter(player=player, board=field.board_id) if player else None
    is_repeat = again is not None and again.exists()
    return PracticeChoice(field.board, position, field.stage.event, field, is_repeat)


def can_be_taken(edition: Edition, board: int) -> bool:
    """Whether a seat at an opened board may be taken by a visitor; one statement."""
    ids = [each.id for each in edition.fields if each.board_number == board]
    return _offered().filter(pk__in=ids).exists()


def _of_an_event(played: set[str]) -> PracticeChoice | None:
    fields = _offered().exclude(board__in=played).order_by("-board__opened_at", "-pk")
    found = list(fields.values_list("pk", flat=True)[:MOST_FIELDS])
    for field_id in random.sample(found, min(TRIES, len(found))):
        field = _fields().get(pk=field_id)
        if _public_field(field) is not None:
            return PracticeChoice(field.board, field.position, field.stage.event, field)
    return None


def _offered() -> QuerySet[Field]:
    """The fields of boards that are public and that nobody of their event still has to play."""
    unfinished = Play.objects.filter(
        board=OuterRef("board"),
        table__round_table__isnull=False,
        state__in=UNFINISHED,
    )
    to_come = Round.objects.filter(
        session__board_set=OuterRef("board__board_set"),
        state=RoundState.DRAWN,
        first_board__lte=OuterRef("board__number"),
        last_board__gte=OuterRef("board__number"),
    )
    return (
        Field.objects.filter(
            stage__event__is_public=True,
            board__opened_at__isnull=False,
            mapping=OWN_HANDS,
            generation__gt=0,
            expected__gte=LEAST_RESULTS,
        )
        .exclude(Exists(unfinished))
        .exclude(Exists(to_come))
    )


def _of_our_own(played: Mapping[str, datetime]) -> PracticeChoice | None:
    """A board of the installation's: a new one, or the one played longest ago.

    The position is the one that most have held, so that there is somebody to compare with.
    """
    boards = list(Board.objects.filter(board_set__realm=PRACTICE_REALM).select_related("board_set"))
    if not boards:
        return None
    fresh = [board for board in boards if board.pk not in played]
    board = random.choice(fresh) if fresh else min(boards, key=lambda one: played[one.pk])
    held = Practice.objects.filter(board=board, points__isnull=False).values("position")
    counts = dict(held.annotate(n=Count("pk")).values_list("position", "n"))
    position = max(POSITIONS, key=lambda one: (counts.get(one, 0), random.random()))
    return PracticeChoice(board, position, is_repeat=not fresh)


def _fields() -> QuerySet[Field]:
    """Fields with what says where they belong, without what grows with the event."""
    related = Field.objects.select_related("board__board_set", "stage__event")
    return related.defer("stage__movement", "stage__certificate")


def _public_field(field: Field) -> tuple[Edition, FieldRef] | None:
    """The field as the newest edition of its stage counts it."""
    try:
        newest = edition(f"{field.stage.event.slug}.{field.stage.number}")
    except NotPublicError:
        return None
    found = next((each for each in newest.fields if each.id == field.pk), None)
    return None if found is None else (newest, found)


def practice_page(player: Player, play_id: str) -> PracticePage | None:
    """The comparison of a practice that `player` has finished; None for every other play.

    Ten statements at most, whatever the number of results.
    """
    practice = (
        Practice.objects.select_related("board__board_set", "field__stage__event", "play__table")
        .defer("field__stage__movement", "field__stage__certificate")
        .filter(play=play_id, player=player, points__isnull=False)
        .first()
    )
    if practice is None or practice.points is None:
        return None
    event, weights = _others(practice)
    by_bots = not weights
    if by_bots:
        weights = _bots(practice)
    result = Result.objects.get(play=play_id, is_current=True)
    facts = Facts.from_data(result.facts)
    points = practice.points
    return PracticePage(
        board=practice.board.number,
        position=practice.position,
        hand=texts_of(deal_of(practice.board).hands[practice.position - 1]),
        facts=facts,
        role=_role(facts, practice.position),
        points=points,
        event=event,
        by_bots=by_bots,
        lines=tuple(
            PracticeLine(value, weights.get(value, Fraction(0)), value == points)
            for value in sorted({*weights, points}, reverse=True)
        ),
        rank=1 + int(_sum(weight for value, weight in weights.items() if value > points)),
        among=1 + int(_sum(weights.values())),
    )


def _role(facts: Facts, position: int) -> str | None:
    if facts.landlord is None:
        return None
    return "landlord" if facts.landlord == position else "farmer"


def _others(practice: Practice) -> tuple[tuple[str, str] | None, dict[int, Fraction]]:
    """Whose results these are, and how many of them have each points value."""
    if practice.field is not None:
        found = _public_field(practice.field)
        if found is not None:
            newest, ref = found
            table = frequency_tables(newest, [ref])[ref.id]
            return (newest.slug, newest.name), {line.value: line.weight for line in table.lines}
    visitors = Practice.objects.filter(
        Q(field__isnull=True, is_repeat=False),
        board=practice.board,
        position=practice.position,
        points__isnull=False,
    ).exclude(pk=practice.pk)
    counted = Counter(dict(visitors.values_list("points").annotate(n=Count("pk"))))
    return None, {value: Fraction(count) for value, count in counted.items()}


def _bots(practice: Practice) -> dict[int, Fraction]:
    """The same of bots, under the rules of the practice's table."""
    assert practice.play is not None
    start = first_state(practice.board, practice.play.table.policy)
    counted = Counter(bots_points(start, practice.position))
    return {value: Fraction(count) for value, count in counted.items()}


def _sum(weights: Iterable[Fraction]) -> Fraction:
    return sum(weights, Fraction(0))
