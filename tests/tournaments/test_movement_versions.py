"""Coming late, going home, coming back, fewer tables: new rounds, and nothing of the old ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.movements import check
from tournaments.errors import DrawRefused, EventRefused, NotPermitted, TournamentError
from tournaments.models import AuditEntry, Bye, Draw, Entrant, Stage
from tournaments.queries import edition, movement_page
from tournaments.services.actors import SYSTEM
from tournaments.services.enter_late import enter_late
from tournaments.services.limit_tables import limit_tables
from tournaments.services.withdraw_entrant import readmit_entrant, withdraw_entrant
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import assert_equals_brute_force
from .factories import (
    count_and_publish,
    drawn_stage,
    play_round,
    random_facts,
    release,
)
from .people import director_of, outsider, scorer_of

pytestmark = pytest.mark.django_db


def entrant(stage: Stage, number: int) -> Entrant:
    return stage.event.entrants.get(number=number)


def played(stage: Stage, number: int) -> None:
    source = random.Random(number)
    play_round(release(stage, number), lambda _: random_facts(source))


def numbers_in(stage: Stage, number: int) -> tuple[set[int], set[int]]:
    """The numbers of those who sit, and of those who sit out, in a round as drawn."""
    assert stage.movement is not None
    names, one = stage.movement["entrants"], stage.movement["rounds"][number - 1]
    seated = {names[player] for table in one["tables"] for player in table["players"]}
    return seated, {names[player] for player in one["byes"]}


def assert_sound(stage: Stage) -> None:
    stage.refresh_from_db()
    report = check(stored_seating(stage), stage.certificate)
    assert report.is_sound, report
    assert seating_differences(stage) == []


def test_a_late_entry_plays_from_the_next_round_on_and_round_1_stays() -> None:
    stage = drawn_stage(entrants=9, rounds=4, boards=3)
    assert stage.movement is not None
    before = stage.movement["rounds"][0]["tables"]
    played(stage, 1)
    ((late, code),) = enter_late(stage.event, "name\nLin", SYSTEM, "a late train")
    assert (late.number, len(code)) == (10, 8)
    stage.refresh_from_db()
    assert stage.movement["version"] == 2
    assert stage.movement["rounds"][0]["tables"] == before
    assert 10 not in set().union(*numbers_in(stage, 1))
    for number in (2, 3, 4):
        seated, out = numbers_in(stage, number)
        assert seated | out == set(range(1, 11))
        assert len(out) == 1
        # Who missed a round has had their free round: nobody sits out twice, nor the newcomer.
        assert 10 not in out
    assert_sound(stage)
    for number in (2, 3, 4):
        played(stage, number)
    count_and_publish(stage)
    assert_sound(stage)
    assert_equals_brute_force(stage)
    rows = stage.versions.latest("number").payload["rows"]
    (mine,) = [row for row in rows if row["number"] == 10]
    assert (mine["rounds"][0], mine["boards"], mine["boards_awarded"]) == ("0", 9, 0)


def test_a_withdrawal_shrinks_the_movement_and_the_results_stand() -> None:
    stage = drawn_stage(entrants=12, rounds=4, boards=2)
    for number in (1, 2, 3):
        if number == 3:
            withdraw_entrant(entrant(stage, 5), SYSTEM, "ill")
        played(stage, number)
    stage.refresh_from_db()
    for number in (3, 4):
        seated, out = numbers_in(stage, number)
        assert seated | out == set(range(1, 13)) - {5}
        assert len(out) == 2
    played(stage, 4)
    count_and_publish(stage)
    assert_sound(stage)
    assert_equals_brute_force(stage)
    rows = {row["number"]: row for row in stage.versions.latest("number").payload["rows"]}
    assert rows[5]["boards"] == 4
    entry = AuditEntry.objects.get(verb="withdraw_entrant")
    assert entry.after is not None
    assert entry.after["draw"]["from_round"] == 3
    assert entry.after["draw"]["certificate"]["before"]["repeat_meetings"] == 0


def test_who_comes_back_gets_no_bye_before_the_others_and_no_points() -> None:
    stage = drawn_stage(entrants=10, rounds=6, boards=2, allow_repeats=True)
    played(stage, 1)
    (first_out,) = numbers_in(stage, 1)[1]
    leaver = 1 if first_out != 1 else 2
    withdraw_entrant(entrant(stage, leaver), SYSTEM, "a child to fetch")
    played(stage, 2)
    readmit_entrant(entrant(stage, leaver), SYSTEM, "back")
    stage.refresh_from_db()
    byes = [number for one in range(3, 7) for number in numbers_in(stage, one)[1]]
    assert len(byes) == len(set(byes)) == 4
    assert leaver not in byes
    assert first_out not in byes
    for number in range(3, 7):
        played(stage, number)
    count_and_publish(stage)
    assert_sound(stage)
    assert_equals_brute_force(stage)


def test_a_later_absence_survives_a_change_of_earlier_rounds() -> None:
    stage = drawn_stage(entrants=12, rounds=4, boards=2)
    withdraw_entrant(entrant(stage, 3), SYSTEM, "must leave early", from_round=4)
    enter_late(stage.event, "name\nLin", SYSTEM, from_round=2)
    stage.refresh_from_db()
    present = [set().union(*numbers_in(stage, number)) for number in (1, 2, 3, 4)]
    everybody = set(range(1, 14))
    assert present == [everybody - {13}, everybody, everybody, everybody - {3}]
    assert_sound(stage)


def test_fewer_tables_from_a_round_on() -> None:
    stage = drawn_stage(entrants=12, rounds=3, boards=2)
    played(stage, 1)
    limit_tables(stage, 3, SYSTEM, "a table broke")
    stage.refresh_from_db()
    byes = [numbers_in(stage, number)[1] for number in (2, 3)]
    assert [len(out) for out in byes] == [3, 3]
    assert not byes[0] & byes[1]
    for number in (2, 3):
        played(stage, number)
    count_and_publish(stage)
    assert_sound(stage)
    assert_equals_brute_force(stage)


@pytest.mark.parametrize("seed", range(4))
def test_no_bye_twice_while_somebody_has_none_whatever_happens(seed: int) -> None:
    source = random.Random(seed)
    stage = drawn_stage(entrants=source.randint(9, 14), rounds=6, boards=1, allow_repeats=True)
    rested: set[int] = set()
    for number in range(1, 7):
        stage.refresh_from_db()
        seated, out = numbers_in(stage, number)
        if out & rested:
            assert seated <= rested
        rested |= out
        played(stage, number)
        if number == 6:
            break
        happening = source.choice(["late", "leave", "back", "nothing"])
        gone = list(stage.event.entrants.filter(state="withdrawn"))
        if happening == "late":
            ((who, _),) = enter_late(stage.event, f"name\nLate {number}", SYSTEM)
            rested.add(who.number)
        elif happening == "leave":
            withdraw_entrant(entrant(stage, source.choice(sorted(seated))), SYSTEM)
        elif happening == "back" and gone:
            readmit_entrant(gone[0], SYSTEM)
            rested.add(gone[0].number)
        rested -= {each.number for each in stage.event.entrants.filter(state="withdrawn")}
        assert_sound(stage)
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def test_every_version_keeps_what_it_was_made_from_and_what_it_replaced() -> None:
    stage = drawn_stage(entrants=9, rounds=3, boards=1)
    assert stage.movement is not None
    replaced = stage.movement["rounds"][1:]
    enter_late(stage.event, "name\nLin", SYSTEM, from_round=2)
    first, second = Draw.objects.order_by("version")
    assert (first.kind, first.version, first.from_round) == ("stage", 1, 1)
    assert (second.kind, second.version, second.from_round) == ("late_entry", 2, 2)
    assert second.inputs["enter"] == [10]
    assert second.replaced == replaced
    versions = movement_page(edition(stage.event.slug)).versions
    assert [(each.number, each.kind, each.from_round) for each in versions] == [
        (1, "stage", 1),
        (2, "late_entry", 2),
    ]


class TestRefusals:
    def code_of(self, call: Any, *arguments: Any, **options: Any) -> str:
        with pytest.raises(TournamentError) as caught:
            call(*arguments, **options)
        assert Draw.objects.count() == 1
        return caught.value.code

    def test_what_is_released_stays(self) -> None:
        stage = drawn_stage(entrants=9, rounds=2)
        release(stage)
        who = entrant(stage, 1)
        assert self.code_of(withdraw_entrant, who, SYSTEM, from_round=1) == "round_released"
        assert self.code_of(withdraw_entrant, who, SYSTEM, from_round=9) == "round_unknown"
        late = "name\nLin"
        assert self.code_of(enter_late, stage.event, late, SYSTEM, from_round=1) == "round_released"
        assert not Entrant.objects.filter(number=10).exists()

    def test_nobody_enters_after_the_last_round_is_released(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1)
        release(stage)
        assert self.code_of(enter_late, stage.event, "name\nLin", SYSTEM) == "no_round_left"

    def test_too_few_remain(self) -> None:
        stage = drawn_stage(entrants=6, rounds=1)
        for number in (1, 2, 3):
            withdraw_entrant(entrant(stage, number), SYSTEM)
        with pytest.raises(DrawRefused) as caught:
            withdraw_entrant(entrant(stage, 4), SYSTEM)
        assert caught.value.code == "too_few_players"
        assert entrant(stage, 4).state == "active"

    def test_fewer_tables_need_a_number_and_a_reason(self) -> None:
        stage = drawn_stage(entrants=9)
        assert self.code_of(limit_tables, stage, 0, SYSTEM, "broke") == "no_tables"
        assert self.code_of(limit_tables, stage, 2, SYSTEM, " ") == "reason_missing"

    def test_who_has_no_right(self) -> None:
        stage = drawn_stage(entrants=9)
        who = entrant(stage, 1)
        for actor in (scorer_of(stage.event), outsider()):
            for call in (
                lambda actor=actor: withdraw_entrant(who, actor),
                lambda actor=actor: enter_late(stage.event, "name\nLin", actor),
                lambda actor=actor: limit_tables(stage, 2, actor, "broke"),
            ):
                with pytest.raises(NotPermitted):
                    call()
        withdraw_entrant(who, director_of(stage.event))

    def test_a_change_of_the_draw_meanwhile_is_noticed(self, monkeypatch: Any) -> None:
        from tournaments.services import revising
        from tournaments.services import withdraw_entrant as module

        stage = drawn_stage(entrants=9, rounds=2)
        work_out = revising.work_out

        def late(*arguments: Any) -> Any:
            revision = work_out(*arguments)
            enter_late(stage.event, "name\nLin", SYSTEM)
            return revision

        monkeypatch.setattr(module, "work_out", late)
        with pytest.raises(DrawRefused) as caught:
            withdraw_entrant(entrant(stage, 1), SYSTEM)
        assert caught.value.code == "changed_meanwhile"
        assert entrant(stage, 1).state == "active"


def test_byes_are_stored_anew_for_the_changed_rounds_only() -> None:
    stage = drawn_stage(entrants=10, rounds=3, boards=1)
    first = set(Bye.objects.filter(round__number=1).values_list("pk", flat=True))
    enter_late(stage.event, "name\nLin\nWang", SYSTEM, from_round=2)
    assert set(Bye.objects.filter(round__number=1).values_list("pk", flat=True)) == first
    assert not Bye.objects.filter(round__number__gte=2).exists()


def test_finished_events_can_still_be_left() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    played(stage, 1)
    assert withdraw_entrant(entrant(stage, 1), SYSTEM).state == "withdrawn"
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def test_the_import_says_that_it_is_too_late() -> None:
    from tournaments.services import import_entrants

    stage = drawn_stage(entrants=9)
    with pytest.raises(EventRefused) as caught:
        import_entrants(stage.event, "name\nLin", SYSTEM)
    assert caught.value.code == "already_drawn"
