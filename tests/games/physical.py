"""A table that plays with cards: what its people report, worked out from the deal by hand."""

from __future__ import annotations

import uuid
from typing import Any

from engine.cards import format_card
from tests.games.hall import Answer, Caller, Hall


def slip(hall: Hall, landlord: int = 2, board: int = 1, **others: Any) -> dict[str, Any]:
    """A landlord at 2 who led his highest card and won, without anything special."""
    lead = format_card(hall.deal(board).hand(landlord)[0])
    return {"landlord": landlord, "lead": lead, "bid": 2, "out_first": landlord, **others}


def send(caller: Caller, verb: str, play: str, body: dict[str, Any], key: str = "") -> Answer:
    """Post to `result`, `confirm` or `dispute` under a key."""
    return caller.send(
        "POST", f"plays/{play}/{verb}/", body, Idempotency_Key=key or uuid.uuid4().hex
    )


def play_on_board(hall: Hall, number: int) -> str:
    """The id of the play of a board at this table."""
    return str(hall.table.plays.get(board=hall.boards[number - 1]).pk)
