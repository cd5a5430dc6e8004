"""Board sets: committed, derivable, revealed only when open, no deal twice in the archive."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.dealing_reveal import Reveal, verify
from engine.errors import DealError
from games.crypto import decrypt
from games.deals import deal_of
from games.errors import Problem
from games.models import Board, BoardSet
from games.services import create_board_set, open_board, reveal_board_set, set_public_value

pytestmark = pytest.mark.django_db


def make(**changes: Any) -> BoardSet:
    wanted: dict[str, Any] = {"realm": "r", "event": "e", "stage": "s", "session": "1", "boards": 3}
    return create_board_set(**wanted | changes)


def test_the_commitment_covers_secret_and_description() -> None:
    board_set = make(reserves=1)
    text = json.dumps(
        board_set.description, ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    secret = decrypt(board_set.secret_encrypted)
    assert hashlib.sha256(secret + text.encode()).hexdigest() == board_set.commitment
    assert secret not in bytes(board_set.secret_encrypted)
    assert board_set.description["set_id"] == board_set.pk
    kinds = board_set.boards.order_by("kind", "number").values_list("kind", "number")
    assert list(kinds) == [("original", 1), ("original", 2), ("original", 3), ("reserve", 1)]


def test_a_deal_is_derived_and_then_costs_no_query() -> None:
    board = make().boards.select_related("board_set").get(number=2)
    first = deal_of(board)
    with CaptureQueriesContext(connection) as queries:
        assert deal_of(board) == first
    assert len(queries) == 0
    assert len({card for hand in first.hands for card in hand} | set(first.kitty)) == 54


def test_a_deal_that_the_archive_has_takes_the_next_attempt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.dealing.new_secret", lambda: b"the same secret!")
    first, second = make(), make()
    assert set(first.boards.values_list("attempt", flat=True)) == {0}
    assert set(second.boards.values_list("attempt", flat=True)) == {1}
    assert Board.objects.values("fingerprint").distinct().count() == 6
    for board in second.boards.all():
        open_board(board, timezone.now())
    reveal = Reveal.from_data(reveal_board_set(second))
    assert dict(reveal.attempts) == {("original", number): 1 for number in (1, 2, 3)}
    deals = [deal_of(board) for board in second.boards.select_related("board_set")]
    assert [board.deal for board in reveal.boards()] == deals


def test_a_set_is_revealed_only_when_its_boards_are_open() -> None:
    board_set = make(reserves=1)
    now = timezone.now()
    for board in board_set.boards.filter(kind="original", number__lt=3):
        assert open_board(board, now)
        assert not open_board(board, now)
    with pytest.raises(Problem) as refused:
        reveal_board_set(board_set)
    assert (refused.value.status, refused.value.code) == (409, "boards_not_open")
    assert "3" in str(refused.value.detail)
    open_board(board_set.boards.get(kind="original", number=3), now)
    document = reveal_board_set(board_set)
    assert reveal_board_set(board_set) == document
    board_set.refresh_from_db()
    assert board_set.reveal == document
    reveal = Reveal.from_data(document)
    assert verify(reveal, board_set.commitment, reveal.boards()) == []


def test_with_a_public_value_the_boards_come_when_it_is_known() -> None:
    board_set = make(public_value_name="closing index of 5 May")
    assert not board_set.boards.exists()
    set_public_value(board_set, "3312.75")
    assert board_set.boards.count() == 3
    board = board_set.boards.select_related("board_set").get(number=1)
    assert len(deal_of(board).kitty) == 3
    with pytest.raises(ValueError, match="known already"):
        set_public_value(board_set, "1")


def test_a_set_that_waits_for_its_value_is_not_revealed() -> None:
    board_set = make(public_value_name="closing index of 5 May")
    with pytest.raises(DealError, match="closing index of 5 May"):
        reveal_board_set(board_set)
    board_set.refresh_from_db()
    assert board_set.reveal is None


def test_a_set_without_an_announced_value_takes_none() -> None:
    board_set = make()
    with pytest.raises(DealError):
        set_public_value(board_set, "7")
    board_set.refresh_from_db()
    assert board_set.public_value == ""


def test_a_set_of_no_boards_is_refused() -> None:
    with pytest.raises(DealError):
        make(boards=0)
    assert not BoardSet.objects.exists()
