"""The deal of a board, derived from its set's secret; nothing here is written to the database.

Owns a small cache in memory. Who may see a deal is decided elsewhere.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from engine.deal import Deal
from engine.dealing import DealSetDescription, Kind
from engine.dealing_reveal import Reveal
from games.crypto import decrypt
from games.models import Board, BoardSet

CACHED_DEALS = 256
CACHED_SETS = 32


@lru_cache(maxsize=CACHED_SETS)
def _reveal(set_id: str, commitment: str, public_value: str) -> Reveal:
    board_set = BoardSet.objects.get(pk=set_id)
    return Reveal(
        DealSetDescription.from_data(board_set.description),
        decrypt(board_set.secret_encrypted),
        public_value or None,
    )


@lru_cache(maxsize=CACHED_DEALS)
def _deal(
    set_id: str, commitment: str, public_value: str, kind: Kind, number: int, attempt: int
) -> Deal:
    return _reveal(set_id, commitment, public_value).board(kind, number, attempt).deal


def deal_of(board: Board) -> Deal:
    """The hands and the kitty of a board. Raises `DealError` while a public value is missing.

    Costs a query the first time; have `board.board_set` selected along.
    """
    kind = cast(Kind, board.kind)
    board_set = board.board_set
    return _deal(
        board_set.pk,
        board_set.commitment,
        board_set.public_value,
        kind,
        board.number,
        board.attempt,
    )
