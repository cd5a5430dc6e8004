"""Give a player hints where his table allows them, and note that he took one."""

from __future__ import annotations

import logging
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.cards import pack
from engine.explain import Explanation, explain, explain_response
from engine.hand import HandState, Phase
from games.errors import Problem
from games.models import Play, Player
from games.queries import chairs_of, play_of, position_at, seat_at, state_of

logger = logging.getLogger("games.hints")


def hinted_moves(player: Player, play_id: str) -> dict[str, Any]:
    """The plays that the player could make now, by ranks, and whether he may pass.

    Raises `Problem`: 404 for a play that is not his, 403 `no_hints`, 409 `idle`, `not_your_turn`.
    """
    play, state, position = _allowed(player, play_id)
    expected = state.expected(position)
    if expected is None or expected.type != "play" or play.table.halted_at is not None:
        raise Problem(409, "not_your_turn", _("You are not asked for a play now."))
    logger.info("hint: play %s, seq %s, position %s", play.pk, play.seq, position)
    return {
        "play": play.pk,
        "seq": play.seq,
        "moves": list(expected.choices),
        "may_pass": expected.may_pass,
    }


def explain_cards(player: Player, play_id: str, cards: tuple[int, ...]) -> Explanation:
    """What these cards are in the player's hand, and whether they beat what lies on the table.

    Raises `Problem`: 404 for a play that is not his, 403 `no_hints`, 409 `idle`.
    """
    _play, state, position = _allowed(player, play_id)
    held = pack(state.hand(position))
    if state.phase is Phase.PLAYING and state.to_beat and state.to_beat.combination:
        return explain_response(cards, state.to_beat.combination, state.ruleset, held)
    return explain(cards, state.ruleset, held)


def _allowed(player: Player, play_id: str) -> tuple[Play, HandState, int]:
    play = play_of(player, play_id)
    if play is None or play.snapshot is None:
        raise Problem(404, "not_found", _("There is nothing here for you."))
    if not play.table.policy["hints"]:
        raise Problem(403, "no_hints", _("This event allows no hints."))
    state = state_of(play)
    position = position_at(play, state, seat_at(player.pk, chairs_of(play.table_id)))
    if position is None:
        raise Problem(409, "idle", _("You are idle now: the others play this board."))
    return play, state, position
