"""Movements for many sizes: rounds possible, balance and build time, as a table or as JSON.

Measures `engine.movements` against theory (the bound of rounds) and its own checker; no peer
program builds these movements. `--quick` takes a few rounds of the larger sizes only.

    python -m benchmarks.movements [--quick] [--json] [--boards B]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass

from engine.movements import certificate, check, individual, max_rounds_without_repeats
from engine.movements.grouping import upper_bound_of_rounds

SIZES = (6, 7, 8, 9, 10, 12, 15, 18, 21, 24, 27, 30, 33, 36, 45, 60, 99, 300, 999, 3000)
MOST_ROUNDS = 30
QUICK_ROUNDS = 9


@dataclass(frozen=True)
class Line:
    """Figures of one movement; seconds of processor time to build it."""

    players: int
    rounds_possible: int
    rounds_bound: int
    rounds: int
    repeat_meetings: int
    position_imbalance: int
    order_imbalance: int
    order_bound: int
    comparison_sd_over_mean: float
    bye_imbalance: int
    max_table_visits: int
    sound: bool
    seconds: float


def measure(players: int, most_rounds: int, boards: int) -> Line:
    """Build the movement with as many rounds as possible, at most `most_rounds`, and check it."""
    possible = max_rounds_without_repeats(players)
    rounds = min(possible, most_rounds)
    started = time.process_time()
    movement = individual(players, rounds, boards)
    seconds = time.process_time() - started
    found = certificate(movement)
    return Line(
        players=players,
        rounds_possible=possible,
        rounds_bound=upper_bound_of_rounds(players),
        rounds=rounds,
        repeat_meetings=found.repeat_meetings,
        position_imbalance=found.position_imbalance,
        order_imbalance=found.order_imbalance,
        order_bound=found.order_bound,
        comparison_sd_over_mean=round(found.comparison_sd_over_mean, 3),
        bye_imbalance=found.bye_imbalance,
        max_table_visits=found.max_table_visits,
        sound=check(movement, found.to_data()).is_sound,
        seconds=round(seconds, 3),
    )


def main() -> int:
    """Print the lines; 1 when one of them is not sound, has repeats or uneven positions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--boards", type=int, default=4)
    arguments = parser.parse_args()
    most = QUICK_ROUNDS if arguments.quick else MOST_ROUNDS
    lines = []
    for players in SIZES:
        line = measure(players, most, arguments.boards)
        lines.append(line)
        if not arguments.json:
            if len(lines) == 1:
                print("  ".join(asdict(line)))
            print("  ".join(str(v).rjust(len(name)) for name, v in asdict(line).items()))
    if arguments.json:
        json.dump([asdict(line) for line in lines], sys.stdout, indent=1)
        print()
    good = all(x.sound and not x.repeat_meetings and x.position_imbalance <= 1 for x in lines)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
