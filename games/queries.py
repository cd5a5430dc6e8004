"""Reads of a table client: who a token speaks for, the present play, what a player may see of it.

Never changes state. What of a hand is shown is decided by `engine.hand.view` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.actions import Double
from engine.hand import HandState, Phase, view
from engine.phases import Memory
from games.clocks import clock_data
from games.crypto import keyed_hash
from games.entries import COLUMNS, entry_data, first_visible_seq, hand_passed, is_hidden
from games.errors import Problem
from games.ids import is_id
from games.models import (
    Announcement,
    ClaimState,
    LogEntry,
    Play,
    Player,
    PlayerToken,
    PlayState,
    SealedDouble,
    Seat,
    Table,
    TableToken,
)
from games.policy import ruleset_from_data
from games.prepared import PreparedObjects, PreparedRows
from games.sse import now_text, time_text

#: Announcements that a client is told when it connects.
MOST_ANNOUNCEMENTS = 5
STARTED = (PlayState.PLAYING, PlayState.FINISHED)

_token = PreparedObjects(
    lambda digest: PlayerToken.objects.select_related("player").filter(token_hash=digest), str
)
_current_play = PreparedObjects(
    lambda player: (
        Play.objects.select_related("table", "board")
        .filter(
            state=PlayState.PLAYING,
            table__seats__player=player,
            table__released_at__isnull=False,
            table__finished_at__isnull=True,
        )
        .order_by("-table__released_at", "-table__pk")[:1]
    ),
    str,
)
_chairs = PreparedRows(
    lambda table: (
        Seat.objects.filter(table=table)
        .order_by("letter")
        .values_list("letter", "player_id", "player__person__name", "bot")
    ),
    str,
)
_last_number = PreparedRows(
    lambda table: (
        LogEntry.objects.filter(table=table).order_by("-number").values_list("number")[:1]
    ),
    str,
)


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a table and who sits on it; `bot` is the strength of the bot acting for him."""

    letter: str
    player_id: str
    name: str
    bot: str


def token_hash(raw: str) -> str:
    """What is stored of a token."""
    return keyed_hash(f"token:{raw}")


def player_from_token(raw: str) -> tuple[PlayerToken, Player]:
    """The live token and its player. Raises `Problem` 401: `unknown_token`, `taken_over`,
    `signed_out`. One query.
    """
    token = _token.first(token_hash(raw))
    if token is None or not token.player.is_active:
        raise Problem(401, "unknown_token", _("This token is not known here. Sign in again."))
    if token.revoked_at is None:
        return token, token.player
    if token.revoked_because == "taken_over":
        raise Problem(401, "taken_over", _("Another device has taken this seat over."))
    raise Problem(401, "signed_out", _("This device has been signed out."))


def device_from_token(raw: str) -> TableToken:
    """The live token of a table's device. Raises `Problem` 401, as for a player's."""
    token = TableToken.objects.select_related("device").filter(token_hash=token_hash(raw)).first()
    if token is None:
        raise Problem(401, "unknown_token", _("This token is not known here. Sign in again."))
    if token.revoked_at is not None:
        code = "taken_over" if token.revoked_because == "taken_over" else "signed_out"
        raise Problem(401, code, _("This device has been signed out."))
    return token


def current_table(player: Player) -> Table | None:
    """The released, unfinished table at which the player sits, the newest if there are several."""
    return (
        Table.objects.filter(
            seats__player=player, released_at__isnull=False, finished_at__isnull=True
        )
        .order_by("-released_at", "-pk")
        .first()
    )


def announcements_for(player: Player) -> list[dict[str, Any]]:
    """What everybody was told since the player's newest table was released, the oldest first.

    The last MOST_ANNOUNCEMENTS of them at most; of the last hour for who had no table yet.
    """
    seats = Seat.objects.filter(player=player, table__released_at__isnull=False)
    since = seats.aggregate(newest=Max("table__released_at"))["newest"]
    found = Announcement.objects.filter(
        realm=player.realm, at__gt=since or timezone.now() - timedelta(hours=1)
    )
    return [announcement_data(row) for row in reversed(found.order_by("-at")[:MOST_ANNOUNCEMENTS])]


def announcement_data(row: Announcement) -> dict[str, Any]:
    """An announcement as the stream tells it; by `id` a client knows what it has shown."""
    return {"id": str(row.pk), "text": row.text, "at": time_text(row.at)}


def current_play(player: Player) -> Play | None:
    """The play in progress at the player's present table, with table and board."""
    return _current_play.first(player.pk)


def play_of(player: Player, play_id: str) -> Play | None:
    """A started play at which the player sits or sat, with table and board; else None."""
    if not is_id(play_id):
        return None
    return (
        Play.objects.select_related("table", "board")
        .filter(pk=play_id, table__seats__player=player, state__in=STARTED)
        .first()
    )


def chairs_of(table_id: str) -> list[Chair]:
    """The seats of a table with names, in acting order."""
    return [Chair(*row) for row in _chairs(table_id)]


def last_number(table_id: str) -> int:
    """The number of the table's last entry, 0 if there is none."""
    rows = _last_number(table_id)
    return int(rows[0][0]) if rows else 0


def state_of(play: Play) -> HandState:
    """The state after the last logged action, without sealed doubles."""
    assert play.snapshot is not None
    return HandState.from_data(play.snapshot, ruleset_from_data(play.table.policy["ruleset"]))


