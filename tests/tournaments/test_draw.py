"""A draw: the movement with its certificate, committed boards, rounds; and its undoing."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.test import Client

from engine.movements import check
from games.models import Board, BoardSet, Play, Table
from tournaments.errors import DrawRefused, NotPermitted
from tournaments.models import AuditEntry, Bye, Round, RoundState, Stage
from tournaments.services import create_event, create_stage, draw_stage, import_entrants, undo_draw
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_stage
from tournaments.services.undo_round import undo_round
from tournaments.services.withdraw_entrant import readmit_entrant, withdraw_entrant

from .factories import drawn_stage, new_stage, release
from .people import director_of, outsider, scorer_of

pytestmark = pytest.mark.django_db


def test_a_draw_stores_movement_certificate_and_rounds() -> None:
    stage = drawn_stage(entrants=9, rounds=4, boards=3)
    assert stage.movement is not None
    assert stage.certificate is not None
    assert stage.certificate["repeat_meetings"] == 0
    assert check(stage.movement, stage.certificate).is_sound
    rounds = list(stage.rounds.order_by("number"))
    assert [(r.number, r.first_board, r.last_board) for r in rounds] == [
        (1, 1, 3),
        (2, 4, 6),
        (3, 7, 9),
        (4, 10, 12),
    ]
    assert {each.state for each in rounds} == {RoundState.DRAWN}


def test_the_boards_are_committed_before_anything_is_released() -> None:
    stage = drawn_stage(entrants=9, rounds=4, boards=3)
    board_set = stage.sessions.get().board_set
    assert len(board_set.commitment) == 64
    assert board_set.boards.count() == 12
    assert board_set.description["event"] == "spring-cup"
    assert not Table.objects.exists()
    assert not Play.objects.exists()
    entry = AuditEntry.objects.get(verb="draw_stage")
    assert entry.after is not None
    assert entry.after["commitments"] == [board_set.commitment]


def test_a_set_that_no_longer_fits_the_plan_is_said_to_be_idle(client: Client) -> None:
    stage = drawn_stage(entrants=9, rounds=4, boards=3)
    first = stage.sessions.get().board_set.commitment
    change_stage(undo_draw(stage, SYSTEM, "a mistake"), SYSTEM, {"rounds_planned": 2})
    stage = draw_stage(Stage.objects.get(pk=stage.pk), SYSTEM)
    second = stage.sessions.get(number=2).board_set.commitment
    home = f"/e/{stage.event.slug}/"
    page = client.get(home).content.decode()
    assert second in page
    assert first not in page
    proof = client.get(f"{home}verify/").content.decode()
    idle = proof[proof.index(first) : proof.index(second)]
    assert "This set was committed for a draw that was undone" in idle
    assert "Write the commitment down now." not in idle
    assert "Write the commitment down now." in proof[proof.index(second) :]


def test_a_draw_of_all_rounds_is_not_undone_by_its_last_round() -> None:
    stage = drawn_stage(entrants=9, rounds=4, boards=3)
    with pytest.raises(DrawRefused) as caught:
        undo_round(stage, SYSTEM, "a mistake")
    assert caught.value.code == "not_round_by_round"
    assert stage.rounds.count() == 4


def test_everybody_plays_or_sits_out_and_nobody_sits_out_twice() -> None:
    stage = drawn_stage(entrants=11, rounds=3, boards=2)
    assert stage.movement is not None
    byes = list(Bye.objects.values_list("round__number", "entrant__number"))
    assert len(byes) == len({number for _, number in byes}) == 6
    for number, data in enumerate(stage.movement["rounds"], start=1):
        out = {entrant for round_, entrant in byes if round_ == number}
        playing = {
            stage.movement["entrants"][player]
            for table in data["tables"]
            for player in table["players"]
        }
        assert playing | out == set(range(1, 12))
        assert not playing & out


def test_the_same_entrants_settings_and_seed_give_the_same_draw() -> None:
    one, other = (drawn_stage(12, 3, 2, seed=5) for _ in range(2))
    assert one.movement == other.movement
    assert drawn_stage(12, 3, 2, seed=6).movement != one.movement


def test_numbers_with_gaps_are_kept() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    numbers = [3, 10, 11, 20, 21, 40]
    rows = "\n".join(f"P{number},{number}" for number in numbers)
    import_entrants(event, f"name,number\n{rows}\n", SYSTEM)
    stage = draw_stage(create_stage(event, rounds=1, boards_per_round=1, actor=SYSTEM), SYSTEM)
    assert stage.movement is not None
    assert stage.movement["entrants"] == numbers
    seated = release(stage).tables.values_list("table__seats__sitting__entrant__number", flat=True)
    assert sorted(seated) == numbers


def test_who_withdrew_is_not_drawn_and_may_come_back() -> None:
    stage = new_stage(entrants=10, rounds=2)
    tenth = stage.event.entrants.get(number=10)
    withdraw_entrant(tenth, SYSTEM, "ill")
    drawn = draw_stage(stage, SYSTEM)
    assert drawn.movement is not None
    assert drawn.movement["entrants"] == list(range(1, 10))
    undo_draw(drawn, SYSTEM)
    readmit_entrant(tenth, SYSTEM)
    redrawn = draw_stage(stage.event.stages.get(), SYSTEM)
    assert redrawn.movement is not None
    assert redrawn.movement["players"] == 10


class TestRefusals:
    def code_of(self, **settings: int) -> tuple[str, dict[str, object]]:
        stage = new_stage(**settings)
        with pytest.raises(DrawRefused) as caught:
            draw_stage(stage, SYSTEM)
        assert not Round.objects.exists()
        assert not BoardSet.objects.exists()
        return caught.value.code, dict(caught.value.params)

    def test_fewer_than_six(self) -> None:
        assert self.code_of(entrants=5, rounds=1) == (
            "too_few_entrants",
            {"least": 6, "count": 5},
        )

    def test_more_rounds_than_possible_without_repeats_names_the_maximum(self) -> None:
        code, params = self.code_of(entrants=9, rounds=5)
        assert code == "too_many_rounds"
        assert params["maximum"] == 4

    def test_they_are_drawn_if_repeats_are_asked_for(self) -> None:
        stage = drawn_stage(entrants=9, rounds=5, allow_repeats=True)
        assert stage.certificate is not None
        # 9 players meet 36 pairs in 4 rounds; the fifth repeats 9 meetings.
        assert stage.certificate["repeat_meetings"] == 9

    def test_twice(self) -> None:
        stage = drawn_stage()
        with pytest.raises(DrawRefused) as caught:
            draw_stage(stage, SYSTEM)
        assert caught.value.code == "already_drawn"

    def test_who_has_no_right(self) -> None:
        stage = new_stage()
        for actor in (scorer_of(stage.event), outsider()):
            with pytest.raises(NotPermitted):
                draw_stage(stage, actor)
        draw_stage(stage, director_of(stage.event))


class TestUndoing:
    def test_nothing_of_the_draw_remains_but_the_commitment_and_the_audit(self) -> None:
        stage = drawn_stage()
        movement = stage.movement
        undone = undo_draw(stage, SYSTEM, "a late entry")
        assert undone.movement is None
        assert undone.certificate is None
        assert not Round.objects.exists()
        assert BoardSet.objects.count() == 1
        entry = AuditEntry.objects.get(verb="undo_draw")
        assert entry.reason == "a late entry"
        assert entry.before is not None
        assert entry.before["movement"] == movement

    def test_the_next_draw_uses_the_same_committed_boards(self) -> None:
        stage = drawn_stage()
        before = set(Board.objects.values_list("pk", flat=True))
        draw_stage(undo_draw(stage, SYSTEM), SYSTEM)
        assert set(Board.objects.values_list("pk", flat=True)) == before
        assert stage.sessions.count() == 1

    def test_another_number_of_boards_needs_another_set(self) -> None:
        stage = undo_draw(drawn_stage(rounds=2, boards=2), SYSTEM)
        draw_stage(change_stage(stage, SYSTEM, {"boards_per_round": 3}), SYSTEM)
        assert [s.board_set.boards.count() for s in stage.sessions.order_by("number")] == [4, 6]
        assert set(stage.rounds.values_list("session__number", flat=True)) == {2}

    def test_a_released_draw_is_not_undone(self) -> None:
        stage = drawn_stage()
        release(stage)
        with pytest.raises(DrawRefused) as caught:
            undo_draw(stage, SYSTEM)
        assert caught.value.code == "already_released"
        assert stage.rounds.count() == 2

    def test_an_undrawn_stage_is_not_undone(self) -> None:
        with pytest.raises(DrawRefused) as caught:
            undo_draw(new_stage(), SYSTEM)
        assert caught.value.code == "not_drawn"


def test_no_two_meet_twice_in_the_stored_movement() -> None:
    stage = drawn_stage(entrants=15, rounds=5, boards=2)
    assert stage.movement is not None
    pairs = [
        pair
        for data in stage.movement["rounds"]
        for table in data["tables"]
        for pair in combinations(sorted(table["players"]), 2)
    ]
    assert len(pairs) == len(set(pairs)) == 5 * 5 * 3
