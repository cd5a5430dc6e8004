"""Issue the codes by which the devices of tables sign in; returned once, stored as keyed hashes."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.db import write_transaction
from games.models import TableDevice, TableToken

from .issue_code import code_hash, unused_codes


def issue_table_codes(realm: str, numbers: Sequence[int]) -> list[str]:
    """Give the tables of these numbers new codes, in order; those before end, and their tokens."""
    with write_transaction():
        codes = unused_codes(len(numbers))
        now = timezone.now()
        for number, code in zip(numbers, codes, strict=True):
            device, _made = TableDevice.objects.update_or_create(
                realm=realm,
                number=number,
                defaults={"code_hash": code_hash(code), "code_issued_at": now},
            )
            TableToken.objects.filter(device=device, revoked_at=None).update(
                revoked_at=now, revoked_because="signed_out"
            )
    return codes
