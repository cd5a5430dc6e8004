"""Commitments and reveals: what anybody needs to verify that nobody chose the deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from django.db.models import Exists, OuterRef

from engine.dealing import DealtBoard, Kind, canonical_json
from engine.dealing_reveal import deals_to_data
from games.deals import deal_of
from games.models import Board
from tournaments.models import Round, Session

from .edition import Edition


@dataclass(frozen=True, slots=True)
class Commitment:
    """The commitment of one session's board set.

    `description` is the committed document, `reveal` (None until revealed) the published
    `fushi-reveal-1` with the secret, from which every deal follows. One that `is_idle` was
    committed for a draw since undone: no round uses it, and a later set is played.
    """

    session: int
    set_id: str
    commitment: str
    committed_at: datetime
    description: Mapping[str, Any]
    public_value: str
    revealed_at: datetime | None
    reveal: Mapping[str, Any] | None
    has_rounds: bool
    is_idle: bool = False

    @property
    def canonical(self) -> str:
        """The text that is hashed after the secret: commitment = SHA-256(secret ‖ text)."""
        return canonical_json(self.description).decode()


@dataclass(frozen=True, slots=True)
class CommitmentPage:
    """All commitments of an event; `deals` has for each session its opened boards.

    Each is a `fushi-deals-1` document, which `python -m engine verify-deals --deals` reads.
    """

    edition: Edition
    commitments: tuple[Commitment, ...]
    deals: Mapping[int, Mapping[str, Any]]


def commitments(edition: Edition) -> tuple[Commitment, ...]:
    """The commitments of the stage's sessions, by number; one statement."""
    rows = (
        Session.objects.filter(stage_id=edition.stage_id)
        .order_by("number")
        .values_list(
            "number",
            "board_set_id",
            "board_set__commitment",
            "board_set__created_at",
            "board_set__description",
            "board_set__public_value",
            "board_set__revealed_at",
            "board_set__reveal",
            Exists(Round.objects.filter(session=OuterRef("pk"))),
        )
    )
    found = [Commitment(*row) for row in rows]
    first = min((each.session for each in found if each.has_rounds), default=0)
    return tuple(replace(each, is_idle=each.session < first) for each in found)


def commitment_page(edition: Edition) -> CommitmentPage:
    """Commitments with the deals that the opened boards had; three statements."""
    found = commitments(edition)
    ids = {field.board_id for field in edition.fields}
    by_set: dict[str, list[DealtBoard]] = {each.set_id: [] for each in found}
    boards = Board.objects.filter(id__in=ids).select_related("board_set")
    for board in boards.order_by("kind", "number"):
        kind = cast(Kind, str(board.kind))
        by_set[board.board_set_id].append(
            DealtBoard(kind, board.number, board.attempt, deal_of(board))
        )
    return CommitmentPage(
        edition=edition,
        commitments=found,
        deals={
            each.session: deals_to_data(str(each.description["set_id"]), by_set[each.set_id])
            for each in found
        },
    )
