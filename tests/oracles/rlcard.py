"""Compares legal leads with RLCard's play table: `python -m tests.oracles.rlcard FILE`.

A line holds a hand, the number of its leads and the SHA-256 of their sorted texts; some lines
also the texts themselves.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable

from engine.cards import parse_ranks
from engine.moves import legal_moves
from engine.rulesets import get
from tests.oracles import compare_files


def compare(lines: Iterable[str]) -> tuple[Counter[str], list[str]]:
    """Counts of hands and leads, and a sentence for every hand that differs."""
    ruleset, counts, found = get("official-2016"), Counter[str](), list[str]()
    for line in lines:
        if not line.strip():
            continue
        expected = json.loads(line)
        hand = expected["hand"]
        leads = legal_moves(parse_ranks(hand), ruleset).texts()
        counts["hands"] += 1
        counts["leads"] += len(leads)
        if len(leads) != expected["count"]:
            found.append(f"{hand}: {len(leads)} leads instead of {expected['count']}")
        elif hashlib.sha256("\n".join(leads).encode()).hexdigest() != expected["sha256"]:
            found.append(f"{hand}: other leads")
        for lead in set(leads) ^ set(expected.get("leads", leads)):
            found.append(f"{hand}: {lead} is a lead for one of us only")
    return counts, found


if __name__ == "__main__":
    sys.exit(compare_files(compare, sys.argv[1:], "hands"))
