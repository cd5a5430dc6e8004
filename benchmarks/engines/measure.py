"""Runs the workload: every item by every engine in turn, so that noise of the machine hits alike.

Owns the order and the collection of the figures; the clocks are in `worker`.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.engines import workload
from benchmarks.engines.agreement import Agreement, compare_kinds, compare_moves
from benchmarks.engines.fushi import RULESET
from benchmarks.engines.processes import Worker, import_costs
from engine.rulesets import get

WARMING_UP = 60
"""So many items before the first that counts, so that tables built on first use are there."""
SETS_AT_ONCE, GAMES_AT_ONCE = 50, 25


@dataclass(frozen=True)
class Sizes:
    """How much is measured: hands a size, card sets, games of ours and of each peer, imports."""

    hands: int = 2000
    sets: int = 4000
    games: int = 5000
    peer_games: int = 5000
    imports: int = 9


QUICK = Sizes(hands=200, sets=400, games=400, peer_games=200, imports=3)


@dataclass
class Row:
    """One measure: its values by engine; `scale` turns nanoseconds into the unit."""

    name: str
    unit: str
    values: dict[str, list[float]] = field(default_factory=dict)

    def add(self, engine: str, value: float) -> None:
        """One more value."""
        self.values.setdefault(engine, []).append(value)


@dataclass
class Measured:
    """All that a run has found."""

    sizes: Sizes
    versions: dict[str, str]
    rows: dict[str, Row] = field(default_factory=dict)
    agreements: dict[str, dict[str, Agreement]] = field(default_factory=dict)

    def row(self, key: str, name: str, unit: str) -> Row:
        """The row of that key, made at its first use."""
        return self.rows.setdefault(key, Row(name, unit))

    def agreement(self, key: str, engine: str) -> Agreement:
        """Likewise the agreement of a peer."""
        return self.agreements.setdefault(key, {}).setdefault(engine, Agreement())

    def median(self, key: str, engine: str) -> float | None:
        """The median of a row for an engine, if it was measured."""
        values = self.rows[key].values.get(engine) if key in self.rows else None
        return statistics.median(values) if values else None


def run(engines: Sequence[str], sizes: Sizes) -> Measured:
    """Measure everything; `engines` begins with ours."""
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker(engine)) for engine in engines]
        measured = Measured(sizes, {worker.engine: worker.version for worker in workers})
        _leads(measured, workers)
        _responses(measured, workers)
        _classify(measured, workers)
        _games(measured, workers)
    _imports(measured, engines)
    return measured


def _in_turn(
    workers: Sequence[Worker], task: dict[str, Any], number: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The answers of all to one task; who begins changes from item to item."""
    first = number % len(workers)
    for worker in (*workers[first:], *workers[:first]):
        yield worker.engine, worker.ask(task)


def _search(
    measured: Measured,
    workers: Sequence[Worker],
    key: str,
    name: str,
    task: dict[str, Any],
    hand: list[int],
    number: int,
) -> None:
    """One hand's moves by every engine."""
    found = {}
    for engine, answer in _in_turn(workers, task, number):
        if answer and number >= WARMING_UP:
            measured.row(f"{key}_warm", f"{name}, warm", "µs").add(engine, answer["warm"] / 1e3)
            cold = measured.row(f"{key}_cold", f"{name}, interleaved", "µs")
            cold.add(engine, answer["cold"] / 1e3)
            found[engine] = answer["moves"]
    for engine, moves in found.items():
        if engine != "fushi":
            agreement = measured.agreement(key, engine)
            compare_moves(agreement, engine, hand, found["fushi"], moves, get(RULESET))


def _leads(measured: Measured, workers: Sequence[Worker]) -> None:
    for size in workload.LEAD_SIZES:
        name = f"legal leads, {size} cards"
        hands = workload.deals(WARMING_UP + measured.sizes.hands, f"leads {size}")
        for number, deal in enumerate(hands):
            task = {"do": "leads", "hands": deal, "size": size}
            _search(measured, workers, f"leads_{size}", name, task, deal[0][:size], number)


def _responses(measured: Measured, workers: Sequence[Worker]) -> None:
    items = workload.responses(WARMING_UP + measured.sizes.hands, get(RULESET))
    for number, item in enumerate(items):
        task = {"do": "responses", "hands": item.hands, "played": item.played}
        name = "responses, 17 cards"
        _search(measured, workers, "responses", name, task, item.hands[1], number)


def _classify(measured: Measured, workers: Sequence[Worker]) -> None:
    sets = workload.card_sets(measured.sizes.sets, get(RULESET))
    for begin in range(0, len(sets), SETS_AT_ONCE):
        part = sets[begin : begin + SETS_AT_ONCE]
        found = {}
        for engine, answer in _in_turn(workers, {"do": "classify", "sets": part}, begin):
            if answer:
                row = measured.row("classify", "classify a card set", "µs")
                row.add(engine, answer["warm"] / 1e3)
                found[engine] = answer["kinds"]
        for engine, kinds in found.items():
            if engine != "fushi":
                compare_kinds(measured.agreement("classify", engine), part, found["fushi"], kinds)


def _games(measured: Measured, workers: Sequence[Worker]) -> None:
    sizes = measured.sizes
    deals = workload.deals(max(sizes.games, sizes.peer_games), "games")
    items = [(hands, seed) for seed, hands in enumerate(deals)]
    for begin in range(0, len(items), GAMES_AT_ONCE):
        for worker in workers:
            most = sizes.games if worker.engine == "fushi" else sizes.peer_games
            part = items[begin : min(begin + GAMES_AT_ONCE, most)]
            answer = worker.ask({"do": "games", "games": part})
            for whole, play in zip(answer["games"], answer["plays"], strict=True):
                row = measured.row("games", "random game", "µs")
                row.add(worker.engine, whole / 1e3)
                row = measured.row("games_play", "random game, without the deal", "µs")
                row.add(worker.engine, play / 1e3)


def _imports(measured: Measured, engines: Sequence[str]) -> None:
    for engine in engines:
        times, sizes = import_costs(engine, measured.sizes.imports)
        measured.row("import_cpu", "import, processor time", "ms").values[engine] = times
        measured.row("import_memory", "import, memory", "MB").values[engine] = sizes
