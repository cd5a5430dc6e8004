"""The clock on the wall: planned minutes, more time for everybody, and pauses that do not count."""

from __future__ import annotations

import datetime

import pytest

from games.models import LogEntry, Play
from tests.tournaments.factories import drawn_stage, plays_of, release
from tests.tournaments.people import director_of, scorer_of
from tournaments.errors import EventRefused, HaltRefused, NotPermitted
from tournaments.models import AuditEntry, Event, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event, change_stage
from tournaments.services.extend_round import extend_round
from tournaments.services.pause_event import pause_event, resume_event

pytestmark = pytest.mark.django_db
MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def stage() -> Stage:
    """Three tables with a clock of 20 s an action; a round is planned to take 30 minutes."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    change_event(stage.event, SYSTEM, {"action_seconds": 20})
    stage.event.refresh_from_db()
    return change_stage(stage, SYSTEM, {"round_minutes": 30})


def test_a_round_is_planned_to_end_its_minutes_after_its_release(stage: Stage) -> None:
    round_ = release(stage)
    assert round_.released_at is not None
    assert round_.ends_at == round_.released_at + 30 * MINUTE
    with pytest.raises(EventRefused) as caught:
        change_stage(stage, SYSTEM, {"round_minutes": 0})
    assert caught.value.code == "minutes_out_of_range"


def test_more_time_moves_the_wall_clock_and_every_turn_under_way(stage: Stage) -> None:
    round_ = release(stage)
    before = {play.pk: play.due_at for play in plays_of(round_) if play.state == "playing"}
    assert extend_round(round_, 300, director_of(stage.event), reason="late start") == 3
    planned = round_.ends_at
    round_.refresh_from_db()
    assert planned is not None
    assert round_.ends_at == planned + 5 * MINUTE
    for pk, due in before.items():
        assert due is not None
        assert Play.objects.get(pk=pk).due_at == due + 5 * MINUTE
    assert LogEntry.objects.filter(kind="extended", data={"seconds": 300}).count() == 3
    assert AuditEntry.objects.get(verb="extend_round").after == {"seconds": 300, "turns": 3}


def test_it_is_refused_to_who_may_not_and_where_nothing_is_played(stage: Stage) -> None:
    waiting = stage.rounds.get(number=2)
    with pytest.raises(HaltRefused, match="not being played"):
        extend_round(waiting, 60, SYSTEM)
    with pytest.raises(NotPermitted):
        extend_round(release(stage), 60, scorer_of(stage.event))
    with pytest.raises(HaltRefused, match="3600"):
        extend_round(stage.rounds.get(number=1), 3601, SYSTEM)


def test_a_pause_does_not_count(stage: Stage) -> None:
    round_ = release(stage)
    pause_event(stage.event, SYSTEM)
    paused = Event.objects.get(pk=stage.event_id).paused_at
    resume_event(stage.event, SYSTEM)
    planned = round_.ends_at
    round_.refresh_from_db()
    resumed = AuditEntry.objects.get(verb="resume_event").at
    assert planned is not None
    assert round_.ends_at is not None
    assert paused is not None
    moved = round_.ends_at - planned
    assert datetime.timedelta(0) < moved <= resumed - paused
