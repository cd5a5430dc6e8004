"""What is published: one version everywhere, ties told, boards opened one by one, late changes."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db.models import F
from django.test import Client

from games.models import Board
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from tournaments.errors import DrawRefused
from tournaments.models import AuditEntry, Role, Stage
from tournaments.services import create_stage, draw_stage, reveal_session
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_stage

pytestmark = pytest.mark.django_db

API = "/api/v1/events/spring-cup"
PAGE = "/e/spring-cup"


@pytest.fixture
def stage() -> Stage:
    """Three tables, one board: who held position 1 won with 1, 2, 3 at tables 1, 2, 3.

    Matchpoints of position 1: 0, 2, 4; of positions 2 and 3 (points -1, -2, -3): 4, 2, 0.
    """
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    play_round(release(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    return stage


def page(path: str = "/standings/") -> str:
    response = Client().get(f"{PAGE}{path}", headers={"Accept-Language": "en"})
    assert response.status_code == 200
    return str(response.content.decode())


def totals_of_page(path: str = "/standings/") -> dict[str, Fraction]:
    """What the page shows as everybody's total, by name."""
    rows = re.findall(r"<tr data-key.*?</tr>", page(path), re.DOTALL)
    found = {}
    for row in rows:
        name = re.search(r"/entrants/\w+/\">([^<]*)<", row)
        total = re.search(r'total" data-sort="([^"]*)"', row)
        assert name is not None
        assert total is not None
        found[name[1]] = Fraction(total[1])
    return found


def totals_of_file(query: str = "") -> dict[str, Fraction]:
    content = Client().get(f"{PAGE}/files/standings.csv{query}").content.decode("utf-8-sig")
    return {row["name"]: Fraction(row["score"]) for row in csv.DictReader(io.StringIO(content))}


def totals_of_api(query: str = "") -> dict[str, Fraction]:
    told = Client().get(f"{API}/standings/{query}").json()["results"]
    return {row["entrant"]["name"]: Fraction(row["score"]) for row in told}


def test_27_page_file_and_api_show_the_totals_of_the_same_version(stage: Stage) -> None:
    """Scenario 27: a correction comes in between; what was read before is read again as it was."""
    first = totals_of_page()
    assert sorted(first.values()) == [0, 0, 0, 2, 2, 2, 4, 4, 4]
    assert totals_of_file() == totals_of_api() == first
    director = with_key(stage.event)
    play = plays_of(stage.rounds.get())[0]
    correct = f"plays/{play.pk}/correct/"
    body = {"facts": facts(1, 3), "reason": "bid misread"}
    shown = director.post(correct, {**body, "dry_run": True}).json()
    made = director.post(correct, {**body, "preview": shown["preview"]})
    assert made.status_code == 201, made.content
    assert totals_of_page() == totals_of_file() == totals_of_api() == first  # not published yet
    count_and_publish(stage)
    second = totals_of_page()
    assert second != first
    assert totals_of_file() == totals_of_api() == second
    for read in (totals_of_file("?version=1"), totals_of_api("?version=1")):
        assert read == first
    assert totals_of_page("/standings/?version=1") == first


def test_28_a_tie_for_the_last_place_is_settled_by_steps_that_everybody_can_read(
    stage: Stage,
) -> None:
    """Scenario 28: three have 4; points tell the first (6), the lot the other two (-1, -1)."""
    final = create_stage(
        stage.event, rounds=1, boards_per_round=1, source=stage, last_rank=2, actor=SYSTEM
    )
    with pytest.raises(DrawRefused) as refused:
        draw_stage(final, SYSTEM)
    assert refused.value.code == "tie_at_the_edge"
    assert len(refused.value.params["numbers"]) == 3
    change_stage(stage, SYSTEM, {"tie_breaks": ["total_points", "lot"]})
    count_and_publish(stage)
    rows = stage.versions.latest("number").payload["rows"]
    assert [(row["rank"], row["score"], row["points"]) for row in rows[:3]] == [
        (1, "4", 6),
        (2, "4", -1),
        (3, "4", -1),
    ]
    steps = [[(step, decided) for step, _, decided in row["tie_breaks"]] for row in rows[:3]]
    assert steps[0] == [("total_points", True)]
    assert steps[1] == steps[2] == [("total_points", True), ("lot", True)]
    assert rows[0]["tie_breaks"][0][1] == "6"
    assert [row["tie_breaks"][0][1] for row in rows[1:3]] == ["-1", "-1"]
    lines = re.findall(r"<tr data-key.*?</tr>", page(), re.DOTALL)
    assert [re.findall(r'"sub">([^<:]*): ([^<]*)<', line)[0] for line in lines[:2]] == [
        ("points in all", "6"),
        ("points in all", "-1"),
    ]
    assert "lot: " in lines[1]


def test_29_boards_open_one_by_one_after_their_last_table_and_sessions_apart() -> None:
    """Scenario 29: two sessions; while the first is on nothing of the second is to be had."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2, sessions=2)
    release(stage)
    *earlier, last = plays_of(stage.rounds.get(number=1), board=1)
    for play in earlier:
        finish(play, facts(1))

    def public() -> list[int]:
        listed = [row["number"] for row in Client().get(f"{API}/boards/").json()["results"]]
        for number in (1, 2, 3, 4):
            there = 200 if number in listed else 404
            for address in (f"{API}/boards/{number}/", f"{PAGE}/boards/{number}/"):
                assert Client().get(address).status_code == there
        return listed

    count_and_publish(stage)
    assert public() == []
    finish(last, facts(1))
    count_and_publish(stage)
    assert public() == [1]
    for play in plays_of(stage.rounds.get(number=1), board=2):
        finish(play, facts(2))
    count_and_publish(stage)
    assert public() == [1, 2]
    reveal_session(stage.sessions.get(number=1), SYSTEM)
    assert public() == [1, 2]  # the secret of the other session is another
    assert not Board.objects.filter(number__gt=2, opened_at__isnull=False).exists()
    opened = AuditEntry.objects.filter(verb="open_board").order_by("pk")
    assert list(opened.values_list("after__board", flat=True)) == [1, 2]


def test_30_after_the_correction_period_only_an_owner_changes_it_with_a_note(stage: Stage) -> None:
    """Scenario 30: the version says why, the one before stays, and a reason there must be."""
    opened = Board.objects.filter(opened_at__isnull=False)
    opened.update(opened_at=F("opened_at") - timedelta(minutes=31))
    play = plays_of(stage.rounds.get())[0]
    correct = f"plays/{play.pk}/correct/"
    body = {"facts": facts(1, 3), "reason": "the appeal"}
    owner = with_key(stage.event, Role.OWNER)
    shown = owner.post(correct, {**body, "dry_run": True}).json()
    refused = with_key(stage.event).post(correct, {**body, "preview": shown["preview"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    silent = owner.post(correct, {**body, "reason": " ", "preview": shown["preview"]})
    assert (silent.status_code, silent.json()["refusal"]) == (422, "reason_missing")
    count_and_publish(stage)
    assert stage.versions.count() == 1
    before = totals_of_page()
    made = owner.post(correct, {**body, "preview": shown["preview"]})
    assert made.status_code == 201, made.content
    count_and_publish(stage)
    version = stage.versions.get(number=2)
    assert (version.note, version.is_kept) == ("the appeal", True)
    assert "Changed after the correction period: the appeal" in page()
    assert totals_of_page("/standings/?version=1") == before != totals_of_page()
    assert "Changed after" not in page("/standings/?version=1")
    assert_equals_brute_force(stage)
