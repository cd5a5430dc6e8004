"""Individual Swiss: drawn from the standings, explained, repeatable, and never over the missing."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from engine.movements import check
from tournaments.errors import DrawRefused, EventRefused, NotPermitted
from tournaments.models import AuditEntry, Draw, EventState, Stage
from tournaments.movements import stored_swiss_draw
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_round import draw_round
from tournaments.services.enter_late import enter_late
from tournaments.services.undo_round import undo_round
from tournaments.services.withdraw_entrant import readmit_entrant, withdraw_entrant
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import assert_equals_brute_force, brute_force
from .factories import (
    PASSED_OUT,
    correct,
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    random_facts,
    release,
)
from .people import outsider, scorer_of

pytestmark = pytest.mark.django_db


def swiss(entrants: int = 12, rounds: int = 4, boards: int = 2, **settings: object) -> Stage:
    return drawn_stage(entrants, rounds, boards, kind="individual-swiss", **settings)


def played(stage: Stage, number: int) -> None:
    source = random.Random(number)
    play_round(release(stage, number), lambda _: random_facts(source))
    count_and_publish(stage)


def triples(stage: Stage, number: int) -> list[list[int]]:
    """The numbers that sit together in a round, by table."""
    stage.refresh_from_db()
    assert stage.movement is not None
    names = stage.movement["entrants"]
    tables = stage.movement["rounds"][number - 1]["tables"]
    return [[names[player] for player in table["players"]] for table in tables]


def explained(draw: Draw) -> dict[str, Any]:
    assert draw.explanation is not None
    explanation: dict[str, Any] = draw.explanation
    return explanation


def test_a_whole_event_is_sound_has_no_rematch_and_ends_after_its_last_round() -> None:
    stage = swiss(entrants=13, rounds=4, boards=3)
    for number in (1, 2, 3, 4):
        if number > 1:
            draw_round(stage, SYSTEM)
        played(stage, number)
        stage.event.refresh_from_db()
        over = stage.event.state == EventState.FINISHED
        assert over == (number == 4)
        assert_equals_brute_force(stage)
    pairs = [
        tuple(sorted(pair))
        for number in (1, 2, 3, 4)
        for table in triples(stage, number)
        for pair in combinations(table, 2)
    ]
    assert len(set(pairs)) == len(pairs) == 4 * 4 * 3
    byes = stage.rounds.values_list("byes__entrant", flat=True)
    assert len(set(byes)) == 4
    report = check(stored_seating(stage), stage.certificate)
    assert report.is_sound
    assert seating_differences(stage) == []


def test_near_equal_scores_meet() -> None:
    """Nine players; in round 1 position 1 always wins: three at 100 %, six at 25 % (MP 1 of 4).

    The three winners have not met, so they share the first table of round 2.
    """
    stage = swiss(entrants=9, rounds=2, boards=1)
    winners = {
        play.table.seats.get(letter=play.positions[0]).sitting.entrant.number
        for play in plays_of(release(stage, 1))
    }
    for play in plays_of(stage.rounds.get(number=1)):
        finish(play, facts(1, 1 + play.table.number % 3))
    count_and_publish(stage)
    shares = {row.entrant: row.percentage for row in brute_force(stage)}
    draw_round(stage, SYSTEM)
    draw = Draw.objects.get(stage=stage, from_round=2)
    by_number = {each.number: each.pk for each in stage.event.entrants.all()}
    for number, score in zip(draw.inputs["entrants"], draw.inputs["scores"], strict=True):
        share = shares[by_number[number]]
        assert share is not None
        assert abs(score - share) <= 0.005
    assert len(winners) == 3
    spread = sum(table["spread"] for table in explained(draw)["tables"])
    met = {frozenset(pair) for table in triples(stage, 1) for pair in combinations(table, 2)}
    best = min(_spreads(draw.inputs["entrants"], draw.inputs["scores"], met))
    assert spread == pytest.approx(best)


def _spreads(numbers: list[int], scores: list[float], met: set[frozenset[int]]) -> list[float]:
    """The spread of every possible round of three tables without a rematch."""
    score = dict(zip(numbers, scores, strict=True))

    def rounds(left: tuple[int, ...]) -> list[float]:
        if not left:
            return [0.0]
        first, rest = left[0], left[1:]
        found = []
        for pair in combinations(rest, 2):
            table = (first, *pair)
            if any(frozenset(two) in met for two in combinations(table, 2)):
                continue
            here = max(score[p] for p in table) - min(score[p] for p in table)
            others = tuple(p for p in rest if p not in pair)
            found += [here + more for more in rounds(others)]
        return found

    return rounds(tuple(numbers))


def test_the_stored_inputs_give_the_same_round_again() -> None:
    stage = swiss(rounds=3)
    played(stage, 1)
    draw_round(stage, SYSTEM)
    stage.refresh_from_db()
    assert stage.movement is not None
    for draw in Draw.objects.all():
        again = stored_swiss_draw(stage.movement, draw.from_round, draw.inputs)
        assert (
            again.round.to_data()["tables"]
            == stage.movement["rounds"][draw.from_round - 1]["tables"]
        )
        assert explained(draw)["cost"] == again.cost


def test_a_draw_waits_for_missing_results_or_says_that_it_did_not() -> None:
    stage = swiss(entrants=9, rounds=3, boards=1)
    plays = plays_of(release(stage, 1))
    finish(plays[0], facts(1))
    with pytest.raises(DrawRefused) as caught:
        draw_round(stage, SYSTEM)
    assert caught.value.code == "results_missing"
    assert dict(caught.value.params) == {"count": 2, "tables": [2, 3]}
    with pytest.raises(DrawRefused) as caught:
        draw_round(stage, SYSTEM, provisional=True, reason=" ")
    assert caught.value.code == "reason_missing"
    draw_round(stage, SYSTEM, provisional=True, reason="the hall closes")
    entry = AuditEntry.objects.get(verb="draw_round")
    assert entry.reason == "the hall closes"
    assert entry.after is not None
    assert entry.after["provisional"] is True
    assert Draw.objects.get(from_round=2).inputs["provisional"] is True


def test_a_provisional_draw_tells_nothing_of_an_unopened_board() -> None:
    draws = []
    for landlord in (1, 2):
        stage = swiss(entrants=9, rounds=2, boards=1, seed=4)
        finish(plays_of(release(stage, 1))[0], facts(landlord, 3))
        draw_round(stage, SYSTEM, provisional=True, reason="the hall closes")
        draws.append(triples(stage, 2))
    assert draws[0] == draws[1]


def test_a_correction_after_the_draw_changes_only_the_future() -> None:
    stage = swiss(rounds=3)
    played(stage, 1)
    draw_round(stage, SYSTEM)
    drawn = triples(stage, 2)
    correct(plays_of(stage.rounds.get(number=1))[0], facts(2, 3, "farmers"))
    count_and_publish(stage)
    assert triples(stage, 2) == drawn
    played(stage, 2)
    draw_round(stage, SYSTEM)
    assert_equals_brute_force(stage)


def test_late_entry_withdrawal_and_return_between_rounds() -> None:
    stage = swiss(entrants=12, rounds=4, boards=1)
    played(stage, 1)
    enter_late(stage.event, "name\nLin", SYSTEM)
    leaver = stage.event.entrants.get(number=1)
    withdraw_entrant(leaver, SYSTEM, "ill")
    draw_round(stage, SYSTEM)
    assert {number for table in triples(stage, 2) for number in table} == set(range(2, 14))
    played(stage, 2)
    readmit_entrant(leaver, SYSTEM)
    draw_round(stage, SYSTEM)
    (out,) = stage.rounds.get(number=3).byes.values_list("entrant__number", flat=True)
    assert out not in (1, 13)
    with pytest.raises(DrawRefused) as caught:
        withdraw_entrant(leaver, SYSTEM)
    assert caught.value.code == "round_drawn"
    undo_round(stage, SYSTEM, "somebody leaves")
    withdraw_entrant(leaver, SYSTEM)
    draw_round(stage, SYSTEM)
    played(stage, 3)
    stage.refresh_from_db()
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert_equals_brute_force(stage)


def test_clubs_stay_apart_in_the_last_rounds() -> None:
    stage = swiss(entrants=12, rounds=2, boards=1, separate_clubs=True)
    played(stage, 1)
    draw_round(stage, SYSTEM)
    for table in triples(stage, 2):
        assert len({(number + 2) // 3 for number in table}) == 3


def test_a_draw_is_undone_and_drawn_again_alike() -> None:
    stage = swiss(rounds=3)
    played(stage, 1)
    draw_round(stage, SYSTEM)
    drawn = triples(stage, 2)
    with pytest.raises(DrawRefused):
        undo_round(stage, SYSTEM, "")
    undo_round(stage, SYSTEM, "wrong button")
    assert stage.rounds.count() == 1
    assert AuditEntry.objects.get(verb="undo_round").before is not None
    draw_round(stage, SYSTEM)
    assert triples(stage, 2) == drawn
    release(stage, 2)
    with pytest.raises(DrawRefused) as caught:
        undo_round(stage, SYSTEM, "too late")
    assert caught.value.code == "already_released"


def test_refusals_and_rights() -> None:
    stage = swiss(rounds=1)
    for actor in (scorer_of(stage.event), outsider()):
        with pytest.raises(NotPermitted):
            draw_round(stage, actor)
        with pytest.raises(NotPermitted):
            undo_round(stage, actor, "no")
    with pytest.raises(DrawRefused) as caught:
        draw_round(stage, SYSTEM)
    assert caught.value.code == "all_rounds_drawn"
    two = swiss(rounds=2)
    with pytest.raises(DrawRefused) as caught:
        draw_round(two, SYSTEM)
    assert caught.value.code == "round_not_released"
    with pytest.raises(DrawRefused) as caught:
        draw_round(drawn_stage(), SYSTEM)
    assert caught.value.code == "not_round_by_round"
    with pytest.raises(EventRefused):
        swiss(method="no-such")


def test_the_page_explains_every_table() -> None:
    stage = swiss(rounds=2, boards=1)
    play_round(release(stage, 1), lambda play: facts(1) if play.table.number < 3 else PASSED_OUT)
    count_and_publish(stage)
    round_ = draw_round(stage, SYSTEM)
    shown = Client().get(f"/e/{stage.event.slug}/movement/").content.decode()
    assert "Scores before" in shown
    for score in explained(Draw.objects.get(from_round=2))["tables"][0]["scores"]:
        assert f"{score:.2f}" in shown
    release_round(round_, SYSTEM)
