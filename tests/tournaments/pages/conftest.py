"""The made event of `tests.tournaments.read` in the middle of its first round, and its pages."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.read.made_event import MadeEvent, in_the_middle, write_log


@pytest.fixture
def made(db: None) -> MadeEvent:
    """Versions 1 and 2 are published, board 3 is in play, round 2 is drawn; board 1 has a log."""
    made = in_the_middle()
    write_log(made.play(1, 1))
    return made


@pytest.fixture
def anybody() -> Client:
    """Somebody without cookie or account."""
    return Client()
