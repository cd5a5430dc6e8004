"""Wrong boards, seats, hands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.test import Client

from engine import dealing
from engine.deal import Deal
from games.deals import deal_of
from games.models import Board, Play
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    new_stage,
    play_round,
    plays_of,
    release,
)
from tournaments.models import AuditEntry, DirtyMark, Field, FrequencyRow, Stage
from tournaments.services.rebuild import rebuild

from .evening import Evening, evening_with, values

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    """Three tables with cards."""
    return evening_with(physical=True)


def test_9_no_two_boards_of_the_archive_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 9: two boards of a set are identical, or a set was used before.

    Every secret is the same here, and of the first set number 3 is dealt as number 1.
    """
    true_deal = dealing.deal

    def twice(secret: bytes, source: Any = "", **which: Any) -> Deal:
        if which["number"] == 3 and not which.get("attempt"):
            which["number"] = 1
        return true_deal(secret, source, **which)

    monkeypatch.setattr(dealing, "deal", twice)
    stages = [new_stage(entrants=9, rounds=2, boards=4) for _ in range(3)]
    for stage in stages:
        assert with_key(stage.event).post("draw/").status_code == 201
    made = Board.objects.filter(board_set__session__stage__in=stages)
    attempts = [
        [each.attempt for each in made.filter(board_set__session__stage=stage).order_by("number")]
        for stage in stages
    ]
    # The first takes another deal for number 3, the others for every number, each its own.
    assert attempts == [[0, 0, 1, *[0] * 5], [1, 1, 2, *[1] * 5], [2, 2, 3, *[2] * 5]]
    deals = [deal_of(board).hands for board in made.select_related("board_set")]
    assert len(deals) == len(set(deals)) == 24
    # Nothing else can bring one in twice, and whoever verifies is told which attempts were taken.
    again = made[0]
    again.pk, again.number = "another", 99
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)
    for number in (1, 2):
        play_round(release(stages[1], number), lambda play: facts(1))
    count_and_publish(stages[1])
    reveal = with_key(stages[1].event).post("sessions/1/reveal/", {"reason": "over"}).json()
    told = {str(number): 2 if number == 3 else 1 for number in range(1, 9)}
    assert reveal["attempts"] == {"original": told, "reserve": {}}


def test_11_boards_of_a_round_are_played_in_any_order(evening: Evening) -> None:
    """Scenario 11: table 1 begins with board 2."""
    for table, boards in ((1, (2, 1)), (2, (1, 2)), (3, (2, 1))):
        for board in boards:
            evening.finish(table, board)
    count_and_publish(evening.stage)
    assert evening.round_.state == "finished"
    assert len(values(1)) == 3
    assert rebuild(evening.stage.event).differences == []


def test_12_swapped_hands_are_compared_with_their_equals_only(evening: Evening) -> None:
    evening.finish(1, 1)
    evening.finish(2, 1)
    # At table 3 hands 1 and 2 had been swapped: the lead of position 1 was hand 2's.
    told = evening.say(3, "A", "result", 1, evening.slip(1, hands="213")).json()
    assert told["code"] == "does_not_fit"
    body = evening.slip(1, hands="213") | {"hands": "213"}
    evening.say(3, "A", "result", 1, body)
    evening.say(3, "B", "confirm", 1, {"report": 1})
    done = evening.say(3, "C", "confirm", 1, {"report": 1}).json()
    assert done["result"]["hands"] == "213"
    assert values(1) == [4, 4]
    assert values(1, "213") == [4]
    assert set(Field.objects.filter(board__number=1).values_list("mapping", "expected")) == {
        ("123", 3),
        ("213", 3),
    }
    count_and_publish(evening.stage)
    assert not DirtyMark.objects.exists()
    # The rest: two equal results of three, half of a top of 4. Alone among three: 60 % of it.
    usual = FrequencyRow.objects.filter(field__mapping="123", field__position=1)
    assert [(r.score_numerator, r.score_denominator) for r in usual] == [(2, 1)]
    (row,) = FrequencyRow.objects.filter(field__mapping="213", field__position=1)
    assert (row.score_numerator, row.score_denominator) == (12, 5)
    assert rebuild(evening.stage.event).differences == []


