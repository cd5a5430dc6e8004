"""Every format with what happens on the day, by calls of the API alone, against the brute force.

A program creates the event, enters people, draws, releases, has the tables play, decides, and
reads the standings as everybody does. Each format is played to its end with all that may happen in
one event, and so every pair of it; in the long run every pair happens with only two others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from engine.movements import check
from games.models.plays import UNFINISHED
from tournaments.models import Stage
from tournaments.services.rebuild import rebuild
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import Row, brute_force
from .brute_force_matches import by_matches
from .factories import count_and_publish
from .happenings import EVERYTHING, INCIDENTS, NOT_PLAYED, Round
from .program import Program

pytestmark = pytest.mark.django_db


class Setup(NamedTuple):
    """A format, how many people or teams (with a bye wherever there are any), and its settings."""

    kind: str
    entrants: int
    rounds: int
    stage: dict[str, Any] = {}
    event: dict[str, Any] = {}
    boards: int = 2
    size: int = 1
    #: What cannot happen here, and the refusal that says so.
    refused: dict[str, str] = {}
    #: What this format has nothing of.
    without: tuple[str, ...] = ()

    def __str__(self) -> str:
        more = "-".join(map(str, (*self.stage.values(), *self.event.values())))
        return f"{self.kind}-{self.entrants}" + f"-{more}" * bool(more)


PHONES = {"physical": False}
CIRCULATING = dict.fromkeys(("late entry", "withdrawal"), "circulating_boards")
DRAWN_TEAMS = dict.fromkeys(("late entry", "withdrawal"), "teams_stay")
NOBODY_JOINS = {"late entry": "no_round_left"}
NO_ROUND_LEFT = dict.fromkeys(("late entry", "substitute"), "no_round_left")
OPPONENTS = {"seats swapped": "opponents_swapped"}
FOUR = {**PHONES, "ruleset": "team-additive"}

FORMATS = [
    Setup("individual-barometer", 10, 3),
    Setup("individual-barometer", 9, 3, {"method": "total", "sessions": 2}),
    Setup("individual-barometer", 9, 2, {"method": "cross"}, PHONES),
    Setup("individual-barometer", 13, 2, {}, {"ruleset": "four-player"}),
    Setup("individual-swiss", 10, 3),
    Setup("individual-mitchell", 15, 3, refused=CIRCULATING),
    Setup("individual-own-deals", 10, 3),
    Setup("individual-score-out", 13, 3, {"out_until": 4, "out_below": 38}),
    Setup("individual-fixed-boards", 6, 3, boards=3),
    Setup("teams-round-robin", 7, 1, size=3, refused=NO_ROUND_LEFT),
    Setup("teams-round-robin", 9, 2, {"scoring": "victory-points"}, size=3, refused=DRAWN_TEAMS),
    Setup("teams-swiss", 7, 2, {"scoring": "victory-points"}, size=3),
    Setup("teams-knockout", 5, 2, size=3, refused=NOBODY_JOINS),
    Setup("four-a-side-league", 3, 2, {"scoring": "wins"}, FOUR, 4, 4, DRAWN_TEAMS | OPPONENTS),
    Setup(
        "four-a-side-league", 3, 2, {"scoring": "comparison"}, FOUR, 4, 4, DRAWN_TEAMS | OPPONENTS
    ),
    Setup("four-a-side-swiss", 5, 2, {"scoring": "victory-points"}, PHONES, 4, 4, OPPONENTS),
    Setup("four-a-side-knockout", 3, 2, {}, FOUR, 4, 4, NOBODY_JOINS | OPPONENTS),
]


def run(setup: Setup, happening: Iterable[str]) -> Program:
    """An event from its creation to its last published standings."""
    chosen = [name for name in happening if name not in setup.without]
    program = Program.creating(f"{setup} {sorted(chosen)}", **setup.event)
    settings = {"kind": setup.kind, "rounds": setup.rounds, "boards_per_round": setup.boards}
    program.post("stages/", {**settings, "seed": 1, **setup.stage})
    program.enter(setup.entrants, setup.size)
    program.post("draw/")
    for number in range(1, setup.rounds + 1):
        play_round(program, setup, number, chosen)
        if program.get()["state"] == "finished":
            break
    return program


def play_round(program: Program, setup: Setup, number: int, chosen: Sequence[str]) -> None:
    """Draw a round if there is none yet, have it played, and let everything else happen."""
    if number > len(program.get("rounds/")["results"]):
        program.post("rounds/draw/")
    program.release(number)
    if NOT_PLAYED in chosen:
        waiting = [play for play in program.plays(number) if play["state"] in UNFINISHED]
        program.post(f"plays/{waiting[-1]['play']}/not-played/", {"reason": "no time"})
    program.play_out(number)
    over = [play for play in program.plays(number) if play["state"] == "finished"]
    now = Round(program, setup.kind, number, over)
    for name in chosen:
        if name == NOT_PLAYED:
            continue
        if name not in setup.refused:
            INCIDENTS[name](now)
        elif number == 1:
            with pytest.raises(AssertionError, match=setup.refused[name]):
                INCIDENTS[name](now)
    count_and_publish(program.stage())
    if setup.kind == "individual-score-out":
        program.post("eliminations/", {"reason": "below"})
        count_and_publish(program.stage())


def ranks_by_matches(stage: Stage) -> bool:
    """As docs/competitions.md has it."""
    four_or_knockout = stage.kind.startswith("four-a-side") or stage.kind == "teams-knockout"
    return four_or_knockout or stage.scoring == "victory-points"


def assert_right(program: Program) -> None:
    """Ended, sound, and published as the brute force has it; a rebuild finds nothing else."""
    stage = program.stage()
    assert program.get()["state"] == "finished"
    expected = by_matches(stage) if ranks_by_matches(stage) else brute_force(stage)
    published = program.get("standings/?limit=1000")["results"]
    assert {line["entrant"]["id"]: told(line) for line in published} == {
        row.entrant: shown(row) for row in expected
    }
    assert rebuild(stage.event).differences == []
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert seating_differences(stage) == []


def told(line: dict[str, Any]) -> dict[str, Any]:
    """A line of the public standings, with exact numbers."""
    names = ("rank", "percentage", "boards", "boards_awarded", "points")
    rounds = [Fraction(score) for score in line["rounds"]]
    return {
        **{name: line[name] for name in names},
        "score": Fraction(line["score"]),
        "rounds": rounds,
    }


def shown(row: Row) -> dict[str, Any]:
    """The same of the brute force."""
    names = ("rank", "boards", "boards_awarded", "points", "score")
    kept = {name: getattr(row, name) for name in names}
    return {**kept, "percentage": row.shown_percentage(), "rounds": list(row.rounds)}


def covering(names: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Few groups of `size` names that have every two of them together, made greedily."""
    missing = set(combinations(names, 2))
    groups = []
    while missing:
        group = list(sorted(missing, key=lambda pair: [names.index(name) for name in pair])[0])
        while len(group) < size:
            others = [name for name in names if name not in group]
            group.append(max(others, key=lambda name: len(missing & new_pairs(group, name, names))))
        group.sort(key=names.index)
        missing -= set(combinations(group, 2))
        groups.append(tuple(group))
    return groups


def new_pairs(group: Sequence[str], name: str, names: Sequence[str]) -> set[tuple[str, str]]:
    """The pairs that `name` makes with a group, in the order of `names`."""
    return {
        (name, each) if names.index(name) < names.index(each) else (each, name) for each in group
    }


@pytest.mark.parametrize("setup", FORMATS, ids=str)
def test_a_format_with_all_that_happens_equals_the_brute_force(setup: Setup) -> None:
    assert_right(run(setup, EVERYTHING))


@pytest.mark.slow
@pytest.mark.parametrize("chosen", covering(EVERYTHING, 4), ids=" and ".join)
@pytest.mark.parametrize("setup", FORMATS, ids=str)
def test_a_format_with_every_pair_of_what_happens_equals_the_brute_force(
    setup: Setup, chosen: tuple[str, ...]
) -> None:
    assert_right(run(setup, chosen))
