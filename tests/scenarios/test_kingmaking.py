"""Scenario 36: a farmer with nothing to win passes with a winning play, on phones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.bots import make_bot
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import with_key
from tests.tournaments.factories import count_and_publish
from tournaments.services.rebuild import rebuild

from .evening import Evening, console, evening_with

pytestmark = pytest.mark.django_db

Held = dict[str, Any]


def goes_out(view: dict[str, Any]) -> bool:
    """Whether all that a player holds is one play that beats what lies there."""
    asked = view["expected"]
    whole = len(view["hand"])
    fits = any(len(choice) == whole for choice in asked.get("choices", ()))
    return bool(asked["type"] == "play" and asked["may_pass"] and fits)


def passes_up(evening: Evening, table: int, board: int) -> Held | None:
    """Play a board: position 1 is landlord, 2 passes all the time, 3 plays until it could go out.

    From then on 3 passes, too. What 3 held, if it came to that and the landlord won.
    """
    bot, held = make_bot("greedy", table), None
    while evening.play(table, board).state != "finished":
        letter = evening.mover(table, board)
        view = evening.view(table, letter)
        asked, position = view["expected"], view["viewer"]
        if asked["type"] == "bid":
            action = {"type": "bid", "value": 3 if position == 1 else 0}
        elif asked["type"] in ("double", "redouble"):
            action = {"type": asked["type"], "value": False}
        elif position == 3 and held is None and goes_out(view):
            held, action = {"cards": view["hand"], "letter": letter}, {"type": "pass"}
        elif position != 1 and asked["may_pass"] and (held is not None or position == 2):
            action = {"type": "pass"}
        else:
            action = bot.choose(view)
        assert evening.act(table, letter, action).status_code == 201
    result = evening.play(table, board).results.get()
    return held if result.facts["winner"] == "landlord" else None


def test_36_who_passed_with_a_winning_play_is_listed_and_adjusted_alone() -> None:
    evening = evening_with(physical=False)
    director = evening.director
    tables = {table: passes_up(evening, table, 1) for table in (1, 2, 3)}
    found = {table: held for table, held in tables.items() if held is not None}
    assert 0 < len(found) < 3  # at one table it did not come to that
    count_and_publish(evening.stage)
    lines = director.send("GET", "missed-wins/").json()["results"]
    assert {line["table"]: sorted(line["cards"]) for line in lines} == {
        table: sorted(held["cards"]) for table, held in found.items()
    }
    line = lines[0]
    table = line["table"]
    letter, partner = found[table]["letter"], evening.play(table, 1).positions[1]
    assert line["who"]["name"] == evening.name(table, letter)
    assert [each["name"] for each in line["partners"]] == [evening.name(table, partner)]
    page = console(evening.stage.event, "missed-wins/")
    assert evening.name(table, letter) in page
    # The ruling is about that farmer alone: landlord and partner keep what they have.
    before = scores(evening)
    body = {
        "kind": "scores",
        "play": line["play"],
        "positions": {"3": {"award": "average_minus"}},
        "reason": "kingmaking",
    }
    shown = director.post("rulings/", {**body, "dry_run": True}).json()
    made = director.post("rulings/", {**body, "preview": shown["preview"]})
    assert made.status_code == 201
    count_and_publish(evening.stage)
    after = scores(evening)
    for other in {"A", "B", "C"} - {letter}:
        assert after[table, other] == before[table, other]
    assert after[table, letter] != before[table, letter]
    assert_equals_brute_force(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    assert with_key(evening.stage.event, "viewer").post("rulings/", body).status_code == 403


def scores(evening: Evening) -> dict[tuple[int, str], Fraction]:
    """What everybody has in the newest standings, by table and seat."""
    rows = {r["entrant"]: r for r in evening.stage.versions.latest("number").payload["rows"]}
    return {
        (table, seat.letter): Fraction(rows[seat.sitting.entrant_id]["score"])
        for table in (1, 2, 3)
        for seat in evening.table(table).seats.select_related("sitting")
    }
