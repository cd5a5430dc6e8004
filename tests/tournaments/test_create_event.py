"""An event and its stages: what is frozen, what can be changed until when, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User

from engine import rulesets
from tournaments.errors import EventRefused, NotPermitted
from tournaments.models import AuditEntry, Event, EventState, Role, RoleAssignment
from tournaments.services import create_event, create_stage, draw_stage
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.change_event import change_event, change_stage
from tournaments.services.import_entrants import import_entrants
from tournaments.services.table_policy import TABLE_SETTINGS

from .factories import drawn_stage, entrants_text, new_stage, release
from .people import director_of, scorer_of

pytestmark = pytest.mark.django_db


def test_the_ruleset_is_copied_whole_with_its_hash() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    ruleset = rulesets.get("competition")
    assert event.ruleset == ruleset.to_data()
    assert event.ruleset_hash == ruleset.hash
    assert event.state == EventState.DRAFT


def test_who_creates_an_event_owns_it() -> None:
    organiser = User.objects.create_user("o", is_staff=True)
    organiser.user_permissions.add(Permission.objects.get(codename="add_event"))
    event = create_event(name="Spring Cup", actor=Actor.of(organiser))
    assert RoleAssignment.objects.get(event=event).role == Role.OWNER
    entry = AuditEntry.objects.get(event=event)
    assert (entry.verb, entry.actor) == ("create_event", f"user:{organiser.pk}")


@pytest.mark.parametrize(
    ("name", "slug"), [("Spring Cup 2026", "spring-cup-2026"), ("春季杯", "event")]
)
def test_the_address_is_made_of_the_name(name: str, slug: str) -> None:
    assert create_event(name=name, actor=SYSTEM).slug == slug
    again = create_event(name=name, actor=SYSTEM).slug
    assert again.startswith(f"{slug}-")


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"ruleset": "house-rules"}, "unknown_ruleset"),
        ({"all_pass": "redeal"}, "unknown_all_pass"),
        ({"timezone": "Moon/Crater"}, "unknown_timezone"),
        ({"slug": "Spring Cup"}, "slug_invalid"),
        ({"slug": "x" * 61}, "slug_invalid"),
        ({"slug": "taken"}, "slug_taken"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], code: str) -> None:
    create_event(name="First", slug="taken", actor=SYSTEM)
    with pytest.raises(EventRefused) as caught:
        create_event(**{"name": "Spring Cup", "actor": SYSTEM, **settings})
    assert caught.value.code == code
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"rounds": 0}, "rounds_out_of_range"),
        ({"rounds": 1501}, "rounds_out_of_range"),
        ({"boards_per_round": 0}, "boards_out_of_range"),
        ({"bye_award": 101}, "bye_award_out_of_range"),
        ({"method": "guessing"}, "unknown_method"),
        ({"kind": "free-for-all"}, "unknown_format"),
    ],
)
def test_a_stage_that_cannot_be_is_refused(settings: dict[str, Any], code: str) -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    with pytest.raises(EventRefused) as caught:
        create_stage(event, **{"rounds": 2, "boards_per_round": 2, "actor": SYSTEM, **settings})
    assert caught.value.code == code
    assert not event.stages.exists()


def test_stages_are_numbered_and_directors_make_them() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    director = director_of(event)
    stages = [create_stage(event, rounds=1, boards_per_round=1, actor=director) for _ in range(2)]
    assert [stage.number for stage in stages] == [1, 2]
    with pytest.raises(NotPermitted):
        create_stage(event, rounds=1, boards_per_round=1, actor=scorer_of(event))


class TestChanging:
    def test_a_change_is_stored_with_before_and_after(self) -> None:
        event = create_event(name="Spring Cup", actor=SYSTEM)
        change_event(event, SYSTEM, {"name": "May Cup", "place": ""})
        event.refresh_from_db()
        assert event.name == "May Cup"
        entry = AuditEntry.objects.get(verb="change_event")
        assert (entry.before, entry.after) == ({"name": "Spring Cup"}, {"name": "May Cup"})

    def test_the_ruleset_is_not_among_what_can_be_changed(self) -> None:
        event = create_event(name="Spring Cup", actor=SYSTEM)
        with pytest.raises(EventRefused) as caught:
            change_event(event, SYSTEM, {"ruleset": {}})
        assert caught.value.code == "unknown_setting"

    def test_the_all_pass_rule_is_frozen_by_the_first_release(self) -> None:
        stage = drawn_stage()
        change_event(stage.event, SYSTEM, {"all_pass": "forced"})
        release(stage)
        with pytest.raises(EventRefused) as caught:
            change_event(stage.event, SYSTEM, {"all_pass": "void"})
        assert caught.value.code == "already_released"
        change_event(stage.event, SYSTEM, {"all_pass": "forced", "place": "Beijing"})

    def test_a_stage_is_frozen_by_its_draw(self) -> None:
        stage = change_stage(new_stage(), SYSTEM, {"rounds_planned": 3, "seed": 8})
        assert (stage.rounds_planned, stage.seed) == (3, 8)
        draw_stage(stage, SYSTEM)
        with pytest.raises(EventRefused) as caught:
            change_stage(stage, SYSTEM, {"rounds_planned": 2})
        assert caught.value.code == "already_drawn"

    def test_a_stage_is_checked_as_when_it_was_made(self) -> None:
        with pytest.raises(EventRefused) as caught:
            change_stage(new_stage(), SYSTEM, {"boards_per_round": 0})
        assert caught.value.code == "boards_out_of_range"


def test_the_settings_of_its_tables_reach_their_policy() -> None:
    event = create_event(
        name="Fast", actor=SYSTEM, action_seconds=20, pool_seconds=60, on_timeout="bot", hints=True
    )
    change_event(event, SYSTEM, {"start_seconds": 45, "memory_aid": "counter", "physical": True})
    import_entrants(event, entrants_text(9), SYSTEM)
    stage = create_stage(event, rounds=2, boards_per_round=2, actor=SYSTEM, seed=1)
    table = release(draw_stage(stage, SYSTEM)).tables.first()
    assert table is not None
    policy = table.table.policy
    assert {name: policy[name] for name in TABLE_SETTINGS} == {
        "action_seconds": 20,
        "pool_seconds": 60,
        "start_seconds": 45,
        "on_timeout": "bot",
        "hints": True,
        "memory_aid": "counter",
        "claims": False,
        "physical": True,
        "travellers": False,
        "confirm_results": False,
        "correction_minutes": 30,
    }
    with pytest.raises(EventRefused) as refused:
        change_event(event, SYSTEM, {"action_seconds": 30})
    assert refused.value.code == "already_released"


@pytest.mark.parametrize(
    "setting", [{"action_seconds": 1}, {"on_timeout": "wait"}, {"clock": 30}, {"memory_aid": ""}]
)
def test_settings_under_which_no_table_can_be_played_are_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(EventRefused) as refused:
        create_event(name="Fast", actor=SYSTEM, **setting)
    assert refused.value.code == "bad_table_setting"
    assert not Event.objects.exists()
