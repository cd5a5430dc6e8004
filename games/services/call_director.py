"""Call the director, withdraw a call; the clock calls too. A call stays with the directors.

The call "wrong board" also freezes the table, before anybody sees more of a board not meant for it.
"""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import hub
from games.db import write_transaction
from games.errors import Problem
from games.models import LIVE_CALLS, Call, CallReason, CallState, Play, Player, PlayerToken
from games.queries import current_play, current_table

from .announce import tell_hall
from .answers import Answer, RequestKey, first_answer, keep_answer
from .halt_tables import Halt, halt_tables

CREATED = 201


def call_director(token: PlayerToken, reason: str, text: str, request: RequestKey) -> Answer:
    """Open a call of the token's player from his present table.

    Raises `Problem`: 409 `no_table` when he sits nowhere, 409 `no_director` at a practice table,
    409 `already_called` while his call is open or taken. Nobody else at the table is told, but of
    the freeze for a wrong board.
    """
    with write_transaction():
        player = Player.objects.select_for_update().get(pk=token.player_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        table = current_table(player)
        if table is None:
            raise Problem(409, "no_table", _("You sit at no table now."))
        if table.policy.get("practice", False):
            raise Problem(409, "no_director", _("A board for practice has no director."))
        if live_call(player.pk) is not None:
            raise Problem(409, "already_called", _("The director has your call already."))
        call = Call.objects.create(
            table=table,
            play=current_play(player),
            player=player,
            reason=reason,
            text=text,
            at=timezone.now(),
        )
        if reason == CallReason.WRONG_BOARD:
            halt_tables([table.pk], Halt.FROZEN, call.at)
        tell_desk(call, player.realm)
        return keep_answer(request, CREATED, {"call": call_data(call)})


def withdraw_call(token: PlayerToken) -> None:
    """Take the player's live call back; without one nothing happens.

    Raises `Problem` (409 `table_frozen`) for "wrong board" while the table is frozen: only a
    director lets it go on.
    """
    with write_transaction():
        call = live_call(token.player_id)
        if call is None:
            return
        if call.reason == CallReason.WRONG_BOARD and call.table.is_frozen:
            raise Problem(409, "table_frozen", _("The table is stopped: the director decides."))
        gone = Call.objects.filter(pk=call.pk, state__in=LIVE_CALLS).update(
            state=CallState.WITHDRAWN, closed_at=timezone.now()
        )
        if gone:
            call.state = CallState.WITHDRAWN
            tell_desk(call, token.player.realm)


def call_by_clock(play: Play, player_id: str, now: datetime) -> None:
    """The time of a player is up, and the policy wants the director. Once while a call is live."""
    try:
        with transaction.atomic():
            call = Call.objects.create(
                table_id=play.table_id,
                play=play,
                player_id=player_id,
                reason=CallReason.TIME,
                is_automatic=True,
                at=now,
            )
    except IntegrityError:
        return
    tell_desk(call, play.table.realm)


def live_call(player_id: str) -> Call | None:
    """The open or taken call of a player."""
    live = Call.objects.select_related("table")
    return live.filter(player_id=player_id, state__in=LIVE_CALLS).first()


def call_data(call: Call) -> dict[str, str]:
    """A call as its caller sees it."""
    return {"id": str(call.pk), "reason": call.reason, "text": call.text, "state": call.state}


def tell_desk(call: Call, realm: str) -> None:
    """Tell the directors' pages that their list of calls has changed, and the caller of his own."""
    tell_hall(realm)
    if not call.is_automatic:
        hub.publish(f"player:{call.player_id}", "call", call_data(call))
