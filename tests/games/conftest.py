"""Fixtures of the table tests: one hall, in a transaction or with commits that others can see."""

from __future__ import annotations

import pytest

from tests.games.hall import Hall, open_hall


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """One table with two boards; position 1 is Ada's on the first and Bo's on the second."""
    return open_hall(monkeypatch, positions=("ABC", "BCA"))


@pytest.fixture
def committed_hall(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """The same, visible to other threads and processes, with messages really published."""
    return open_hall(monkeypatch, positions=("ABC", "BCA"))