def played() -> Stage:
    """Nine players, one round of two boards, over."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    return stage


def neuberg(value: int, points: list[int], expected: int) -> Fraction:
    """Matchpoints of a value among `points`, its own included, adjusted to the results expected."""
    matchpoints = sum(2 * (each < value) + (each == value) for each in points) - 1
    return Fraction(expected, len(points)) * (matchpoints + 1) - 1


def test_12_a_board_that_goes_round_is_swapped_from_round_3_on() -> None:
    """Scenario 12: at table 5 hands 1 and 2 went back into each other's pockets after round 2.

    Whoever plays that board from round 3 on says so on the slip. It is compared in two parts: two
    results as dealt, three swapped, both out of five by Neuberg; no other board is touched.
    """
    stage = drawn_stage(entrants=15, rounds=5, boards=1, kind="individual-mitchell")
    director = with_key(stage.event)
    for number in range(1, 6):
        release(stage, number)
        if number == 3:
            (swapped,) = (p for p in plays_of(stage.rounds.get(number=3)) if p.table.number == 5)
        for play in plays_of(stage.rounds.get(number=number)):
            finish(play, facts(1, 1 + play.table.number % 3))
    plays = list(Play.objects.filter(board=swapped.board).select_related("table__round_table"))
    count_and_publish(stage)
    others = FrequencyRow.objects.exclude(field__board=swapped.board).order_by("pk")
    before = list(others.values())
    for play in plays:
        if play.table.round_table.round.number >= 3:
            body = {"kind": "hands", "play": play.pk, "mapping": "213", "reason": "hands 1 and 2"}
            assert director.post("rulings/", body).status_code == 201
    count_and_publish(stage)
    assert list(others.values()) == before
    for mapping, rounds in (("123", (1, 2)), ("213", (3, 4, 5))):
        mine = [p for p in plays if p.table.round_table.round.number in rounds]
        points = [p.results.get(is_current=True).points["1"] for p in mine]
        rows = FrequencyRow.objects.filter(
            field__board=swapped.board, field__mapping=mapping, field__position=1
        ).filter(generation=F("field__generation"))
        found = {row.value: Fraction(row.score_numerator, row.score_denominator) for row in rows}
        assert found == {value: neuberg(value, points, 5) for value in points}
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []


def test_13_who_sat_in_each_others_seats_get_each_others_scores() -> None:
    """Scenario 13: for two boards, found after the round: people move, results stay; audited."""
    stage = played()
    director = with_key(stage.event)
    plays = [p for p in plays_of(stage.rounds.get()) if p.table.number == 3]
    one, other = plays[0].positions[0], plays[0].positions[1]
    results = {play.pk: play.results.get(is_current=True).pk for play in plays}
    ids = {s.letter: s.sitting.entrant_id for s in plays[0].table.seats.select_related("sitting")}

    def scores() -> dict[str, Fraction]:
        count_and_publish(stage)
        rows = stage.versions.latest("number").payload["rows"]
        return {row["entrant"]: Fraction(row["rounds"][0]) for row in rows}

    before, made = scores(), []
    for play in plays:
        # Who holds position 1 has the top (4) of the board here, the others the bottom (0).
        first = {letter: 4 if play.positions[0] == letter else 0 for letter in (one, other)}
        body = {"kind": "seats", "play": play.pk, "seats": [one, other], "reason": "told by both"}
        shown = director.post("rulings/", {**body, "dry_run": True}).json()
        made.append(director.post("rulings/", {**body, "preview": shown["preview"]}).json()["made"])
        after = scores()
        assert after[ids[one]] == before[ids[one]] - first[one] + first[other]
        assert after[ids[other]] == before[ids[other]] - first[other] + first[one]
        assert sum(after.values()) == sum(before.values())
        assert_equals_brute_force(stage)
        before = after
    assert results == {play.pk: play.results.get(is_current=True).pk for play in plays}
    told = AuditEntry.objects.filter(verb="rule_seats")
    assert [entry.reason for entry in told] == ["told by both"] * 2
    for entry in told:
        assert entry.before is not None
        assert entry.after is not None
        assert entry.after["seats"][one] == entry.before["seats"][other]
    # The second was a mistake: another row, and what counted before counts again.
    back = director.post(f"rulings/{made[1]['id']}/reverse/", {"reason": "only on the first"})
    assert back.status_code == 201
    assert_equals_brute_force(stage)
    assert scores()[ids[one]] == before[ids[one]] + first[one] - first[other]
    assert rebuild(stage.event).differences == []


def test_14_where_boards_go_round_nobody_is_drawn_to_a_board_a_second_time() -> None:
    """Scenario 14: refused before it is opened; if it happened, an adjusted score."""
    stage = drawn_stage(entrants=15, rounds=5, boards=1, kind="individual-mitchell")
    director = with_key(stage.event)
    for play in plays_of(release(stage)):
        finish(play, facts(1, 1 + play.table.number % 3))
    seated = Client().get(f"/api/v1/events/{stage.event.slug}/rounds/2/").json()["tables"]
    one, other = (table["seats"][0]["entrant"]["id"] for table in seated[:2])
    body = {"one": one, "other": other, "reason": "they asked"}
    refused = director.post("rounds/2/swap/", {**body, "dry_run": True})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "board_played_twice")
    assert director.post("rounds/2/swap/", body).status_code == 409
    # Two at one table may change chairs: the board is the same.
    mate = seated[0]["seats"][1]["entrant"]["id"]
    assert director.post("rounds/2/swap/", {**body, "other": mate}).status_code in (200, 201)
    # It happened all the same: average minus to who knew the board, average plus to the others.
    play = plays_of(release(stage, 2))[0]
    finish(play, facts(1, 3))
    awards = {str(n): {"award": "average_plus" if n > 1 else "average_minus"} for n in (1, 2, 3)}
    body = {"kind": "scores", "play": play.pk, "positions": awards, "reason": "had played it"}
    assert director.post("rulings/", body).status_code == 201
    for each in plays_of(stage.rounds.get(number=2))[1:]:
        finish(each, facts(1, 2))
    for number in (3, 4, 5):
        play_round(release(stage, number), lambda each: facts(1, 1 + each.table.number % 3))
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def test_14_a_board_is_played_once_at_a_table_and_by_nobody_twice() -> None:
    """Scenario 14: refused before it is opened; if it happened, an adjusted score."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    release(stage)
    for play in plays_of(stage.rounds.get(number=1)):
        finish(play, facts(1))
    release(stage, 2)
    both = [{p.board_id for p in plays_of(stage.rounds.get(number=n))} for n in (1, 2)]
    assert not both[0] & both[1]
    play = plays_of(stage.rounds.get(number=2))[0]
    again = plays_of(stage.rounds.get(number=1))[0]
    again.pk, again.order, again.table = "again", 9, play.table
    again.board = play.board
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)
    finish(play, facts(1))
    body = {"kind": "scores", "play": play.pk, "reason": "had played it elsewhere"}
    awards = {"positions": {"1": {"award": "average_minus"}}}
    assert with_key(stage.event).post("rulings/", {**body, **awards}).status_code == 201
