"""Hand-made movements as CSV: reading with all errors by line, and writing.

Owns the file layout; whether the movement is sound is for `checker.check` to say.

Players are numbered from 1 in files. One line per board: `round,table,board,1,2,3` (who holds each
position), or one line per table: `round,table,A,B,C` (seats; positions are then balanced here).
Four-hand movements have a further column, tables of four on three hands a seat D.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.errors import MovementError
from engine.movements.individual import finish
from engine.movements.model import Movement, Round, Row, Table
from engine.movements.schedule import Schedule

CONSTRUCTION = "made by hand"

BOARD_COLUMNS = ("round", "table", "board", "1", "2", "3")
SEAT_COLUMNS = ("round", "table", "A", "B", "C")
_WHOLE = re.compile(r"-?[0-9]{1,20}")
LARGEST = 10_000
"""The largest number of a round, table, board or player that a file may have."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    values: Mapping[str, int]
    players: Row


def read_movement(text: str, *, boards_per_round: int | None = None, seed: int = 0) -> Movement:
    """Read a movement from CSV; who is not named in a round has a bye.

    `boards_per_round` is needed when the file gives seats only. Raises
    MovementError("bad_movement_file") whose `errors` list every fault as {line, code, detail}.
    """
    errors: list[dict[str, object]] = []
    reader = csv.reader(text.lstrip("\ufeff").splitlines(), strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error:
        _report(errors, reader.line_num, "bad_csv", "A line is not CSV.")
        raise _failure(errors) from None
    header = _header(rows[0][1]) if rows else ()
    by_board = header in (BOARD_COLUMNS, (*BOARD_COLUMNS, "4"))
    if not by_board and header not in (SEAT_COLUMNS, (*SEAT_COLUMNS, "D")):
        _report(errors, 1, "bad_header", f"The first line must be {_layouts()}.")
        raise _failure(errors)
    if not by_board and boards_per_round is None:
        _report(errors, 1, "boards_unknown", "A file of seats needs the boards a round.")
        raise _failure(errors)
    lines = list(_lines(rows[1:], header, 3 if by_board else 2, errors))
    if not lines and not errors:
        _report(errors, 1, "no_rounds", "The file names no table.")
    tables = (_by_board if by_board else _by_seat)(lines, errors)
    rounds = _in_order(tables, errors)
    if errors:
        raise _failure(errors)
    players = 1 + max(p for one in rounds for table in one for row in table for p in row)
    if by_board:
        return _from_boards(players, rounds, seed)
    assert boards_per_round is not None
    return _from_seats(players, rounds, boards_per_round, seed)


def lines_of(text: str) -> list[tuple[int, int, int, frozenset[int]]]:
    """Of a file that `read_movement` has read, every line of it that seats somebody: its number,
    round and place of its table in the round (both from 1), and its players, counted from 1.
    """
    reader = csv.reader(text.lstrip("\ufeff").splitlines(), strict=True)
    rows = [(reader.line_num, row) for row in reader if row]
    header = _header(rows[0][1])
    found = list(_lines(rows[1:], header, 3 if "board" in header else 2, []))
    tables: dict[int, set[int]] = {}
    for line in found:
        tables.setdefault(line.values["round"], set()).add(line.values["table"])
    places = {r: sorted(each) for r, each in tables.items()}
    return [
        (
            line.number,
            line.values["round"],
            places[line.values["round"]].index(line.values["table"]) + 1,
            frozenset(player + 1 for player in line.players),
        )
        for line in found
    ]


def write_movement(movement: Movement) -> str:
    """The movement as CSV, one line per board; `read_movement` reads it again."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["round", "table", "board", *map(str, range(1, movement.hands + 1))])
    for r, one in enumerate(movement.rounds, 1):
        for t, table in enumerate(one.tables, 1):
            for board, row in enumerate(table.positions, 1):
                writer.writerow([r, t, board, *(player + 1 for player in row)])
    return out.getvalue()


def _header(row: Sequence[str]) -> tuple[str, ...]:
    names = (cell.strip() for cell in row)
    return tuple(name for name in names if name)


def _layouts() -> str:
    return f"{','.join(BOARD_COLUMNS)} or {','.join(SEAT_COLUMNS)}"


def _report(errors: list[dict[str, object]], line: int, code: str, detail: str) -> None:
    errors.append({"line": line, "code": code, "detail": detail})


def _failure(errors: list[dict[str, object]]) -> MovementError:
    first = errors[0]
    return MovementError(
        "bad_movement_file",
        errors=errors,
        count=len(errors),
        line=first["line"],
        first=first["detail"],
    )


def _lines(
    rows: Sequence[tuple[int, Sequence[str]]],
    header: Sequence[str],
    keys: int,
    errors: list[dict[str, object]],
) -> Iterable[_Line]:
    for number, row in rows:
        cells = [cell.strip() for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        shown = ",".join(cells)
        if not all(_WHOLE.fullmatch(cell) for cell in cells):
            _report(errors, number, "not_a_number", f"Not all of {shown} are whole numbers.")
            continue
        numbers = [int(cell) for cell in cells]
        if len(cells) > len(header):
            _report(errors, number, "too_many_cells", f"{shown} has more than the header names.")
            continue
        if len(numbers) < keys + 3 or min(numbers) < 1:
            _report(errors, number, "bad_line", f"{shown} lacks numbers, or has some below 1.")
            continue
        if max(numbers) > LARGEST:
            _report(errors, number, "too_large", f"{shown} has numbers above {LARGEST}.")
            continue
        players = tuple(value - 1 for value in numbers[keys:])
        if len(set(players)) < len(players):
            _report(errors, number, "player_twice", f"A player occurs twice in {shown}.")
            continue
        yield _Line(number, dict(zip(header, numbers[:keys], strict=False)), players)


Tables = dict[tuple[int, int], list[Row]]


def _by_board(lines: Iterable[_Line], errors: list[dict[str, object]]) -> Tables:
    tables: Tables = {}
    for line in lines:
        rows = tables.setdefault((line.values["round"], line.values["table"]), [])
        if line.values["board"] != len(rows) + 1:
            _report(
                errors,
                line.number,
                "board_out_of_order",
                f"Board {line.values['board']} stands where board {len(rows) + 1} should.",
            )
        rows.append(line.players)
    return tables


def _by_seat(lines: Iterable[_Line], errors: list[dict[str, object]]) -> Tables:
    tables: Tables = {}
    for line in lines:
        key = (line.values["round"], line.values["table"])
        if key in tables:
            _report(errors, line.number, "table_twice", f"Table {key[1]} occurs twice.")
        tables[key] = [line.players]
    return tables


def _in_order(tables: Tables, errors: list[dict[str, object]]) -> list[list[list[Row]]]:
    """The tables by round; rounds must be 1, 2, 3, …, tables any ascending numbers."""
    rounds: list[list[list[Row]]] = []
    for (r, _), rows in sorted(tables.items()):
        if r > len(rounds) + 1:
            _report(errors, 1, "round_missing", f"Round {len(rounds) + 1} is missing.")
        while len(rounds) < r:
            rounds.append([])
        rounds[r - 1].append(rows)
    return rounds


def _named(tables: Iterable[Iterable[Row]]) -> set[int]:
    return {player for rows in tables for row in rows for player in row}


def _byes(players: int, tables: Iterable[Iterable[Row]]) -> Row:
    return tuple(sorted(set(range(players)) - _named(tables)))


def _from_boards(players: int, rounds: list[list[list[Row]]], seed: int) -> Movement:
    first = rounds[0][0]
    made = []
    for one in rounds:
        tables = []
        for rows in one:
            rest = tuple(sorted(_named([rows]) - set(rows[0])))
            tables.append(Table(rows[0] + rest, tuple(rows)))
        made.append(Round(tuple(tables), _byes(players, one)))
    return Movement(players, len(first), tuple(made), CONSTRUCTION, seed, hands=len(first[0]))


def _from_seats(players: int, rounds: list[list[list[Row]]], boards: int, seed: int) -> Movement:
    schedule = Schedule(
        players,
        tuple(tuple(rows[0] for rows in one) for one in rounds),
        tuple(_byes(players, one) for one in rounds),
        CONSTRUCTION,
    )
    sizes = {len(group) for groups in schedule.rounds for group in groups}
    hands = 4 if sizes == {4} else 3
    return finish(schedule, boards, seed, Random(f"fushi-import {boards} {seed}"), hands)
