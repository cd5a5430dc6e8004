"""The balance certificate of a movement: what is even, what is not, against the best possible.

Owns the figures as the builder sees them; `checker` derives them again without this module.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from engine.movements.model import Movement, Row
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
    meetings = _meetings(movement)
    mean, spread = _comparisons(movement)
    players = range(movement.players)
    byes = Counter(player for one in movement.rounds for player in one.byes)
    position_imbalance, sit_out_imbalance = _positions(movement)
    return Certificate(
        players=movement.players,
        rounds=len(movement.rounds),
        boards_per_round=movement.boards_per_round,
        tables=max((len(one.tables) for one in movement.rounds), default=0),
        repeat_meetings=sum(count - 1 for count in meetings.values()),
        repeat_bound=max(0, sum(meetings.values()) - math.comb(movement.players, 2)),
        position_imbalance=position_imbalance,
        order_imbalance=_order(movement),
        order_bound=ORDER_OPTIMUM[movement.boards_per_round % 6]
        if movement.hands == 3
        else movement.boards_per_round % 2,
        comparison_mean=mean,
        comparison_sd_over_mean=spread,
        bye_imbalance=_spread(byes[player] for player in players),
        byes=sum(byes.values()),
        sit_out_imbalance=sit_out_imbalance,
        max_table_visits=_table_visits(movement),
        construction=movement.construction,
        version=movement.version,
        partners=movement.partners,
    )


def _spread(counts: Iterable[int]) -> int:
    found = list(counts)
    return max(found) - min(found) if found else 0


def _meetings(movement: Movement) -> Counter[tuple[int, int]]:
    return Counter(
        pair
        for one in movement.rounds
        for table in one.tables
        for pair in combinations(sorted(table.players), 2)
        if not (movement.partners and _are_partners(table.players, pair))
    )


def _are_partners(seats: Row, pair: tuple[int, int]) -> bool:
    """Whether two of four at a table sit opposite each other."""
    return (seats.index(pair[0]) - seats.index(pair[1])) % 2 == 0


def _positions(movement: Movement) -> tuple[int, int]:
    held = [[0] * movement.hands for _ in range(movement.players)]
    out = [0] * movement.players
    for one in movement.rounds:
        for table in one.tables:
            for row in table.positions:
                for position, player in enumerate(row):
                    held[player][position] += 1
            for player in table.players:
                out[player] += len(table.positions) - sum(player in row for row in table.positions)
    return max((_spread(counts) for counts in held), default=0), _spread(out)


def _order(movement: Movement) -> int:
    before: Counter[tuple[int, int]] = Counter()
    for one in movement.rounds:
        for table in one.tables:
            for row in table.positions:
                before.update(zip(row, row[1:] + row[:1], strict=True))
    return max((abs(count - before[b, a]) for (a, b), count in before.items()), default=0)


def _comparisons(movement: Movement) -> tuple[float, float]:
    """Mean of C and its standard deviation over the mean, over all pairs of players.

    Exact, from the players of each field as bit sets: the sum of C_ij² over all i, j is the sum
    over all pairs of fields of the square of the number of players they share.
    """
    fields: dict[tuple[int, int, int], int] = {}
    boards = [0] * movement.players
    for number, one in enumerate(movement.rounds):
        for table in one.tables:
            board_set = number if table.board_set is None else table.board_set
            for board, row in enumerate(table.positions):
                for position, player in enumerate(row):
                    key = (board_set, board, position)
                    fields[key] = fields.get(key, 0) | 1 << player
                    boards[player] += 1
    sets = list(fields.values())
    total = sum(one.bit_count() ** 2 for one in sets) - sum(boards)
    squares = sum(one.bit_count() ** 2 for one in sets) - sum(count * count for count in boards)
    squares += 2 * sum((a & b).bit_count() ** 2 for a, b in combinations(sets, 2))
    pairs = movement.players * (movement.players - 1)
    if total == 0:
        return 0.0, 0.0
    mean = total / pairs
    return mean, math.sqrt(max(0.0, squares / pairs - mean * mean)) / mean


def _table_visits(movement: Movement) -> int:
    visits = Counter(
        (player, number)
        for one in movement.rounds
        for number, table in enumerate(one.tables)
        for player in table.players
    )
    return max(visits.values(), default=0)
