"""The plan of a stage changed on the page of settings: until its draw, by who runs the event."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import drawn_stage, new_stage
from tests.tournaments.people import user_with
from tournaments.models import AuditEntry, Event, Role, Stage, StageKind
from tournaments.services import create_stage
from tournaments.services.actors import SYSTEM

pytestmark = pytest.mark.django_db


def browser(event: Event, role: Role = Role.DIRECTOR) -> Client:
    client = Client()
    client.force_login(user_with(event, role))
    return client


def shown(client: Client, stage: Stage) -> dict[str, str]:
    """What the form of the stage says now, as a browser sends it back."""
    page = client.get(f"/direct/{stage.event.slug}/settings/").content.decode()
    form = next(part for part in page.split("<form") if f"stage-{stage.number}-round_min" in part)
    form = form[: form.index("</form>")]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf' {key}="([^"]*)"', tag) for key in ("name", "value"))
        if name and ("checkbox" not in tag or " checked" in tag):
            found[name[1]] = value[1] if value else ""
    for name, options in re.findall(r'<select name="([^"]+)"(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        assert chosen is not None
        found[name] = chosen[1]
    return found


def change(client: Client, stage: Stage, **changes: Any) -> Any:
    body = shown(client, stage) | {
        f"stage-{stage.number}-{name}": value for name, value in changes.items()
    }
    path = f"/direct/{stage.event.slug}/settings/"
    return client.post(path, {**body, "do": "plan", "number": stage.number}, follow=True)


def test_a_mistyped_number_of_rounds_is_put_right_before_the_draw() -> None:
    stage = new_stage(entrants=9, rounds=40, boards=2)
    answer = change(browser(stage.event), stage, rounds_planned=4, boards_per_round=3)
    assert "The settings are saved." in answer.content.decode()
    stage.refresh_from_db()
    assert (stage.rounds_planned, stage.boards_per_round) == (4, 3)
    entry = AuditEntry.objects.get(verb="change_stage")
    assert entry.before == {"rounds_planned": 40, "boards_per_round": 2}
    assert entry.after == {"rounds_planned": 4, "boards_per_round": 3}


def test_who_qualifies_and_who_is_kept_apart_is_changed_in_the_stage_that_is_meant() -> None:
    first = new_stage(entrants=9, rounds=2, boards=2)
    second = create_stage(
        first.event, rounds=2, boards_per_round=2, actor=SYSTEM, source=first, last_rank=3
    )
    client = browser(first.event)
    change(client, second, last_rank=6, separate_clubs="on", forbidden_pairs="3-7, 5-9")
    second.refresh_from_db()
    assert (second.last_rank, second.separate_clubs) == (6, True)
    assert second.forbidden_pairs == [[3, 7], [5, 9]]
    change(client, first, forbidden_pairs="1-2")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.separate_clubs, first.forbidden_pairs) == (False, [[1, 2]])
    assert second.forbidden_pairs == [[3, 7], [5, 9]]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rounds_planned": 0}, "Ensure this value is greater than or equal to 1."),
        ({"forbidden_pairs": "3-3"}, "A forbidden pair is two different numbers"),
        ({"boards_per_round": 101}, "A round has from 1 to 100 boards."),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_saved(
    changes: dict[str, Any], sentence: str
) -> None:
    stage = new_stage(entrants=9, rounds=4, boards=2)
    answer = change(browser(stage.event), stage, name="Swiss", **changes)
    assert sentence in answer.content.decode()
    stage.refresh_from_db()
    assert (stage.name, stage.rounds_planned, stage.boards_per_round) == ("", 4, 2)


def test_a_colleague_who_was_faster_is_not_overwritten() -> None:
    stage = new_stage(entrants=9, rounds=4, boards=2)
    client = browser(stage.event)
    body = shown(client, stage) | {"stage-1-rounds_planned": 6}
    change(client, stage, rounds_planned=5)
    path = f"/direct/{stage.event.slug}/settings/"
    answer = client.post(path, {**body, "do": "plan", "number": 1}, follow=True)
    assert "Somebody else has changed this meanwhile" in answer.content.decode()
    stage.refresh_from_db()
    assert stage.rounds_planned == 5


def test_a_drawn_stage_keeps_its_plan_but_not_its_clock() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    client = browser(stage.event)
    assert not [name for name in shown(client, stage) if name.endswith("rounds_planned")]
    change(client, stage, round_minutes=25, rounds_planned=3)
    stage.refresh_from_db()
    assert (stage.round_minutes, stage.rounds_planned) == (25, 2)


def test_each_format_is_asked_what_it_has() -> None:
    stage = new_stage(entrants=9, rounds=2, boards=2, kind=StageKind.INDIVIDUAL_SCORE_OUT)
    names = {name.removeprefix("stage-1-") for name in shown(browser(stage.event), stage)}
    assert {"out_below", "out_step", "out_until"} <= names
    assert not {"cap", "reserve_boards", "first_rank"} & names
    teams = create_stage(
        stage.event, rounds=2, boards_per_round=4, actor=SYSTEM, kind=StageKind.FOUR_LEAGUE
    )
    page = browser(stage.event, Role.OWNER)
    names = {name.removeprefix("stage-2-") for name in shown(page, teams)}
    assert "cap" in names
    assert not {"out_below", "forbidden_pairs", "reserve_boards"} & names
