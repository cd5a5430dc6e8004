"""What somebody with a role may not see yet, because they play too.

A board is hidden from them until it is opened, until they have played it, or until its round has
begun without them; then they see it as any director does. Every page, answer and print for
directors asks here; services that need to know a result refuse with `refuse_hidden`. Nothing is
hidden from who does not play, and nothing is stored but what was looked at on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _

from games.models import Board, BoardKind, Play, Player, PlayState, Table
from tournaments.errors import BoardHidden
from tournaments.models import (
    AuditEntry,
    Entrant,
    EntrantState,
    Event,
    RoleAssignment,
    Round,
    RoundState,
    Ruling,
    SeenBoard,
    Substitution,
)

if TYPE_CHECKING:  # services import this
    from tournaments.services.actors import Actor

NOTHING: frozenset[str] = frozenset()


def hidden_boards(actor: Actor, event: Event) -> frozenset[str]:
    """The ids of the boards that `actor` may not see; a constant number of statements."""
    person = actor.person_in(event)
    return NOTHING if person is None else _hidden(person, event.pk)


def hidden_from_user(user: User) -> frozenset[str]:
    """The same over all events, for pages that know no event."""
    linked = RoleAssignment.objects.filter(user=user, person__isnull=False)
    found = [_hidden(str(person), event) for event, person in linked.values_list("event", "person")]
    return NOTHING.union(*found)


def refuse_hidden(actor: Actor, event: Event, boards: Iterable[str]) -> None:
    """Raise BoardHidden("board_hidden") if one of `boards` is hidden from `actor`."""
    hidden = hidden_boards(actor, event).intersection(boards)
    if not hidden:
        return
    numbers = Board.objects.filter(pk__in=hidden).order_by("number")
    number = numbers.values_list("number", flat=True)[0]
    sentence = _(
        "You are still to play board %(board)d: leave this to somebody who does not play,"
        " or look at the board first, which is recorded."
    )
    raise BoardHidden("board_hidden", sentence % {"board": number}, board=number)


def audit_in_sight(entries: QuerySet[AuditEntry], hidden: frozenset[str]) -> QuerySet[AuditEntry]:
    """Leave out the entries about hidden boards, and about tables that have them."""
    if not hidden:
        return entries
    about = Q(target__in=_targets("board", Board.objects.filter(pk__in=hidden)))
    about |= Q(target__in=_targets("play", Play.objects.filter(board__in=hidden)))
    about |= Q(target__in=_targets("ruling", Ruling.objects.filter(board__in=hidden)))
    about |= Q(target__in=_targets("table", Table.objects.filter(plays__board__in=hidden)))
    # When a board opens is everybody's to know.
    return entries.exclude(about & ~Q(verb="open_board"))


def _targets(noun: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    named = rows.annotate(target=Concat(Value(f"{noun}:"), Cast(F("pk"), CharField())))
    found: QuerySet[Any] = named.order_by().values("target")
    return found


def _hidden(person: str, event: str) -> frozenset[str]:
    player = Player.objects.filter(person=person, realm=event).values_list("pk", flat=True).first()
    if player is None:
        return NOTHING
    enters = _enters(player)
    played: set[str] = set()
    to_play: set[str] = set()
    closed = Board.objects.filter(board_set__session__stage__event=event, opened_at=None)
    mine = Play.objects.filter(table__seats__player=player, board__in=closed)
    for board, state, round_state in mine.values_list(
        "board_id", "state", "table__round_table__round__state"
    ):
        over = state == PlayState.FINISHED or round_state == RoundState.FINISHED
        (played if over else to_play).add(board)
    rounds: dict[str, list[tuple[int, int, bool]]] = {}
    for board_set, first, last, state in Round.objects.filter(stage__event=event).values_list(
        "session__board_set_id", "first_board", "last_board", "state"
    ):
        rounds.setdefault(board_set, []).append((first, last, state == RoundState.DRAWN))
    seen = set(SeenBoard.objects.filter(person=person).values_list("board_id", flat=True))
    hidden = set()
    for board, board_set, kind, number in closed.values_list(
        "pk", "board_set_id", "kind", "number"
    ):
        if board in played or board in seen:
            continue
        begun = [
            not waits for first, last, waits in rounds.get(board_set, ()) if first <= number <= last
        ]
        comes = not begun or not all(begun) or kind != BoardKind.ORIGINAL
        if board in to_play or (enters and comes):
            hidden.add(board)
    return frozenset(hidden)


def _enters(player: str) -> bool:
    """Whether a player may still be seated: entered, in a team, or somebody's substitute."""
    active = Entrant.objects.filter(state=EntrantState.ACTIVE)
    own = active.filter(Q(player=player) | Q(members__player=player))
    return own.exists() or Substitution.objects.filter(player=player, last_round=None).exists()
