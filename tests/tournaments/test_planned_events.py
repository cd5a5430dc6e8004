"""Events made like a preset by calls; a federation final of two stages, played to its end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tournaments.models import Event
from tournaments.presets import PRESETS
from tournaments.services import create_event, create_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.rebuild import rebuild

from .brute_force import brute_force
from .factories import count_and_publish
from .program import Program, organiser, posted

pytestmark = pytest.mark.django_db


def test_a_preset_says_what_would_be_and_then_makes_exactly_that() -> None:
    caller = organiser()
    names = {each["name"] for each in posted(caller.get("presets/"))["results"]}
    assert names == set(PRESETS)
    wanted = {"name": "Cup", "people": 27, "minutes": 240}
    shown = posted(caller.post("presets/final/", {**wanted, "dry_run": True}))
    assert shown["made"] is None
    assert "3 rounds of 8 boards, 9 tables: 24 boards each." in shown["sentences"]
    assert not Event.objects.exists()
    made = posted(caller.post("presets/final/", wanted))
    assert made["sentences"] == shown["sentences"]
    assert [
        (each["name"], each["kind"], each["rounds_planned"], each["boards_per_round"])
        for each in made["stages"]
    ] == [
        ("Qualification", "individual-barometer", 3, 8),
        ("Final", "individual-fixed-boards", 2, 8),
    ]
    final = made["stages"][1]
    assert (final["source"], final["last_rank"], final["carry_over"]) == (1, 9, "scaled")
    assert made["made"]["confirm_results"]
    assert caller.post("presets/no-such/", wanted).status_code == 404
    assert caller.post("presets/final/", {**wanted, "people": 3}).status_code == 400


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_made(preset: str) -> None:
    made = posted(organiser().post(f"presets/{preset}/", {"name": "Cup", "people": 27}))
    event = Event.objects.get(slug=made["made"]["slug"])
    assert event.stages.count() == 1 + (PRESETS[preset].then is not None)


def test_an_event_is_copied_by_a_call() -> None:
    caller = organiser()
    slug = posted(caller.post("events/", {"name": "Spring Cup"}))["slug"]
    event = Event.objects.get(slug=slug)
    create_stage(event, rounds=3, boards_per_round=2, actor=SYSTEM)
    import_entrants(event, "name\nAda\nBo", SYSTEM)
    wanted = {"name": "Autumn Cup", "with_entrants": True, "is_public": False}
    made = posted(caller.post(f"events/{slug}/copy/", wanted))
    copy = Event.objects.get(slug="autumn-cup")
    assert (made["slug"], made["is_public"], made["state"]) == ("autumn-cup", False, "draft")
    assert list(copy.stages.values_list("rounds_planned", "boards_per_round")) == [(3, 2)]
    assert copy.entrants.count() == 2
    other = create_event(name="Not mine", actor=SYSTEM)
    assert caller.post(f"events/{other.slug}/copy/", wanted).status_code in (201, 403, 404)


def rows_of(program: Program, stage: int) -> dict[int, dict[str, Any]]:
    """The public standings of a stage by the entrants' numbers."""
    lines = program.get_stage(stage, "standings/?limit=1000")["results"]
    return {line["entrant"]["number"]: line for line in lines}


@pytest.mark.parametrize("preset", ["final", "out-and-fixed"])
def test_two_stages_are_played_to_the_end_by_calls(preset: str) -> None:
    """12 people: the best six go on. In the final scaled, the qualification weighs as much."""
    program = Program.planned(
        preset, {"people": 12, "rounds": 2, "boards": 2, "plays_with": "cards"}
    )
    program.enter(12)
    for stage in (1, 2):
        program.director.stage = f".{stage}"
        program.post("draw/")
        for number in (1, 2) if stage == 1 else (1,):
            if number > len(program.get("rounds/")["results"]):
                program.post("rounds/draw/")
            program.release(number)
            program.play_out(number)
            count_and_publish(program.stage(stage))
            if preset == "out-and-fixed" and stage == 1:
                would = program.get("eliminations/preview/")["results"]
                out = program.post("eliminations/", {"reason": "below"})["results"]
                assert [each["entrant"] for each in would] == [each["entrant"] for each in out]
                count_and_publish(program.stage(stage))
                if len(out) == 6:
                    break
    before, after = rows_of(program, 1), rows_of(program, 2)
    assert sorted(before[number]["rank"] for number in after) == [1, 2, 3, 4, 5, 6]
    assert program.get()["state"] == "finished"
    event = program.director.event
    assert rebuild(event).differences == []
    first = {row.entrant: row for row in brute_force(program.stage(1))}
    second = {row.entrant: row for row in brute_force(program.stage(2))}
    for line in after.values():
        was, own = first[line["entrant"]["id"]], second[line["entrant"]["id"]]
        # Two boards in the final, four (byes: none) before: a half of them.
        share = Fraction(2, was.boards + was.boards_awarded) if preset == "final" else 0
        assert Fraction(line["score"]) == own.score + share * was.score
        assert line["boards"] == own.boards == 2
    program.post("sessions/1/reveal/")
