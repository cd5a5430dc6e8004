"""Claim the rest of a board: show the hand, say in which plays it goes out, and ask the others.

Owns the beginning of a claim. The table stands still until all others have answered, the time for
it is up, or a director takes the claim away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.actions import Play as PlayAction
from engine.cards import format_card
from engine.hand import HandState, Phase
from games.claims import Claimed, agrees, claimed_turns
from games.db import write_transaction
from games.entries import entry_data_of
from games.errors import Problem
from games.models import Claim, LogEntry, Play, PlayerToken
from games.queries import position_at, state_of, view_data

from .act import CREATED, at_turn, locked_play
from .announce import announce
from .answers import Answer, RequestKey, first_answer, keep_answer
from .claim_time import answer_until
from .end_claim import end_claim
from .notices import next_notice


@dataclass(frozen=True, slots=True)
class ClaimWish:
    """What is claimed: the plays in their order, and the seq of the play as the player saw it."""

    seq: int
    plays: Sequence[Claimed]


def claim_rest(token: PlayerToken, play_id: str, wish: ClaimWish, request: RequestKey) -> Answer:
    """Open a claim of the token's player, who is on lead; a repetition gets the first answer.

    Everybody at the table sees the hand from now on. Seats of bots answer at once. Raises
    `Problem`: 404; 403 `no_claims`; 409 as `act`, `not_on_lead`, `already_claimed`; 422
    `illegal_action`, `claim_incomplete`, `key_reused`.
    """
    with write_transaction():
        play = locked_play(token.player_id, play_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        if not play.table.policy.get("claims", False):
            raise Problem(403, "no_claims", _("This event allows no claims."))
        chairs, letter, state, position = at_turn(token, play, wish.seq)
        if state.phase is not Phase.PLAYING or state.to_act != (position,) or state.to_beat:
            raise Problem(409, "not_on_lead", _("Only who is to lead can claim."))
        if Claim.objects.filter(play=play, seat=letter).exists():
            raise Problem(409, "already_claimed", _("You have claimed on this board before."))
        turns = claimed_turns(state, position, wish.plays)
        plays = [action for actor, action, _ in turns if actor == position]
        claim = _open(play, state, position, letter, plays)
        entries = [_tell(play, claim)]
        for chair in chairs:
            if claim.waiting_for and chair.bot and chair.letter in claim.waiting_for:
                said = agrees(position_at(play, state, chair.letter) or 0, turns)
                entries += end_claim(play, claim, chair.letter, said, claim.at)
        body = {
            "entries": [entry_data_of(entry) for entry in entries],
            "view": view_data(play, state_of(play), letter, chairs, entries[-1].number),
        }
        return keep_answer(request, CREATED, body)


def _open(
    play: Play, state: HandState, position: int, letter: str, plays: Sequence[object]
) -> Claim:
    now = timezone.now()
    others = [seat for seat in play.holders(state.landlord) if seat != letter]
    play.table.is_claimed, play.table.halted_at = True, now
    play.table.save(update_fields=["is_claimed", "halted_at"])
    return Claim.objects.create(
        play=play,
        seat=letter,
        position=position,
        seq=play.seq,
        hand=[format_card(card) for card in state.hand(position)],
        plays=[
            [format_card(card) for card in made.cards]
            for made in plays
            if isinstance(made, PlayAction)
        ],
        waiting_for="".join(sorted(others)),
        at=now,
        due_at=answer_until(play.table, now),
    )


def _tell(play: Play, claim: Claim) -> LogEntry:
    data = {"claim": str(claim.pk), "seat": claim.seat, "hand": claim.hand, "plays": claim.plays}
    row = next_notice(play.table, play, "claimed", data | {"halted": "claimed"}, claim.at)
    row.position, row.deadline = claim.position, claim.due_at
    row.save()
    announce(row)
    return row
