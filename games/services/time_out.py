"""Act for who lets his time run out, and for seats that a bot holds; or call the director.

The sweep's verb: it locks a play on the condition that something is due there, so of two sweeps,
or of a sweep and the player's own last-moment action, exactly one wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engine.actions import Action, action_from_data
from engine.bots import make_bot
from engine.hand import HandState, Phase, view
from games.clocks import clock_of, next_due
from games.db import write_transaction
from games.models import Play, PlayState, SealedDouble
from games.queries import Chair, bots_of, chairs_of, state_of

from .call_director import call_by_clock
from .do_action import do_action

#: The bot that decides where the policy says "bot".
SUBSTITUTE = "greedy"


def time_out(play_id: str, now: datetime) -> bool:
    """Do what is due in a play; False when nothing is, perhaps because somebody was faster.

    Every action of it is automatic. A halted table is left alone.
    """
    with write_transaction():
        play = (
            Play.objects.select_related("table", "board")
            .select_for_update(no_key=True, of=("table", "self"))
            .filter(
                pk=play_id,
                state=PlayState.PLAYING,
                due_at__lte=now,
                table__halted_at__isnull=True,
            )
            .first()
        )
        if play is None:
            return False
        chairs = chairs_of(play.table_id)
        state = state_of(play)
        bots = bots_of(play, state, chairs)
        open_positions = _undecided(play, state)
        for position in _due(play, open_positions, bots, now):
            action = _decision(play, state, position, bots)
            if action is None:
                call_by_clock(play, _player_at(play, state, position, chairs), now)
                continue
            open_positions.remove(position)
            if do_action(play, state, position, action, chairs, now, automatic=True).entry:
                return True
        play.due_at = next_due(play, clock_of(play.table.policy), open_positions, bots, now)
        play.save(update_fields=["due_at"])
        return True


def _undecided(play: Play, state: HandState) -> list[int]:
    """Who is really still to act: without farmers whose sealed choice is in."""
    if state.phase is not Phase.DOUBLING:
        return list(state.to_act)
    sealed = SealedDouble.objects.filter(play=play, is_void=False)
    chosen = set(sealed.values_list("position", flat=True))
    return [position for position in state.to_act if position not in chosen]


def _due(
    play: Play, open_positions: list[int], bots: Mapping[int, str], now: datetime
) -> list[int]:
    clock = clock_of(play.table.policy)
    found = []
    for position in open_positions:
        deadline = clock.deadline(play, position) if clock else None
        if position in bots or (deadline is not None and deadline <= now):
            found.append(position)
    return found


def _decision(
    play: Play, state: HandState, position: int, bots: Mapping[int, str]
) -> Action | None:
    """What is done for a position; None where the director is to be called instead."""
    on_timeout = play.table.policy.get("on_timeout", "act")
    strength = bots.get(position) or (SUBSTITUTE if on_timeout == "bot" else "")
    if strength:
        bot = make_bot(strength, seed=play.seq)
        return action_from_data(bot.choose(view(state, position).to_data()))
    return state.timeout_action(position) if on_timeout == "act" else None


def _player_at(play: Play, state: HandState, position: int, chairs: list[Chair]) -> str:
    letter = play.holders(state.landlord)[position - 1]
    return next(chair.player_id for chair in chairs if chair.letter == letter)
