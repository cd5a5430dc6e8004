"""Make a set of boards from a new secret, to which the returned commitment binds everybody."""

from __future__ import annotations

from engine import dealing
from engine.dealing import (
    FOUR_VERSION,
    VERSION,
    DealSetDescription,
    commitment,
    derive_set,
    fingerprint,
)
from games.crypto import decrypt, encrypt
from games.db import write_transaction
from games.ids import new_id
from games.models import Board, BoardSet

BATCH = 500


def create_board_set(
    *,
    realm: str,
    event: str,
    stage: str,
    session: str,
    boards: int,
    first: int = 1,
    reserves: int = 0,
    public_value_name: str | None = None,
    set_id: str | None = None,
    players: int = 3,
) -> BoardSet:
    """Create a committed set with its boards; publish `commitment` before anything is drawn.

    With `first` there are only the boards from that number on: numbers run through several sets.
    A deal that equals one of the archive takes the next attempt, which is recorded. With a
    `public_value_name` the boards appear only when `set_public_value` brings the value. Raises
    `DealError` (`bad_deal_set`).
    """
    description = DealSetDescription(
        set_id=set_id or new_id(),
        event=event,
        stage=stage,
        session=session,
        boards=boards,
        reserves=reserves,
        public_value_name=public_value_name,
        version=VERSION if players == 3 else FOUR_VERSION,
    )
    secret = dealing.new_secret()
    with write_transaction():
        board_set = BoardSet.objects.create(
            id=description.set_id,
            realm=realm,
            description=description.to_data(),
            commitment=commitment(secret, description),
            secret_encrypted=encrypt(secret),
            first_board=first,
        )
        if public_value_name is None:
            _create_boards(board_set, secret, description)
    return board_set


def set_public_value(board_set: BoardSet, value: str) -> None:
    """Bring the announced public value, once: now the boards can be derived, and are created.

    Raises `DealError` when none was announced; ValueError when it is already there.
    """
    with write_transaction():
        locked = BoardSet.objects.select_for_update().get(pk=board_set.pk)
        if locked.public_value:
            raise ValueError("the public value of this set is known already")
        board_set.public_value = locked.public_value = value
        locked.save(update_fields=["public_value"])
        description = DealSetDescription.from_data(locked.description)
        _create_boards(locked, decrypt(locked.secret_encrypted), description)


def replace_public_value(board_set: BoardSet, value: str) -> None:
    """Put another value in the place of one that was mistyped; the boards are derived anew.

    Whether nobody has seen one of them is the caller's. Raises `ProtectedError` where one is
    played.
    """
    with write_transaction():
        locked = BoardSet.objects.select_for_update().get(pk=board_set.pk)
        locked.boards.all().delete()
        locked.public_value = ""
        locked.save(update_fields=["public_value"])
        set_public_value(board_set, value)


def _create_boards(board_set: BoardSet, secret: bytes, description: DealSetDescription) -> None:
    dealt = derive_set(
        secret,
        description,
        public_value=board_set.public_value or None,
        is_known=lambda mark: Board.objects.filter(fingerprint=mark).exists(),
    )
    Board.objects.bulk_create(
        [
            Board(
                board_set=board_set,
                kind=each.kind,
                number=each.number,
                attempt=each.attempt,
                fingerprint=fingerprint(each.deal),
            )
            for each in dealt
            if each.kind == "reserve" or each.number >= board_set.first_board
        ],
        batch_size=BATCH,
    )
