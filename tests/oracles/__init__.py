"""Comparisons with games and tables that other programs made, each a command of its own."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

Compare = Callable[[Iterable[str]], tuple[Counter[str], list[str]]]


def compare_files(compare: Compare, names: list[str], what: str) -> int:
    """Compare with every file named and print counts and differences.

    Returns 0 when at least one `what` was compared and nothing differs, 1 otherwise, 2 for a file
    that cannot be read.
    """
    counts, found = Counter[str](), list[str]()
    for name in names:
        try:
            with Path(name).open(encoding="utf-8") as lines:
                some, more = compare(lines)
        except (OSError, ValueError, KeyError, TypeError) as fault:
            print(f"{name}: {type(fault).__name__}: {fault}", file=sys.stderr)
            return 2
        counts.update(some)
        found += more
    for text in found:
        print(text)
    print(", ".join(f"{number} {each}" for each, number in counts.items()), end="; ")
    print(f"{len(found)} differences")
    return 1 if found or not counts[what] else 0
