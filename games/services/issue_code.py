"""Issue sign-in codes: 8 characters to be typed, returned once, stored as keyed hashes."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from django.utils import timezone

from games.crypto import keyed_hash
from games.db import write_transaction
from games.models import Player, TableDevice

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8  # 40 bits; guessing is throttled
_AS_READ = str.maketrans("OIL", "011", "- ")
BATCH = 500


def normalised(code: str) -> str:
    """A code as it was issued, however it is typed: case, spaces, hyphens, O, I and L."""
    return code.strip().upper().translate(_AS_READ)


def code_hash(code: str) -> str:
    """What is stored of a code."""
    return keyed_hash(f"code:{normalised(code)}")


def pin_of(code: str) -> str:
    """The PIN that goes with a code: four digits, to speak at the device of a table."""
    return f"{int(keyed_hash(f'pin of {normalised(code)}')[:12], 16) % 10_000:04}"


def pin_hash(player_id: str, pin: str) -> str:
    """What is stored of a PIN."""
    return keyed_hash(f"pin:{player_id}:{pin.strip()}")


def issue_codes(players: Sequence[Player]) -> list[str]:
    """Give each player a new code; the ones before end. Returned once, in the order of players.

    A constant number of statements per 500 players.
    """
    with write_transaction():
        codes = unused_codes(len(players))
        now = timezone.now()
        for player, code in zip(players, codes, strict=True):
            player.code_hash = code_hash(code)
            player.code_issued_at = now
            player.pin_hash = pin_hash(player.pk, pin_of(code))
        # Every row exists: the conflict is meant. (`bulk_update` takes five times as long.)
        Player.objects.bulk_create(
            players,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=["code_hash", "code_issued_at", "pin_hash"],
            batch_size=BATCH,
        )
    return codes


def issue_code(player: Player) -> str:
    """Give one player a new code; see `issue_codes`."""
    return issue_codes([player])[0]


def unused_codes(count: int) -> list[str]:
    """That many codes that nobody has."""
    codes: dict[str, str] = {}
    while len(codes) < count:
        fresh = {}
        for _ in range(min(BATCH, count - len(codes))):
            code = "".join(secrets.choice(CROCKFORD) for _ in range(LENGTH))
            fresh[code_hash(code)] = code
        for taken in _taken(fresh):
            del fresh[taken]
        codes |= fresh
    return list(codes.values())[:count]


def _taken(hashes: Iterable[str]) -> list[str]:
    wanted = list(hashes)
    return [
        digest
        for holders in (Player.objects, TableDevice.objects)
        for digest in holders.filter(code_hash__in=wanted).values_list("code_hash", flat=True)
        if digest is not None
    ]
