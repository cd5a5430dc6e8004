"""Title points: what the ranks of a stage bring for a list of titles, by the stage's own table.

Owns how equal ranks share. It reads a payload and returns another; stores nothing.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any


def with_title_points(payload: dict[str, Any], table: Sequence[int]) -> dict[str, Any]:
    """The payload with `title_points` in each row; as it is where the stage has no table.

    `table` holds the points of rank 1, rank 2, …; further ranks bring none. Those of equal rank
    have each the mean of the places that they take together. Who played no board has none.
    """
    if not table:
        return payload
    sizes = Counter(row["rank"] for row in payload["rows"])
    each = {
        rank: Fraction(sum(table[rank - 1 : rank - 1 + size]), size) for rank, size in sizes.items()
    }
    rows = [
        {**row, "title_points": str(each[row["rank"]] if row["boards"] else 0)}
        for row in payload["rows"]
    ]
    return {**payload, "rows": rows}
