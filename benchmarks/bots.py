"""Duplicate matches between the bots: same deals, rotated positions, roles by their own auctions.

`python benchmarks/bots.py [--boards N] [--write]`. In a match of X against Y every deal is played
six times: X in one position with Y in the two others, for each position, and the other way round.
The figure is what X scores alone among Y less what Y scores alone among X, in points a board.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.actions import action_from_data  # noqa: E402 - the project's folder comes first
from engine.bots import Bot, make_bot  # noqa: E402
from engine.dealing import deal  # noqa: E402
from engine.hand import AllPass, HandState, view  # noqa: E402
from engine.payoff import points  # noqa: E402
from engine.rulesets import get  # noqa: E402

STRENGTHS = ("chance", "greedy", "planner")
SECRET = b"bots, in duplicate"
RESULT = ROOT / "benchmarks" / "results" / "bots.md"


def play(number: int, bots: tuple[Bot, Bot, Bot]) -> dict[int, int]:
    """The points by position when these bots play deal `number`."""
    ruleset = get("competition")
    state = HandState.new(deal(SECRET, number=number), ruleset, AllPass.VOID)
    while state.to_act:
        position = state.to_act[0]
        chosen = bots[position - 1].choose(view(state, position).to_data())
        state = state.apply(position, action_from_data(chosen))
    assert state.result is not None
    return points(state.result, ruleset)


def alone(one: Bot, others: Bot, number: int) -> float:
    """What `one` scores on average in the three positions of a deal, among two `others`."""
    total = 0
    for position in (1, 2, 3):
        first, second, third = (one if p == position else others for p in (1, 2, 3))
        total += play(number, (first, second, third))[position]
    return total / 3


def match(first: str, second: str, boards: int) -> list[float]:
    """The difference on each board, positive where `first` does better."""
    one, other = make_bot(first, 1), make_bot(second, 1)
    return [
        alone(one, other, number) - alone(other, one, number) for number in range(1, boards + 1)
    ]


def main() -> None:
    """Print the table, and with `--write` keep it."""
    parser = argparse.ArgumentParser(description="Duplicate matches between the bots.")
    parser.add_argument("--boards", type=int, default=100, help="deals of a match (100)")
    parser.add_argument("--only", nargs=2, metavar="BOT", help="one match")
    parser.add_argument("--write", action="store_true", help=f"write {RESULT.name}")
    options = parser.parse_args()
    pairs = [options.only] if options.only else list(combinations(reversed(STRENGTHS), 2))
    lines = ["| match | points a board | ± | boards won – tied – lost |", "|---|---|---|---|"]
    for first, second in pairs:
        started = time.perf_counter()
        found = match(first, second, options.boards)
        mean = statistics.mean(found)
        error = statistics.stdev(found) / len(found) ** 0.5
        won, lost = sum(d > 0 for d in found), sum(d < 0 for d in found)
        tied = len(found) - won - lost
        lines.append(
            f"| {first} – {second} | {mean:+.2f} | {error:.2f} | {won} – {tied} – {lost} |"
        )
        print(lines[-1], f"({time.perf_counter() - started:.0f} s)", flush=True)
    if options.write:
        text = f"# Bots in duplicate\n\n{__doc__}\n"
        text += f"\nRuleset `competition`, {options.boards} deals a match.\n\n"
        RESULT.write_text(text + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
