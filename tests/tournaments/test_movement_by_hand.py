"""A movement made by hand passes the independent checker, or is refused with where it fails."""

from __future__ import annotations

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from engine.movements import individual
from engine.movements.importing import write_movement
from tournaments.errors import DrawRefused
from tournaments.models import Draw, Role, Stage
from tournaments.services import draw_stage
from tournaments.services.actors import SYSTEM

from .brute_force import assert_equals_brute_force
from .directing import with_key
from .factories import count_and_publish, new_stage, play_stage
from .people import user_with

pytestmark = pytest.mark.django_db

#: Nine players, two rounds, two boards: rows and columns of a square (worked by hand).
ROUNDS = (("1,2,3", "4,5,6", "7,8,9"), ("1,4,7", "2,5,8", "3,6,9"))
BY_SEAT = "round,table,A,B,C\n" + "\n".join(
    f"{r},{t},{group}" for r, groups in enumerate(ROUNDS, 1) for t, group in enumerate(groups, 1)
)


def drawn(text: str, **settings: int) -> Stage:
    return draw_stage(new_stage(**settings), SYSTEM, movement_csv=text)


def test_who_meets_whom_is_as_in_the_file_and_the_event_is_played() -> None:
    stage = drawn(BY_SEAT, entrants=9, rounds=2, boards=2)
    assert stage.movement is not None
    assert [
        {tuple(sorted(player + 1 for player in table["players"])) for table in one["tables"]}
        for one in stage.movement["rounds"]
    ] == [{tuple(map(int, group.split(","))) for group in groups} for groups in ROUNDS]
    assert Draw.objects.get().inputs["file"] == BY_SEAT
    play_stage(stage)
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def test_positions_by_board_are_taken_as_they_are() -> None:
    made = individual(10, 2, 2, seed=7)
    stage = drawn(write_movement(made), entrants=10, rounds=2, boards=2)
    assert stage.movement is not None
    assert [
        [table["positions"] for table in one["tables"]] for one in stage.movement["rounds"]
    ] == [[[list(row) for row in table.positions] for table in one.tables] for one in made.rounds]
    assert stage.rounds.get(number=1).byes.count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_movement_file"),
        ("round,table,A,B,C\n1,1,1,2,2\n", "bad_movement_file"),
        ("round,table,A,B,C\n1,1,1,2,3\n1,2,4,5,6\n", "movement_does_not_fit"),
        (BY_SEAT.replace("2,3,3,6,9", "2,3,3,6,8"), "movement_unsound"),
    ],
)
def test_what_is_wrong_is_refused(text: str, code: str) -> None:
    stage = new_stage(entrants=9, rounds=2, boards=2)
    with pytest.raises(DrawRefused) as caught:
        draw_stage(stage, SYSTEM, movement_csv=text)
    assert caught.value.code == code
    assert not stage.rounds.exists()


def test_another_format_takes_no_file() -> None:
    stage = new_stage(entrants=9, rounds=2, boards=2, kind="individual-swiss")
    with pytest.raises(DrawRefused) as caught:
        draw_stage(stage, SYSTEM, movement_csv=BY_SEAT)
    assert caught.value.code == "movement_not_for_format"


def test_it_is_pasted_in_the_administration() -> None:
    stage = new_stage(entrants=9, rounds=2, boards=2)
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    address = reverse("admin:tournaments_stage_do", args=[stage.pk, "draw-file"])
    client.post(address, {"movement_csv": BY_SEAT})
    stage.refresh_from_db()
    assert stage.movement is not None
    assert stage.movement["construction"] == "made by hand"


def test_every_fault_is_told_by_its_line_in_the_readers_language() -> None:
    text = "round,table,A,B,C\n\n1,1,1,2,x\n1,2,4,4,5\n1,3,7,8,9\n1,3,1,2,3\n"
    stage = new_stage(entrants=9, rounds=2, boards=2)
    browser = Client(headers={"accept-language": "zh-hans"})
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    page = reverse("direct-rounds", args=[stage.event.slug])
    told = unescape(browser.post(page, {"do": "draw-file", "movement_csv": text}).content.decode())
    for line, sentence in (
        (3, "1,1,1,2,x不全是整数。"),
        (4, "1,2,4,4,5中同一牌手出现两次。"),
        (6, "第3桌出现两次。"),
    ):
        assert f"<li>第{line}行：{sentence}</li>" in told
    assert text.strip() in told


def test_it_is_pasted_in_the_console_and_sent_to_the_api() -> None:
    unsound = BY_SEAT.replace("2,3,3,6,9", "2,3,3,6,8")
    stage = new_stage(entrants=9, rounds=2, boards=2)
    director = with_key(stage.event)
    refused = director.post("draw/", {"movement_csv": unsound})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "movement_unsound")
    # Round 2 begins on line 5 of the file; player 8 sits at its tables 2 and 3.
    errors = refused.json()["errors"]
    assert [(e["line"], e["code"]) for e in errors] == [(7, "player_twice")]
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    page = reverse("direct-rounds", args=[stage.event.slug])
    assert "Draw a movement made by hand" in browser.get(page).content.decode()
    told = browser.post(page, {"do": "draw-file", "movement_csv": unsound}).content.decode()
    assert "<li>Line 7: Player 8 occurs more than once.</li>" in told
    assert unsound in told  # what was pasted is not lost
    assert not stage.rounds.exists()
    browser.post(page, {"do": "draw-file", "movement_csv": BY_SEAT})
    stage.refresh_from_db()
    assert stage.movement is not None
    assert stage.movement["construction"] == "made by hand"
    assert director.post("draw/undo/", {"reason": "again"}).status_code == 200
    again = director.post("draw/", {"movement_csv": BY_SEAT})
    assert again.status_code == 201, again.content
    stage.refresh_from_db()
    assert stage.movement is not None
    assert stage.movement["construction"] == "made by hand"
