"""Scenarios 17 and 36: house players fill a table or a match: unranked bots whose results count."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from engine.comparison.victory_points import victory_point_scale
from games.models import Play, Seat
from games.services.watch_clocks import watch_clocks
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import (
    count_and_publish,
    facts,
    finish,
    new_stage,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.models import Bye, Role, Stage
from tournaments.services import create_event, create_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.rebuild import rebuild

pytestmark = pytest.mark.django_db


def standings(stage: Stage) -> dict[int, dict[str, Any]]:
    """The published lines by number, as anybody reads them."""
    count_and_publish(stage)
    answer = Client().get(f"/api/v1/events/{stage.event.slug}/standings/").json()
    return {row["entrant"]["number"]: row for row in answer["results"]}


def others_by_hand(plays: list[Play], number: int) -> Fraction:
    """What a number has on boards where points are the table's bid: 2 per worse, 1 per equal."""
    total = Fraction(0)
    for play in plays:
        letter = play.table.seats.filter(sitting__entrant__number=number).values_list(
            "letter", flat=True
        )
        if not letter:
            continue
        position = play.positions.index(letter[0])
        points = {each.pk: each.results.get().points for each in plays if each.board == play.board}
        mine = points[play.pk][str(position + 1)]
        for pk, theirs in points.items():
            if pk != play.pk:
                value = theirs[str(position + 1)]
                total += 2 * (value < mine) + (value == mine)
    return total


def test_17_house_players_fill_the_last_table_and_nobody_sits_out() -> None:
    """Ten players: two bots come; everybody plays, and the ten are ranked 1 to 10."""
    stage = new_stage(entrants=10, rounds=3, boards=2)
    director = with_key(stage.event)
    made = director.post("entrants/house/", {"reason": "nobody wants to sit out"})
    assert (made.status_code, [each["number"] for each in made.json()["entrants"]]) == (
        201,
        [11, 12],
    )
    twice = director.post("entrants/house/")
    assert (twice.status_code, twice.json()["refusal"]) == (409, "tables_are_full")
    assert director.post("draw/").status_code == 201
    assert not Bye.objects.filter(round__stage=stage).exists()
    round_ = release(stage)
    bots = Seat.objects.filter(sitting__entrant__number__in=(11, 12))
    assert set(bots.values_list("bot", flat=True)) == {"planner"}
    for play in plays_of(round_):
        finish(play, facts(1, play.table.number % 3 + 1))
    lines = standings(stage)
    assert sorted(lines) == list(range(1, 11))
    plays = plays_of(round_)
    by_hand = {number: others_by_hand(plays, number) for number in range(1, 13)}
    assert {number: Fraction(line["score"]) for number, line in lines.items()} == {
        number: score for number, score in by_hand.items() if number <= 10
    }
    ranked = sorted(by_hand[number] for number in range(1, 11))
    for number, line in lines.items():
        assert line["rank"] == 1 + sum(score > by_hand[number] for score in ranked)
    listed = Client().get(f"/api/v1/events/{stage.event.slug}/entrants/").json()["results"]
    assert [each["number"] for each in listed if each["is_house"]] == [11, 12]
    scorecard = Client().get(f"/e/{stage.event.slug}/entrants/{listed[-1]['id']}/")
    assert "house player, not ranked" in scorecard.content.decode()
    assert rebuild(stage.event).differences == []


def test_17_a_house_player_plays_by_itself_and_needs_neither_code_nor_check_in() -> None:
    stage = new_stage(entrants=8, rounds=1, boards=1)
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    people = f"/direct/{stage.event.slug}/entrants/"
    said = browser.post(people, {"do": "house", "reason": "eight came"}, follow=True)
    assert "Entered: House 1." in said.content.decode()
    codes = browser.post(people, {"do": "codes"}).content.decode()
    assert codes.count("<code>") == 8
    director = with_key(stage.event)
    missing = director.send("GET", "check-in/").json()
    assert "House 1" not in str(missing)
    assert director.post("draw/").status_code == 201
    round_ = release(stage)
    seat = Seat.objects.get(sitting__entrant__number=9)
    play = Play.objects.get(table=seat.table, board__number=1)
    while play.positions[0] != seat.letter and play.seq == 0:
        play.positions = play.positions[1:] + play.positions[:1]
        Play.objects.filter(pk=play.pk).update(positions=play.positions)
    Play.objects.filter(pk=play.pk).update(due_at=round_.released_at)
    watch_clocks()
    play.refresh_from_db()
    assert play.seq == 1


