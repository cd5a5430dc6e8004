"""Movements for many sizes: rounds possible, balance and build time, as tables or as JSON.

Measures `engine.movements` against theory (the bounds) and its own checker; no peer program builds
these movements. After the individual movements come more rounds than a design has, the spread of
comparisons, Swiss draws beside the sorted list, and the other formats. `--quick` takes a few rounds
of the larger sizes only; `--large` adds the largest movements, by the command line.

    python -m benchmarks.movements [--quick] [--large] [--json] [--boards B]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from engine.movements import Movement, certificate, check, individual, max_rounds_without_repeats
from engine.movements.four_players import individual_of_four
from engine.movements.grouping import upper_bound_of_rounds
from engine.movements.mitchell import mitchell
from engine.movements.swiss import SwissInput, swiss_round
from engine.movements.teams import TeamMovement, ring, triangles

SIZES = (6, 7, 8, 9, 10, 12, 15, 18, 21, 24, 27, 30, 33, 36, 45, 60, 99, 300, 999, 3000)
MOST_ROUNDS, QUICK_ROUNDS = 30, 9
PASSES = (
    *((6, 2), (6, 3), (6, 5), (12, 5), (12, 6), (12, 7), (12, 9), (9, 8), (15, 14), (27, 20)),
    *((60, 40), (99, 98), (300, 200)),
)
COMPARED = ((9, 4), (27, 9), (27, 13), (81, 40), (99, 9))
SWISS = (30, 99, 300, 999, 3000)
SWISS_ROUNDS = 7
TRIANGLES = ((3, 1), (6, 1), (9, 4), (10, 3), (15, 7), (27, 13))
RINGS = ((4, 1), (5, 2), (7, 1), (9, 4), (13, 2), (19, 3), (25, 4), (31, 5))
MITCHELL = (5, 7, 11, 13, 25)
FOUR_HANDS = ((16, 4), (20, 5), (28, 7), (64, 16), (24, 4), (40, 6))
LARGE = (
    *((3000, 30), (3000, 100), (3000, 300), (1500, 749), (2000, 999), (3000, 1499), (2999, 1499)),
    (2998, 1498),
)

Line = dict[str, Any]


def built(build: Callable[[], Movement], **first: Any) -> Line:
    """The figures of a movement, with the seconds of processor time to build it, and checked."""
    started = time.process_time()
    movement = build()
    seconds = time.process_time() - started
    found = certificate(movement)
    return {
        **first,
        "rounds": found.rounds,
        "repeats": found.repeat_meetings,
        "repeat_bound": found.repeat_bound,
        "positions": found.position_imbalance,
        "order": found.order_imbalance,
        "order_bound": found.order_bound,
        "comparisons": round(found.comparison_sd_over_mean, 3),
        "byes": found.bye_imbalance,
        "visits": found.max_table_visits,
        "sound": check(movement, found.to_data()).is_sound,
        "seconds": round(seconds, 3),
    }


def by_size(players: int, most_rounds: int, boards: int) -> Line:
    """The individual movement with as many rounds as possible, at most `most_rounds`."""
    possible = max_rounds_without_repeats(players)
    return built(
        partial(individual, players, min(possible, most_rounds), boards),
        players=players,
        possible=possible,
        bound=upper_bound_of_rounds(players),
    )


def beyond(players: int, rounds: int) -> Line:
    """More rounds than anybody can play without a repeat."""
    return built(partial(individual, players, rounds, 3, allow_repeats=True), players=players)


def swiss(players: int) -> Line:
    """The last of seven Swiss rounds: spread of scores at the tables over that of the sorted list.

    Players differ by 5 points a round in skill, 10 in luck (standard deviations).
    """
    random = Random(players)
    skills = [random.gauss(50, 5) for _ in range(players)]
    scores = [0.0] * players
    drawn: tuple[Any, ...] = ()
    repeats, seconds, ratio = 0, 0.0, 0.0
    for left in range(SWISS_ROUNDS, 0, -1):
        started = time.process_time()
        draw = swiss_round(SwissInput(tuple(scores), drawn, 3, left))
        seconds = time.process_time() - started
        order = sorted(scores)
        least = sum(order[i + 2] - order[i] for i in range(0, players, 3))
        ratio = draw.spread / least if least else 1.0
        repeats += draw.repeat_meetings
        drawn += (draw.round,)
        scores = [
            score + random.gauss(skill, 10) for score, skill in zip(scores, skills, strict=True)
        ]
    return {
        "players": players,
        "rounds": SWISS_ROUNDS,
        "repeats": repeats,
        "spread_over_sorted": round(ratio, 2),
        "seconds": round(seconds, 3),
    }


def teams(kind: str, build: Callable[[], TeamMovement]) -> Line:
    """Teams of three: their meetings, and the positions of the players."""
    started = time.process_time()
    made = build()
    seconds = time.process_time() - started
    found = certificate(made.movement)
    return {
        "teams": made.teams,
        "kind": kind,
        "rounds": len(made.matches),
        "repeats": made.repeat_meetings,
        "meeting_imbalance": made.meeting_imbalance,
        "byes": made.bye_imbalance,
        "positions": found.position_imbalance,
        "order": found.order_imbalance,
        "sound": check(made.movement, found.to_data()).is_sound,
        "seconds": round(seconds, 3),
    }


def all_teams() -> list[Line]:
    """Triangles with matches of 18 boards, and as many tables as teams with three boards."""
    found = [teams("triangles", partial(triangles, *size, 18)) for size in TRIANGLES]
    return found + [teams("ring", partial(ring, *size, 3)) for size in RINGS]


def formats() -> list[Line]:
    """Three-way Mitchell, four players on four hands, and four on three hands instead of byes."""
    mitchells = [built(partial(mitchell, t, 3), format=f"Mitchell, {t} tables") for t in MITCHELL]
    hands = [
        built(
            partial(individual_of_four, *size, 4, allow_repeats=True),
            format=f"{size[0]} players on four hands",
        )
        for size in FOUR_HANDS
    ]
    fours = [
        built(
            partial(individual, players, 6, 4, tables_of_four=True),
            format=f"{players} players, tables of four",
        )
        for players in (28, 29, 100)
    ]
    return mitchells + hands + fours


def large(players: int, rounds: int) -> Line:
    """`python -m engine movement` as a user calls it: seconds in all and of processor time."""
    command = [sys.executable, "-m", "engine", "movement", "--json"]
    command += ["--players", str(players), "--rounds", str(rounds)]
    timed = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True,"
    timed += " stdout=subprocess.DEVNULL); used = resource.getrusage(resource.RUSAGE_CHILDREN);"
    timed += " print(used.ru_utime + used.ru_stime, used.ru_maxrss)"
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", timed, *command], check=True, capture_output=True, text=True
    )
    seconds = time.perf_counter() - started
    processor, kilobytes = map(float, done.stdout.split())
    return {
        "players": players,
        "rounds": rounds,
        "seconds": round(seconds, 2),
        "processor_seconds": round(processor, 2),
        "megabytes": round(kilobytes / 1024),
        "goal_seconds": 3 if rounds <= 30 else 10,
    }


def show(title: str, lines: Sequence[Mapping[str, Any]]) -> None:
    """A table of lines that have the same keys."""
    texts = [list(lines[0]), *([str(value) for value in line.values()] for line in lines)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    print(f"\n{title}\n")
    for row in texts:
        print("  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)))


def main() -> int:
    """Print the tables; 1 when a movement is not sound, has repeats or uneven positions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--boards", type=int, default=4)
    arguments = parser.parse_args()
    most = QUICK_ROUNDS if arguments.quick else MOST_ROUNDS
    sizes = [by_size(players, most, arguments.boards) for players in SIZES]
    found = {
        "Individual movements": sizes,
        "More rounds than without repeats, 3 boards": [beyond(n, r) for n, r in PASSES],
        "Spread of comparisons, 3 boards": [
            built(partial(individual, players, rounds, 3), players=players)
            for players, rounds in COMPARED
        ],
        "Swiss": [swiss(players) for players in SWISS],
        "Teams of three": all_teams(),
        "Other formats": formats(),
    }
    if arguments.large:
        found["By the command line"] = [large(players, rounds) for players, rounds in LARGE]
    if arguments.json:
        print(json.dumps(found, indent=1))
    else:
        for title, lines in found.items():
            show(title, lines)
    sound = all(line["sound"] for lines in found.values() for line in lines if "sound" in line)
    return 0 if sound and all(x["repeats"] == 0 and x["positions"] <= 1 for x in sizes) else 1


if __name__ == "__main__":
    sys.exit(main())
