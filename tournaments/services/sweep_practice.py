"""Clear old practice away: tables, logs and visitors go, the results for comparison stay.

The one place where plays are deleted: they belong to no event, and nobody is ranked by them.
"""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.db import write_transaction
from games.models import IdempotentRequest, Person, Player, PlayerToken
from games.services.discard_tables import discard_tables
from tournaments.models import PRACTICE_REALM, Practice

#: How long a visitor can come back to his board and its comparison.
KEPT = timedelta(days=1)
#: Tables that one sweep clears away; the others follow a second later.
MOST = 50


def sweep_practice(now: datetime | None = None) -> int:
    """Discard the tables of practice begun before `KEPT`; returns how many. Idempotent."""
    before = (timezone.now() if now is None else now) - KEPT
    old = Practice.objects.filter(started_at__lt=before, play__isnull=False)
    if not old.exists():
        return 0
    with write_transaction():
        locked = old.select_for_update(of=("self",)).order_by("pk")[:MOST]
        rows = list(locked.values_list("pk", "play__table", "player"))
        mine = Practice.objects.filter(pk__in=[pk for pk, _table, _player in rows])
        compared = Q(points__isnull=False, field__isnull=True, is_repeat=False)
        mine.exclude(compared).delete()
        mine.update(play=None, player=None, address_hash="")
        discard_tables([table for _pk, table, _player in rows])
        _forget_visitors([player for _pk, _table, player in rows])
    return len(rows)


def _forget_visitors(players: list[str]) -> None:
    """Delete those who hold no seat any more, their tokens, and the answers kept for these."""
    gone = Player.objects.filter(pk__in=players, realm=PRACTICE_REALM, seats__isnull=True)
    people = list(gone.values_list("person", flat=True))
    tokens = PlayerToken.objects.filter(player__in=gone).values_list("pk", flat=True)
    credentials = [f"token:{pk}" for pk in tokens]
    IdempotentRequest.objects.filter(credential__in=credentials).delete()
    gone.delete()
    Person.objects.filter(pk__in=people).delete()
