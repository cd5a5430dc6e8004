"""Proper edge colouring of bipartite graphs by matchings, paths and cycles (König's theorem).

Owns the algorithm alone; what the nodes and the colours mean is the caller's affair.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain, compress
from random import Random

NONE = -1
BYTES = 1 << 10
"""How many random bytes are drawn at once."""

STRETCH = 1_000
"""How many right nodes are matched, with the left nodes that end there, before the next ones."""


def colour_edges(ends: Sequence[int], colours: int, random: Random) -> bytes:
    """A colour 0..colours-1 for every edge, different at each node.

    Edge e joins right node e // colours, each of which has so many edges, to left node `ends[e]`,
    numbered from 0, with at most so many. For each colour a matching of all right nodes and of all
    left nodes that have the full number of edges is taken away, until what remains are paths and
    cycles that alternate between the last two. Quick where the edges of a left node are near each
    other. Source: König 1916; random walks as of Goel, Kapralov and Khanna 2010.
    """
    result = bytearray(len(ends))
    here = array("i", ends)
    names: Sequence[int] = range(len(ends))
    for degree in range(colours, 2, -1):
        kept = bytearray(b"\1") * len(here)
        for edge in _Matching(here, degree, random).find():
            kept[edge] = 0
            result[names[edge]] = degree - 1
        names = array("i", compress(names, kept))
        here = array("i", compress(here, kept))
    if colours > 1:
        for name, colour in zip(names, _alternating(here, random), strict=True):
            result[name] = colour
    return bytes(result)


class _Matching:
    """For every right node one of its edges, no two with the same left node.

    `chosen[right]` is its edge and `held[left]` the edge by which it is chosen. `edges` lists the
    edges of each left node in order, `degree` places each. A left node is due where the last of its
    full number of edges is: from there on it stays chosen, so that no stretch must be mended from
    far away later on.
    """

    def __init__(self, ends: Sequence[int], degree: int, random: Random) -> None:
        self.ends, self.degree, self.random = ends, degree, random
        lefts = max(ends, default=NONE) + 1
        self.chosen = array("i", (NONE,)) * (len(ends) // degree)
        self.held = array("i", (NONE,)) * lefts
        self.edges = array("i", (NONE,)) * (lefts * degree)
        places = array("i", range(0, lefts * degree, degree))
        for edge, end in enumerate(ends):
            place = places[end]
            self.edges[place] = edge
            places[end] = place + 1
        self.lucks = chain.from_iterable(iter(lambda: random.randbytes(BYTES), b""))

    def find(self) -> Sequence[int]:
        """The edges chosen, by right node."""
        for first in range(0, len(self.chosen), STRETCH):
            last = min(first + STRETCH, len(self.chosen))
            for right in self._take(first, last):
                self._push(right)
            for left in self._due(first, last):
                self._pull(left, last * self.degree)
        return self.chosen

    def _take(self, first: int, last: int) -> list[int]:
        """Give right nodes a free neighbour; who finds none is returned."""
        ends, degree, chosen, held = self.ends, self.degree, self.chosen, self.held
        left_out = []
        for right, luck in enumerate(self.random.randbytes(last - first), first):
            start = right * degree
            edge = start + luck % degree
            if held[ends[edge]] != NONE:
                for edge in range(start, start + degree):
                    if held[ends[edge]] == NONE:
                        break
                else:
                    left_out.append(right)
                    continue
            chosen[right] = held[ends[edge]] = edge
        return left_out

    def _push(self, right: int) -> None:
        """Let a right node push another from a neighbour, who does the same, until one is free.

        A walk at random that prefers later nodes: there are more free ones.
        """
        ends, degree, chosen, held = self.ends, self.degree, self.chosen, self.held
        lost = NONE
        for luck in self.lucks:
            start = right * degree
            for edge in range(start, start + degree):
                if held[ends[edge]] == NONE:
                    chosen[right] = held[ends[edge]] = edge
                    return
            edge, other = start + luck % degree, start + (luck >> 4) % degree
            if edge == lost or (other != lost and held[ends[other]] > held[ends[edge]]):
                edge = other
            left = ends[edge]
            lost = held[left]
            chosen[right] = held[left] = edge
            right = lost // degree

    def _due(self, first: int, last: int) -> list[int]:
        """The left nodes that are due at these right nodes and not chosen."""
        ends, degree, held, edges = self.ends, self.degree, self.held, self.edges
        start = first * degree
        return [
            left
            for edge, left in enumerate(ends[start : last * degree], start)
            if held[left] == NONE and edges[left * degree + degree - 1] == edge
        ]

    def _pull(self, left: int, limit: int) -> None:
        """Let a left node take a neighbour from another, who does the same, until one is not due.

        The same walk from the other side; not due is whose last edge is `limit` or beyond.
        """
        ends, degree, chosen, held, edges = (
            self.ends,
            self.degree,
            self.chosen,
            self.held,
            self.edges,
        )
        lost = NONE
        for luck in self.lucks:
            start = left * degree
            edge, other = edges[start + luck % degree], edges[start + (luck >> 4) % degree]
            if edge == lost or (other != lost and other > edge):
                edge = other
            right = edge // degree
            lost = chosen[right]
            chosen[right] = held[left] = edge
            left = ends[lost]
            held[left] = NONE
            if not NONE < edges[left * degree + degree - 1] < limit:
                return


def _alternating(ends: Sequence[int], random: Random) -> bytearray:
    """Colours 0 and 1 along the paths and cycles of a graph whose right nodes have two edges."""
    count = len(ends)
    others = array("q", (-2 * count,)) * (max(ends, default=NONE) + 1)
    for value, end in enumerate(ends, count):
        others[end] += value  # the sum of both edges, and less than 0 where there is only one
    result = bytearray(b"\2") * count
    for start in range(0, count, 2):
        if result[start] != 2:
            continue
        first = random.getrandbits(1)
        for edge, colour in ((start, first), (start + 1, 1 - first)):
            opposite = 1 - colour
            while result[edge] == 2:
                result[edge] = colour
                following = others[ends[edge]] - edge
                if following < 0:
                    break
                result[following] = opposite
                edge = following ^ 1
    return result
