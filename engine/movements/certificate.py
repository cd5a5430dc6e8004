"""The balance certificate of a movement: what is even, what is not, against the best possible.

Owns the figures as the builder sees them; `checker` derives them again without this module.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from operator import mul, or_
from typing import Any

from engine.movements.bounds import least_repeats
from engine.movements.model import Movement, Row
from engine.movements.schedule import rematches
from engine.movements.sentences import certificate_sentences

ORDER_OPTIMUM = (0, 1, 2, 3, 2, 1)
"""Least order imbalance of two players who meet once, by boards a round modulo six."""

Fields = Mapping[tuple[int, int, int], Sequence[int]]
"""Who holds a position, by board set, board and position."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Figures of one movement; counts are of boards where not said otherwise.

    repeat_meetings: meetings beyond the first, summed over pairs; repeat_bound: so many are proved
    to be unavoidable with these tables and rounds (partners do not meet).
    position_imbalance: most minus fewest times one player holds a position. order_imbalance: most
    by which i acts directly before j more often than j before i; order_bound: its least value for
    one meeting. comparison_sd_over_mean: spread of the number of boards on which two players hold
    the same position. bye_imbalance, max_table_visits: rounds.
    sit_out_imbalance: most minus fewest boards sat out at a table of four.
    """

    players: int
    rounds: int
    boards_per_round: int
    tables: int
    repeat_meetings: int
    repeat_bound: int
    position_imbalance: int
    order_imbalance: int
    order_bound: int
    comparison_mean: float
    comparison_sd_over_mean: float
    bye_imbalance: int
    byes: int
    sit_out_imbalance: int
    max_table_visits: int
    construction: str
    version: int
    partners: bool = False

    def to_data(self) -> dict[str, Any]:
        """The figures as JSON-able data; `partners` only where there are any."""
        data = asdict(self)
        if not self.partners:
            del data["partners"]
        return data

    def sentences(self, language: str = "en") -> list[str]:
        """The figures in full sentences, in English ("en") or Chinese ("zh")."""
        return certificate_sentences(self.to_data(), language)


def certificate(movement: Movement) -> Certificate:
    """Work out the certificate of a movement that is sound (see `checker.check`)."""
    sizes = Counter([len(table.players) for one in movement.rounds for table in one.tables])
    again = _rematches(movement)
    fields = _fields(movement)
    held = _positions(movement, fields)
    out = _sat_out(movement) if max(sizes, default=0) > movement.hands else ()
    mean, spread = _comparisons(movement, fields, [sum(each) for each in zip(*held, strict=True)])
    byes = Counter(player for one in movement.rounds for player in one.byes)
    return Certificate(
        players=movement.players,
        rounds=len(movement.rounds),
        boards_per_round=movement.boards_per_round,
        tables=max((len(one.tables) for one in movement.rounds), default=0),
        repeat_meetings=sum(again.values()) - len(again),
        repeat_bound=_repeat_bound(movement, sizes),
        position_imbalance=max(map(_spread, zip(*held, strict=True)), default=0),
        order_imbalance=_order(movement, again),
        order_bound=ORDER_OPTIMUM[movement.boards_per_round % 6]
        if movement.hands == 3
        else movement.boards_per_round % 2,
        comparison_mean=mean,
        comparison_sd_over_mean=spread,
        bye_imbalance=_spread(byes[player] for player in range(movement.players)),
        byes=sum(byes.values()),
        sit_out_imbalance=_spread(out),
        max_table_visits=_table_visits(movement),
        construction=movement.construction,
        version=movement.version,
        partners=movement.partners,
    )


def _spread(counts: Iterable[int]) -> int:
    found = list(counts)
    return max(found) - min(found) if found else 0


def _repeat_bound(movement: Movement, sizes: Counter[int]) -> int:
    """What is proved for as many equal tables in every round; elsewhere what counting pairs says.

    `sizes` counts the tables by how many players they have.
    """
    tables = {len(one.tables) for one in movement.rounds}
    if len(tables) == len(sizes) == 1 and not movement.partners:
        return least_repeats(movement.players, tables.pop(), len(movement.rounds), min(sizes))
    meetings = sum(math.comb(size, 2) * times for size, times in sizes.items())
    if movement.partners:
        meetings -= 2 * sizes.total()
    return max(0, meetings - math.comb(movement.players, 2))


def _rematches(movement: Movement) -> dict[tuple[int, int], int]:
    """How often those meet who meet more than once; partners do not meet."""
    if not movement.partners:
        rounds = ([table.players for table in one.tables] for one in movement.rounds)
        return rematches(movement.players, rounds)
    met = Counter(
        pair
        for one in movement.rounds
        for table in one.tables
        for pair in combinations(sorted(table.players), 2)
        if not _are_partners(table.players, pair)
    )
    return {pair: times for pair, times in met.items() if times > 1}


def _are_partners(seats: Row, pair: tuple[int, int]) -> bool:
    """Whether two of four at a table sit opposite each other."""
    return (seats.index(pair[0]) - seats.index(pair[1])) % 2 == 0


def _positions(movement: Movement, fields: Fields) -> list[list[int]]:
    """On how many boards everybody holds each position, by position."""
    counts: list[Counter[int]] = [Counter() for _ in range(movement.hands)]
    for (*_, position), holders in fields.items():
        counts[position].update(holders)
    return [[held[player] for player in range(movement.players)] for held in counts]


def _sat_out(movement: Movement) -> list[int]:
    """How many boards everybody sits out at tables of more players than hands."""
    out = [0] * movement.players
    for one in movement.rounds:
        for table in one.tables:
            if len(table.players) > movement.hands:
                for player in table.players:
                    out[player] += sum(player not in row for row in table.positions)
    return out


def _order(movement: Movement, again: Collection[tuple[int, int]]) -> int:
    """The largest lead in acting order: at one table, or over all of those who meet again."""
    most = 0
    leads: Counter[tuple[int, int]] = Counter()
    for one in movement.rounds:
        for table in one.tables:
            if len(table.players) == 3 and not again:
                most = max(most, _lead_of_three(table.positions))
                continue
            for pair, lead in _leads(table.positions).items():
                if pair in again:
                    leads[pair] += lead
                else:
                    most = max(most, abs(lead))
    return max([most, *map(abs, leads.values())])


def _lead_of_three(rows: Sequence[Row]) -> int:
    """How far each of three leads his neighbour: all three act in the one order or the other."""
    if len(rows) < 2:
        return len(rows)
    a, b, c = rows[0]
    return abs(2 * sum(map(rows.count, ((a, b, c), (b, c, a), (c, a, b)))) - len(rows))


def _leads(rows: Sequence[Row]) -> dict[tuple[int, int], int]:
    """For every two of whom one acts directly before the other, the smaller first, his lead."""
    found: dict[tuple[int, int], int] = {}
    for row in rows:
        a = row[-1]
        for b in row:
            pair, lead = ((a, b), 1) if a < b else ((b, a), -1)
            found[pair] = found.get(pair, 0) + lead
            a = b
    return found


def _comparisons(movement: Movement, fields: Fields, boards: Sequence[int]) -> tuple[float, float]:
    """Mean of C and its standard deviation over the mean, over all pairs of players.

    `boards` is how many everybody plays.
    """
    width = movement.players
    total = sum(len(holders) ** 2 for holders in fields.values()) - sum(boards)
    pairs = width * (width - 1)
    if total == 0:
        return 0.0, 0.0
    if len(fields) > width:
        squares = _squares_by_players(fields, width, movement.hands)
    else:
        squares = _squares_by_fields(fields, width, boards)
    mean = total / pairs
    return mean, math.sqrt(max(0.0, squares / pairs - mean * mean)) / mean


def _squares_by_fields(fields: Fields, players: int, boards: Iterable[int]) -> int:
    """The sum of C_ij² over all i other than j, exact, where there are few boards.

    Over all i and j it is the sum over all pairs of fields of the square of how many they share.
    """
    sets = []
    for holders in fields.values():
        digits = bytearray(b"0") * players
        for player in holders:
            digits[player] = 49  # "1"
        sets.append(int(digits, 2))
    squares = sum(len(holders) ** 2 for holders in fields.values())
    for number, one in enumerate(sets, 1):
        shared = [(one & other).bit_count() for other in sets[number:]]
        squares += 2 * sum(map(mul, shared, shared))
    return squares - sum(count**2 for count in boards)


def _squares_by_players(fields: Fields, players: int, hands: int) -> int:
    """The sum of C_ij² over all i other than j, exact, where there are few players.

    The positions of a player on all boards, `hands` where he has none, are numbers whose binary
    digits are taken apart: two positions differ where one of the digits does.
    """
    by_board: dict[tuple[int, int], bytearray] = {}
    for (board_set, board, position), holders in fields.items():
        row = by_board.setdefault((board_set, board), bytearray((hands,)) * players)
        for player in holders:
            row[player] = position
    held = [bytes(column) for column in zip(*by_board.values(), strict=True)]
    absent = _binary(held, lambda position: position == hands)
    digits = [
        _binary(held, lambda position, k=k: bool(position >> k & 1))  # type: ignore[misc]
        for k in range(hands.bit_length())
    ]
    squares = 0
    for i, out in enumerate(absent, 1):
        first, *rest = (plane[i - 1] for plane in digits)
        different = [first ^ other for other in digits[0][i:]]
        for mine, plane in zip(rest, digits[1:], strict=True):
            apart = [mine ^ other for other in plane[i:]]
            different = list(map(or_, different, apart))
        if out:
            different = [so_far | out for so_far in different]
        shared = [len(by_board) - value.bit_count() for value in different]
        squares += sum(map(mul, shared, shared))
    return 2 * squares


def _binary(rows: Iterable[bytes], is_one: Callable[[int], bool]) -> list[int]:
    """Each row as a number with the binary digit 1 for the values that are so."""
    digits = bytes(49 if is_one(value) else 48 for value in range(256))
    return [int(row.translate(digits), 2) for row in rows]


def _fields(movement: Movement) -> Fields:
    """The players who hold the same position of the same board, by set, board and position."""
    fields: dict[tuple[int, int, int], list[int]] = {}
    for number, one in enumerate(movement.rounds):
        by_set: dict[int, list[tuple[Row, ...]]] = {}
        for table in one.tables:
            board_set = number if table.board_set is None else table.board_set
            by_set.setdefault(board_set, []).append(table.positions)
        for board_set, tables in by_set.items():
            for board, rows in enumerate(zip(*tables, strict=True)):
                for position, holders in enumerate(zip(*rows, strict=True)):
                    fields.setdefault((board_set, board, position), []).extend(holders)
    return fields


def _table_visits(movement: Movement) -> int:
    visitors: dict[int, list[int]] = {}
    for one in movement.rounds:
        for number, table in enumerate(one.tables):
            visitors.setdefault(number, []).extend(table.players)
    return max((max(Counter(each).values()) for each in visitors.values()), default=0)
