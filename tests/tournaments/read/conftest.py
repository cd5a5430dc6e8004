"""The made event in the middle of its first round, and a client without any cookie."""

from __future__ import annotations

import pytest
from django.test import Client

from .made_event import MadeEvent, in_the_middle


@pytest.fixture
def made(db: None) -> MadeEvent:
    """Versions 1 and 2 are published, board 3 is in play, round 2 is drawn."""
    return in_the_middle()


@pytest.fixture
def anybody() -> Client:
    """Somebody without cookie or token."""
    return Client()
