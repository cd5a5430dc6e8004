"""Proper edge colouring of bipartite graphs by Kempe chains (König's theorem).

Owns the algorithm alone; what the nodes and the colours mean is the caller's affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

FREE = -1


def colour_edges(edges: Sequence[tuple[int, int]], colours: int, random: Random) -> list[int]:
    """A colour 0..colours-1 for every (left, right) edge, different at each node.

    Needs no node on more than `colours` edges; edges are taken in random order, so that the
    colouring has no structure of its own. Source: König 1916; de Werra 1971.
    """
    left: dict[int, list[int]] = {}
    right: dict[int, list[int]] = {}
    for u, v in edges:
        left.setdefault(u, [FREE] * colours)
        right.setdefault(v, [FREE] * colours)
    result = [FREE] * len(edges)
    order = list(range(len(edges)))
    random.shuffle(order)
    for edge in order:
        u, v = edges[edge]
        at_u, at_v = left[u], right[v]
        common = [c for c in range(colours) if at_u[c] == FREE and at_v[c] == FREE]
        if common:
            chosen = random.choice(common)
        else:
            chosen = at_u.index(FREE)
            _swap_chain(edges, result, left, right, v, chosen, at_v.index(FREE))
        result[edge] = chosen
        at_u[chosen] = at_v[chosen] = edge
    return result


def _swap_chain(
    edges: Sequence[tuple[int, int]],
    result: list[int],
    left: dict[int, list[int]],
    right: dict[int, list[int]],
    start: int,
    used: int,
    free: int,
) -> None:
    """Exchange two colours along the path that leaves right node `start` by colour `used`."""
    chain: list[int] = []
    here, on_right, colour, other = start, True, used, free
    while True:
        edge = (right if on_right else left)[here][colour]
        if edge == FREE:
            break
        chain.append(edge)
        here = edges[edge][0 if on_right else 1]
        on_right = not on_right
        colour, other = other, colour
    for edge in chain:
        u, v = edges[edge]
        left[u][result[edge]] = right[v][result[edge]] = FREE
    for edge in chain:
        u, v = edges[edge]
        result[edge] = free if result[edge] == used else used
        left[u][result[edge]] = right[v][result[edge]] = edge
