"""Commitments and reveals: what anybody needs to verify that nobody chose the deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Board
from tournaments.models import Session

from .boards import Hands, cards_of
from .edition import Edition


@dataclass(frozen=True, slots=True)
class Commitment:
    """The commitment of one session's board set.

    `description` is the document that it covers; `reveal` (None until revealed) the published
    document with the secret, from which `python -m engine verify-deals` derives every deal.
    """

    session: int
    commitment: str
    committed_at: datetime
    description: Mapping[str, Any]
    public_value: str
    revealed_at: datetime | None
    reveal: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class CommitmentPage:
    """All commitments of an event; `deals` of its opened boards, by number, to compare with."""

    edition: Edition
    commitments: tuple[Commitment, ...]
    deals: Mapping[int, Hands]


def commitments(edition: Edition) -> tuple[Commitment, ...]:
    """The commitments of the stage's sessions, by number; one statement."""
    rows = (
        Session.objects.filter(stage_id=edition.stage_id)
        .order_by("number")
        .values_list(
            "number",
            "board_set__commitment",
            "board_set__created_at",
            "board_set__description",
            "board_set__public_value",
            "board_set__revealed_at",
            "board_set__reveal",
        )
    )
    return tuple(Commitment(*row) for row in rows)


def commitment_page(edition: Edition) -> CommitmentPage:
    """Commitments with the deals that the opened boards had; two statements."""
    ids = {field.board_id for field in edition.fields}
    boards = Board.objects.filter(id__in=ids).select_related("board_set").order_by("number")
    return CommitmentPage(
        edition=edition,
        commitments=commitments(edition),
        deals={board.number: cards_of(board) for board in boards},
    )
