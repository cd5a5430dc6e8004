"""Every format, played by bots from the draw to the last standings; and the copy of an event."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from engine.movements import check
from games.models import LogEntry, Play
from tournaments import simulation
from tournaments.errors import EventRefused, NotPermitted
from tournaments.models import Event, EventState, Rehearsal, Stage
from tournaments.services import create_event, create_stage, release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.copy_event import copy_event
from tournaments.services.pause_event import pause_event
from tournaments.services.rebuild import rebuild
from tournaments.services.rehearse import ask_rehearsal, cancel_rehearsal
from tournaments.simulation import Simulation, run_rehearsal, simulate
from tournaments.stored_seating import seating_differences, stored_seating
from tournaments.tasks import sweep

from .brute_force import assert_equals_brute_force
from .factories import new_stage
from .people import director_of, outsider, scorer_of

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[Event, dict[str, Any]]:
    output = StringIO()
    call_command("simulate", *arguments, "--json", stdout=output)
    document: dict[str, Any] = json.loads(output.getvalue())
    return Event.objects.get(slug=document["event"]), document


def test_what_was_simulated_without_logs_contradicts_no_log() -> None:
    run("--format", "individual-barometer", "--entrants", "9", "--rounds", "1", "--boards", "1")
    assert not LogEntry.objects.filter(kind="bid").exists()
    call_command("check_log", stdout=StringIO())


INDIVIDUALS = [
    ("individual-barometer", 9, 2, "competition"),
    ("individual-barometer", 10, 2, "competition"),
    ("individual-barometer", 9, 2, "four-player"),
    ("individual-swiss", 11, 3, "competition"),
    ("individual-mitchell", 15, 2, "competition"),
    ("individual-own-deals", 8, 2, "competition"),
]


@pytest.mark.parametrize(("kind", "entrants", "rounds", "ruleset"), INDIVIDUALS)
def test_an_individual_event_equals_the_brute_force(
    kind: str, entrants: int, rounds: int, ruleset: str
) -> None:
    event, document = run(
        *("--format", kind, "--entrants", str(entrants), "--rounds", str(rounds)),
        *("--boards", "2", "--ruleset", ruleset),
    )
    stage = event.stages.get()
    assert_finished(event, stage)
    assert_equals_brute_force(stage)
    assert document["plays"] == Play.objects.count()
    assert len(document["standings"]) == entrants


def test_a_score_out_is_played_until_so_many_are_left_or_its_rounds_are_over() -> None:
    arguments = ("--entrants", "13", "--rounds", "3", "--boards", "2")
    event, document = run("--format", "individual-score-out", *arguments)
    stage = event.stages.get()
    assert_finished(event, stage)
    left = 13 - stage.eliminations.count()
    assert left == 6 or stage.rounds.count() == 3
    assert stage.rounds.count() > 1
    assert len(document["standings"]) == 13


@pytest.mark.parametrize(
    ("kind", "teams", "rounds"),
    [("teams-round-robin", 6, 1), ("teams-swiss", 7, 2), ("teams-knockout", 5, 2)],
)
def test_a_team_event_is_what_its_facts_say(kind: str, teams: int, rounds: int) -> None:
    event, document = run(
        *("--format", kind, "--entrants", str(teams), "--rounds", str(rounds)),
        *("--boards", "2", "--scoring", "victory-points"),
    )
    assert_finished(event, event.stages.get())
    assert rebuild(event).differences == []
    assert document["standings"][0]["rank"] == 1


def assert_finished(event: Event, stage: Stage) -> None:
    assert event.state == EventState.FINISHED
    assert not event.is_public
    report = check(stored_seating(stage), stage.certificate)
    assert report.is_sound, report
    assert seating_differences(stage) == []


def test_an_event_of_two_stages_is_copied_and_played_and_stays_as_it_was() -> None:
    first = new_stage(entrants=9, rounds=1, boards=1, tie_breaks=["lot"])
    create_stage(
        first.event,
        rounds=1,
        boards_per_round=2,
        kind="individual-swiss",
        source=first,
        last_rank=6,
        carry_over="full",
        actor=SYSTEM,
    )
    event, document = run(first.event.slug)
    assert event.slug == "spring-cup-bots"
    assert len(document["standings"]) == 6
    one, two = event.stages.order_by("number")
    assert two.source == one
    assert_finished(event, one)
    assert rebuild(event).differences == []
    first.refresh_from_db()
    assert first.movement is None
    assert first.event.state == EventState.DRAFT
    assert set(first.event.entrants.values_list("person")) == set(
        event.entrants.values_list("person")
    )


def test_with_logs_every_action_is_there_and_without_them_none() -> None:
    acted = []
    for logs in (True, False):
        stage = new_stage(entrants=6, rounds=1, boards=1)
        plays = simulate(stage.event, Simulation("chance", seed=3, logs=logs))
        assert plays == 2
        entries = LogEntry.objects.filter(table__realm=stage.event_id, kind__in=["play", "bid"])
        acted.append(entries.exists())
        assert rebuild(stage.event).differences == []
        assert_equals_brute_force(stage)
    assert acted == [True, False]


def test_what_is_refused_is_told_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="at most 4 rounds"):
        run("--format", "individual-barometer", "--entrants", "9", "--rounds", "5")
    with pytest.raises(CommandError, match="There is no event"):
        run("no-such")
    with pytest.raises(CommandError, match="one of the two"):
        run()


def test_a_director_rehearses_his_event_and_sees_the_copy() -> None:
    event = new_stage(entrants=6, rounds=1, boards=1).event
    director = director_of(event)
    asked = ask_rehearsal(event, director)
    with pytest.raises(EventRefused) as caught:
        ask_rehearsal(event, SYSTEM)
    assert caught.value.code == "rehearsed_already"
    assert (asked.state, asked.total) == ("waiting", 2)
    assert run_rehearsal(asked.pk)
    assert not run_rehearsal(asked.pk)
    asked.refresh_from_db()
    assert (asked.state, asked.done) == ("done", 2)
    copy = asked.copy
    assert copy is not None
    assert copy.name == "Spring Cup (rehearsal)"
    assert copy.roles.get().user == director.user
    assert not copy.is_public
    assert_finished(Event.objects.get(pk=copy.pk), copy.stages.get())
    with pytest.raises(NotPermitted):
        ask_rehearsal(event, scorer_of(event))
    for wanted, code in (
        (new_stage(entrants=99, rounds=30, boards=30).event, "too_large"),
        (create_event(name="Empty", actor=SYSTEM), "nothing_to_rehearse"),
    ):
        with pytest.raises(EventRefused) as caught:
            ask_rehearsal(wanted, SYSTEM)
        assert caught.value.code == code


def test_a_rehearsal_is_stopped_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    event = new_stage(entrants=9, rounds=2, boards=4).event
    asked = ask_rehearsal(event, SYSTEM)

    def stop(*_args: object) -> None:
        cancel_rehearsal(asked, SYSTEM)

    monkeypatch.setattr(simulation, "release_round", stopping(release_round, stop))
    assert run_rehearsal(asked.pk)
    asked.refresh_from_db()
    # It is noticed with the next beat, after five plays.
    assert (asked.state, asked.done) == ("cancelled", 0)
    assert asked.copy is not None
    assert Play.objects.filter(table__realm=asked.copy.pk, state="finished").count() == 5
    with pytest.raises(EventRefused) as caught:
        cancel_rehearsal(asked, SYSTEM)
    assert caught.value.code == "rehearsal_over"


def stopping(release: Callable[..., Any], stop: Callable[..., None]) -> Callable[..., Any]:
    """Release as ever, and then stop."""

    def both(*args: Any) -> Any:
        released = release(*args)
        stop()
        return released

    return both


def test_what_cannot_be_played_is_told_and_a_dead_worker_is_given_up() -> None:
    event = new_stage(entrants=9, rounds=5, boards=1).event  # nine allow four rounds
    asked = ask_rehearsal(event, SYSTEM)
    assert run_rehearsal(asked.pk)
    asked.refresh_from_db()
    assert asked.state == "failed"
    assert "4 rounds" in asked.trouble
    other = ask_rehearsal(event, SYSTEM)
    long_ago = timezone.now() - datetime.timedelta(minutes=3)
    Rehearsal.objects.filter(pk=other.pk).update(state="running", beat_at=long_ago)
    sweep()
    other.refresh_from_db()
    assert (other.state, other.trouble) == ("failed", "The server was stopped meanwhile.")


def test_a_copy_needs_the_right_and_a_free_address() -> None:
    event = new_stage().event
    for actor in (scorer_of(event), outsider()):
        with pytest.raises(NotPermitted):
            copy_event(event, actor, name="X", slug="x", with_entrants=False, is_public=False)
    with pytest.raises(EventRefused) as caught:
        copy_event(event, SYSTEM, name="X", slug=event.slug, with_entrants=False, is_public=False)
    assert caught.value.code == "slug_taken"
    pause_event(event, SYSTEM, reason="fire alarm")
    made = copy_event(event, SYSTEM, name="X", slug="x", with_entrants=False, is_public=True)
    assert made.paused_at is None
    assert (made.entrants.count(), made.stages.count(), made.state) == (0, 1, EventState.DRAFT)
