"""The delay for spectators: a board that everybody has finished stays closed until it is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.models import Board
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
from tournaments.errors import DrawRefused
from tournaments.models import AuditEntry, RoundState, Stage, StageKind
from tournaments.services import draw_stage
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event
from tournaments.services.create_event import create_stage
from tournaments.services.draw_round import draw_round
from tournaments.services.mark_not_played import mark_not_played, mark_to_be_played
from tournaments.services.open_board import open_board
from tournaments.tasks import sweep

pytestmark = pytest.mark.django_db
START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


class Clock:
    """The time of a test, in minutes from its start."""

    minutes = 0.0

    def __call__(self) -> datetime:
        return START + timedelta(minutes=self.minutes)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    standing = Clock()
    monkeypatch.setattr("django.utils.timezone.now", standing)
    return standing


def delayed(stage: Stage) -> Stage:
    change_event(stage.event, SYSTEM, {"spectator_delay": 10})
    return Stage.objects.select_related("event").get(pk=stage.pk)


def board(number: int = 1) -> Board:
    return Board.objects.get(number=number, kind="original")


#: What tells that board 1 is open, below the event's address.
PUBLIC = ["boards/1/", "plays/{play}/"]


def told(stage: Stage) -> list[object]:
    """What the public reads of board 1 and of the standings, by page and API."""
    play = plays_of(stage.rounds.get(number=1), 1)[0].pk
    client, slug = Client(), stage.event.slug
    api = f"/api/v1/events/{slug}/"
    return [
        *(client.get(f"/e/{slug}/{path.format(play=play)}").status_code for path in PUBLIC),
        *(client.get(f"{api}{path.format(play=play)}").status_code for path in PUBLIC),
        len(client.get(f"{api}standings/").json()["results"]),
        len(client.get(f"{api}boards/").json()["results"]),
        len(client.get(f"{api}plays/").json()["results"]),
        len(client.get(f"{api}commitment/").json()["sessions"][0]["deals"]["deals"]),
        [b["opened"] for b in client.get(f"{api}rounds/1/tables/1/").json()["boards"]],
        play in client.get(f"/e/{slug}/tables/1/?round=1").content.decode(),
    ]


CLOSED = [404, 404, 404, 404, 0, 0, 0, 0, [False], False]
OPEN = [200, 200, 200, 200, 9, 1, 3, 1, [True], True]


def test_everything_public_waits_for_the_delay_and_then_opens_together(clock: Clock) -> None:
    stage = delayed(drawn_stage(entrants=9, rounds=2, boards=1))
    play_round(release(stage), lambda _: facts(1, 2))
    count_and_publish(stage)
    assert told(stage) == CLOSED
    assert stage.rounds.get(number=1).state == RoundState.FINISHED  # the hall goes on
    clock.minutes = 9.9
    sweep()
    assert told(stage) == CLOSED
    clock.minutes = 10
    sweep()
    count_and_publish(stage)
    assert told(stage) == OPEN
    assert board().opened_at == START + timedelta(minutes=10)
    entry = AuditEntry.objects.get(verb="open_board")
    assert (entry.actor, entry.after) == ("system", {"stage": stage.pk, "board": 1})
    sweep()
    assert AuditEntry.objects.filter(verb="open_board").count() == 1


def test_without_a_delay_a_board_opens_with_its_last_play(clock: Clock) -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    play_round(release(stage), lambda _: facts(1, 2))
    assert (board().opened_at, board().opens_at) == (START, None)
    count_and_publish(stage)
    assert told(stage) == OPEN


def test_a_director_opens_a_board_before_its_time(clock: Clock) -> None:
    stage = delayed(drawn_stage(entrants=9, rounds=2, boards=1))
    play_round(release(stage), lambda _: facts(1, 2))
    clock.minutes = 3
    open_board(board(), SYSTEM, "nobody is left who could be told")
    assert board().opened_at == START + timedelta(minutes=3)
    clock.minutes = 20
    sweep()
    assert board().opened_at == START + timedelta(minutes=3)


def test_a_board_given_back_waits_anew_from_its_last_table_on(clock: Clock) -> None:
    stage = delayed(drawn_stage(entrants=9, rounds=1, boards=2))
    last = plays_of(release(stage), 2)[-1]
    mark_not_played(last, SYSTEM, "slow")
    for play in plays_of(stage.rounds.get(number=1)):
        if play.table.number < 3:
            finish(play, facts(1, 2))
    assert board(2).opens_at == START + timedelta(minutes=10)
    mark_to_be_played(last, SYSTEM, "there is time after all")
    clock.minutes = 30
    sweep()
    assert (board(2).opens_at, board(2).opened_at) == (None, None)
    finish(last, facts(1, 2))
    assert board(2).opens_at == START + timedelta(minutes=40)


def test_the_next_swiss_round_counts_what_spectators_do_not_see_yet(clock: Clock) -> None:
    """Everybody at position 1 has won: they have the same score in the draw of round 2."""
    stage = delayed(new_stage(entrants=9, rounds=2, boards=1, kind=StageKind.INDIVIDUAL_SWISS))
    stage = draw_stage(stage, SYSTEM)
    play_round(release(stage), lambda play: facts(1, 1 + play.table.number % 3))
    draw_round(stage, SYSTEM)
    scores = stage.draws.get(from_round=2).inputs["scores"]
    assert len({str(score) for score in scores}) > 1
    assert told(stage)[4] == 0


def test_a_final_waits_until_the_boards_before_it_are_open(clock: Clock) -> None:
    first = delayed(drawn_stage(entrants=9, rounds=1, boards=1))
    play_round(release(first), lambda play: facts(1, 1 + play.table.number % 3))
    count_and_publish(first)
    final = create_stage(
        first.event, rounds=1, boards_per_round=1, source=first, last_rank=6, actor=SYSTEM
    )
    with pytest.raises(DrawRefused) as refused:
        draw_stage(final, SYSTEM)
    assert refused.value.code == "source_unfinished"
