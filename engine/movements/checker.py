"""An independent check of a movement, from the stored seating alone.

Owns its own, plain derivation of every fault and every figure. It reads data as stored, imports
nothing of the construction, and must not: what it says is worth something only for that.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Any, Protocol


class Stored(Protocol):
    """Whatever gives its stored form."""

    def to_data(self) -> dict[str, Any]:
        """The stored form, as JSON-able data."""
        ...  # pragma: no branch


@dataclass(frozen=True, slots=True)
class Fault:
    """Something structurally wrong; `round` and `table` count from 1, None where it has none.

    `player` is whom `detail` names, by the same number.
    """

    code: str
    detail: str
    round: int | None = None
    table: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """All faults found, and the figures (those of the certificate) re-derived when there are none.

    `differences` names the figures that disagree with a certificate given for comparison.
    """

    faults: tuple[Fault, ...]
    figures: dict[str, Any]
    differences: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault and no difference."""
        return not self.faults and not self.differences

    def to_data(self) -> dict[str, Any]:
        """The report as JSON-able data."""
        return {
            "sound": self.is_sound,
            "faults": [
                {"code": f.code, "detail": f.detail, "round": f.round, "table": f.table}
                for f in self.faults
            ],
            "figures": dict(self.figures),
            "differences": list(self.differences),
        }


def check(
    movement: Stored | Mapping[str, Any],
    certificate: Mapping[str, Any] | None = None,
    *,
    first: int = 0,
) -> Report:
    """Check a movement or its stored data, and re-derive the figures of its certificate.

    `certificate` (its data) is compared figure by figure where given. Faults call the players by
    numbers from `first` on: the stored data count from 0, files and people from 1.
    """
    data = movement if isinstance(movement, Mapping) else movement.to_data()
    faults = tuple(_faults(data, first))
    if faults:
        return Report(faults, {})
    figures = _figures(data)
    differences = tuple(
        name
        for name, value in figures.items()
        if certificate is not None
        and name in certificate
        and abs(float(certificate[name]) - value) > 1e-6
    )
    return Report(faults, figures, differences)


def _faults(data: Mapping[str, Any], first: int) -> Iterator[Fault]:
    everybody = set(range(data["players"]))
    boards_seen: set[tuple[int, int]] = set()
    for r, one in enumerate(data["rounds"], 1):
        named: list[int] = list(one["byes"]) + list(one.get("absent", []))
        for t, table in enumerate(one["tables"], 1):
            named += table["players"]
            yield from _table_faults(data, table, r, t, first)
            board_set = table.get("board_set")
            for player in table["players"] if board_set is not None else ():
                if (player, board_set) in boards_seen:
                    detail = f"Player {player + first} plays set {board_set} twice."
                    yield Fault("board_twice", detail, r, t, player + first)
                boards_seen.add((player, board_set))
        for player in sorted(set(named)):
            if player not in everybody:
                detail = f"There is no player {player + first}."
                yield Fault("unknown_player", detail, r, None, player + first)
            elif named.count(player) > 1:
                detail = f"Player {player + first} occurs more than once."
                yield Fault("player_twice", detail, r, None, player + first)
        for player in sorted(everybody - set(named)):
            detail = f"Player {player + first} has neither table nor bye."
            yield Fault("player_missing", detail, r, None, player + first)


def _table_faults(
    data: Mapping[str, Any], table: Mapping[str, Any], r: int, t: int, first: int
) -> Iterator[Fault]:
    hands, boards = data["hands"], data["boards_per_round"]
    seats, rows = table["players"], table["positions"]
    sizes = (4,) if data.get("partners") else (hands, hands + 1)
    if len(seats) not in sizes:
        yield Fault("wrong_table_size", f"{len(seats)} players share {hands} hands.", r, t)
        return
    if len(rows) != boards:
        yield Fault("wrong_number_of_boards", f"{len(rows)} boards instead of {boards}.", r, t)
    for board, row in enumerate(rows, 1):
        if len(row) != hands or len(set(row)) != hands or not set(row) <= set(seats):
            holders, players = ([player + first for player in each] for each in (row, seats))
            detail = (
                f"Board {board}: the holders {holders} are not {hands} of the players {players}."
            )
            yield Fault("bad_positions", detail, r, t)
    if len(seats) > hands:
        out = [sum(player not in row for row in rows) for player in seats]
        if len(set(out)) > 1:
            yield Fault("unequal_sitting_out", f"The players sit out {out} boards.", r, t)


