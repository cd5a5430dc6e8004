"""A round beyond the plan: its boards, its draw, what stays, and the way back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client

from engine.movements import check
from games.models import Board
from tournaments.errors import DrawRefused
from tournaments.models import AuditEntry, EventState, Role, Stage
from tournaments.services import create_stage, draw_stage
from tournaments.services.actors import SYSTEM
from tournaments.services.add_round import add_round, drop_round
from tournaments.services.draw_round import draw_round
from tournaments.services.rebuild import rebuild
from tournaments.services.undo_round import undo_round
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import assert_equals_brute_force
from .directing import with_key
from .factories import count_and_publish, drawn_stage, play_round, random_facts, release
from .people import user_with
from .program import Program

pytestmark = pytest.mark.django_db


def played(stage: Stage, number: int) -> None:
    source = random.Random(number)
    play_round(release(stage, number), lambda _: random_facts(source))
    count_and_publish(stage)


def fresh(stage: Stage) -> Stage:
    return Stage.objects.select_related("event").get(pk=stage.pk)


@pytest.mark.parametrize(
    ("kind", "people"),
    [("individual-barometer", 10), ("individual-fixed-boards", 9), ("individual-swiss", 10)],
)
def test_a_round_that_went_wrong_is_played_again_with_boards_of_its_own(
    kind: str, people: int
) -> None:
    """The last round was seated wrong: its boards are withdrawn, and one round more is played."""
    stage = drawn_stage(entrants=people, rounds=2, boards=2, kind=kind)
    director = with_key(stage.event)
    played(stage, 1)
    if kind == "individual-swiss":
        draw_round(stage, SYSTEM)
    played(fresh(stage), 2)
    assert fresh(stage).event.state == EventState.FINISHED
    for board in (3, 4):
        body = {"kind": "withdrawn", "board": board, "reason": "seated by the wrong list"}
        assert director.post("rulings/", body).status_code == 201
    assert director.post("rounds/add/").json()["refusal"] == "reason_missing"
    added = director.post("rounds/add/", {"reason": "round 2 again"})
    assert added.status_code == 201, added.content
    assert (added.json()["rounds_planned"], added.json()["sessions_planned"]) == (3, 2)
    assert fresh(stage).event.state == EventState.RUNNING
    assert director.post("rounds/draw/").status_code == 201
    played(fresh(stage), 3)
    stage = fresh(stage)
    assert stage.event.state == EventState.FINISHED
    assert stage.rounds.get(number=3).session.number == 2
    boards = Board.objects.filter(board_set__session__stage=stage).order_by("number")
    assert list(boards.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert seating_differences(stage) == []
    assert stage.certificate is not None
    assert stage.certificate["repeat_meetings"] == 0
    for session in (1, 2):
        assert director.post(f"sessions/{session}/reveal/").status_code == 200
    assert AuditEntry.objects.get(verb="add_round").reason == "round 2 again"


def test_without_a_ruling_the_wrong_round_counts_on() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    played(stage, 1)
    add_round(stage, SYSTEM, "we have time")
    draw_round(stage, SYSTEM)
    played(fresh(stage), 2)
    rows = stage.versions.latest("number").payload["rows"]
    assert {row["boards"] for row in rows} == {4}


def test_the_way_back_leads_to_the_same_boards() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    played(stage, 1)
    add_round(stage, SYSTEM, "we have time")
    draw_round(stage, SYSTEM)
    with pytest.raises(DrawRefused) as caught:
        drop_round(stage, SYSTEM, "we have none")
    assert caught.value.code == "round_drawn"
    undo_round(fresh(stage), SYSTEM, "we have none")
    drop_round(stage, SYSTEM, "we have none")
    assert fresh(stage).event.state == EventState.FINISHED
    with pytest.raises(DrawRefused) as caught:
        undo_round(fresh(stage), SYSTEM, "and the first")
    assert caught.value.code == "not_round_by_round"
    sets = set(stage.sessions.values_list("board_set", flat=True))
    add_round(stage, SYSTEM, "after all")
    draw_round(stage, SYSTEM)
    assert set(stage.sessions.values_list("board_set", flat=True)) == sets
    played(fresh(stage), 2)
    assert_equals_brute_force(fresh(stage))


@pytest.mark.parametrize(
    ("kind", "people", "size"),
    [("teams-swiss", 6, 3), ("four-a-side-swiss", 4, 4)],
)
def test_teams_play_one_round_more(kind: str, people: int, size: int) -> None:
    program = Program.creating(kind, physical=size == 3)
    boards = 4 if size == 4 else 1
    program.post("stages/", {"kind": kind, "rounds": 1, "boards_per_round": boards, "seed": 1})
    program.enter(people, size)
    program.post("draw/")
    program.release(1)
    program.play_out(1)
    program.post("rounds/add/", {"reason": "we have time"})
    count_and_publish(program.stage())
    program.post("rounds/draw/")
    program.release(2)
    program.play_out(2)
    count_and_publish(program.stage())
    assert program.get()["state"] == "finished"
    assert len(program.get("rounds/")["results"]) == 2


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"kind": "individual-mitchell", "entrants": 15}, "no_round_more"),
        ({"kind": "individual-own-deals"}, "no_round_more"),
    ],
)
def test_formats_that_go_round_have_none(settings: dict[str, Any], code: str) -> None:
    stage = drawn_stage(rounds=2, boards=1, **settings)
    release(stage)
    with pytest.raises(DrawRefused) as caught:
        add_round(stage, SYSTEM, "one more")
    assert caught.value.code == code


def test_before_anything_is_released_the_number_is_changed_instead() -> None:
    stage = drawn_stage()
    with pytest.raises(DrawRefused) as caught:
        add_round(stage, SYSTEM, "one more")
    assert caught.value.code == "not_begun"


def test_none_is_added_once_the_next_stage_is_drawn() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1, tie_breaks=["lot"])
    played(stage, 1)
    final = create_stage(
        stage.event, rounds=1, boards_per_round=1, source=stage, last_rank=6, actor=SYSTEM
    )
    draw_stage(final, SYSTEM)
    with pytest.raises(DrawRefused) as caught:
        add_round(stage, SYSTEM, "one more")
    assert caught.value.code == "following_drawn"


def test_in_the_console() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    played(stage, 1)
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    page = f"/direct/{stage.event.slug}/rounds/"
    assert "Plan one round more" in browser.get(page).content.decode()

    def do(**form: str) -> str:
        return browser.post(page, form, follow=True).content.decode()

    assert "One more round is planned" in do(do="add-round", reason="seated wrong")
    assert "Draw the next round" in do(do="drop-round", reason="")
    assert "The round is drawn." in do(do="draw-round")
    assert "Undo the draw of this round" in browser.get(page).content.decode()
    assert "is undone" in do(do="undo-round", reason="not so")
    assert "One round less is planned." in do(do="drop-round", reason="not so")
