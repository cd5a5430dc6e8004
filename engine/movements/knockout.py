"""Knockout of triangles: who plays whom by seed, who has a bye, until one team is left.

Owns the plan by seeds; results and line-ups are elsewhere. One winner goes on from each match.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import MovementError

Seeds = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """A round for `teams` teams, by seed from 1: byes, triangles, perhaps one head-to-head.

    In the head-to-head a neutral third team fills the triangle and only A - B counts.
    """

    teams: int
    byes: Seeds
    triangles: tuple[Seeds, ...]
    head_to_head: Seeds | None

    @property
    def survivors(self) -> int:
        """How many teams are left after the round."""
        return len(self.byes) + len(self.triangles) + (self.head_to_head is not None)


def knockout_round(teams: int) -> KnockoutRound:
    """The next round for so many teams: afterwards a power of three is left.

    p is the largest power of three below T; ⌊(T - p)/2⌋ triangles, one head-to-head when T - p is
    odd, byes to the top seeds. The others, renumbered, meet as (s, 2M + 1 - s, 2M + s); in a
    head-to-head the third of the last group is missing. Raises MovementError("too_few_teams").
    """
    if teams < 2:
        raise MovementError("too_few_teams", minimum=2, teams=teams)
    p = 1
    while p * 3 < teams:
        p *= 3
    full, odd = divmod(teams - p, 2)
    byes = teams - 3 * full - 2 * odd
    matches = full + odd
    groups = [
        tuple(byes + s for s in (k, 2 * matches + 1 - k, 2 * matches + k) if byes + s <= teams)
        for k in range(1, matches + 1)
    ]
    return KnockoutRound(
        teams=teams,
        byes=tuple(range(1, byes + 1)),
        triangles=tuple(group for group in groups if len(group) == 3),
        head_to_head=next((group for group in groups if len(group) == 2), None),
    )


def knockout_plan(teams: int) -> tuple[KnockoutRound, ...]:
    """All rounds until one team is left; seeds are renumbered 1, 2, … before each round."""
    rounds = [knockout_round(teams)]
    while rounds[-1].survivors > 1:
        rounds.append(knockout_round(rounds[-1].survivors))
    return tuple(rounds)
