"""Proper edge colouring of bipartite graphs by perfect matchings and cycles (König's theorem).

Owns the algorithm alone; what the nodes and the colours mean is the caller's affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from random import Random

NONE = -1
BYTES, PUSHES = 1 << 10, 1_000
"""How many random bytes are drawn at once, and how often a node without an edge pushes another."""


def colour_edges(ends: Sequence[int], colours: int, random: Random) -> list[int]:
    """A colour 0..colours-1 for every edge, different at each node.

    Edge e joins right node e // colours, each of which has so many edges, to left node `ends[e]`,
    numbered from 0, with at most so many. Left nodes with fewer are completed by further right
    nodes; then a perfect matching is taken away for each colour, until the cycles of what remains
    alternate between the last two. Linear but for the matchings, whose random walks take
    O(n log n) steps on average. Source: König 1916; Goel, Kapralov and Khanna 2010.
    """
    result = [0] * len(ends)
    here = _completed(ends, colours)
    names = list(range(len(here)))
    for degree in range(colours, 2, -1):
        chosen = _Matching(here, degree, random).find()
        taken = bytearray(len(here))
        for edge in chosen:
            taken[edge] = 1
            if names[edge] < len(ends):
                result[names[edge]] = degree - 1
        names = [name for name, gone in zip(names, taken, strict=True) if not gone]
        here = [end for end, gone in zip(here, taken, strict=True) if not gone]
    if colours > 1:
        for name, colour in zip(names, _alternating(here, random), strict=True):
            if name < len(ends):
                result[name] = colour
    return result


def _completed(ends: Sequence[int], degree: int) -> list[int]:
    """The ends, and those of further right nodes that give every left node the full degree."""
    missing = [degree] * (max(ends, default=NONE) + 1)
    for end in ends:
        missing[end] -= 1
    return [*ends, *(end for end, times in enumerate(missing) for _ in range(times))]


class _Matching:
    """For every right node one of its edges, no two with the same left node.

    `chosen[right]` is its edge, `holder[left]` the right node that has it.
    """

    def __init__(self, ends: Sequence[int], degree: int, random: Random) -> None:
        self.ends, self.degree, self.random = ends, degree, random
        self.chosen = [NONE] * (len(ends) // degree)
        self.holder = [NONE] * (max(ends, default=NONE) + 1)
        self.lucks = chain.from_iterable(iter(lambda: random.randbytes(BYTES), b""))

    def find(self) -> list[int]:
        """The edges chosen, by right node."""
        for node in self._push(self._take()):
            self._walk(node)
        return self.chosen

    def _take(self) -> list[int]:
        """Give every right node a free neighbour; who finds none is returned."""
        ends, degree, chosen, holder = self.ends, self.degree, self.chosen, self.holder
        left_out = []
        for node, luck in enumerate(self.random.randbytes(len(chosen))):
            first = node * degree
            edge = first + luck % degree
            if holder[ends[edge]] != NONE:
                for edge in range(first, first + degree):
                    if holder[ends[edge]] == NONE:
                        break
                else:
                    left_out.append(node)
                    continue
            chosen[node] = edge
            holder[ends[edge]] = node
        return left_out

    def _push(self, nodes: Sequence[int]) -> list[int]:
        """Let each node push another from one of its neighbours, who does the same, for a while.

        Quick, but bound to fail in some graphs: returns who is still left out after PUSHES.
        """
        ends, degree, chosen, holder = self.ends, self.degree, self.chosen, self.holder
        left_out = []
        for node in nodes:
            for luck in islice(self.lucks, PUSHES):
                first = node * degree
                for edge in range(first, first + degree):
                    if holder[ends[edge]] == NONE:
                        break
                else:
                    edge = first + (chosen[node] + 1 - first + luck % (degree - 1)) % degree
                chosen[node] = edge
                holder[ends[edge]], node = node, holder[ends[edge]]
                if node == NONE:
                    break
            else:
                left_out.append(node)
        return left_out

    def _walk(self, start: int) -> None:
        """Walk at random by edges not chosen and back by chosen ones to a free neighbour.

        Then exchange the two along the walk, less its loops.
        """
        ends, degree, chosen, holder = self.ends, self.degree, self.chosen, self.holder
        exits: dict[int, int] = {}
        node = start
        for luck in self.lucks:
            first = node * degree
            for edge in range(first, first + degree):
                if holder[ends[edge]] == NONE:
                    break
            else:
                edge = first + (chosen[node] + 1 - first + luck % (degree - 1)) % degree
            exits[node] = edge
            node = holder[ends[edge]]
            if node == NONE:
                break
        node = start
        while node != NONE:
            edge = chosen[node] = exits[node]
            holder[ends[edge]], node = node, holder[ends[edge]]


def _alternating(ends: Sequence[int], random: Random) -> list[int]:
    """Colours 0 and 1 along the cycles of a graph in which every node has two edges."""
    other = [0] * (max(ends, default=NONE) + 1)
    for edge, end in enumerate(ends):
        other[end] += edge
    result = [NONE] * len(ends)
    for start in range(0, len(ends), 2):
        if result[start] != NONE:
            continue
        colour = random.getrandbits(1)
        opposite = 1 - colour
        edge = start
        while result[edge] == NONE:
            result[edge] = colour
            following = other[ends[edge]] - edge
            result[following] = opposite
            edge = following ^ 1
    return result