def test_17_house_players_come_and_go_later_too_and_never_with_cards() -> None:
    stage = new_stage(entrants=9, rounds=3, boards=1)
    director = with_key(stage.event)
    director.post("draw/")
    for play in plays_of(release(stage)):
        finish(play, facts(1))
    gone = stage.event.entrants.get(number=4)
    director.post("withdrawals/", {"entrant": gone.pk, "reason": "ill"})
    made = director.post("entrants/house/", {"reason": "in the place of number 4"})
    assert made.status_code == 201
    seats = {n for play in plays_of(release(stage, 2)) for n in numbers_at(play)}
    assert seats == {1, 2, 3, 5, 6, 7, 8, 9, 10}
    (house,) = made.json()["entrants"]
    code = director.post(f"entrants/{house['id']}/code/")
    assert (code.status_code, code.json()["refusal"]) == (409, "house_player")
    back = director.post("withdrawals/", {"entrant": house["id"], "reason": "4 is well again"})
    assert back.status_code == 201
    physical = new_stage(entrants=8)
    change = with_key(physical.event, Role.OWNER)
    tag = change.send("GET", "settings/").headers["ETag"]
    change.send("PATCH", "settings/", {"physical": True}, **{"If-Match": tag})
    refused = with_key(physical.event).post("entrants/house/")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "house_not_with_cards")
    assert with_key(stage.event, Role.SCORER).post("entrants/house/").status_code == 403


def numbers_at(play: Play) -> list[int]:
    """The numbers of those who sit at the table of a play."""
    return list(play.table.seats.values_list("sitting__entrant__number", flat=True))


def teams(count: int, **settings: Any) -> tuple[Stage, Caller]:
    """An event of so many teams of three, with its stage."""
    event = create_event(name="Cup", actor=SYSTEM)
    lines = ["name,team", *(f"P{n},T{(n + 2) // 3}" for n in range(1, 3 * count + 1))]
    import_entrants(event, "\n".join(lines), SYSTEM)
    stage = create_stage(event, boards_per_round=3, actor=SYSTEM, seed=1, **settings)
    return stage, with_key(event)


def play_for(stage: Stage, number: int, strong: int) -> None:
    """A round in which the landlord wins with 3 where the hand of team `strong` is, else with 1."""
    for play in plays_of(release(stage, number)):
        at = dict(play.table.seats.values_list("letter", "sitting__entrant__number"))
        landlord = 1
        bid = 3 if at[play.positions[0]] == strong else 1
        finish(play, facts(landlord, bid))


def test_36_in_a_head_to_head_the_third_is_a_house_team_and_only_the_two_are_ranked() -> None:
    stage, director = teams(2, rounds=1, kind="teams-round-robin", scoring="victory-points")
    assert director.post("draw/").json()["refusal"] == "too_few_entrants"
    made = director.post("entrants/house/").json()["entrants"]
    assert [(each["number"], each["name"]) for each in made] == [(3, "House 1")]
    assert director.post("draw/").status_code == 201
    play_for(stage, 1, strong=1)
    lines = standings(stage)
    assert {number: line["rank"] for number, line in lines.items()} == {1: 1, 2: 2}
    # On each board team 1 has +6 as landlord, the others +2: its farmers get -1 twice, theirs
    # -3 and -1. So 6-1-1 = 4 against 2-3-1 = -2, a difference of 6: 5 points, three boards: 15.
    won = victory_point_scale(3).of(15)
    assert Fraction(lines[1]["score"]) == 2 * won
    assert Fraction(lines[2]["score"]) == 2 * (20 - won)
    # What the bots scored is in the field of every board, at all three tables.
    board = Client().get(f"/api/v1/events/{stage.event.slug}/boards/1/").json()
    assert {field["results"] for field in board["frequency"]} == {3}
    assert "House 1 A" in {seat["player"] for play in board["traveller"] for seat in play["seats"]}
    assert rebuild(stage.event).differences == []


def test_36_an_even_knockout_has_a_head_to_head_with_a_neutral_third() -> None:
    """Six teams: seed 1 has a bye, 2 meets 5 and 6, 3 meets 4 alone; then three are left."""
    stage, director = teams(6, rounds=2, kind="teams-knockout")
    refused = director.post("draw/")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "knockout_even")
    assert director.post("entrants/house/").status_code == 201
    assert director.post("draw/").status_code == 201
    stage.refresh_from_db()
    assert stage.movement is not None
    assert sorted(map(sorted, stage.movement["matches"][0])) == [[1, 4, 5], [2, 3, 6]]
    assert set(Bye.objects.values_list("entrant__number", flat=True)) == {1}
    play_for(stage, 1, strong=7)  # the house team scores most, and does not go on
    count_and_publish(stage)
    assert director.post("rounds/draw/").status_code == 201
    stage.refresh_from_db()
    (group,) = stage.movement["matches"][1]
    assert 6 not in group
    assert len({0} & set(group)) == len({1, 4, 5} & set(group)) == len({2, 3} & set(group)) == 1
    play_for(stage, 2, strong=1)
    lines = standings(stage)
    assert sorted(lines) == [1, 2, 3, 4, 5, 6]
    assert lines[1]["rank"] == 1


def test_36_a_house_team_that_no_match_needs_sits_aside_without_a_bye() -> None:
    """Five teams: 3, 4 and 5 meet, 1 and 2 have byes, and the house is nobody's third."""
    stage, director = teams(5, rounds=2, kind="teams-knockout")
    assert director.post("entrants/house/").json()["refusal"] == "tables_are_full"
    assert director.post("entrants/house/", {"count": 1}).status_code == 201
    assert director.post("draw/").status_code == 201
    stage.refresh_from_db()
    assert stage.movement is not None
    assert [sorted(group) for group in stage.movement["matches"][0]] == [[2, 3, 4]]
    assert set(Bye.objects.values_list("entrant__number", flat=True)) == {1, 2}
