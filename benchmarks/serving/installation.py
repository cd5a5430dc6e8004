"""An installation of its own for a measurement: SQLite in one process, or PostgreSQL and Valkey."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests import services


@contextlib.contextmanager
def installation(kind: str, **settings: str) -> Iterator[services.Installation]:
    """With an empty database; `kind` is "embedded" or "full", `settings` go to its environment."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fushi-measure-")))
        if kind == "full":
            servers = stack.enter_context(services.servers(folder / "servers"))
            made = stack.enter_context(services.full_installation(folder, servers))
        else:
            made = stack.enter_context(services.embedded_installation(folder))
        made.environment.update(FUSHI_LOG_LEVEL="ERROR", **settings)
        made.manage("migrate", "--verbosity", "0")
        yield made
