"""A set that gives a random member in constant time, for searches that go where faults are.

Owns the container alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from random import Random
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Bag(Generic[Item]):
    """A set of items in an order that depends only on what was done to it."""

    def __init__(self, members: Iterable[Item] = ()) -> None:
        self._items = list(members)
        self._index = {item: i for i, item in enumerate(self._items)}

    def __len__(self) -> int:
        return len(self._items)

    def pick(self, random: Random) -> Item:
        """A member at random; raises ValueError when there is none."""
        return self._items[random.randrange(len(self._items))]

    def put(self, item: Item, *, present: bool) -> None:
        """Make sure that the item is a member, or that it is not."""
        if present == (item in self._index):
            return
        if present:
            self._index[item] = len(self._items)
            self._items.append(item)
            return
        place, last = self._index.pop(item), self._items.pop()
        if last != item:
            self._items[place] = last
            self._index[last] = place
