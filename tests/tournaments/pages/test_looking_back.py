"""The tables of a round that is over: found again, corrected, and told where they are disputed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Dispute
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.models import Event, Role, Stage
from tournaments.services import create_stage, draw_stage, undo_draw
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_stage

pytestmark = pytest.mark.django_db


def browser(event: Event, name: str = "") -> Client:
    client = Client()
    client.force_login(user_with(event, Role.DIRECTOR, name))
    return client


def played(rounds: int = 2) -> Stage:
    """Nine players; round 1 is over."""
    stage = drawn_stage(entrants=9, rounds=rounds, boards=2)
    play_round(release(stage), lambda _play: facts(1, 2))
    return stage


def disputed(stage: Stage) -> Dispute:
    """Seat B of table 2 disputes board 1 of round 1."""
    play = next(each for each in plays_of(stage.rounds.get(number=1)) if each.table.number == 2)
    result = play.results.get(is_current=True)
    return Dispute.objects.create(play=play, result=result, seat="B", at=timezone.now())


def test_between_two_rounds_the_tables_of_the_last_one_are_a_click_away() -> None:
    stage = played()
    client, home = browser(stage.event), f"/direct/{stage.event.slug}/"
    for page in (home, f"{home}rounds/"):
        assert f'href="{home}?stage=1&amp;round=1"' in client.get(page).content.decode(), page
    back = client.get(home, {"stage": 1, "round": 1}).content.decode()
    assert "Round 1 of 2" in back
    assert f'href="{home}rounds/1/tables/2/?stage=1"' in back
    assert "Back to the present round" in back
    assert 'value="pause"' not in back
    drawer = client.get(f"{home}rounds/1/tables/2/?stage=1").content.decode()
    assert "Correct the result" in drawer
    # A round without tables, or one that there is not, is the present one.
    assert "waits for its release" in client.get(home, {"stage": 1, "round": 2}).content.decode()
    assert "waits for its release" in client.get(home, {"round": "x"}).content.decode()


def test_a_dispute_about_a_round_that_is_over_is_told_in_the_next_one_and_between() -> None:
    stage = played()
    disputed(stage)
    client, home = browser(stage.event), f"/direct/{stage.event.slug}/"
    told = f'<a href="{home}?stage=1&amp;round=1">Round 1: 1 result is disputed</a>'
    assert told in client.get(home).content.decode()
    release(stage, 2)
    assert told in client.get(home).content.decode()
    back = client.get(home, {"stage": 1, "round": 1}).content.decode()
    assert "disputes board 1" in back
    assert told not in back


def test_the_table_of_an_earlier_stage_is_not_mistaken_for_that_of_the_present_one() -> None:
    first = played(rounds=1)
    count_and_publish(first)
    second = create_stage(
        first.event, rounds=1, boards_per_round=2, actor=SYSTEM, source=first, last_rank=9
    )
    waiting = browser(first.event, "another").get(f"/direct/{first.event.slug}/").content.decode()
    assert "Stage 2: Nothing is drawn yet." in waiting
    assert "from stage 1, rank 1–9" in waiting
    assert "Set up the stage, enter the people" not in waiting
    draw_stage(second, SYSTEM)
    for play in plays_of(release(second)):
        finish(play, facts(1, 3))
    dispute = disputed(first)
    client, home = browser(first.event), f"/direct/{first.event.slug}/"
    path = f"{home}rounds/1/tables/2/?stage=1"
    drawer = client.get(path).content.decode()
    assert re.findall(r"Seat (\w) disputes the result", drawer) == ["B"]
    assert "disputes the result" not in client.get(path.replace("=1", "=2")).content.decode()
    assert f'action="{path}"' in drawer
    body = {"do": "stands", "dispute": dispute.pk, "reason": "as reported"}
    assert client.post(path, body).headers["Location"] == path
    dispute.refresh_from_db()
    assert dispute.settlement == "stands"


def test_the_secret_of_an_earlier_stage_is_revealed_too_of_boards_that_were_played() -> None:
    first = played(rounds=1)
    change = {"boards_per_round": 3}
    second = create_stage(
        first.event, rounds=1, boards_per_round=2, actor=SYSTEM, source=first, last_rank=9
    )
    count_and_publish(first)
    draw_stage(second, SYSTEM)
    # A draw that was undone and a plan that was changed leave a set that nobody plays.
    change_stage(undo_draw(second, SYSTEM, "a mistake"), SYSTEM, change)
    draw_stage(Stage.objects.get(pk=second.pk), SYSTEM)
    client, path = browser(first.event), f"/direct/{first.event.slug}/rounds/"
    assert offered(client, path) == [("1", "1")]
    body = {"do": "reveal", "stage": "1", "session": "1"}
    assert (
        "The secret of the deals is revealed."
        in client.post(path, body, follow=True).content.decode()
    )
    assert first.sessions.get().board_set.revealed_at is not None
    assert offered(client, path) == []
    play_round(release(Stage.objects.get(pk=second.pk)), lambda _play: facts(1, 2))
    assert offered(client, path) == [("2", "2")]


def offered(client: Client, path: str) -> list[tuple[str, str]]:
    """Stage and session of each secret that the page offers to reveal."""
    page = client.get(path).content.decode()
    return re.findall(
        r'name="stage" value="(\d+)"><input type="hidden" name="session" value="(\d+)">', page
    )
