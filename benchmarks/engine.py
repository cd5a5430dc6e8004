"""The comparison table of the engine with RLCard, DouZero and OpenSpiel.

    benchmarks/install_peers.sh
    .venv/bin/python benchmarks/engine.py [--quick] [--json] [--peers rlcard,openspiel]

What is measured and how is described in benchmarks/README.md.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Python puts this folder first, where `import engine` would find this very file.
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from benchmarks.engines.cli import main

    sys.exit(main())
