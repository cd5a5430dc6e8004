"""The time for answering a claim: until when, and that whoever lets it pass has declined.

It is what the table's clock gives for an action, or the whole reserve where that is all there is;
without a clock there is none, and a director takes away what nobody answers. While the table is
frozen or paused, and while nobody watches the clocks, the time stands still.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F

from games.clocks import clock_of, halt_of
from games.db import write_transaction
from games.models import Claim, ClaimState, Play, PlayState, Table

from .end_claim import end_claim

OPEN = ClaimState.OPEN


def answer_until(table: Table, at: datetime) -> datetime | None:
    """Until when a claim made `at` this moment is answered; None without a clock."""
    clock = clock_of(table.policy)
    seconds = None if clock is None else clock.action or clock.pool
    return None if seconds is None else at + timedelta(seconds=seconds)


def lapse(claim_id: int, now: datetime) -> bool:
    """Take silence for a no, once the time is up; False when somebody was faster."""
    with write_transaction():
        play = (
            Play.objects.select_related("table", "board__board_set")
            .select_for_update(no_key=True, of=("table", "self"))
            .filter(claims=claim_id, state=PlayState.PLAYING)
            .first()
        )
        if play is None or halt_of(play.table) != "claimed":
            return False
        claim = play.claims.filter(pk=claim_id, state=OPEN, due_at__lte=now).first()
        if claim is None:
            return False
        end_claim(play, claim, claim.waiting_for[0], False, now, automatic=True)
        return True


def stop_claims(tables: Iterable[Table], at: datetime) -> None:
    """Let the time of the claims open at tables stand still from `at` on. With these locked."""
    for claim in Claim.objects.filter(play__table__in=tables, state=OPEN, due_at__isnull=False):
        assert claim.due_at is not None
        claim.seconds_left, claim.due_at = (claim.due_at - at).total_seconds(), None
        claim.save(update_fields=["seconds_left", "due_at"])


def resume_claims(tables: Iterable[Table], at: datetime) -> None:
    """Let it go on from `at` at tables that nothing else halts. With these locked."""
    stopped = Claim.objects.filter(play__table__in=tables, state=OPEN, seconds_left__isnull=False)
    for claim in stopped:
        assert claim.seconds_left is not None
        claim.due_at = at + timedelta(seconds=claim.seconds_left)
        claim.seconds_left = None
        claim.save(update_fields=["seconds_left", "due_at"])


def give_back(silence: timedelta) -> None:
    """Put every running time for an answer forward by a silence of the clocks."""
    Claim.objects.filter(state=OPEN, due_at__isnull=False).update(due_at=F("due_at") + silence)
