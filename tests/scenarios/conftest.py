"""The same deals at every run, so that the bots decide the same."""

from __future__ import annotations

from hashlib import sha256

import pytest


@pytest.fixture(autouse=True)
def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every set of boards is dealt from one secret of the tests."""
    secret = sha256(b"an evening of the scenarios").digest()
    monkeypatch.setattr("engine.dealing.new_secret", lambda: secret)
