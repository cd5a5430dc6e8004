"""Draws that wait, are wrong, are undone, or are overtaken by a correction."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from django.test import Client

from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    entrants_text,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.models import AuditEntry, Event, Role
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM

pytestmark = pytest.mark.django_db


def test_20_a_draw_waits_for_missing_results_or_says_that_it_did_not() -> None:
    """Scenario 20: two results are missing when the next Swiss round is asked for."""
    stage = drawn_stage(entrants=9, rounds=3, boards=2, kind="individual-swiss")
    first = release(stage)
    plays = plays_of(first)
    for play in plays[:-2]:
        finish(play, facts(1))
    count_and_publish(stage)
    director = with_key(stage.event)
    refused = director.post("rounds/draw/")
    assert refused.status_code == 409
    missing = sorted({play.table.number for play in plays[-2:]})
    assert refused.json()["params"]["tables"] == missing
    silent = director.post("rounds/draw/", {"provisional": True})
    assert silent.json()["refusal"] == "reason_missing"
    made = director.post("rounds/draw/", {"provisional": True, "reason": "the bus leaves"})
    assert made.status_code == 201, made.content
    entry = AuditEntry.objects.get(verb="draw_round")
    assert entry.reason == "the bus leaves"


def test_21_a_draw_is_undone_while_nothing_was_played_and_never_after() -> None:
    """Scenario 21: a released draw turns out wrong."""
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    director = with_key(stage.event)
    seats = Client().get(f"/api/v1/events/{stage.event.slug}/movement/").json()
    assert director.post("draw/undo/", {"reason": "one more is coming"}).status_code == 200
    assert director.post("draw/").status_code == 201
    again = Client().get(f"/api/v1/events/{stage.event.slug}/movement/").json()
    assert again["rounds"] == seats["rounds"]  # the same entrants, settings and seed
    release(stage)
    assert director.post("rounds/1/undo-release/").json()["refusal"] == "reason_missing"
    back = director.post("rounds/1/undo-release/", {"reason": "a number is wrong"})
    assert (back.status_code, back.json()["state"]) == (200, "drawn")
    console = Client()
    console.force_login(user_with(stage.event, Role.DIRECTOR))
    rounds = f"/direct/{stage.event.slug}/rounds/"
    release(stage)
    assert "Take the release of round 1 back" in console.get(rounds).content.decode()
    body = {"do": "undo-release", "round": "1", "reason": "once more"}
    said = console.post(rounds, body, follow=True).content.decode()
    assert "The release is taken back: the round is drawn again." in said
    round_ = release(stage)
    play = plays_of(round_)[0]
    finish(play, facts(1))
    refused = director.post("rounds/1/undo-release/", {"reason": "no"})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "round_begun")
    assert refused.json()["params"] == {"count": 1, "tables": [play.table.number]}
    assert "1 table has begun" in console.post(rounds, body, follow=True).content.decode()
    refused = director.post("draw/undo/", {"reason": "no"})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "already_released")
    taken_back = AuditEntry.objects.filter(verb="undo_release").order_by("pk")
    assert [entry.reason for entry in taken_back] == ["a number is wrong", "once more"]
    undone = AuditEntry.objects.filter(verb="undo_draw")
    assert [entry.reason for entry in undone] == ["one more is coming"]


def test_21_a_wrong_round_that_was_played_is_followed_by_one_more() -> None:
    """Scenario 21: the draw of the last round was wrong, and it was played."""
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    for number in (1, 2):
        play_round(release(stage, number), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    director, event = with_key(stage.event), f"/api/v1/events/{stage.event.slug}/"
    assert Client().get(event).json()["state"] == "finished"
    commitments = Client().get(event).json()["commitments"]
    body = {"kind": "withdrawn", "board": 2, "reason": "round 2 was seated by an old list"}
    assert director.post("rulings/", body).status_code == 201
    assert director.post("rounds/add/", {"reason": "round 2 again"}).status_code == 201
    # The boards of the new round are committed to before it is drawn.
    assert Client().get(event).json()["commitments"][:1] == commitments
    assert len(Client().get(event).json()["commitments"]) == 2
    assert director.post("rounds/draw/").status_code == 201
    assert director.post("rounds/3/release/").status_code == 200
    for play in plays_of(stage.rounds.get(number=3)):
        finish(play, facts(1, play.table.number))
    count_and_publish(stage)
    assert Client().get(event).json()["state"] == "finished"
    rows = Client().get(f"{event}standings/").json()["results"]
    assert {row["boards"] for row in rows} == {2}  # rounds 1 and 3
    told = {entry.verb: entry.reason for entry in AuditEntry.objects.all()}
    assert told["add_round"] == "round 2 again"
    assert told["rule_withdrawn"] == "round 2 was seated by an old list"


def test_22_a_correction_after_the_next_draw_changes_only_the_future() -> None:
    """Scenario 22: a result of round 1 is corrected when round 2 is drawn."""
    stage = drawn_stage(entrants=9, rounds=3, boards=1, kind="individual-swiss")
    play_round(release(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    director = with_key(stage.event)
    director.post("rounds/draw/")
    address = f"/api/v1/events/{stage.event.slug}/rounds/2/"
    drawn = Client().get(address).json()["tables"]
    play = plays_of(stage.rounds.get(number=1))[2]
    body = {"facts": facts(1, 3, "farmers"), "reason": "the slip was misread"}
    shown = director.post(f"plays/{play.pk}/correct/", {**body, "dry_run": True}).json()
    assert shown["changes"]
    before = stage.versions.latest("number").number
    made = director.post(f"plays/{play.pk}/correct/", {**body, "preview": shown["preview"]})
    assert made.json()["changes"] == shown["changes"]
    count_and_publish(stage)
    assert Client().get(address).json()["tables"] == drawn
    rows = {each["entrant"]: each for each in stage.versions.latest("number").payload["rows"]}
    assert stage.versions.latest("number").number > before
    assert all(rows[each["entrant"]]["rank"] == each["rank"][1] for each in shown["changes"])


def test_23_the_organiser_reads_what_will_happen_before_anything_is_made() -> None:
    """Scenario 23: the number of rounds is mistyped; it is seen, and changed until release."""
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    client = Client()
    client.force_login(user_with(stage.event, Role.OWNER))
    form = {"name": "Autumn Cup", "preset": "club", "people": "12", "rounds": "40", "boards": "4"}
    page = client.post("/new/", form).content.decode()
    assert "160" in re.sub(r"<[^>]+>", " ", page)  # 40 rounds of 4 boards
    assert not Event.objects.filter(name="Autumn Cup").exists()
    director = with_key(stage.event)
    director.post("draw/undo/", {"reason": "too few rounds"})
    tag = director.send("GET", "stages/1/").headers["ETag"]
    changed = director.send("PATCH", "stages/1/", {"rounds_planned": 3}, **{"If-Match": tag})
    assert changed.json()["rounds_planned"] == 3
    assert director.post("draw/").status_code == 201
    assert stage.rounds.count() == 3


def drawn_apart(text: str, **settings: object) -> tuple[Event, Caller]:
    """An event whose stage keeps people apart, entered and drawn by the API."""
    event = create_event(name="League", actor=SYSTEM)
    director = with_key(event)
    assert (
        director.post("stages/", {"boards_per_round": 1, "seed": 1, **settings}).status_code == 201
    )
    assert director.post("entrants/import/", {"text": text}).status_code == 201
    assert director.post("draw/").status_code == 201
    return event, director


def met(event: Event, number: int) -> set[tuple[int, int]]:
    """The pairs of numbers at one table in a round, as anybody reads the movement."""
    rounds = Client().get(f"/api/v1/events/{event.slug}/movement/").json()["rounds"]
    return {
        (min(pair), max(pair))
        for table in rounds[number - 1]["tables"]
        for pair in combinations(table["seats"].values(), 2)
    }


def of_a_club(event: Event, number: int) -> set[tuple[int, int]]:
    """Those of them who are of one club."""
    listed = Client().get(f"/api/v1/events/{event.slug}/entrants/?limit=100").json()["results"]
    club = {each["number"]: each["club"] for each in listed}
    return {(a, b) for a, b in met(event, number) if club[a] and club[a] == club[b]}


def unmet(event: Event) -> list[str]:
    """What the draw says it could not keep apart; the page says it, too."""
    told = Client().get(f"/api/v1/events/{event.slug}/movement/").json()["unseparated"]
    page = Client().get(f"/e/{event.slug}/movement/").content.decode()
    assert all(sentence in page for sentence in told)
    return [str(sentence) for sentence in told]


def test_35_club_mates_do_not_meet_late_in_a_barometer_nor_after_late_changes() -> None:
    """Scenario 35: six clubs of three; one of club 1 comes late, one of club 6 leaves."""
    apart = {"separate_clubs": True, "forbidden_pairs": [[1, 18], [2, 17]]}
    event, director = drawn_apart(entrants_text(18), rounds=4, **apart)
    stage = event.stages.get()
    play_round(release(stage, 1), lambda play: facts(1))
    body = {"text": "name,club\nLin,Club 1", "late": True, "reason": "a late train"}
    assert director.post("entrants/import/", body).status_code == 201
    play_round(release(stage, 2), lambda play: facts(1))
    gone = {"entrant": event.entrants.get(number=16).pk, "reason": "ill"}
    assert director.post("withdrawals/", gone).status_code == 201
    for number in (1, 2, 3, 4):
        assert not met(event, number) & {(1, 18), (2, 17)}
    assert of_a_club(event, 3) == of_a_club(event, 4) == set()
    assert unmet(event) == []
    assert any(19 in pair for pair in met(event, 3) | met(event, 4))


def test_35_club_mates_do_not_meet_late_in_a_swiss_and_the_draw_says_what_it_could_not() -> None:
    """Scenario 35: five clubs of three whose members are about as strong, so that they would meet.

    With two clubs only, at three tables, some have to: each is named with its round.
    """
    event, director = drawn_apart(
        entrants_text(15), rounds=4, kind="individual-swiss", separate_clubs=True
    )
    stage = event.stages.get()
    for number in (1, 2, 3, 4):
        if number > 1:
            assert director.post("rounds/draw/").status_code == 201
        for play in plays_of(release(stage, number)):
            letter = play.positions[0]
            strong = play.table.seats.get(letter=letter).sitting.entrant.number <= 6
            finish(play, facts(1, 3, "landlord" if strong else "farmers"))
        count_and_publish(stage)
    assert of_a_club(event, 3) == of_a_club(event, 4) == set()
    assert unmet(event) == []
    two = "\n".join(["name,club", *(f"P{n},{'East' if n < 5 else 'West'}" for n in range(9))])
    event, director = drawn_apart(two, rounds=2, forbidden_pairs=[[1, 2]], separate_clubs=True)
    named = [
        f"Round {number}: the numbers {one} and {other}, of one club, meet."
        for number in (1, 2)
        for one, other in sorted(of_a_club(event, number))
    ]
    assert named  # five of the east at three tables
    assert sorted(unmet(event)) == sorted(named)
    assert not (met(event, 1) | met(event, 2)) & {(1, 2)}
