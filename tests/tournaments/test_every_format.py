"""Every individual format with what happens on the day, against the brute force.

Each format is played to its end with all incidents in one event, and so every pair of them; the
long run has each format with every pair alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

import pytest
from django.utils import timezone

from engine.movements import check
from games.models import Dispute, Play
from tournaments.errors import TournamentError
from tournaments.models import EventState, Stage
from tournaments.services import draw_stage, release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.correct_result import correct_result
from tournaments.services.cut_round import cut_round
from tournaments.services.draw_round import draw_round
from tournaments.services.enter_late import enter_late
from tournaments.services.map_hands import map_hands
from tournaments.services.mark_not_played import mark_not_played
from tournaments.services.penalise import penalise
from tournaments.services.rebuild import rebuild
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.settle_dispute import settle_dispute
from tournaments.services.substitute import substitute
from tournaments.services.swap_seats import swap_seats
from tournaments.services.withdraw_board import withdraw_board, withdraw_play
from tournaments.services.withdraw_entrant import withdraw_entrant
from tournaments.stage_ends import has_ended
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import assert_equals_brute_force
from .factories import count_and_publish, facts, finish, new_stage, plays_of, random_facts

pytestmark = pytest.mark.django_db

#: Kind, number of people (with a bye wherever the format has any), rounds, other settings.
FORMATS: list[tuple[str, int, int, dict[str, object]]] = [
    ("individual-barometer", 10, 3, {}),
    ("individual-swiss", 10, 3, {}),
    ("individual-mitchell", 15, 3, {}),
    ("individual-own-deals", 10, 3, {}),
    ("individual-score-out", 13, 3, {"out_until": 4, "out_below": 38}),
    ("individual-barometer", 9, 3, {"method": "total", "sessions": 2}),
]


class Played(NamedTuple):
    """A stage after a round, and that round's plays."""

    stage: Stage
    number: int
    plays: list[Play]


def award(name: str, number: int) -> Callable[[Played], None]:
    """An award on one play of round `number`."""

    def rule(now: Played) -> None:
        if now.number == number:
            rule_scores(now.plays[0], {"1": {"award": name}}, SYSTEM, "disturbed")

    return rule


def weighted(now: Played) -> None:
    outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}]
    rule_scores(now.plays[1], {"2": {"outcomes": outcomes}}, SYSTEM, "hesitation")


def late(now: Played) -> None:
    if now.number == 1:
        enter_late(now.stage.event, "name\nLin", SYSTEM)


def leaves(now: Played) -> None:
    if now.number == 1:
        withdraw_entrant(now.stage.event.entrants.get(number=2), SYSTEM, "ill")


def sits_in(now: Played) -> None:
    if now.number == 1:
        substitute(now.stage.event.entrants.get(number=3), SYSTEM, "ill", name="Ou")


def disputes(now: Played) -> None:
    play = now.plays[2]
    result = play.results.get(is_current=True)
    row = Dispute.objects.create(
        play=play, seat="A", result=result, reason="not so", at=timezone.now()
    )
    correct_result(play, facts(3, 3, "farmers", bombs=5), SYSTEM, "they agree")
    settle_dispute(now.stage.event, row, "corrected", SYSTEM, "they agree")


def takes_back(now: Played) -> None:
    ruling = rule_scores(now.plays[3], {"3": {"award": "average"}}, SYSTEM, "a mistake")
    reverse_ruling(ruling, SYSTEM, "it was none")


def swapped(now: Played) -> None:
    swap_seats([now.plays[-1]], ("A", "B"), SYSTEM, "wrong chairs")


def known_to_all(now: Played) -> None:
    if now.number == 1:
        withdraw_board(now.stage, now.plays[-3].board, SYSTEM, "known to all")


INCIDENTS: dict[str, Callable[[Played], None]] = {
    "late entry": late,
    "withdrawal": leaves,
    "substitute": sits_in,
    "dispute": disputes,
    "average": award("average", 1),
    "average plus": award("average_plus", 2),
    "average minus": award("average_minus", 3),
    "weighted": weighted,
    "hands swapped": lambda now: void(map_hands(now.plays[1], "213", SYSTEM, "pockets swapped")),
    "seats swapped": swapped,
    "play withdrawn": lambda now: void(withdraw_play(now.plays[-2], SYSTEM, "known")),
    "board withdrawn": known_to_all,
    "penalty": lambda now: void(
        penalise(now.stage, now.stage.event.entrants.get(number=5), "10", SYSTEM, "late")
    ),
    "ruling taken back": takes_back,
}
#: Happens before a board is played.
NOT_PLAYED = "not played"
#: A movement that goes round cannot change; these say so, and somebody sits in.
FIXED = {"late entry", "withdrawal"}


def void(_result: object) -> None:
    """For what returns something that nobody wants."""


def play_through(
    kind: str, people: int, rounds: int, settings: dict[str, object], incidents: Iterable[str]
) -> Stage:
    """Play a stage to its end; after each round what happens, in order."""
    stage = draw_stage(new_stage(people, rounds, 2, kind=kind, **settings), SYSTEM)
    source = random.Random(f"{kind} {sorted(incidents)}")
    for number in range(1, rounds + 1):
        if not stage.rounds.filter(number=number).exists():
            draw_round(stage, SYSTEM)
        round_ = release_round(stage.rounds.get(number=number), SYSTEM)
        plays = plays_of(round_)
        if NOT_PLAYED in incidents:
            mark_not_played(plays[-1], SYSTEM, "no time")
        for play in plays[: -1 if NOT_PLAYED in incidents else None]:
            finish(play, random_facts(source))
        played = [play for play in plays if NOT_PLAYED not in incidents or play != plays[-1]]
        for name in incidents:
            if name == NOT_PLAYED:
                continue
            if name in FIXED and kind == "individual-mitchell":
                if number == 1:
                    with pytest.raises(TournamentError):
                        INCIDENTS[name](Played(stage, number, played))
                continue
            INCIDENTS[name](Played(Stage.objects.get(pk=stage.pk), number, played))
        count_and_publish(stage)
        if kind == "individual-score-out":
            cut_round(stage, SYSTEM)
            count_and_publish(stage)
        stage = Stage.objects.select_related("event").get(pk=stage.pk)
        if has_ended(stage):
            break
    return stage


def assert_right(stage: Stage) -> None:
    """Ended, sound, and what the brute force and a rebuild say."""
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.FINISHED
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert seating_differences(stage) == []


ALL = [*INCIDENTS, NOT_PLAYED]


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda each: f"{each[0]}-{each[1]}")
def test_a_format_with_all_that_happens_equals_the_brute_force(
    chosen: tuple[str, int, int, dict[str, object]],
) -> None:
    kind, people, rounds, settings = chosen
    assert_right(play_through(kind, people, rounds, settings, ALL))


@pytest.mark.slow
@pytest.mark.parametrize("pair", list(combinations(ALL, 2)), ids=" and ".join)
@pytest.mark.parametrize("chosen", FORMATS, ids=lambda each: f"{each[0]}-{each[1]}")
def test_a_format_with_every_pair_of_incidents_equals_the_brute_force(
    chosen: tuple[str, int, int, dict[str, object]], pair: tuple[str, str]
) -> None:
    kind, people, rounds, settings = chosen
    assert_right(play_through(kind, people, rounds, settings, pair))
