"""Start practice: a table with two bots for a visitor without an account, on a board of his own.

It belongs to no event and no entrant: `record_practice` is all that hears of its result.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import rulesets
from games.crypto import keyed_hash
from games.db import write_transaction
from games.errors import Problem
from games.models import Person, Player, Table
from games.policy import TablePolicy
from games.queries import current_play
from games.services import TableSpec, create_board_set, create_tables, release_tables
from games.services.sign_in import open_token
from tournaments.house_bots import STRENGTH
from tournaments.models import PRACTICE_REALM, Practice
from tournaments.queries.practice import PracticeChoice, choose_practice

RULESET = "competition"
#: The installation's own boards: few, so that visitors meet others' results.
BOARDS = 12
#: How many boards may be begun within `WINDOW` from one address; in all, see PRACTICE_TABLES.
PER_ADDRESS = 30
WINDOW = timedelta(minutes=10)
#: Which seat holds positions 1, 2, 3 when the visitor, on seat A, holds the position.
SEATINGS = {1: "ABC", 2: "CAB", 3: "BCA"}


@dataclass(frozen=True, slots=True)
class StartedPractice:
    """`token` is the new visitor's, shown this once; None for who came with one."""

    token: str | None


def start_practice(
    player: Player | None, address: str, wanted: PracticeChoice | None = None
) -> StartedPractice:
    """Seat a visitor at a released table; who is at one already goes on there.

    `player` is of `PRACTICE_REALM`, None for a new visitor; `wanted` is the seat asked for (of
    `seat_at`), None for any. Raises `Problem` 429 `throttled`.
    """
    if player is not None and current_play(player) is not None:
        return StartedPractice(None)
    digest, now = keyed_hash(f"address:{address}"), timezone.now()
    _refuse_crowd(digest, now)
    choice = wanted or choose_practice(player) or _choose_first(player)
    with write_transaction():
        token = None
        if player is None:
            player = _new_player(_("Visitor"))
            token = open_token(player).token
        table = _seat(player, choice)
        release_tables([table], now)
        Practice.objects.create(
            play=table.plays.get(),
            player=player,
            board=choice.board,
            position=choice.position,
            field=choice.field,
            is_repeat=choice.is_repeat,
            address_hash=digest,
            started_at=now,
        )
    return StartedPractice(token)


def _refuse_crowd(digest: str, now: datetime) -> None:
    recent = Practice.objects.filter(started_at__gt=now - WINDOW)
    limits = (
        (recent.filter(address_hash=digest), PER_ADDRESS),
        (recent, settings.PRACTICE_TABLES),
    )
    for begun, allowed in limits:
        times = list(begun.order_by("-started_at").values_list("started_at", flat=True)[:allowed])
        if len(times) == allowed:
            since = times[-1] if times else now
            wait = max(1, round((since + WINDOW - now).total_seconds()))
            detail = _("Many people are practising just now. Try again in a few minutes.")
            raise Problem(429, "throttled", detail, headers={"Retry-After": str(wait)})


def _choose_first(player: Player | None) -> PracticeChoice:
    """The practice boards are made when they are first needed."""
    create_board_set(realm=PRACTICE_REALM, event="practice", stage="1", session="1", boards=BOARDS)
    choice = choose_practice(player)
    assert choice is not None
    return choice


def _seat(player: Player, choice: PracticeChoice) -> Table:
    event = choice.event
    policy = TablePolicy(
        ruleset=event.ruleset if event else rulesets.get(RULESET).to_data(),
        all_pass=event.all_pass if event else "void",
        hints=True,
        practice=True,
    )
    spec = TableSpec(
        realm=PRACTICE_REALM,
        number=1,
        seats={"A": player, "B": _bot(_("Bot 1")), "C": _bot(_("Bot 2"))},
        policy=policy,
        plays=[(choice.board, SEATINGS[choice.position])],
        bots={"B": STRENGTH, "C": STRENGTH},
    )
    return create_tables([spec])[0]


def _bot(name: str) -> Player:
    """The house bot of this name: one for all tables."""
    bots = Player.objects.filter(realm=PRACTICE_REALM, person__is_bot=True, person__name=name)
    return bots.first() or _new_player(name, is_bot=True)


def _new_player(name: str, is_bot: bool = False) -> Player:
    person = Person.objects.create(name=name, is_bot=is_bot)
    return Player.objects.create(person=person, realm=PRACTICE_REALM)
