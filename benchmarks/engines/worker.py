"""One engine in a process of its own: reads a task a line, answers with times and what was found.

Owns the clocks. They run around the engine's call and nothing else: perf_counter for calls of
microseconds, the processor time of the process for whole games. No garbage is collected meanwhile.

    python -m benchmarks.engines.worker fushi
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.engines.adapter import Adapter, Call

REPEATS = 5


def timed(call: Call, clock: Callable[[], int] = time.perf_counter_ns) -> tuple[int, Any]:
    """The nanoseconds of a call, and its result."""
    begun = clock()
    found = call()
    return clock() - begun, found


def move_search(adapter: Adapter, call: Call | None) -> dict[str, Any]:
    """The first call of a hand, whose caches are cold; the median of repeated ones; the moves."""
    if call is None:
        return {}
    first, _ = timed(call)
    again = []
    for _ in range(REPEATS):
        took, found = timed(call)
        again.append(took)
    return {"cold": first, "warm": statistics.median(again), "moves": adapter.moves(found)}


def leads(adapter: Adapter, task: dict[str, Any]) -> dict[str, Any]:
    """Leads of a hand."""
    return move_search(adapter, adapter.leads(task["hands"], task["size"]))


def responses(adapter: Adapter, task: dict[str, Any]) -> dict[str, Any]:
    """Responses of a hand."""
    return move_search(adapter, adapter.responses(task["hands"], task["played"]))


def classify(adapter: Adapter, task: dict[str, Any]) -> dict[str, Any]:
    """Nanoseconds a set, over all sets of the task, and the kinds."""
    call = adapter.classify(task["sets"])
    if call is None:
        return {}
    call()
    took, found = timed(call)
    return {"warm": took / len(task["sets"]), "kinds": adapter.kinds(found)}


def games(adapter: Adapter, task: dict[str, Any]) -> dict[str, Any]:
    """Processor time of each game, one after the other, and of its play alone."""
    prepared = [adapter.game(hands, seed) for hands, seed in task["games"]]
    wholes, parts = [], []
    for start, play in prepared:
        dealing, state = timed(start, time.process_time_ns)
        playing, _ = timed(partial(play, state), time.process_time_ns)
        wholes.append(dealing + playing)
        parts.append(playing)
    return {"games": wholes, "plays": parts}


TASKS = {"leads": leads, "responses": responses, "classify": classify, "games": games}


def main(name: str) -> None:
    """Answer tasks until the input ends."""
    adapter: Adapter = import_module(f"benchmarks.engines.{name}").ADAPTER()
    answers = sys.stdout
    sys.stdout = sys.stderr  # whatever an engine prints is no answer
    print(json.dumps({"version": adapter.version}), file=answers, flush=True)
    gc.disable()
    for number, line in enumerate(sys.stdin):
        task = json.loads(line)
        print(json.dumps(TASKS[task["do"]](adapter, task)), file=answers, flush=True)
        if number % 100 == 0:
            gc.collect()


if __name__ == "__main__":
    main(sys.argv[1])
