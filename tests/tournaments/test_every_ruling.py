"""Every kind of ruling, by call and on the console: shown first, made as shown, taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Play
from tournaments.models import Role, Ruling, Stage

from .brute_force import assert_equals_brute_force
from .directing import with_key
from .factories import count_and_publish, drawn_stage, facts, play_round, plays_of, release
from .people import user_with

pytestmark = pytest.mark.django_db

EACH_ITS_OWN = {
    "1": [("60%", 8), ("40%", -4)],
    "2": [("1", 4)],
    "3": [("1/2", 0), ("1/2", -6)],
}
#: Name → what a call says, and what the console's form says.
RULINGS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "each side its own award": (
        {
            "kind": "scores",
            "positions": {
                "1": {"award": "average_minus"},
                "2": {"award": "average_plus"},
                "3": {"award": "average"},
            },
        },
        {
            "what": "scores",
            "award-1": "average_minus",
            "award-2": "average_plus",
            "award-3": "average",
        },
    ),
    "each side its own outcomes": (
        {
            "kind": "scores",
            "positions": {
                place: {"outcomes": [{"weight": weight, "points": value} for weight, value in each]}
                for place, each in EACH_ITS_OWN.items()
            },
        },
        {
            "what": "scores",
            **{f"award-{place}": "outcomes" for place in EACH_ITS_OWN},
            "text-1": "60% +8, 40% -4",
            "text-2": "+4",
            "text-3": "1/2 0, 1/2 -6",
        },
    ),
    "a fouled board": ({"kind": "hands", "mapping": "213"}, {"what": "hands", "mapping": "213"}),
    "seats swapped": (
        {"kind": "seats", "seats": ["A", "B"]},
        {"what": "seats", "one": "A", "other": "B"},
    ),
    "withdrawn at a table": ({"kind": "withdrawn"}, {"what": "withdraw-play"}),
    "withdrawn for all": (
        {"kind": "withdrawn", "board": 1},
        {"what": "withdraw-board", "board": "1"},
    ),
    "penalty": ({"percentage": "10"}, {"what": "penalty", "percentage": "10"}),
}


@pytest.fixture
def play() -> Play:
    """Board 1 at table 3 of a round that is over."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release(stage), lambda each: facts(1, each.table.number, bombs=each.board.number))
    count_and_publish(stage)
    return plays_of(stage.rounds.get())[2]


def stage_of(play: Play) -> Stage:
    return Stage.objects.select_related("event").get(rounds__tables__table=play.table_id)


def rows(play: Play) -> list[dict[str, Any]]:
    """What the newest standings say, besides how it was before."""
    stage = stage_of(play)
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    found = stage.versions.latest("number").payload["rows"]
    return sorted(
        ({**row, "previous_rank": None} for row in found), key=lambda row: int(row["number"])
    )


@pytest.mark.parametrize("name", RULINGS)
def test_by_call(play: Play, name: str) -> None:
    stage = stage_of(play)
    director, before = with_key(stage.event), rows(play)
    body = {**RULINGS[name][0], "reason": "as told"}
    path = "rulings/"
    if name == "penalty":
        body["entrant"] = stage.event.entrants.get(number=1).pk
        path = "penalties/"
    elif "board" not in body:
        body["play"] = play.pk
    shown = director.post(path, {**body, "dry_run": True}).json()
    assert shown["changes"]
    assert rows(play) == before
    made = director.post(path, {**body, "preview": shown["preview"]})
    assert made.status_code == 201, made.content
    assert made.json()["changes"] == shown["changes"]
    ruled = rows(play)
    assert ruled != before
    ranks = {row["entrant"]: row["rank"] for row in ruled}
    assert all(ranks[each["entrant"]] == each["rank"][1] for each in shown["changes"])
    back = f"rulings/{made.json()['made']['id']}/reverse/"
    shown = director.post(back, {"reason": "it was not so", "dry_run": True}).json()
    body = {"reason": "it was not so", "preview": shown["preview"]}
    assert director.post(back, body).status_code == 201
    assert rows(play) == before


@pytest.mark.parametrize("name", RULINGS)
def test_on_the_console(play: Play, name: str) -> None:
    stage = stage_of(play)
    browser, before = Client(), rows(play)
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    rulings = f"/direct/{stage.event.slug}/rulings/"

    def decide(form: dict[str, str]) -> str:
        """Look at the difference, then make it; what the page says."""
        address = f"/direct/{stage.event.slug}/decide/"
        form = {**form, "back": rulings}
        shown = browser.post(address, form).content.decode()
        preview = re.search(r'name="preview" value="([^"]+)"', shown)
        assert preview is not None, shown
        sent = {**form, "preview": preview[1], "reason": "as told"}
        return browser.post(address, sent, follow=True).content.decode()

    wanted = {**RULINGS[name][1], "play": play.pk, "number": "1"}
    assert "Done: " in decide(wanted)
    assert rows(play) != before
    page = browser.get(rulings).content.decode()
    assert "as told" in page
    ruling = Ruling.objects.latest("pk")
    assert f'name="ruling" value="{ruling.pk}"' in page
    assert "Done: " in decide({"what": "reverse", "ruling": str(ruling.pk)})
    assert rows(play) == before
