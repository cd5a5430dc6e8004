"""Scenario 35: clubs kept apart and forbidden pairs, in every draw; and places changed by hand."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from tournaments.errors import DrawRefused, EventRefused
from tournaments.models import AuditEntry, Draw, Stage
from tournaments.queries.movement import unseparated
from tournaments.services import create_event, create_stage, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_round import draw_round
from tournaments.services.enter_late import enter_late
from tournaments.services.swap_drawn import swap_drawn, work_out_swap
from tournaments.stored_seating import seating_differences

from .directing import with_key
from .factories import count_and_publish, drawn_stage, new_stage, play_round, random_facts, release

pytestmark = pytest.mark.django_db

BAROMETER, SWISS = "individual-barometer", "individual-swiss"


def meetings(stage: Stage, number: int) -> set[tuple[int, ...]]:
    """The pairs of numbers that sit together in a round, the smaller first."""
    assert stage.movement is not None
    names = stage.movement["entrants"]
    return {
        tuple(sorted((names[one], names[other])))
        for table in stage.movement["rounds"][number - 1]["tables"]
        for one, other in combinations(table["players"], 2)
    }


def clubs_in(stage: Stage, number: int) -> int:
    """How many pairs of one club meet: 1–3, 4–6 … are of one, those who came late of none."""
    met = meetings(stage, number)
    return sum((one - 1) // 3 == (other - 1) // 3 for one, other in met if other <= 18)


def test_a_barometer_and_its_later_versions_keep_apart_who_must_not_meet() -> None:
    pairs = [[1, 9], [2, 9], [4, 12]]
    stage = drawn_stage(18, 4, 1, separate_clubs=True, forbidden_pairs=pairs)
    enter_late(stage.event, "name\nLin\nOu\nWei", SYSTEM, from_round=2)
    stage.refresh_from_db()
    for number in (1, 2, 3, 4):
        assert not meetings(stage, number) & {(1, 9), (2, 9), (4, 12)}
    assert clubs_in(stage, 3) == clubs_in(stage, 4) == 0
    assert unseparated(stage) == []


def test_every_round_of_a_swiss_keeps_apart_who_must_not_meet() -> None:
    stage = drawn_stage(
        12, 3, 1, kind=SWISS, separate_clubs=True, forbidden_pairs=[[1, 2], [5, 12]]
    )
    source = random.Random(2)
    for number in (1, 2, 3):
        if number > 1:
            draw_round(stage, SYSTEM)
        stage.refresh_from_db()
        assert not meetings(stage, number) & {(1, 2), (5, 12)}
        assert number == 1 or clubs_in(stage, number) == 0
        play_round(release(stage, number), lambda _: random_facts(source))
        count_and_publish(stage)


def test_what_cannot_be_kept_apart_is_said() -> None:
    """Nine people, four rounds: everybody meets everybody, so 1 and 2 do."""
    stage = drawn_stage(9, 4, 1, forbidden_pairs=[[2, 1]])
    (sentence,) = unseparated(stage)
    (number,) = [n for n in (1, 2, 3, 4) if (1, 2) in meetings(stage, n)]
    assert sentence == f"Round {number}: the numbers 1 and 2, a forbidden pair, meet."


@pytest.mark.parametrize("pair", [[3, 3], [0, 4], [4]])
def test_a_pair_is_of_two_numbers(pair: list[int]) -> None:
    with pytest.raises(EventRefused) as caught:
        new_stage(forbidden_pairs=[pair])
    assert caught.value.code == "bad_forbidden_pair"


def test_a_pair_names_numbers_that_somebody_has() -> None:
    with pytest.raises(DrawRefused) as caught:
        draw_stage(new_stage(forbidden_pairs=[[1, 40]]), SYSTEM)
    assert caught.value.code == "unknown_forbidden_pair"


def test_tables_of_four_say_that_they_keep_nobody_apart() -> None:
    event = create_event(name="Four", ruleset="four-player", actor=SYSTEM)
    import_entrants(event, "name\n" + "\n".join(f"P{n}" for n in range(12)), SYSTEM)
    stage = create_stage(
        event, rounds=1, boards_per_round=1, forbidden_pairs=[[1, 2]], actor=SYSTEM
    )
    with pytest.raises(DrawRefused) as caught:
        draw_stage(stage, SYSTEM)
    assert caught.value.code == "not_kept_apart"


def test_a_swap_in_a_swiss_round_tells_its_cost_and_its_repetition_is_the_way_back() -> None:
    """Six people; in round 1 the landlords win. In round 2 tables are by score."""
    stage = drawn_stage(9, 2, 1, kind=SWISS, forbidden_pairs=[[1, 9]], seed=3)
    source = random.Random(5)
    play_round(release(stage, 1), lambda _: random_facts(source))
    count_and_publish(stage)
    draw_round(stage, SYSTEM)
    stage.refresh_from_db()
    draw = Draw.objects.get(from_round=2)
    people = {each.number: each for each in stage.event.entrants.all()}
    tables = draw.explanation["tables"] if draw.explanation else []
    numbers = draw.inputs["entrants"]
    one, other = (numbers[table["players"][0]] for table in tables[:2])
    swap = work_out_swap(stage, 2, people[one], people[other])
    assert swap.costs_before["spread"] == pytest.approx(sum(t["spread"] for t in tables), abs=0.01)
    scores = dict(zip(numbers, draw.inputs["scores"], strict=True))

    def spread(groups: list[list[int]]) -> float:
        tables = [[float(scores[n]) for n in group] for group in groups]
        return sum(max(table) - min(table) for table in tables)

    moved = {one: other, other: one}
    groups = [[numbers[player] for player in table["players"]] for table in tables]
    after = [[moved.get(n, n) for n in group] for group in groups]
    assert swap.costs_after["spread"] == pytest.approx(spread(after), abs=0.02)
    met = meetings(stage, 1)
    pairs = [tuple(sorted(pair)) for group in after for pair in combinations(group, 2)]
    assert swap.costs_after["repeats"] == sum(pair in met for pair in pairs)
    assert swap.costs_after["forbidden_pairs"] == pairs.count((1, 9))
    before = meetings(stage, 2)
    for version in (swap.version, swap.version + 1):
        swap_drawn(stage, 2, people[one], people[other], SYSTEM, "they travel together", version)
        stage.refresh_from_db()
        assert (meetings(stage, 2) == before) == (version > swap.version)
    entry = AuditEntry.objects.filter(verb="swap_drawn").latest("pk")
    assert entry.before is not None
    assert entry.before["costs"] == swap.costs_after
    release(stage, 2)
    assert seating_differences(stage) == []


def test_the_api_sets_pairs_shows_costs_and_chooses_the_stage_by_its_address() -> None:
    stage = new_stage(9, 2, 1)
    director = with_key(stage.event)
    body: dict[str, Any] = {
        "rounds": 1,
        "boards_per_round": 1,
        "source": 1,
        "last_rank": 6,
        "carry_over": "fraction",
        "carry_share": 40,
        "tie_breaks": ["lot"],
        "separate_clubs": True,
        "forbidden_pairs": [[3, 7]],
    }
    final = director.post("stages/", body).json()
    assert {name: final[name] for name in body if name != "rounds"} == {
        name: value for name, value in body.items() if name != "rounds"
    }
    assert director.post("stages/", {**body, "source": 9}).status_code == 400
    assert director.post("draw/").json()["number"] == 1
    people = list(stage.event.entrants.order_by("number"))
    shown = director.post(
        "rounds/1/swap/", {"one": people[0].pk, "other": people[5].pk, "dry_run": True}
    ).json()
    assert set(shown["costs_before"]) == {"forbidden_pairs", "club_pairs"}
    stage.event.slug += ".2"
    refused = director.post("draw/")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "source_unfinished")
    assert final["kind"] == BAROMETER
