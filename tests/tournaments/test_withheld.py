"""Withheld last rounds: closed to everybody until they are revealed, and then all at once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Board
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    play_round,
    release,
)
from tests.tournaments.people import user_with
from tournaments.errors import EventRefused, OpenRefused
from tournaments.models import AuditEntry, Event, Role, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event
from tournaments.services.create_event import create_stage
from tournaments.services.reveal_withheld import reveal_withheld
from tournaments.tasks import sweep

pytestmark = pytest.mark.django_db


def played(rounds: int = 2) -> Stage:
    """Two rounds of one board, of which the last is withheld; so many have been played."""
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    change_event(stage.event, SYSTEM, {"withheld_rounds": 1})
    for number in range(1, rounds + 1):
        play_round(release(stage, number), lambda _: facts(1, number))  # noqa: B023
    count_and_publish(stage)
    return Stage.objects.select_related("event").get(pk=stage.pk)


def told(stage: Stage) -> list[object]:
    """What the public reads of board 2, and which boards count."""
    client, slug = Client(), stage.event.slug
    api = f"/api/v1/events/{slug}/"
    return [
        client.get(f"/e/{slug}/boards/2/").status_code,
        client.get(f"{api}boards/2/").status_code,
        [each["number"] for each in client.get(f"{api}boards/").json()["results"]],
        {each["board"] for each in client.get(f"{api}plays/").json()["results"]},
        {each["boards"] for each in client.get(f"{api}standings/").json()["results"]},
        "stays secret" in client.get(f"/e/{slug}/standings/").content.decode(),
    ]


CLOSED = [404, 404, [1], {1}, {1}, True]
OPEN = [200, 200, [1, 2], {1, 2}, {2}, False]


def test_the_last_round_stays_closed_until_it_is_revealed() -> None:
    stage = played()
    sweep()
    assert told(stage) == CLOSED
    assert reveal_withheld(stage.event, SYSTEM, "prize-giving") == [2]
    count_and_publish(stage)
    assert told(stage) == OPEN
    entry = AuditEntry.objects.get(verb="reveal_withheld")
    assert entry.before == {"withheld_rounds": 1}
    assert entry.after == {"withheld_rounds": 0, "boards": [2]}
    assert entry.reason == "prize-giving"
    opened = AuditEntry.objects.filter(verb="open_board").values_list("after__board", flat=True)
    assert sorted(opened) == [1, 2]


def test_revealed_before_its_end_a_board_opens_with_its_last_play() -> None:
    stage = played(rounds=1)
    assert reveal_withheld(stage.event, SYSTEM) == []
    play_round(release(stage, 2), lambda _: facts(1, 1))
    assert Board.objects.get(number=2).opened_at is not None


def test_a_stage_from_which_people_go_on_withholds_nothing() -> None:
    stage = played(rounds=1)
    create_stage(stage.event, rounds=1, boards_per_round=1, source=stage, last_rank=6, actor=SYSTEM)
    play_round(release(stage, 2), lambda _: facts(1, 1))
    assert Board.objects.get(number=2).opened_at is not None


def test_what_is_withheld_is_revealed_and_not_set_aside() -> None:
    stage = played()
    with pytest.raises(EventRefused) as refused:
        change_event(stage.event, SYSTEM, {"withheld_rounds": 0})
    assert refused.value.code == "already_withheld"
    reveal_withheld(stage.event, SYSTEM)
    with pytest.raises(OpenRefused) as nothing:
        reveal_withheld(stage.event, SYSTEM)
    assert nothing.value.code == "nothing_withheld"


def test_it_is_revealed_in_the_console_and_by_the_api_by_who_directs() -> None:
    stage = played()
    event = stage.event
    assert with_key(event, Role.SCORER).post("withheld/reveal/", {"reason": "x"}).status_code == 403
    client = Client()
    client.force_login(user_with(event, Role.DIRECTOR, "director"))
    rounds = f"/direct/{event.slug}/rounds/"
    assert "1 finished board of the last rounds is withheld" in client.get(rounds).content.decode()
    client.post(rounds, {"do": "reveal-withheld"})
    assert Event.objects.get(pk=event.pk).withheld_rounds == 0
    assert Board.objects.get(number=2).opened_at is not None
    again = with_key(event).post("withheld/reveal/", {"reason": "x"})
    assert (again.status_code, again.json()["refusal"]) == (409, "nothing_withheld")
    other = played()
    made = with_key(other.event).post("withheld/reveal/", {"reason": "prize-giving"})
    assert made.json() == {"boards": [2]}


def test_no_page_calls_standings_final_while_the_last_round_is_secret() -> None:
    """Not even where the time for corrections was over at once."""
    stage = played()
    Event.objects.filter(pk=stage.event.pk).update(official_at=timezone.now())
    pages = [f"/e/{stage.event.slug}/{page}" for page in ("", "standings/", "screen/")]
    assert all("Final" not in Client().get(page).content.decode() for page in pages)
    reveal_withheld(stage.event, SYSTEM)
    count_and_publish(stage)
    assert all("Final standings" in Client().get(page).content.decode() for page in pages)