def _figures(data: Mapping[str, Any]) -> dict[str, Any]:
    n, hands, rounds = data["players"], data["hands"], data["rounds"]
    met: dict[frozenset[int], int] = {}
    held = {(p, k): 0 for p in range(n) for k in range(hands)}
    before: dict[tuple[int, int], int] = {}
    byes, out = [0] * n, [0] * n
    visits: dict[tuple[int, int], int] = {}
    for one in rounds:
        for player in one["byes"]:
            byes[player] += 1
        for t, table in enumerate(one["tables"]):
            seats = table["players"]
            for i, a in enumerate(seats):
                visits[a, t] = visits.get((a, t), 0) + 1
                for j, b in enumerate(seats[i + 1 :], i + 1):
                    if data.get("partners") and (j - i) % 2 == 0:
                        continue  # partners, two seats apart
                    pair = frozenset((a, b))
                    met[pair] = met.get(pair, 0) + 1
            for row in table["positions"]:
                for player in seats:
                    out[player] += player not in row
                for k, player in enumerate(row):
                    held[player, k] += 1
                    follower = row[(k + 1) % hands]
                    before[player, follower] = before.get((player, follower), 0) + 1
    mean, spread = _comparison(data)
    meetings = sum(met.values())
    return {
        "players": n,
        "rounds": len(rounds),
        "boards_per_round": data["boards_per_round"],
        "tables": max((len(one["tables"]) for one in rounds), default=0),
        "repeat_meetings": meetings - len(met),
        "repeat_bound": _fewest_repeats(data, meetings),
        "position_imbalance": max(
            (
                max(held[p, k] for k in range(hands)) - min(held[p, k] for k in range(hands))
                for p in range(n)
            ),
            default=0,
        ),
        "order_imbalance": max(
            (abs(count - before.get((b, a), 0)) for (a, b), count in before.items()), default=0
        ),
        "comparison_mean": mean,
        "comparison_sd_over_mean": spread,
        "bye_imbalance": max(byes, default=0) - min(byes, default=0),
        "byes": sum(byes),
        "sit_out_imbalance": max(out, default=0) - min(out, default=0),
        "max_table_visits": max(visits.values(), default=0),
    }


def _fewest_repeats(data: Mapping[str, Any], meetings: int) -> int:
    """The repeats that are proved to be unavoidable, whoever sits where.

    Where tables differ in size, or rounds in tables, more meetings than pairs. Elsewhere the most
    of: neighbours of everybody beyond n - 1; players of a first table who meet at few tables; more
    tables than can share no pair; what exhaustive search found; and what each means a round later.
    """
    n: int = data["players"]
    rounds = {tuple(len(table["players"]) for table in one["tables"]) for one in data["rounds"]}
    sizes = {size for one in rounds for size in one}
    if len(rounds) != 1 or len(sizes) != 1 or data.get("partners"):
        return max(0, meetings - n * (n - 1) // 2)
    size, tables = sizes.pop(), len(rounds.pop())
    text = files("engine.movements").joinpath("least_repeats.json").read_text(encoding="utf-8")
    searched: dict[tuple[int, ...], int] = {tuple(key): least for key, least in json.loads(text)}
    cells, seated = tables * tables, tables * size
    shared = (
        [(max(0, 2 * seated - n) + cell) // cells for cell in range(cells)] if cells < n else []
    )
    packed = (n - 1) // (size - 1) * n // size
    if size == 3 and n % 6 == 5:
        packed -= 1
    fewest = 0
    for r in range(2, len(data["rounds"]) + 1):
        often = seated * r // n
        oftener = seated * r - often * n
        forced = oftener * max(0, (often + 1) * (size - 1) - n + 1)
        forced += (n - oftener) * max(0, often * (size - 1) - n + 1)
        carried = 0 if fewest == 0 else math.ceil(Fraction(fewest * (r - 1), r - 2))
        fewest = max(
            math.ceil(forced / 2),
            (r - 1) * sum(count * (count - 1) // 2 for count in shared),
            tables * r - packed,
            searched.get((n, tables, r, size), 0),
            carried,
        )
    return fewest


def _comparison(data: Mapping[str, Any]) -> tuple[float, float]:
    """Mean and relative spread of the comparison counts, counted pair by pair."""
    number: dict[tuple[int, int, int], int] = {}
    fields = [0] * data["players"]
    for r, one in enumerate(data["rounds"]):
        for table in one["tables"]:
            board_set = table.get("board_set")
            for board, row in enumerate(table["positions"]):
                for k, player in enumerate(row):
                    key = (r if board_set is None else board_set, board, k)
                    fields[player] |= 1 << number.setdefault(key, len(number))
    counts: Counter[int] = Counter()
    for i, mine in enumerate(fields):
        counts.update([(mine & theirs).bit_count() for theirs in fields[:i]])
    pairs = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / pairs if pairs else 0.0
    if mean == 0:
        return 0.0, 0.0
    variance = sum((value - mean) ** 2 * times for value, times in counts.items()) / pairs
    return float(mean), float(variance**0.5 / mean)
