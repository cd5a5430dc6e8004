"""Random events with random decisions: the published standings equal the brute force."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from games.models import Play, PlayState
from tournaments.errors import RulingRefused
from tournaments.models import Ruling, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.map_hands import map_hands
from tournaments.services.mark_not_played import mark_not_played
from tournaments.services.penalise import penalise
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.swap_seats import swap_seats
from tournaments.services.withdraw_board import withdraw_board, withdraw_play

from .brute_force import assert_equals_brute_force
from .factories import correct, count_and_publish, drawn_stage, finish, plays_of, random_facts
from .factories import release as released

USUAL, LONG = 20, 200
AWARDS = ("average", "average_plus", "average_minus")
Decide = Callable[[Stage, Play, random.Random], object]


def some_scores(stage: Stage, play: Play, source: random.Random) -> object:
    """Awards or outcomes for one, two or all three positions, each its own."""
    told: dict[str, dict[str, Any]] = {}
    for position in source.sample("123", source.randint(1, 3)):
        if source.random() < 0.5:
            told[position] = {"award": source.choice(AWARDS)}
            continue
        one, other = source.sample(range(-16, 17, 2), 2)
        share = source.choice([20, 40, 60])
        told[position] = {
            "outcomes": [
                {"weight": f"{share}%", "points": one},
                {"weight": f"{100 - share}%", "points": other},
            ]
        }
    return rule_scores(play, told, SYSTEM, "random")


def some_reversal(stage: Stage, play: Play, source: random.Random) -> object:
    """One of the rulings in force is taken back, where there is one."""
    standing = Ruling.objects.filter(stage=stage, reverses=None, reversed_by=None).order_by("pk")
    return [reverse_ruling(each, SYSTEM, "random") for each in standing[:1]]


DECISIONS: tuple[Decide, ...] = (
    some_scores,
    some_scores,
    some_reversal,
    lambda stage, play, source: map_hands(
        play, source.choice(["213", "132", "321", "231", "312"]), SYSTEM, "random"
    ),
    lambda stage, play, source: swap_seats([play], ("A", source.choice("BC")), SYSTEM, "random"),
    lambda stage, play, source: withdraw_play(play, SYSTEM, "random"),
    lambda stage, play, source: withdraw_board(stage, play.board, SYSTEM, "random"),
    lambda stage, play, source: penalise(
        stage,
        source.choice(list(stage.event.entrants.order_by("number"))),
        source.choice(["5", "10", "2.5"]),
        SYSTEM,
        "random",
    ),
    lambda stage, play, source: correct(play, random_facts(source)),
)


def random_event(source: random.Random) -> Stage:
    """A barometer that is played to its end but for a few boards that some tables leave out."""
    stage = drawn_stage(
        entrants=source.randint(8, 16),
        rounds=source.randint(1, 3),
        boards=source.randint(1, 4),
        method=source.choice(["matchpoints", "cross"]),
        seed=source.randint(1, 999),
        allow_repeats=True,
    )
    for number in range(1, stage.rounds_planned + 1):
        for play in plays_of(released(stage, number)):
            play.refresh_from_db()
            if play.state == PlayState.SCHEDULED and source.random() < 0.1:
                mark_not_played(play, SYSTEM, "too slow")
            else:
                finish(play, random_facts(source))
    count_and_publish(stage)
    return stage


@pytest.mark.django_db
@pytest.mark.parametrize(
    "seed",
    [
        *range(USUAL),
        *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(USUAL, LONG)),
    ],
)
def test_the_standings_of_a_random_event_with_rulings_equal_the_brute_force(seed: int) -> None:
    source = random.Random(seed)
    stage = random_event(source)
    assert_equals_brute_force(stage)
    made = 0
    played = list(
        Play.objects.filter(table__round_table__round__stage=stage, state="finished")
        .select_related("board", "table")
        .order_by("board__number", "table__number")
    )
    for _ in range(source.randint(4, 10)):
        try:
            source.choice(DECISIONS)(stage, source.choice(played), source)
        except RulingRefused:  # withdrawn before, or a seat would hold the board twice
            continue
        made += 1
        if source.random() < 0.3:
            count_and_publish(stage)
    assert made
    count_and_publish(stage)
    assert_equals_brute_force(stage)
