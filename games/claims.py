"""What a claim means in the rules: the actions it stands for, and what a bot says to it.

Pure: reads states, changes no row. Whether a claim would hold against the hidden hands is never
worked out for anybody: that is what the other players are asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from engine.actions import Action, Pass, Play, PlayRanks
from engine.errors import IllegalAction
from engine.hand import HandState, Phase
from games.errors import FieldError, Problem, told

Claimed = Play | PlayRanks
#: A position, what it does, and the state in which it does so.
Turn = tuple[int, Action, HandState]


def claimed_turns(state: HandState, position: int, plays: Sequence[Claimed]) -> list[Turn]:
    """Every turn that the claim of `position`, on lead, stands for: its plays, the others' passes.

    Raises `Problem` (422): `illegal_action` for a play that the rules do not allow, with its index;
    `claim_incomplete` when the plays do not go out, or go on after that.
    """
    turns: list[Turn] = []
    for index, play in enumerate(plays):
        if state.phase is Phase.FINISHED:
            raise _incomplete()
        while turns and state.to_act != (position,) and state.to_beat is not None:
            turns.append((state.to_act[0], Pass(), state))
            state = state.apply(state.to_act[0], Pass())
        try:
            done = state.checked(position, play)
        except IllegalAction as error:
            raise _illegal(index, error) from None
        turns.append((position, done, state))
        state = state.advance(position, done)
    if state.phase is not Phase.FINISHED:
        raise _incomplete()
    return turns


def agrees(position: int, turns: Sequence[Turn]) -> bool:
    """Whether a bot on `position` accepts: it does when its own hand beats none of the plays."""
    return all(
        not list(state.moves(position)) for actor, _action, state in turns if actor == position
    )


def _illegal(index: int, error: IllegalAction) -> Problem:
    detail = told(error)
    return Problem(
        422,
        "illegal_action",
        detail,
        [FieldError(f"plays.{index}", error.code, detail)],
        {"engine_code": error.code},
    )


def _incomplete() -> Problem:
    return Problem(422, "claim_incomplete", _("The plays have to be your whole hand, no more."))
