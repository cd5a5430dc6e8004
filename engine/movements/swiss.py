"""Individual Swiss in threes (瑞士移位): tables of near-equal scores, no rematch if avoidable.

Owns the inputs of a draw, its cost in parts and its explanation; the same inputs give the same
draw. Never looks at anything but the inputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from engine.errors import MovementError
from engine.movements.model import Round, Row, Table, change_places, round_from_data
from engine.movements.separation import LATE_ROUNDS, Club, restricted_pairs
from engine.movements.swiss_search import near_equal_tables
from engine.movements.swiss_seats import Held

FORMAT = "fushi-swiss-1"

# What one fault costs, in units of the whole range of scores.
FORBIDDEN, REPEAT, LATE_CLUB = 1e6, 1e4, 1e2
# What one board of position imbalance beyond one costs, in average table spreads.
POSITION = 3.0


@dataclass(frozen=True, slots=True)
class SwissInput:
    """Everything a Swiss draw depends on.

    scores: by player, higher is better, in any unit. history: rounds drawn before. rounds_left:
    this one included. absent: not in this round. no_bye: present players who must not get the bye,
    since they had free points; who had a bye is read from the history.
    """

    scores: tuple[float, ...]
    history: tuple[Round, ...]
    boards_per_round: int
    rounds_left: int = 1
    absent: Row = ()
    no_bye: Row = ()
    clubs: tuple[Club, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    seed: int = 0

    def to_data(self) -> dict[str, Any]:
        """The inputs as JSON-able data; `from_data` gives equal inputs, and so the same draw."""
        return {
            "format": FORMAT,
            "scores": list(self.scores),
            "history": [one.to_data() for one in self.history],
            "boards_per_round": self.boards_per_round,
            "rounds_left": self.rounds_left,
            "absent": list(self.absent),
            "no_bye": list(self.no_bye),
            "clubs": list(self.clubs),
            "forbidden": [list(pair) for pair in self.forbidden],
            "seed": self.seed,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> SwissInput:
        """Read what `to_data` wrote; raises MovementError("bad_movement_data")."""
        try:
            if data["format"] != FORMAT:
                raise KeyError(data["format"])
            return cls(
                scores=tuple(float(score) for score in data["scores"]),
                history=tuple(round_from_data(one) for one in data["history"]),
                boards_per_round=int(data["boards_per_round"]),
                rounds_left=int(data["rounds_left"]),
                absent=tuple(data["absent"]),
                no_bye=tuple(data["no_bye"]),
                clubs=tuple(data["clubs"]),
                forbidden=tuple((int(a), int(b)) for a, b in data["forbidden"]),
                seed=int(data["seed"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise MovementError("bad_movement_data", reason=repr(error)) from error


@dataclass(frozen=True, slots=True)
class SwissTable:
    """Why a table is as it is: its players with scores, and what is not ideal about it.

    `repeats`, `forbidden` and `clubs` are pairs of its players; `position_excess` counts boards by
    which somebody's positions will be more than one apart.
    """

    players: Row
    scores: tuple[float, ...]
    spread: float
    repeats: tuple[tuple[int, int], ...]
    forbidden: tuple[tuple[int, int], ...]
    clubs: tuple[tuple[int, int], ...]
    position_excess: int
    cost: float

    def to_data(self) -> dict[str, Any]:
        """The explanation as JSON-able data."""
        return {
            "players": list(self.players),
            "scores": list(self.scores),
            "spread": self.spread,
            "repeats": [list(pair) for pair in self.repeats],
            "forbidden": [list(pair) for pair in self.forbidden],
            "clubs": [list(pair) for pair in self.clubs],
            "position_excess": self.position_excess,
            "cost": self.cost,
        }


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A drawn round with its explanation; `cost` is the sum of the tables' and the byes' costs."""

    inputs: SwissInput
    round: Round
    tables: tuple[SwissTable, ...]
    bye_cost: float
    cost: float

    @property
    def repeat_meetings(self) -> int:
        """How many pairs at one table have met before."""
        return sum(len(table.repeats) for table in self.tables)

    @property
    def spread(self) -> float:
        """Sum over tables of highest minus lowest score."""
        return sum(table.spread for table in self.tables)

    def to_data(self) -> dict[str, Any]:
        """Inputs, round and explanation as JSON-able data."""
        return {
            "inputs": self.inputs.to_data(),
            "round": self.round.to_data(),
            "tables": [table.to_data() for table in self.tables],
            "bye_cost": self.bye_cost,
            "cost": self.cost,
        }


