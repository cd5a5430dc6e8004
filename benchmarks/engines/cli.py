"""The command of the comparison: arguments in, the table or JSON out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields, replace

from benchmarks.engines.measure import QUICK, Sizes, run
from benchmarks.engines.processes import NAMES, PEERS, installed
from benchmarks.engines.report import as_data, as_text


def parser() -> argparse.ArgumentParser:
    """The arguments of the benchmark."""
    made = argparse.ArgumentParser(
        prog="benchmarks/engine.py",
        description="Compare the engine with RLCard, DouZero and OpenSpiel.",
    )
    made.add_argument("--quick", action="store_true", help=f"smaller sizes: {asdict(QUICK)}")
    made.add_argument("--json", action="store_true", help="print JSON instead of the table")
    made.add_argument(
        "--peers",
        default=",".join(PEERS),
        help="the peers to compare with, by commas, or none (default: %(default)s)",
    )
    for size in fields(Sizes):
        option = "--" + size.name.replace("_", "-")
        made.add_argument(option, type=int, help=f"how many {size.name.replace('_', ' ')}")
    return made


def sizes_of(arguments: argparse.Namespace) -> Sizes:
    """Full or quick sizes, those given on the command line in their place."""
    given = {size.name: getattr(arguments, size.name) for size in fields(Sizes)}
    changed = {name: number for name, number in given.items() if number is not None}
    return replace(QUICK if arguments.quick else Sizes(), **changed)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 2 for a peer that is unknown or not installed."""
    made = parser()
    arguments = made.parse_args(argv)
    peers = [name for name in arguments.peers.split(",") if name not in ("", "none")]
    for peer in peers:
        if peer not in PEERS:
            made.error(f"there is no peer {peer}; the peers are {', '.join(PEERS)}")
    missing = [NAMES[peer] for peer in peers if not installed(peer)]
    if missing:
        made.error(f"{', '.join(missing)} not installed; run benchmarks/install_peers.sh first")
    data = as_data(run(["fushi", *peers], sizes_of(arguments)))
    print(json.dumps(data, indent=1, ensure_ascii=False) if arguments.json else as_text(data))
    sys.stdout.flush()
    return 0
