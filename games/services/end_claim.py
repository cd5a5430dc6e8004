"""Answer a claim, and end it: accepted by all it is played out, refused or withdrawn it is void.

Owns what follows from each answer. A void claim leaves the play where it was, with its clock; what
was shown stays in the log.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.actions import Play as PlayAction
from engine.cards import parse_cards
from games.claims import claimed_turns
from games.clocks import clock_of, halt_of, last_deadline
from games.db import write_transaction
from games.entries import entry_data_of
from games.errors import Problem
from games.models import Claim, ClaimState, LogEntry, Play, PlayerToken
from games.queries import chairs_of, seat_at, state_of, view_data

from .act import CREATED, halted, locked_play
from .announce import announce
from .answers import Answer, RequestKey, first_answer, keep_answer
from .do_action import do_action
from .notices import next_notice
from .table_turn import locked_turn


def answer_claim(
    token: PlayerToken, play_id: str, claim_id: str, accepts: bool, request: RequestKey
) -> Answer:
    """Say yes or no to an open claim, once; a repeated request gets the first answer.

    Raises `Problem`: 404; 409 `claim_over` for another claim than the open one, or from a seat
    that is not asked; 409 `table_frozen`, `table_paused`; 422 `key_reused`.
    """
    with write_transaction():
        play = locked_play(token.player_id, play_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        chairs = chairs_of(play.table_id)
        letter = seat_at(token.player_id, chairs)
        claim = _open_claim(play)
        if claim is None or str(claim.pk) != claim_id or letter not in claim.waiting_for:
            raise Problem(409, "claim_over", _("You are not asked about this claim."))
        if (halt := halt_of(play.table)) != "claimed":
            raise halted(halt or "frozen")
        entries = end_claim(play, claim, letter, accepts, timezone.now())
        body = {
            "entries": [entry_data_of(entry) for entry in entries],
            "view": view_data(play, state_of(play), letter, chairs, entries[-1].number),
        }
        return keep_answer(request, CREATED, body)


def withdraw_claim(table_id: str, reference: str, now: datetime) -> Claim:
    """Make the open claim at a table void. A director's; permission and audit are the caller's.

    Raises `Problem` (409): `nothing_in_play`, `claim_over` without an open claim.
    """
    with write_transaction():
        play = locked_turn(table_id)
        claim = drop_claim(play, reference, now)
        if claim is None:
            raise Problem(409, "claim_over", _("No claim is open at this table."))
        return claim


def drop_claim(play: Play, reference: str, now: datetime) -> Claim | None:
    """Make the open claim of a play void, if there is one. With play and table locked."""
    claim = _open_claim(play)
    if claim is not None:
        _close(play, claim, ClaimState.WITHDRAWN, reference, now)
    return claim


def end_claim(
    play: Play,
    claim: Claim,
    letter: str,
    accepts: bool,
    now: datetime,
    *,
    automatic: bool = False,
) -> list[LogEntry]:
    """Take the answer of a seat that is asked; the entries it makes. With play and table locked.

    `automatic` says that the seat has let its time pass.
    """
    if not accepts:
        return [_close(play, claim, ClaimState.REFUSED, letter, now, automatic=automatic)]
    claim.waiting_for = claim.waiting_for.replace(letter, "")
    if claim.waiting_for:
        claim.save(update_fields=["waiting_for"])
        data = {"claim": str(claim.pk), "seat": letter}
        row = next_notice(play.table, play, "claim_accepted", data, now)
        row.save()
        announce(row)
        return [row]
    return [_close(play, claim, ClaimState.ACCEPTED, letter, now), *_play_out(play, claim, now)]


def _play_out(play: Play, claim: Claim, now: datetime) -> list[LogEntry]:
    """Enter the claimed plays and the passes between them as actions."""
    chairs = chairs_of(play.table_id)
    plays = [PlayAction(parse_cards(cards)) for cards in claim.plays]
    entries = []
    for position, action, state in claimed_turns(state_of(play), claim.position, plays):
        done = do_action(play, state, position, action, chairs, now, claimed=True)
        assert done.entry is not None
        entries.append(done.entry)
    return entries


def _open_claim(play: Play) -> Claim | None:
    return play.claims.filter(state=ClaimState.OPEN).first()


def _close(
    play: Play, claim: Claim, state: ClaimState, by: str, now: datetime, *, automatic: bool = False
) -> LogEntry:
    claim.state, claim.ended_at, claim.ended_by = state, now, by
    claim.save(update_fields=["state", "ended_at", "ended_by", "waiting_for"])
    table = play.table
    table.is_claimed = False
    if (halt := halt_of(table)) is None and table.halted_at is not None:
        passed = now - table.halted_at
        table.halted_at = None
        play.turn_at = play.turn_at and play.turn_at + passed
        play.due_at = play.due_at and play.due_at + passed
        play.save(update_fields=["turn_at", "due_at"])
    table.save(update_fields=["is_claimed", "halted_at"])
    seat = None if state is ClaimState.WITHDRAWN else by
    data = {"claim": str(claim.pk), "outcome": state.value, "seat": seat, "halted": halt}
    row = next_notice(table, play, "claim_ended", data, now)
    row.automatic = automatic
    if halt is None:
        row.deadline = last_deadline(play, clock_of(table.policy), map(int, row.to_act))
    row.save()
    announce(row)
    return row
