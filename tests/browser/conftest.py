"""The whole application in this process, on the tests' database, for a real browser."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from scripts import messages
from tests.services import free_port
from tests.tournaments.read.made_event import MadeEvent, in_the_middle, write_log

START_SECONDS = 20.0


@pytest.fixture(scope="session")
def compiled_catalogues() -> None:
    """The translations, as the bootstrap compiles them."""
    messages.compile_catalogues()


@pytest.fixture
def site(transactional_db: None, compiled_catalogues: None) -> Iterator[str]:
    """The address of a server in a thread of this process: what a test commits, it shows.

    Without the lifespan there is no worker: a test counts and publishes when it wants to.
    """
    from config.asgi import application

    port = free_port()
    config = uvicorn.Config(
        application, port=port, lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), name="site")
    thread.start()
    deadline = time.monotonic() + START_SECONDS
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.started
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(START_SECONDS)


@pytest.fixture
def made(transactional_db: None) -> MadeEvent:
    """Versions 1 and 2 are published, board 3 is in play at table 3; board 1 has a log."""
    made = in_the_middle()
    write_log(made.play(1, 1))
    return made
