"""Reveal a board set: publish the secret, so that anybody can derive its deals afresh."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.dealing import DealSetDescription, Kind, check_public_value
from engine.dealing_reveal import Reveal
from games.crypto import decrypt
from games.db import write_transaction
from games.errors import Problem
from games.models import BoardKind, BoardSet, Play


def reveal_board_set(board_set: BoardSet, unused: Collection[int] = ()) -> dict[str, Any]:
    """Return the document `fushi-reveal-1`, and publish it; repeating returns the same.

    `unused` are the numbers of boards that no table will ever be given: these stay shut.
    Raises `Problem` (409 `boards_not_open`) while an original board, or a reserve board that some
    table was given, is closed: the secret tells them all; `DealError` while an announced value is
    missing.
    """
    with write_transaction():
        locked = BoardSet.objects.select_for_update().get(pk=board_set.pk)
        if locked.reveal is not None:
            return cast(dict[str, Any], locked.reveal)
        description = DealSetDescription.from_data(locked.description)
        check_public_value(description, locked.public_value or None)
        boards = list(locked.boards.all())
        scheduled = Exists(Play.objects.filter(board=OuterRef("pk")))
        closed = locked.boards.filter(
            (Q(kind=BoardKind.ORIGINAL) & ~Q(number__in=unused)) | Q(scheduled),
            opened_at__isnull=True,
        )
        numbers = [str(each) for each in closed.values_list("number", flat=True)]
        if numbers:
            detail = _("These boards are not open yet: %(numbers)s.") % {
                "numbers": ", ".join(numbers)
            }
            raise Problem(409, "boards_not_open", detail)
        reveal = Reveal(
            description,
            decrypt(locked.secret_encrypted),
            locked.public_value or None,
            {(cast(Kind, b.kind), b.number): b.attempt for b in boards if b.attempt},
        )
        locked.reveal = reveal.to_data()
        locked.revealed_at = timezone.now()
        locked.save(update_fields=["reveal", "revealed_at"])
    board_set.reveal, board_set.revealed_at = locked.reveal, locked.revealed_at
    return locked.reveal
