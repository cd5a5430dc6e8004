"""Rounds from three cyclic levels of m players: any n = 3m, no search.

Owns the cyclic rows; level k holds the players k·m … k·m + m - 1, who never meet each other.
"""

from __future__ import annotations

Triple = tuple[int, int, int]
Rounds = list[list[Triple]]


def cyclic_rounds(players: int) -> int:
    """How many rounds the cyclic rows have: m for odd m, m - 1 for even m (0 when 3 ∤ n)."""
    m, rest = divmod(players, 3)
    return 0 if rest or m < 2 else m - 1 + m % 2


def cyclic(players: int, rounds: int) -> Rounds:
    """Round r: {(0, x), (1, x + r), (2, x + s)} mod m, s = 2r, for even m and r >= m/2 2r + 1.

    No pair twice, because r, s and s - r are each different in every round.
    """
    m = players // 3
    result: Rounds = []
    for r in range(rounds):
        s = 2 * r if m % 2 or r < m // 2 else 2 * r + 1
        result.append([(x, m + (x + r) % m, 2 * m + (x + s) % m) for x in range(m)])
    return result
