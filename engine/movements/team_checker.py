"""The check of what is said of teams, from the seating of their members alone.

Owns who shares a match, who has a bye and the figures that follow, derived anew; the members'
seating itself is checked by `checker`. It imports nothing of the construction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from engine.movements.checker import Fault, Report

#: Members that a team seats: player 3·team + member.
MEMBERS = 3
#: Figures of the members' seating that a certificate of teams repeats.
OF_MEMBERS = ("position_imbalance", "order_imbalance", "max_table_visits")


def check_teams(report: Report, answer: Mapping[str, Any], seating: Mapping[str, Any]) -> Report:
    """Add to the report on the `seating` what is wrong with the teams that `answer` names.

    `answer` has the groups of teams (`rounds`), `byes` and perhaps a `certificate`, as
    `movement --teams --json` writes them. Raises KeyError or TypeError where it is laid out
    otherwise.
    """
    if report.faults:
        return report
    faults = tuple(_faults(answer, seating))
    if faults:
        return Report(faults, {})
    figures = _figures(answer, seating["players"] // MEMBERS)
    told = answer.get("certificate") or {}
    expected = {**figures, **{name: report.figures[name] for name in OF_MEMBERS}}
    wrong = tuple(name for name, value in expected.items() if told.get(name, value) != value)
    return replace(report, differences=report.differences + wrong)


def _faults(answer: Mapping[str, Any], seating: Mapping[str, Any]) -> Iterator[Fault]:
    rounds, named = seating["rounds"], answer["rounds"]
    if not named or len(named) != len(answer["byes"]) or len(rounds) % len(named):
        yield Fault("teams_differ", "The rounds of the teams are not those of the seating.")
        return
    stanzas = len(rounds) // len(named)
    everybody = set(range(seating["players"] // MEMBERS))
    for r, one in enumerate(rounds, 1):
        tables = Counter(_teams(table["players"]) for table in one["tables"])
        match = (r - 1) // stanzas  # its members change places from stanza to stanza
        groups = Counter(tuple(sorted(group)) for group in named[match])
        in_ring = tables == groups
        in_triangles = tables == Counter({group: 3 * n for group, n in groups.items()})
        if not in_ring and not in_triangles:
            detail = "The teams that are named are not those that sit at the tables."
            yield Fault("teams_differ", detail, match + 1)
        out = sorted(everybody - {team for group in tables for team in group})
        if sorted(answer["byes"][match]) != out:
            detail = "The byes that are named are not the teams without a table."
            yield Fault("byes_differ", detail, match + 1)


def _teams(players: list[int]) -> tuple[int, ...]:
    return tuple(sorted(player // MEMBERS for player in players))


def _figures(answer: Mapping[str, Any], teams: int) -> dict[str, int]:
    met = Counter(
        pair
        for groups in answer["rounds"]
        for group in groups
        for pair in combinations(sorted(group), 2)
    )
    every = [met[pair] for pair in combinations(range(teams), 2)]
    out = Counter(team for byes in answer["byes"] for team in byes)
    byes = [out[team] for team in range(teams)]
    return {
        "repeat_meetings": sum(count - 1 for count in met.values()),
        "meeting_imbalance": max(every) - min(every),
        "bye_imbalance": max(byes) - min(byes),
    }
