"""A published version goes on telling what it told, whatever is decided afterwards.

Figures follow from those of `made_event`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.factories import facts
from tournaments.models import Ruling
from tournaments.services.actors import SYSTEM
from tournaments.services.correct_result import correct_result
from tournaments.services.map_hands import map_hands
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.swap_seats import swap_seats
from tournaments.services.withdraw_board import withdraw_board, withdraw_play
from tournaments.tasks import sweep

from .made_event import MadeEvent

publishing = import_module("tournaments.services.publish_standings")


@pytest.fixture
def at_once(made: MadeEvent, monkeypatch: pytest.MonkeyPatch) -> MadeEvent:
    """The made event with its versions published just now, and others at any time."""
    monkeypatch.setattr(publishing, "SPACING", timedelta(0))
    made.stage.versions.update(published_at=timezone.now())
    return made


def publish(made: MadeEvent) -> int:
    """Count and publish, and leave the times of earlier versions alone."""
    sweep()
    return made.stage.versions.count()


DECISIONS: dict[str, Callable[[MadeEvent], object]] = {
    "hands exchanged": lambda made: map_hands(made.play(1, 1), "213", SYSTEM, "pockets"),
    "seats exchanged": lambda made: swap_seats([made.play(1, 1)], ("A", "B"), SYSTEM, "chairs"),
    "withdrawn at a table": lambda made: withdraw_play(made.play(1, 2), SYSTEM, "known"),
    "withdrawn everywhere": lambda made: withdraw_board(made.stage, made.board(1), SYSTEM, "known"),
    "an award": lambda made: rule_scores(
        made.play(1, 1), {"1": {"award": "average_plus"}}, SYSTEM, "noise"
    ),
    "corrected": lambda made: correct_result(made.play(1, 1), facts(2, 3), SYSTEM, "agreed"),
}


def told(client: Client, made: MadeEvent, version: int) -> list[bytes]:
    """All that is told about results in a version: files, boards, plays, every scorecard."""
    who = [f"/api/v1/events/{made.slug}/entrants/{one.pk}/" for one in made.entrants]
    places = [
        f"/e/{made.slug}/files/results.csv",
        f"/e/{made.slug}/files/usebio.xml",
        f"/api/v1/events/{made.slug}/plays/",
        f"/api/v1/events/{made.slug}/boards/1/",
        *who,
    ]
    answers = [client.get(place, {"version": version}) for place in places]
    assert {answer.status_code for answer in answers} == {200}
    return [bytes(answer.content) for answer in answers]


def lines(client: Client, made: MadeEvent, board: int) -> list[dict[str, str]]:
    """The lines of `results.csv` about a board, in the newest version."""
    content = client.get(f"/e/{made.slug}/files/results.csv").content.decode("utf-8-sig")
    return [row for row in csv.DictReader(io.StringIO(content)) if row["board"] == str(board)]


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_changes_no_version_before_it(
    decision: str, at_once: MadeEvent, anybody: Client
) -> None:
    before = told(anybody, at_once, 2)
    DECISIONS[decision](at_once)
    assert publish(at_once) == 3
    assert told(anybody, at_once, 2) == before


@pytest.mark.parametrize("decision", sorted({*DECISIONS} - {"corrected", "withdrawn everywhere"}))
def test_a_decision_taken_back_stays_in_the_version_that_counted_it(
    decision: str, at_once: MadeEvent, anybody: Client
) -> None:
    first = told(anybody, at_once, 2)
    DECISIONS[decision](at_once)
    publish(at_once)
    before = told(anybody, at_once, 3)
    reverse_ruling(Ruling.objects.get(), SYSTEM, "it was none")
    assert publish(at_once) == 4
    assert told(anybody, at_once, 3) == before
    assert told(anybody, at_once, 2) == first


def test_boards_with_an_award_in_position_1_are_listed_with_all_their_plays(
    made: MadeEvent, anybody: Client
) -> None:
    for table in (1, 2, 3):
        rule_scores(made.play(1, table), {"1": {"award": "average"}}, SYSTEM, "noise")
    made.publish()
    assert [row["table"] for row in lines(anybody, made, 1)] == [*"111222333"]
    at = f"/api/v1/events/{made.slug}/plays/"
    first = anybody.get(at, {"limit": 4}).json()
    second = anybody.get(at, {"limit": 4, "cursor": first["next"]}).json()
    places = [(one["board"], one["table"]) for one in first["results"] + second["results"]]
    assert places == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    assert second["next"] is None


def test_seats_exchanged_without_a_figure_changing_are_published(
    made: MadeEvent, anybody: Client
) -> None:
    """Board 1, table 3 was passed out: E8 and E9 have 0 points and 2 matchpoints of 4 each."""
    swap_seats([made.play(1, 3)], ("B", "C"), SYSTEM, "chairs")
    assert made.publish() == 3
    assert [row["number"] for row in lines(anybody, made, 1) if row["table"] == "3"] == [*"798"]


def test_what_a_weighted_result_added_is_exact(made: MadeEvent, anybody: Client) -> None:
    """60 % of +8 and 40 % of −4 are 3.2 for E8; the others had −8 and +8: the mean is 3.2 ÷ 3."""
    outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}]
    rule_scores(made.play(1, 3), {"2": {"outcomes": outcomes}}, SYSTEM, "hesitation")
    made.publish()
    place = f"/api/v1/events/{made.slug}/entrants/{made.entrant(8).pk}/"
    first = anybody.get(place).json()["rounds"][0]
    board = first["boards"][0]
    assert (board["points"], board["field_average"], board["added"]) == (3, "16/15", "32/15")
    # Board 2 brought E8 +2, where the mean was −2/3.
    assert (first["points"], first["field_average"], first["added"]) == (5, "2/5", "24/5")
