"""What a run found, as a table for people and as JSON, with the goals it reaches.

Owns the form and the goals; measures nothing.
"""

from __future__ import annotations

import os
import platform
import statistics
from dataclasses import asdict
from typing import Any

from benchmarks.engines.fushi import RULESET
from benchmarks.engines.measure import Measured
from benchmarks.engines.processes import NAMES
from benchmarks.engines.workload import LEAD_SIZES

PYTHON_PEERS = ("rlcard", "douzero")


def quartiles(values: list[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    lower, middle, upper = statistics.quantiles(values, n=4, method="inclusive")
    return lower, middle, upper


def goals(measured: Measured) -> list[dict[str, Any]]:
    """Each goal that could be measured: its name, what is wanted, what was found."""
    found: list[dict[str, Any]] = []

    def note(name: str, value: float, wanted: float, *, at_most: bool = False) -> None:
        reached = value <= wanted if at_most else value >= wanted
        sign = "≤" if at_most else "≥"
        found.append({"goal": f"{name} {sign} {wanted:g}", "found": value, "reached": reached})

    def ratio(key: str, peer: str) -> float | None:
        ours, theirs = measured.median(key, "fushi"), measured.median(key, peer)
        return theirs / ours if ours and theirs else None

    wanted = [(f"leads_{size}_warm", 10.0) for size in LEAD_SIZES]
    wanted += [(f"leads_{size}_cold", 3.0) for size in LEAD_SIZES]
    for key, times in [*wanted, ("games", 50.0)]:
        for peer in PYTHON_PEERS:
            value = ratio(key, peer)
            if value is not None:
                note(f"{measured.rows[key].name}: times {NAMES[peer]}", value, times)
    for key, peer, least in (("classify", "rlcard", 0.85), ("games", "openspiel", 0.85)):
        value = ratio(key, peer)
        if value is not None:
            note(f"{measured.rows[key].name}: speed of {NAMES[peer]}", value, least)
    for key, most in (("import_cpu", 120.0), ("import_memory", 15.0)):
        value = measured.median(key, "fushi")
        if value is not None:
            note(f"{measured.rows[key].name}, {measured.rows[key].unit}", value, most, at_most=True)
    return found


def as_data(measured: Measured) -> dict[str, Any]:
    """Everything, as JSON data."""
    rows = {}
    for key, row in measured.rows.items():
        engines = {}
        for engine, values in row.values.items():
            lower, middle, upper = quartiles(values)
            engines[engine] = {"median": middle, "q1": lower, "q3": upper, "n": len(values)}
        rows[key] = {"name": row.name, "unit": row.unit, "engines": engines}
    return {
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
        "ruleset": RULESET,
        "sizes": asdict(measured.sizes),
        "versions": {NAMES[engine]: version for engine, version in measured.versions.items()},
        "rows": rows,
        "agreement": {
            key: {
                engine: {
                    "compared": agreement.compared,
                    "equal": agreement.equal,
                    "left_out": dict(agreement.left_out),
                    "examples": agreement.examples,
                }
                for engine, agreement in by_engine.items()
            }
            for key, by_engine in measured.agreements.items()
        },
        "goals": goals(measured),
    }


def as_text(data: dict[str, Any]) -> str:
    """The same as Markdown."""
    engines = [e for e in NAMES if any(e in row["engines"] for row in data["rows"].values())]
    versions = " · ".join(f"{name} {version}" for name, version in data["versions"].items())
    lines = [
        f"Python {data['python']}, one core each, load {data['load']}; {versions}",
        "Sizes: " + ", ".join(f"{n} {name}" for name, n in data["sizes"].items()),
        f"Ruleset: {data['ruleset']}; median (lower to upper quartile)",
        "",
        "| | " + " | ".join(NAMES[engine] for engine in engines) + " |",
        "|---" * (len(engines) + 1) + "|",
    ]
    for row in data["rows"].values():
        cells = [_cell(row["engines"].get(engine)) for engine in engines]
        lines.append(f"| {row['name']}, {row['unit']} | " + " | ".join(cells) + " |")
    games = data["rows"].get("games", {"engines": {}})["engines"]
    rates = [f"{1e6 / games[e]['median']:,.0f}" if e in games else "–" for e in engines]
    lines.append("| random games a second | " + " | ".join(rates) + " |")
    lines += ["", "Agreement with ours (equal of compared; left out)"]
    for key, by_engine in data["agreement"].items():
        for engine, counts in by_engine.items():
            out = ", ".join(f"{n} {reason}" for reason, n in sorted(counts["left_out"].items()))
            lines.append(
                f"- {key}, {NAMES[engine]}: {counts['equal']} of {counts['compared']}"
                + (f"; left out: {out}" if out else "")
                + (f"; differing: {'; '.join(counts['examples'])}" if counts["examples"] else "")
            )
    lines += ["", "Goals"]
    for goal in data["goals"]:
        word = "reached" if goal["reached"] else "MISSED"
        lines.append(f"- {goal['goal']}: {goal['found']:.2f} ({word})")
    return "\n".join(lines)


def _cell(figures: dict[str, float] | None) -> str:
    if figures is None:
        return "–"
    return f"{_shown(figures['median'])} ({_shown(figures['q1'])}–{_shown(figures['q3'])})"


def _shown(value: float) -> str:
    """Three figures or so."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
