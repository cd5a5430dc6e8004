"""The one stream of a person, `GET /api/v1/me/stream/`: seating, play, announcements.

Plain ASGI over `games.sse`. It subscribes first, then catches up from the database, drops doubles
by entry number, and starts over with `reset` where too much was missed. It carries log
entries, which everybody at the table may know, and `turn`: the view of the player himself. What
is caught up goes no further back in a play than its view does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from games import hub
from games.api.authentication import COOKIE, raw_token
from games.api.problems import CONTENT_TYPE, problem_response
from games.entries import COLUMNS, entry_data, is_hidden, is_turn, message_data
from games.errors import Problem
from games.models import LogEntry, Play, Player, PlayerToken, PlayState, Table
from games.queries import (
    announcements_for,
    current_table,
    first_visible_of,
    last_number,
    player_from_token,
)
from games.services.note_use import note_use
from games.sse import (
    HEARTBEAT_SECONDS,
    EventStream,
    Receive,
    Scope,
    Send,
    answer,
    compact_json,
    cookie,
    header,
    host_is_allowed,
    in_database_thread,
    origin_is_own,
    serve,
)

#: Entries that a resuming client may have missed; beyond it is told to fetch everything anew.
CATCH_UP_LIMIT = 200
STREAMS_PER_TOKEN = 2
#: Messages that ask every stream of a player to see whether its own token has ended.
ENDINGS = frozenset({"taken_over", "signed_out"})
#: Ends the oldest stream of a token when there are too many: its socket is probably dead.
SUPERSEDED = "superseded"

_open_streams: dict[int, list[hub.Subscription]] = {}


@dataclass(frozen=True, slots=True)
class Missed:
    """What a table's log says after a certain entry, ready to be sent.

    `reset` says that something was missed that is not told again, `more` that there is more.
    """

    table_id: str
    number: int
    messages: list[tuple[int, str]]
    reset: bool = False
    more: bool = False


def start_point(raw: str, player: Player, last_event_id: str) -> Missed:
    """Where a stream begins: after the entry named by the client, or at the present.

    An id of another table, too old, or no id at all is answered with a reset to the present. Raises
    `Problem` (401) when the token ended before the stream had begun to listen.
    """
    player_from_token(raw)
    table = current_table(player)
    if table is None:
        return Missed("", 0, [], reset=bool(last_event_id))
    now = last_number(table.pk)
    name, _separator, text = last_event_id.rpartition("-")
    if not last_event_id:
        return Missed(table.pk, now, [])
    is_number = text.isascii() and text.isdecimal() and len(text) < 10
    if name != table.pk or not is_number or not now - CATCH_UP_LIMIT <= int(text) <= now:
        return Missed(table.pk, now, [], reset=True)
    found = missed(table.pk, int(text))
    return Missed(table.pk, now, [], reset=True) if found.reset else found


def missed(table_id: str, after: int) -> Missed:
    """The entries of a table after number `after`, at most CATCH_UP_LIMIT of them.

    Without the plays of contests that may not be looked back at: for them there is a reset.
    """
    entries = LogEntry.objects.filter(table_id=table_id, number__gt=after).order_by("number")
    rows = list(entries.values("play_id", *COLUMNS)[:CATCH_UP_LIMIT])
    play_id, first_visible = _look_back(table_id) if any(map(is_turn, rows)) else ("", 0)
    told = [row for row in rows if row["play_id"] != play_id or not is_hidden(row, first_visible)]
    messages = [
        (row["number"], compact_json(message_data(table_id, row["play_id"], entry_data(row))))
        for row in told
    ]
    return Missed(
        table_id,
        rows[-1]["number"] if rows else after,
        messages,
        reset=len(told) < len(rows),
        more=len(rows) == CATCH_UP_LIMIT,
    )


def _look_back(table_id: str) -> tuple[str, int]:
    """The play in progress at a table, and the first seq whose play is still told of it."""
    play = Play.objects.select_related("table").filter(table=table_id, state=PlayState.PLAYING)
    found = play.first()
    if found is None:
        return "", 0
    rows = LogEntry.objects.filter(play=found, seq__isnull=False).order_by("seq")
    return found.pk, first_visible_of(found, rows.values("seq", "kind", "data"))


def check(raw: str, player: Player, known: str) -> tuple[str, list[dict[str, Any]]]:
    """At a heartbeat: the id of the player's present table, and announcements.

    Without a present one it is the `known` table, or "" when that does not exist any more.
    Raises `Problem` (401) when the token has ended meanwhile.
    """
    player_from_token(raw)
    table = current_table(player)
    if table is None and known:
        table = Table.objects.filter(pk=known).first()
    return "" if table is None else table.pk, announcements_for(player)


class PersonStream:
    """One open stream and how far its client has been told."""

    def __init__(self, raw: str, token: PlayerToken, last_event_id: str) -> None:
        self.raw = raw
        self.token_id = token.pk
        self.player = token.player
        self.last_event_id = last_event_id
        self.table_id = ""
        self.number = 0
        self.announced: set[str] = set()

    async def run(self, stream: EventStream) -> None:
        """Send until the credential ends or the client reads too slowly (it then resumes)."""
        subscription = await hub.subscribe(f"player:{self.player.pk}", f"event:{self.player.realm}")
        _open(self.token_id, subscription)
        try:
            await self._begin(stream, subscription)
            while await self._step(stream, subscription):
                pass
        except hub.Overflow:
            return
        except Problem as problem:  # the credential has ended
            await stream.send(problem.code, {})
        finally:
            subscription.close()
            _close(self.token_id, subscription)

    async def _step(self, stream: EventStream, subscription: hub.Subscription) -> bool:
        """Deal with one message or one silence; False when the stream is to end."""
        message = await subscription.next(HEARTBEAT_SECONDS)
        if message is None:
            await self._refresh(stream, subscription)
            await stream.heartbeat()
        elif message.event == SUPERSEDED:
            return False
        elif message.event == hub.RESYNC:
            await self._refresh(stream, subscription)
        elif message.event in ENDINGS:
            await in_database_thread(player_from_token, self.raw)
        else:
            await self._pass_on(stream, subscription, message)
        return True

    async def _begin(self, stream: EventStream, subscription: hub.Subscription) -> None:
        start = await in_database_thread(start_point, self.raw, self.player, self.last_event_id)
        if start.table_id:
            subscription.listen(f"table:{start.table_id}")
            # What was committed between the question and the listening is caught up here.
            more = await in_database_thread(missed, start.table_id, start.number)
            messages = start.messages + more.messages
            reset = start.reset or more.reset
            start = Missed(start.table_id, more.number, messages, reset, more.more)
        self.table_id = start.table_id
        stream.last_id = f"{start.table_id}-{start.number}" if start.table_id else ""
        if start.messages:
            stream.last_id = f"{start.table_id}-{start.messages[0][0] - 1}"
        await stream.heartbeat()
        await self._send_missed(stream, start)
        if start.more:
            await self._catch_up(stream)
        await self._announce(stream, await in_database_thread(announcements_for, self.player))

    async def _send_missed(self, stream: EventStream, found: Missed) -> None:
        if found.reset:
            await stream.send("reset", {"table": found.table_id or None})
        for number, text in found.messages:
            await stream.send("entry", text, f"{found.table_id}-{number}")
        self.number = found.number

    async def _catch_up(self, stream: EventStream) -> None:
        while self.table_id:
            found = await in_database_thread(missed, self.table_id, self.number)
            await self._send_missed(stream, found)
            if not found.more:
                return

    async def _announce(self, stream: EventStream, found: list[dict[str, Any]]) -> None:
        """Tell what everybody was told, each text once in this stream."""
        for data in found:
            if data["id"] not in self.announced:
                self.announced.add(data["id"])
                await stream.send("announcement", data)

    async def _sit_down(
        self, stream: EventStream, subscription: hub.Subscription, table_id: str
    ) -> None:
        """Follow another table from its first entry on; "" is none."""
        subscription.forget(f"table:{self.table_id}")
        self.table_id, self.number = table_id, 0
        if table_id:
            subscription.listen(f"table:{table_id}")
            await self._catch_up(stream)

    async def _pass_on(
        self, stream: EventStream, subscription: hub.Subscription, message: hub.HubMessage
    ) -> None:
        if message.channel == f"table:{self.table_id}":
            await self._entry(stream, message)
        elif message.event == "seating":
            await stream.send("seating", message.data)
            seated: dict[str, Any] = json.loads(message.data)
            if seated["table"] != self.table_id:
                await self._sit_down(stream, subscription, seated["table"])
        elif message.event == hub.UNSEATED:
            await self._refresh(stream, subscription)
        elif message.event == "announcement":
            await self._announce(stream, [json.loads(message.data)])
        elif not message.channel.startswith("table:"):
            await stream.send(message.event, message.data)

    async def _entry(self, stream: EventStream, message: hub.HubMessage) -> None:
        number = int(message.event_id.rpartition("-")[2])
        if number == self.number + 1:
            await stream.send("entry", message.data, message.event_id)
            self.number = number
        elif number > self.number:
            await self._catch_up(stream)

    async def _refresh(self, stream: EventStream, subscription: hub.Subscription) -> None:
        """See in the database whether anything was missed; costs three or four small reads."""
        table_id, announced = await in_database_thread(check, self.raw, self.player, self.table_id)
        await self._announce(stream, announced)
        if table_id != self.table_id:
            await stream.send("seating", {"table": table_id or None, "number": None})
            await self._sit_down(stream, subscription, table_id)
        else:
            await self._catch_up(stream)


def _open(token_id: int, subscription: hub.Subscription) -> None:
    """Count a stream of a token; the newest STREAMS_PER_TOKEN go on."""
    streams = _open_streams.setdefault(token_id, [])
    for oldest in streams[: max(0, len(streams) + 1 - STREAMS_PER_TOKEN)]:
        oldest.hand_over(hub.HubMessage("", SUPERSEDED, "{}"))
    streams.append(subscription)


def _close(token_id: int, subscription: hub.Subscription) -> None:
    streams = _open_streams.get(token_id, [])
    streams.remove(subscription)
    if not streams:
        _open_streams.pop(token_id, None)


def _authenticate(raw: str) -> PlayerToken:
    token, _player = player_from_token(raw)
    note_use(token)
    return token


async def _admit(scope: Scope) -> tuple[str, PlayerToken]:
    """The caller's token. Raises `Problem` 400, 401, 403 or 405."""
    if not host_is_allowed(scope):
        raise Problem(400, "invalid", _("This host name is not served here."))
    if scope["method"] != "GET":
        raise Problem(405, "method_not_allowed", _("A stream is read with GET."))
    raw, from_cookie = raw_token(header(scope, "authorization"), cookie(scope, COOKIE))
    if from_cookie and not origin_is_own(scope):
        raise Problem(403, "foreign_origin", _("This cookie is for this site's own pages."))
    return raw, await in_database_thread(_authenticate, raw)


async def person_stream(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of the stream."""
    try:
        raw, token = await _admit(scope)
    except Problem as problem:
        response = problem_response(problem)
        headers = {key.lower(): value for key, value in response.items()}
        del headers["content-type"]
        await answer(send, problem.status, response.content, CONTENT_TYPE, headers)
        return
    stream = PersonStream(raw, token, header(scope, "last-event-id"))
    await serve(receive, send, stream.run)
