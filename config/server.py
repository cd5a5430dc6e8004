"""Runs the ASGI application under uvicorn inside a management command.

The socket is bound first, so that the port is known (0 takes a free one) before anything starts.
It prints nothing and decides no policy; `serve` and `demo` do.
"""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from django.conf import settings

#: Seconds that open answers and streams get to end when the server stops.
GRACEFUL_SECONDS = 2
#: Seconds that the server may take to start.
START_SECONDS = 60.0
#: An address of the documentation range: nothing is sent, the system only chooses a route.
SOMEWHERE_ELSE = ("192.0.2.1", 9)


@dataclass(frozen=True)
class BoundSocket:
    """A listening socket and where it listens."""

    listener: socket.socket
    host: str
    port: int


def bind(host: str, port: int) -> BoundSocket:
    """Listen at host:port; port 0 takes a free one.

    Raises OSError where the port is taken or does not exist.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not 0 <= port <= 65535:
        raise OSError(errno.EINVAL, "ports go from 0 to 65535")
    listener = socket.create_server((host, port), family=family, backlog=1024)
    return BoundSocket(listener, host, int(listener.getsockname()[1]))


def lan_addresses() -> list[str]:
    """IPv4 addresses by which other devices may reach this machine, the likeliest first."""
    found: list[str] = []
    with (
        contextlib.suppress(OSError),  # no route to anywhere: the machine's own names are left
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect(SOMEWHERE_ELSE)
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):  # the machine does not know its own name
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    usable = [a for a in found if not a.startswith(("127.", "0."))]
    return list(dict.fromkeys(usable))


def allow_hosts(hosts: list[str]) -> None:
    """Answer to these hosts too, in this process."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *hosts]


class Server(uvicorn.Server):
    """Uvicorn, which would wait for open streams in vain when it stops: they never end unasked."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then stop."""
        from games.sse import end_streams

        end_streams()
        await super().shutdown(sockets)


def make_server() -> Server:
    """The server of this project; run it with the sockets of `bind`."""
    configuration = uvicorn.Config(
        "config.asgi:application",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.BEHIND_HTTPS,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )
    return Server(configuration)


def run(bound: BoundSocket) -> None:
    """Serve until the process is told to stop (Ctrl-C, SIGTERM)."""
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn has stopped in order and says it again
        make_server().run(sockets=[bound.listener])


@contextmanager
def running(bound: BoundSocket) -> Iterator[None]:
    """Serve from a thread while the body runs. Raises RuntimeError where the start fails."""
    server = make_server()
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [bound.listener]}, name="server", daemon=True
    )
    thread.start()
    try:
        _wait_until_started(server, thread)
        yield
    finally:
        server.should_exit = True
        thread.join(GRACEFUL_SECONDS + START_SECONDS)


def _wait_until_started(server: uvicorn.Server, thread: threading.Thread) -> None:
    patience = threading.Event()
    for _ in range(int(START_SECONDS / 0.02)):
        if server.started:
            return
        if not thread.is_alive():
            break
        patience.wait(0.02)
    raise RuntimeError("The server did not start; the log lines above say why.")
