"""`python -m engine movement` and `check-movement`: build a movement, check one from a file.

More rounds than nobody can meet twice in are built, too; the certificate counts the repeats.

Owns arguments, printed forms and the reading of files; the mathematics is elsewhere. Numbers are
from 0 in JSON, as in the stored form, and from 1 in text.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from engine.command_line import read_file, whole
from engine.errors import MovementError
from engine.json_text import parse
from engine.messages import sentence
from engine.messages.reasons import chinese_reason
from engine.movements.certificate import certificate
from engine.movements.checker import Fault, Report, check
from engine.movements.four_players import individual_of_four
from engine.movements.importing import LARGEST, read_movement
from engine.movements.individual import individual
from engine.movements.model import Movement
from engine.movements.sentences import figure_line, figure_name
from engine.movements.team_checker import check_teams
from engine.movements.teams import TeamMovement, ring, triangles

HANDS = (3, 4)
"""How many hands a board has."""

MOST_PLAYERS, MOST_ROUNDS, MOST_BOARDS = 3_000, 3_000, 1_000
"""The largest sizes that the command builds: as many players as a movement is made for."""

CERTIFICATE_KEYS = (
    "repeat_meetings",
    "repeat_bound",
    "position_imbalance",
    "order_imbalance",
    "comparison_sd_over_mean",
    "bye_imbalance",
    "max_table_visits",
    "construction",
)


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `movement` and `check-movement`; each sets `run`."""
    build = subparsers.add_parser("movement", help="build a movement and its certificate")
    size = build.add_mutually_exclusive_group(required=True)
    size.add_argument(
        "--players", type=whole(1, MOST_PLAYERS), metavar="N", help="individual movement"
    )
    size.add_argument(
        "--teams", type=whole(1, MOST_PLAYERS), metavar="T", help="movement for teams of three"
    )
    build.add_argument("--rounds", type=whole(1, MOST_ROUNDS), required=True, metavar="R")
    build.add_argument("--boards", type=whole(1, MOST_BOARDS), metavar="B", help="boards a round")
    build.add_argument("--seed", type=whole(), default=0, metavar="S")
    build.add_argument("--hands", type=whole(), choices=HANDS, default=3, help="hands of a board")
    build.add_argument(
        "--format", choices=("triangles", "ring"), help="of teams; triangles where 3 divides T"
    )
    build.add_argument("--tables-of-four", action="store_true", help="instead of byes")
    build.add_argument("--json", action="store_true", help="print JSON")
    build.set_defaults(run=_uncollected(_movement))
    examine = subparsers.add_parser("check-movement", help="check a stored or hand-made movement")
    examine.add_argument(
        "file",
        metavar="FILE",
        help="JSON or CSV (docs/formats.md); - reads standard input",
    )
    examine.add_argument(
        "--boards", type=whole(1, MOST_BOARDS), metavar="B", help="boards a round, for CSV of seats"
    )
    examine.add_argument("--json", action="store_true", help="print JSON")
    examine.set_defaults(run=_uncollected(_check_movement))


