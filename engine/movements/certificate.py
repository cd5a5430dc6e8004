"""The balance certificate of a movement: what is even, what is not, against the best possible.

Owns the figures as the builder sees them; `checker` derives them again without this module.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from operator import mul
from typing import Any

from engine.movements.model import Movement, Row
from engine.movements.schedule import rematches
from engine.movements.sentences import certificate_sentences

ORDER_OPTIMUM = (0, 1, 2, 3, 2, 1)
"""Least order imbalance of two players who meet once, by boards a round modulo six."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Figures of one movement; counts are of boards where not said otherwise.

    repeat_meetings: meetings beyond the first, summed over pairs; repeat_bound: the least that this
    many tables and rounds allow (partners do not meet). position_imbalance: most minus fewest times
    one player holds a position. order_imbalance: most by which i acts directly before j more often
    than j before i; order_bound: its least value for one meeting. comparison_sd_over_mean: spread
    of the number of boards on which two players hold the same position. bye_imbalance,
    max_table_visits: rounds.
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
    meetings = sum(
        map(_meetings_at, (len(t.players) for one in movement.rounds for t in one.tables))
    )
    if movement.partners:
        meetings -= 2 * sum(len(one.tables) for one in movement.rounds)
    again = _rematches(movement)
    held, out = _positions(movement)
    mean, spread = _comparisons(movement, [sum(counts) for counts in zip(*held, strict=True)])
    byes = Counter(player for one in movement.rounds for player in one.byes)
    return Certificate(
        players=movement.players,
        rounds=len(movement.rounds),
        boards_per_round=movement.boards_per_round,
        tables=max((len(one.tables) for one in movement.rounds), default=0),
        repeat_meetings=sum(again.values()) - len(again),
        repeat_bound=max(0, meetings - math.comb(movement.players, 2)),
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


def _meetings_at(players: int) -> int:
    return players * (players - 1) // 2


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


def _positions(movement: Movement) -> tuple[list[list[int]], list[int]]:
    """How many boards everybody holds each position, by position, and sits out at a table."""
    held = [[0] * movement.players for _ in range(movement.hands)]
    out = [0] * movement.players
    for one in movement.rounds:
        for table in one.tables:
            for row in table.positions:
                for counts, player in zip(held, row, strict=True):
                    counts[player] += 1
            if len(table.players) > movement.hands:
                for player in table.players:
                    out[player] += sum(player not in row for row in table.positions)
    return held, out


def _order(movement: Movement, again: Container[tuple[int, int]]) -> int:
    """The largest lead in acting order: at one table, or over all of those who meet again."""
    most = 0
    leads: Counter[tuple[int, int]] = Counter()
    for one in movement.rounds:
        for table in one.tables:
            here: dict[tuple[int, int], int] = {}
            for row in table.positions:
                a = row[-1]
                for b in row:
                    pair, lead = ((a, b), 1) if a < b else ((b, a), -1)
                    here[pair] = here.get(pair, 0) + lead
                    a = b
            for pair, lead in here.items():
                if pair in again:
                    leads[pair] += lead
                elif abs(lead) > most:
                    most = abs(lead)
    return max([most, *map(abs, leads.values())])


def _comparisons(movement: Movement, boards: Sequence[int]) -> tuple[float, float]:
    """Mean of C and its standard deviation over the mean, over all pairs of players.

    Exact: the sum of C_ij² over all i, j is the sum over all pairs of fields of the square of the
    number of players they share, whichever are fewer. `boards` is how many everybody plays.
    """
    fields = _fields(movement)
    width = movement.players
    total = sum(len(holders) ** 2 for holders in fields) - sum(boards)
    pairs = width * (width - 1)
    if total == 0:
        return 0.0, 0.0
    if len(fields) > width:
        fields, width = _transposed(fields, width), len(fields)
    sets = [_bits(members, width) for members in fields]
    squares = sum(len(members) ** 2 for members in fields) - sum(count**2 for count in boards)
    for number, one in enumerate(sets, 1):
        shared = [(one & other).bit_count() for other in sets[number:]]
        squares += 2 * sum(map(mul, shared, shared))
    mean = total / pairs
    return mean, math.sqrt(max(0.0, squares / pairs - mean * mean)) / mean


def _fields(movement: Movement) -> list[list[int]]:
    """The players who hold the same position of the same board, for each of them."""
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
    return list(fields.values())


def _transposed(fields: Sequence[Sequence[int]], players: int) -> list[list[int]]:
    """The fields that each player is in."""
    result: list[list[int]] = [[] for _ in range(players)]
    for number, holders in enumerate(fields):
        for player in holders:
            result[player].append(number)
    return result


def _bits(members: Iterable[int], width: int) -> int:
    """A set of numbers below `width` as a number."""
    digits = bytearray(b"0") * width
    for member in members:
        digits[member] = 49  # "1"
    return int(digits, 2)


def _table_visits(movement: Movement) -> int:
    visitors: dict[int, list[int]] = {}
    for one in movement.rounds:
        for number, table in enumerate(one.tables):
            visitors.setdefault(number, []).extend(table.players)
    return max((max(Counter(each).values()) for each in visitors.values()), default=0)
