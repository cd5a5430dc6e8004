"""Four to a table, two packs: from the draw to the pages, real play included."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from engine.movements import check
from games.models import Play
from tournaments.errors import EventRefused
from tournaments.models import Field, Stage
from tournaments.services import create_event, create_stage, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.rebuild import rebuild
from tournaments.services.withdraw_entrant import withdraw_entrant
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import assert_equals_brute_force
from .factories import (
    count_and_publish,
    entrants_text,
    facts,
    play_for_real,
    play_round,
    plays_of,
    release,
)

pytestmark = pytest.mark.django_db


def stage_of_four(entrants: int, rounds: int = 2, boards: int = 2) -> Stage:
    event = create_event(name="Four Cup", ruleset="four-player", actor=SYSTEM)
    import_entrants(event, entrants_text(entrants), SYSTEM)
    return create_stage(event, rounds=rounds, boards_per_round=boards, seed=1, actor=SYSTEM)


def four_facts(source: random.Random) -> dict[str, object]:
    winner = source.choice(["landlord", "farmers"])
    return facts(source.randint(1, 4), source.randint(1, 3), winner, bombs=source.randint(0, 3))


def test_ten_players_from_draw_to_standings() -> None:
    stage = draw_stage(stage_of_four(10), SYSTEM)
    assert stage.movement is not None
    assert [len(one["byes"]) for one in stage.movement["rounds"]] == [2, 2]
    source = random.Random(2)
    play_round(release(stage, 1), lambda _: four_facts(source))
    withdraw_entrant(stage.event.entrants.get(number=1), SYSTEM, "ill")
    play_round(release(stage, 2), lambda _: four_facts(source))
    count_and_publish(stage)
    stage.refresh_from_db()
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert seating_differences(stage) == []
    assert set(Field.objects.values_list("mapping", "position")) == {
        ("1234", position) for position in (1, 2, 3, 4)
    }
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []


def test_real_play_and_the_pages_of_it() -> None:
    stage = draw_stage(stage_of_four(8, rounds=1, boards=1), SYSTEM)
    release(stage)
    for play in plays_of(stage.rounds.get()):
        play_for_real(play, seed=play.table.number)
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []
    client, home = Client(), f"/e/{stage.event.slug}/"
    board = client.get(f"{home}boards/1/").content.decode()
    hands = client.get(f"/api/v1/events/{stage.event.slug}/boards/1/").json()["hands"]
    assert [len(hands[place]) for place in "1234"] == [25, 25, 25, 25]
    assert board.count('role="img"') >= 108
    for path in ("", "standings/", "boards/", "rounds/1/", "movement/", "verify/"):
        assert client.get(home + path).status_code == 200
    played = Play.objects.first()
    assert played is not None
    assert client.get(f"{home}plays/{played.pk}/").status_code == 200
    assert "Seat D" in client.get(f"{home}rounds/1/").content.decode()


def test_three_hand_formats_refuse_the_ruleset() -> None:
    event = create_event(name="Four Cup", ruleset="four-player", actor=SYSTEM)
    with pytest.raises(EventRefused) as caught:
        create_stage(event, rounds=2, boards_per_round=2, kind="individual-swiss", actor=SYSTEM)
    assert caught.value.code == "unsuitable_ruleset"