def _uncollected(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """The command without searches for cyclic garbage, which take long among millions of tables."""

    def wrapped(arguments: argparse.Namespace) -> int:
        was_on = gc.isenabled()
        gc.disable()
        try:
            return run(arguments)
        finally:
            if was_on:
                gc.enable()

    return wrapped


def _movement(arguments: argparse.Namespace) -> int:
    started = time.perf_counter()
    _refuse_what_would_be_ignored(arguments)
    if arguments.teams is not None:
        teams = _teams(arguments)
        answer = _team_answer(teams)
        movement = teams.movement
    else:
        movement = _individual(arguments)
        answer = _answer(movement, with_positions=arguments.boards is not None)
    answer["seconds"] = round(time.perf_counter() - started, 4)
    if arguments.json:
        sys.stdout.write(json.dumps(answer) + "\n")
    else:
        lines = (
            certificate(movement).sentences(arguments.lang)
            if arguments.teams is None
            else _sentences(answer, arguments.lang)
        )
        sys.stdout.write("\n".join([*lines, "", *_seating(answer, arguments.lang)]) + "\n")
    return 0


def _refuse_what_would_be_ignored(arguments: argparse.Namespace) -> None:
    of_teams, of_four = arguments.teams is not None, arguments.hands == 4
    for given, other, wrong in (
        ("--format", "--players", arguments.format is not None and not of_teams),
        ("--hands 4", "--teams", of_four and of_teams),
        ("--tables-of-four", "--teams", arguments.tables_of_four and of_teams),
        ("--tables-of-four", "--hands 4", arguments.tables_of_four and of_four),
    ):
        if wrong:
            raise MovementError("options_do_not_fit", option=given, other=other)


def _individual(arguments: argparse.Namespace) -> Movement:
    boards = 1 if arguments.boards is None else arguments.boards
    if arguments.hands == 4:
        return individual_of_four(
            arguments.players,
            arguments.rounds,
            boards,
            seed=arguments.seed,
            allow_repeats=True,
        )
    return individual(
        arguments.players,
        arguments.rounds,
        boards,
        seed=arguments.seed,
        allow_repeats=True,
        tables_of_four=arguments.tables_of_four,
    )


def _teams(arguments: argparse.Namespace) -> TeamMovement:
    boards = 3 if arguments.boards is None else arguments.boards
    kind = arguments.format or ("ring" if arguments.teams % 3 else "triangles")
    if kind == "ring":
        return ring(arguments.teams, arguments.rounds, boards, seed=arguments.seed)
    return triangles(
        arguments.teams,
        arguments.rounds,
        boards,
        seed=arguments.seed,
        allow_repeats=True,
    )


def _answer(movement: Movement, *, with_positions: bool) -> dict[str, Any]:
    figures = certificate(movement).to_data()
    answer: dict[str, Any] = {
        "rounds": [[table.players for table in one.tables] for one in movement.rounds],
        "byes": [one.byes for one in movement.rounds],
        "certificate": {key: figures[key] for key in CERTIFICATE_KEYS},
    }
    if with_positions:
        answer["positions"] = [[table.positions for table in one.tables] for one in movement.rounds]
    return answer


def _team_answer(teams: TeamMovement) -> dict[str, Any]:
    figures = certificate(teams.movement)
    return {
        "rounds": teams.matches,
        "byes": teams.byes,
        "certificate": {
            "repeat_meetings": teams.repeat_meetings,
            "meeting_imbalance": teams.meeting_imbalance,
            "bye_imbalance": teams.bye_imbalance,
            "position_imbalance": figures.position_imbalance,
            "order_imbalance": figures.order_imbalance,
            "max_table_visits": figures.max_table_visits,
            "construction": figures.construction,
        },
        "movement": teams.movement.to_data(),
    }


def _sentences(answer: Mapping[str, Any], language: str) -> list[str]:
    return [figure_line(name, value, language) for name, value in answer["certificate"].items()]


def _seating(answer: Mapping[str, Any], language: str) -> list[str]:
    """A line for each round, numbers from 1."""
    lines = []
    for r, (groups, byes) in enumerate(zip(answer["rounds"], answer["byes"], strict=True), 1):
        tables = "  ".join("-".join(str(number + 1) for number in group) for group in groups)
        out = " ".join(str(number + 1) for number in byes)
        lines.append(sentence("told_round", language, round=r, tables=tables))
        if byes:
            lines[-1] += "  " + sentence("told_byes", language, players=out)
    return lines


def _check_movement(arguments: argparse.Namespace) -> int:
    text = read_file(arguments.file)
    if text.lstrip().startswith("{"):
        data, answer = _stored(text)
    else:
        data = read_movement(text, boards_per_round=arguments.boards).to_data()
        answer = {}
    report = _checked(data, answer, first=0 if arguments.json else 1)
    if arguments.json:
        sys.stdout.write(json.dumps(report.to_data()) + "\n")
    else:
        sys.stdout.write("\n".join(_words(report, arguments.lang)) + "\n")
    return 0 if report.is_sound else 1


def _stored(text: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Movement of a JSON file, stored or written by `movement --json`; what else that says."""
    data = parse(text).value
    try:
        if "format" in data:
            return Movement.from_data(data).to_data(), {}
        if "movement" in data:
            return Movement.from_data(data["movement"]).to_data(), data
        return _from_answer(data).to_data(), {"certificate": data.get("certificate")}
    except MovementError as error:
        if error.params.get("reason") == "unknown format":
            raise
        raise _not_laid_out() from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise _not_laid_out() from error


def _not_laid_out() -> MovementError:
    reason = "rounds, tables and players are not laid out as documented"
    return MovementError("bad_movement_data", reason=reason)


def _checked(data: Mapping[str, Any], answer: Mapping[str, Any], *, first: int) -> Report:
    """The report on a movement and on what is said of it; `first` is the first player's number.

    Raises MovementError("bad_movement_data").
    """
    if data["players"] > LARGEST:
        raise MovementError("bad_movement_data", reason=f"it has more than {LARGEST} players")
    try:
        if "movement" in answer and "rounds" in answer:
            return check_teams(check(data, first=first), answer, data)
        return check(data, answer.get("certificate"), first=first)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise _not_laid_out() from error


def _from_answer(data: Mapping[str, Any]) -> Movement:
    groups, byes = data["rounds"], data.get("byes") or [[] for _ in data["rounds"]]
    positions = data.get("positions") or [[[group] for group in one] for one in groups]
    named = {p for one in groups for group in one for p in group} | {p for out in byes for p in out}
    hands = len(positions[0][0][0])
    if hands not in HANDS:
        raise _not_laid_out()
    stored = {
        "format": "fushi-movement-1",
        "players": max(named) + 1,
        "boards_per_round": len(positions[0][0]),
        "hands": hands,
        "construction": (data.get("certificate") or {}).get("construction", "not known"),
        "seed": 0,
        "version": 1,
        "rounds": [
            {
                "tables": [
                    {"players": group, "positions": rows}
                    for group, rows in zip(tables, held, strict=True)
                ],
                "byes": out,
            }
            for tables, held, out in zip(groups, positions, byes, strict=True)
        ],
    }
    return Movement.from_data(stored)


def _words(report: Report, language: str) -> list[str]:
    lines = [sentence("told_sound" if report.is_sound else "told_unsound", language)]
    for fault in report.faults:
        lines.append(_fault_line(fault, language))
    lines += [
        sentence("told_difference", language, name=figure_name(name, language))
        for name in report.differences
    ]
    lines += [figure_line(name, value, language) for name, value in report.figures.items()]
    return lines


def _fault_line(fault: Fault, language: str) -> str:
    if language == "zh":
        place = "" if fault.round is None else f"第{fault.round}轮"
        place += "" if fault.table is None else f"第{fault.table}桌"
        return f"{place}{'：' if place else ''}{chinese_reason(fault.detail)}"
    place = "" if fault.round is None else f"round {fault.round}, "
    place += "" if fault.table is None else f"table {fault.table}, "
    return f"{place}{fault.code}: {fault.detail}"
