"""The console tells what has waited for the worker longer than usual, and nothing before."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.models import DirtyMark, Role, StandingsMark
from tournaments.queries.pending import pending
from tournaments.tasks import sweep

from ..factories import PASSED_OUT, drawn_stage, finish, plays_of, release
from ..people import user_with

pytestmark = pytest.mark.django_db


def test_the_hall_and_the_settings_show_how_far_the_counts_are() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=4)
    for play in plays_of(release(stage), board=2):
        finish(play, PASSED_OUT)
    client = Client()
    client.force_login(user_with(stage.event, Role.DIRECTOR))
    address = f"/direct/{stage.event.slug}/"
    pages = (address, f"{address}?part=hall", f"{address}settings/")
    for page in pages:
        assert "Being counted" not in client.get(page).content.decode(), "it is under way"
    long_ago = timezone.now() - timedelta(minutes=2)
    DirtyMark.objects.update(at=long_ago)
    StandingsMark.objects.update(at=long_ago)
    for page in pages:
        shown = client.get(page).content.decode()
        assert "Being counted: 9 of 12 frequency tables are done." in shown
        assert '<progress value="9" max="12">' in shown
        assert "It has waited for 2\xa0minutes" in shown
    DirtyMark.objects.all().delete()
    assert "New standings are being made." in client.get(address).content.decode()
    sweep()
    assert pending(stage.event) is None
    assert "<progress" not in client.get(address).content.decode()