def bots_of(play: Play, state: HandState, chairs: Sequence[Chair]) -> dict[int, str]:
    """The positions of a play that bots speak for at present, and how strong they are."""
    bots = {chair.letter: chair.bot for chair in chairs if chair.bot}
    return held_by(play, state, bots)


def held_by(play: Play, state: HandState, seats: Mapping[str, str]) -> dict[int, str]:
    """The positions that the seats named speak for at present, with what is said of the seats."""
    holders = play.holders(state.landlord)
    return {p: seats[letter] for p, letter in enumerate(holders, 1) if letter in seats}


def seat_at(player_id: str, chairs: Sequence[Chair]) -> str:
    """The letter of the player's chair."""
    return next(chair.letter for chair in chairs if chair.player_id == player_id)


def position_at(play: Play, state: HandState, letter: str) -> int | None:
    """The position that a seat speaks for at present; None for who is idle."""
    holders = play.holders(state.landlord)
    return holders.index(letter) + 1 if letter in holders else None


def view_data(
    play: Play, state: HandState, letter: str, chairs: Sequence[Chair], number: int
) -> dict[str, Any]:
    """What the seat `letter` may see, as the API prints it: idle, no hand at all.

    `number` is the table's last entry: `event_id` is where the stream goes on from this view.
    """
    position = position_at(play, state, letter)
    data = view(state, position, memory=memory_of(play)).to_data()
    asked = position is not None and data["expected"] is not None
    clock = clock_data(play, (position,) if asked and position else data["to_act"])
    claim = open_claim(play) if play.table.is_claimed else None
    if clock["halted"]:
        data["expected"] = asked_about(claim, letter) if clock["halted"] == "claimed" else None
    elif asked:
        data["expected"] = {**data["expected"], "deadline": clock["deadline"]}
    return {
        "id": play.pk,
        "seq": play.seq,
        "event_id": f"{play.table_id}-{number}",
        "table": {
            "id": play.table_id,
            "number": play.table.number,
            "practice": play.table.policy.get("practice", False),
        },
        "board": {"number": play.board.number},
        "seat": letter,
        "partners": play.table.policy.get("partners", False),
        "hand_passed": hand_passed(play, state),
        "seats": [
            {
                "letter": chair.letter,
                "position": position_at(play, state, chair.letter),
                "name": chair.name,
                "bot": bool(chair.bot),
            }
            for chair in chairs
        ],
        **clock,
        "hints": play.table.policy["hints"],
        "claims": play.table.policy.get("claims", False),
        "claim": claim,
        "memory_aid": play.table.policy["memory_aid"],
        "now": now_text(),
        **data,
    }


def open_claim(play: Play) -> dict[str, Any] | None:
    """The open claim of a play, as everybody at its table sees it."""
    claim = play.claims.filter(state=ClaimState.OPEN).first()
    if claim is None:
        return None
    return {
        "id": str(claim.pk),
        "seat": claim.seat,
        "position": claim.position,
        "hand": claim.hand,
        "plays": claim.plays,
        "waiting_for": list(claim.waiting_for),
        "deadline": None if claim.due_at is None else time_text(claim.due_at),
    }


def asked_about(claim: dict[str, Any] | None, letter: str) -> dict[str, Any] | None:
    """What the seat `letter` is asked for while a claim is open."""
    if claim is None or letter not in claim["waiting_for"]:
        return None
    return {
        "type": "claim",
        "choices": [True, False],
        "may_pass": False,
        "deadline": claim["deadline"],
    }


def play_view(play: Play, player: Player) -> dict[str, Any]:
    """The view of a player at his table; his own sealed double is in it, nobody else's.

    `play` has its table and board selected. Three queries, one more while doubling.
    """
    chairs = chairs_of(play.table_id)
    letter = seat_at(player.pk, chairs)
    number = last_number(play.table_id)
    state = state_of(play)
    position = position_at(play, state, letter)
    if state.phase is Phase.DOUBLING and position is not None:
        own = SealedDouble.objects.filter(play=play, position=position, is_void=False)
        for value in own.values_list("value", flat=True):
            state = state.apply(position, Double(value))
    return view_data(play, state, letter, chairs, number)


def log_entries(play: Play, after: int = 0) -> list[dict[str, Any]]:
    """The entries of a play whose number is above `after`, in order, as the API prints them.

    While it is being played, without the plays of contests that its players may not look back at.
    """
    return [entry for entry in _visible_log(play) if entry["number"] > after]


def entries_since(play: Play, seq: int) -> list[dict[str, Any]]:
    """The actions of a play after action `seq`, in order, as `log_entries` has them."""
    return [entry for entry in _visible_log(play) if (entry["seq"] or 0) > seq]


def _visible_log(play: Play) -> Iterable[dict[str, Any]]:
    rows = list(LogEntry.objects.filter(play=play).order_by("number").values(*COLUMNS))
    first = first_visible_of(play, rows)
    return (entry_data(row) for row in rows if not is_hidden(row, first))


def first_visible_of(play: Play, rows: Iterable[Mapping[str, Any]]) -> int:
    """The seq before which the plays of `play` may not be told, by its entries in order."""
    contests = memory_of(play).contests
    if play.state != PlayState.PLAYING or contests is None:
        return 0
    return first_visible_seq(rows, len(play.positions), contests)


def memory_of(play: Play) -> Memory:
    """How far the players of a play may look back until it has ended."""
    return Memory(play.table.policy["memory_aid"])
