"""Who meets whom when two teams make a match: round robin, Swiss, knockout.

Owns the pairing of teams only; who sits where is `four_a_side`'s. Teams are numbered from 0. The
same inputs give the same pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engine.errors import MovementError

Pair = tuple[int, int]

FORBIDDEN, REPEAT, CLUB = 1e9, 1e6, 1e3
"""What a forbidden match, a repeated one and one in a club cost, in whole ranges of scores."""
WINDOW = 4
"""How far apart two matches may stand that are split anew; more while there are repeats."""


def round_robin_pairs(
    teams: int, rounds: int, random: Random, *, allow_repeats: bool = False
) -> list[tuple[list[Pair], list[int]]]:
    """The matches and byes of each round, by the circle; with repeats it begins anew.

    With T teams all have met after T - 1 rounds (T, with one bye each, when T is odd); who sits
    first in a match changes. Raises MovementError: "too_few_teams", "no_rounds",
    "too_many_team_rounds".
    """
    if teams < 2:
        raise MovementError("too_few_teams", minimum=2, teams=teams)
    if rounds < 1:
        raise MovementError("no_rounds")
    size = teams + teams % 2
    if rounds > size - 1 and not allow_repeats:
        raise MovementError("too_many_team_rounds", teams=teams, maximum=size - 1, rounds=rounds)
    names = random.sample(range(teams), teams) + [-1] * (size - teams)
    found = []
    for number in range(rounds):
        turn = number % (size - 1)
        circle = [names[0], *(names[1 + (k + turn) % (size - 1)] for k in range(size - 1))]
        pairs = [(circle[k], circle[-1 - k]) for k in range(size // 2)]
        byes = [team for pair in pairs if -1 in pair for team in pair if team != -1]
        matches = [pair if (number + k) % 2 else pair[::-1] for k, pair in enumerate(pairs)]
        found.append(([pair for pair in matches if -1 not in pair], byes))
    return found


@dataclass(frozen=True, slots=True)
class SwissPairs:
    """A drawn round: matches of near-equal teams, who sits out, and how many are repeats."""

    matches: tuple[Pair, ...]
    byes: tuple[int, ...]
    repeats: int


def swiss_pairs(
    scores: Sequence[float],
    met: Mapping[frozenset[int], int],
    byes: Mapping[int, int],
    random: Random,
    *,
    absent: Collection[int] = (),
    clubs: Sequence[str | None] = (),
    forbidden: Collection[tuple[int, int]] = (),
) -> SwissPairs:
    """Pair the teams that are present; `met` counts matches of two teams, `byes` free rounds.

    Neighbours in the order of scores meet, equal ones by lot; then pairs near each other are split
    anew while that lowers the sum of the differences and of what forbidden pairs, repeats and clubs
    cost. Of an odd number the last of those with the fewest byes sits out.
    """
    order = [team for team in range(len(scores)) if team not in set(absent)]
    random.shuffle(order)
    order.sort(key=lambda team: -scores[team])
    out: tuple[int, ...] = ()
    if len(order) % 2:
        fewest = min(byes.get(team, 0) for team in order)
        out = ([team for team in order if byes.get(team, 0) == fewest][-1],)
        order.remove(out[0])
    apart = {frozenset(pair) for pair in forbidden}
    unit = (max(scores, default=0.0) - min(scores, default=0.0)) or 1.0

    def cost(a: int, b: int) -> float:
        same = bool(clubs) and clubs[a] is not None and clubs[a] == clubs[b]
        again = met.get(frozenset((a, b)), 0)
        never = frozenset((a, b)) in apart
        penalty = FORBIDDEN * never + REPEAT * again + CLUB * same
        return abs(scores[a] - scores[b]) + unit * penalty

    pairs = [(order[k], order[k + 1]) for k in range(0, len(order), 2)]
    _improve(pairs, cost, met.keys() | apart)
    drawn = tuple(pair if random.random() < 0.5 else pair[::-1] for pair in pairs)
    return SwissPairs(drawn, out, sum(frozenset(pair) in met for pair in drawn))


def _improve(
    pairs: list[Pair], cost: Callable[[int, int], float], unwanted: Collection[frozenset[int]]
) -> None:
    """Split two pairs anew while that costs less; wider apart while there are unwanted ones."""
    window = WINDOW
    while True:
        better = True
        while better:
            better = False
            for i, j in combinations(range(len(pairs)), 2):
                if j - i > window:
                    continue
                (a, b), (c, d) = pairs[i], pairs[j]
                now = cost(a, b) + cost(c, d)
                for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                    if cost(*one) + cost(*other) < now - 1e-9:
                        pairs[i], pairs[j] = one, other
                        better = True
                        break
        if window >= len(pairs) or not any(frozenset(pair) in unwanted for pair in pairs):
            return
        window *= 3


@dataclass(frozen=True, slots=True)
class PairKnockout:
    """A round of a knockout by seed from 1: matches, and byes to the top seeds."""

    matches: tuple[Pair, ...]
    byes: tuple[int, ...]

    @property
    def survivors(self) -> int:
        """How many teams are left after the round."""
        return len(self.matches) + len(self.byes)


def pair_knockout(teams: int) -> PairKnockout:
    """The next round for so many teams: afterwards a power of two is left.

    The others, after byes to the top seeds, meet first against last. Raises
    MovementError("too_few_teams").
    """
    if teams < 2:
        raise MovementError("too_few_teams", minimum=2, teams=teams)
    power = 1
    while power * 2 < teams:
        power *= 2
    matches = teams - power
    byes = teams - 2 * matches
    return PairKnockout(
        tuple((byes + k, teams + 1 - k) for k in range(1, matches + 1)),
        tuple(range(1, byes + 1)),
    )


def pair_knockout_rounds(teams: int) -> int:
    """How many rounds it takes until one team is left."""
    return max(0, (teams - 1).bit_length())


def pair_counts(matches: Sequence[Sequence[Sequence[int]]]) -> Counter[frozenset[int]]:
    """How often two teams have met, from the matches of every round."""
    return Counter(frozenset(match) for groups in matches for match in groups)