class _Costs:
    """The cost of a table and of a bye, from the inputs."""

    def __init__(self, inputs: SwissInput) -> None:
        n = len(inputs.scores)
        self.inputs = inputs
        self.scores = inputs.scores
        self.unit = (max(inputs.scores, default=0) - min(inputs.scores, default=0)) or 1.0
        self.held = Held(n, inputs.history, inputs.boards_per_round)
        self.position = POSITION * self.unit * 3 / max(3, n)
        self.met: list[dict[int, int]] = [{} for _ in range(n)]
        self.byes = [0] * n
        for one in inputs.history:
            for player in one.byes:
                self.byes[player] += 1
            for table in one.tables:
                for a, b in combinations(table.players, 2):
                    self.met[a][b] = self.met[a].get(b, 0) + 1
                    self.met[b][a] = self.met[b].get(a, 0) + 1
        self.restricted = restricted_pairs(inputs.clubs, inputs.forbidden)
        self.penalty: list[dict[int, float]] = [
            {other: times * REPEAT * self.unit for other, times in met.items()} for met in self.met
        ]
        late = LATE_CLUB if inputs.rounds_left <= LATE_ROUNDS else 0.0
        for (a, b), strict in self.restricted.items():
            value = (FORBIDDEN if strict else late) * self.unit
            for x, y in ((a, b), (b, a)):
                self.penalty[x][y] = self.penalty[x].get(y, 0.0) + value

    def table(self, a: int, b: int, c: int) -> float:
        """Spread of scores, penalties of the pairs, and positions that get out of balance."""
        x, y, z = self.scores[a], self.scores[b], self.scores[c]
        of_a, of_b = self.penalty[a], self.penalty[b]
        total = max(x, y, z) - min(x, y, z)
        total += of_a.get(b, 0.0) + of_a.get(c, 0.0) + of_b.get(c, 0.0)
        return total + self.position * self.held.cost(a, b, c)

    def bye(self, player: int) -> float:
        """Nothing for the last without a bye; a repeat's worth for each bye or free point."""
        faults = self.byes[player] + (player in self.inputs.no_bye)
        return faults * REPEAT * self.unit

    def bye_key(self, player: int, lot: float) -> tuple[int, float, float]:
        """Sort key of who gets the bye: fewest free rounds, lowest score, then by lot."""
        return self.byes[player] + (player in self.inputs.no_bye), self.scores[player], lot


def swiss_round(inputs: SwissInput) -> SwissDraw:
    """Draw the next round. Raises MovementError("too_few_players") for fewer than three present."""
    n = len(inputs.scores)
    random = Random(f"{FORMAT} {n} {len(inputs.history)} {inputs.seed}")
    present = [player for player in range(n) if player not in set(inputs.absent)]
    if len(present) < 3:
        raise MovementError("too_few_players", minimum=3, players=len(present))
    costs = _Costs(inputs)
    lot = [random.random() for _ in range(n)]
    by_bye = sorted(present, key=lambda player: costs.bye_key(player, lot[player]))
    byes = tuple(sorted(by_bye[: len(present) % 3]))
    order = sorted(set(present) - set(byes), key=lambda p: (-inputs.scores[p], lot[p]))
    tables = near_equal_tables(order, costs.table, LATE_CLUB * costs.unit, random)
    tables.sort(key=lambda table: -max(inputs.scores[player] for player in table))
    return _seated(costs, tables, byes, random)


def judge(inputs: SwissInput, drawn: Round) -> SwissDraw:
    """A round that is there already, by whomever it was made, with what it costs."""
    costs = _Costs(inputs)
    tables = tuple(_explain(costs, table.players) for table in drawn.tables)
    bye_cost = sum(costs.bye(player) for player in drawn.byes)
    return SwissDraw(inputs, drawn, tables, bye_cost, sum(t.cost for t in tables) + bye_cost)


def exchange(draw: SwissDraw, first: int, second: int) -> SwissDraw:
    """The draw with two players in each other's places, at tables or with a bye, judged anew.

    Raises MovementError("unknown_player") when one of them is not in the round.
    """
    return judge(draw.inputs, change_places(draw.round, first, second))


def _seated(costs: _Costs, tables: Sequence[Row], byes: Row, random: Random) -> SwissDraw:
    inputs = costs.inputs
    seated, explained = [], []
    for players in tables:
        rows = costs.held.seat(players, inputs.boards_per_round, random)
        seated.append(Table(rows[0], tuple(rows)))
        explained.append(_explain(costs, rows[0]))
    bye_cost = sum(costs.bye(player) for player in byes)
    return SwissDraw(
        inputs=inputs,
        round=Round(tuple(seated), byes, tuple(sorted(inputs.absent))),
        tables=tuple(explained),
        bye_cost=bye_cost,
        cost=sum(table.cost for table in explained) + bye_cost,
    )


def _explain(costs: _Costs, players: Row) -> SwissTable:
    scores = tuple(costs.scores[player] for player in players)
    pairs = [(min(pair), max(pair)) for pair in combinations(players, 2)]
    a, b, c = players
    return SwissTable(
        players=players,
        scores=scores,
        spread=max(scores) - min(scores),
        repeats=tuple(pair for pair in pairs if costs.met[pair[0]].get(pair[1], 0)),
        forbidden=tuple(pair for pair in pairs if costs.restricted.get(pair) is True),
        clubs=tuple(pair for pair in pairs if costs.restricted.get(pair) is False),
        position_excess=costs.held.cost(a, b, c),
        cost=costs.table(a, b, c),
    )
