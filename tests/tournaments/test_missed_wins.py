"""The report of wins that farmers let go by: who, with whom, when, and for whose eyes.

Position 1 is landlord and leads all the time, the others pass. What a missed win is, the tests of
the engine say: here the first pass of position 2 counts as one.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.hand import HandState
from engine.missed_wins import MissedWin
from games.models import LogEntry, Play
from tests.tournaments import factories
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import correct, drawn_stage, facts, plays_of, release
from tests.tournaments.people import user_with
from tournaments.models import Role, Stage, StandingsVersion
from tournaments.queries import missed_wins
from tournaments.services.actors import SYSTEM
from tournaments.services.link_player import link_player, player_named

pytestmark = pytest.mark.django_db


class OneSided:
    """Position 1 bids 3 and leads the longest play, everybody else passes."""

    def choose(self, view: Any) -> dict[str, Any]:
        expected = view["expected"]
        match expected["type"]:
            case "bid":
                return {"type": "bid", "value": 3}
            case "play" if expected["may_pass"]:
                return {"type": "pass"}
            case "play":
                return {"type": "play", "ranks": max(expected["choices"], key=len)}
        return {"type": expected["type"], "value": False}


def first_pass(state: HandState) -> tuple[MissedWin, ...]:
    """What stands for the engine's search."""
    return (MissedWin(1, 2, state.hand(2), state.plays[0]),)


def played(monkeypatch: pytest.MonkeyPatch, tables: int = 2) -> tuple[Stage, list[Play]]:
    """A round of one board; its tables but the last have finished it."""
    monkeypatch.setattr(factories, "make_bot", lambda name, seed: OneSided())
    monkeypatch.setattr(missed_wins, "missed_wins", first_pass)
    stage = drawn_stage(entrants=3 * tables, rounds=1, boards=1)
    plays = plays_of(release(stage))
    for play in plays[:-1]:
        factories.play_for_real(play)
    return stage, plays


def report(stage: Stage, **options: Any) -> tuple[missed_wins.MissedWinLine, ...]:
    (round_,) = missed_wins.released_rounds(stage)
    return missed_wins.missed_wins_of(round_, **options)


def test_who_passed_when_with_whom_and_where_both_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, plays = played(monkeypatch)
    at = LogEntry.objects.filter(play=plays[0], kind="pass").order_by("seq")[0].at
    seats = dict(plays[0].seat_results.values_list("position", "entrant"))
    for number, moment, rank in ((1, -2, 5), (2, -1, 4), (3, 1, 1)):
        rows = [{"entrant": seats[2], "rank": rank, "percentage": f"{rank}0.00"}]
        StandingsVersion.objects.create(
            stage=stage,
            number=number,
            manifest={},
            payload={"rows": rows},
            published_at=at + timedelta(seconds=moment),
        )
    (line,) = report(stage)
    assert (line.board, line.table, line.play_id, line.position) == (1, 1, plays[0].pk, 2)
    assert line.at == at
    assert (line.who.entrant.id, line.who.rank, line.who.percentage) == (seats[2], 4, "40.00")
    assert [(each.entrant.id, each.rank) for each in line.partners] == [(seats[3], None)]
    assert line.version == 2
    assert len(line.cards) == 17


def test_a_board_that_was_corrected_to_the_farmers_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage, plays = played(monkeypatch)
    correct(plays[0], facts(1, 3, "farmers"))
    assert report(stage) == ()


def test_hidden_boards_and_those_not_opened_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, plays = played(monkeypatch)
    assert report(stage, hidden={plays[0].board_id}) == ()
    assert report(stage, opened_only=True) == ()
    factories.play_for_real(plays[1])
    assert len(report(stage, opened_only=True)) == 2


def test_page_and_api_tell_directors_and_not_who_has_still_to_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage, plays = played(monkeypatch)
    event = stage.event
    sitting = plays[1].table.seats.filter(letter="A")
    number = sitting.values_list("sitting__entrant__number", flat=True)[0]
    users = {
        "director": user_with(event, Role.DIRECTOR, "director"),
        "viewer": user_with(event, Role.VIEWER, "viewer"),
        "player": user_with(event, Role.DIRECTOR, "player"),
    }
    link_player(event, users["player"], player_named(event, str(number)), SYSTEM)
    for name, user in users.items():
        client = Client()
        client.force_login(user)
        text = client.get(f"/direct/{event.slug}/missed-wins/").content.decode()
        sees = name == "director"
        assert ("Passed on" in text) is sees, name
        document = Caller(event, client=client).send("GET", "missed-wins/").json()
        assert (document["round"], len(document["results"])) == (1, int(sees)), name
    key = with_key(event, Role.DIRECTOR)
    (line,) = key.send("GET", "missed-wins/?round=1").json()["results"]
    assert (line["board"], line["play"], line["version"]) == (1, plays[0].pk, None)
    assert key.send("GET", "missed-wins/?round=2").status_code == 404
    assert Client().get(f"/direct/{event.slug}/missed-wins/").status_code == 302


def test_the_number_of_statements_is_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for tables in (2, 3):
        stage, _plays = played(monkeypatch, tables)
        with CaptureQueriesContext(connection) as captured:
            assert len(report(stage)) == tables - 1
        counts.append(len(captured))
    assert counts[0] == counts[1] == 6
