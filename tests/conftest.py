"""What every test may use: databases, servers, whole installations, a browser.

`FUSHI_TEST_SERVICES` says on which pair the tests run: "embedded" (SQLite, everything in this
process) or "full" (PostgreSQL and Valkey, as scripts/test.py starts them).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
import pytest_django
from django.conf import settings
from django.db import connections

from tests import services
from tournaments.kept_audit import let_go

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
GET_CHROMIUM = "apt-get install chromium fonts-wqy-microhei"
#: Without these the browser looks for its maker's servers at every start.
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
not_run: list[pytest.Item] = []

hypothesis.settings.register_profile("usual", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.register_profile("long", deadline=None, max_examples=1000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run slow tests and many examples too")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "usual")
    wanted = os.environ.setdefault("FUSHI_TEST_SERVICES", "embedded")
    if wanted not in {"embedded", "full"}:
        raise pytest.UsageError(f"FUSHI_TEST_SERVICES must be embedded or full, not {wanted!r}")
    if (wanted == "full") == settings.EMBEDDED:
        raise pytest.UsageError(
            "On PostgreSQL and Valkey run: python scripts/test.py --services full [PATH…];"
            " embedded: unset DATABASE_URL and REDIS_URL"
        )
    settings.TOKEN_RATE = settings.PUBLIC_RATE = 0  # test clients are quicker than people
    # Each worker of a parallel run has its own names in the shared Valkey.
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    settings.REDIS_NAMESPACE = f"fushi-test-{worker}"
    if settings.REDIS_URL is not None:
        options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
        options["global_keyprefix"] = f"{settings.REDIS_NAMESPACE}:"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long runs unless asked for, and the browser's where there is none."""
    kept, left_out = [], []
    for item in items:
        if item.get_closest_marker("slow") and not config.getoption("--long"):
            left_out.append(item)
        elif item.get_closest_marker("browser") and not CHROMIUM:
            if os.environ.get("CI"):
                raise pytest.UsageError(f"Browser tests need Chromium: {GET_CHROMIUM}")
            not_run.append(item)
        else:
            kept.append(item)
    config.hook.pytest_deselected(items=[*left_out, *not_run])
    items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not CHROMIUM and (not_run or hasattr(terminalreporter.config, "workerinput")):
        terminalreporter.write_line(
            f"{len(not_run)} browser tests were NOT run: there is no Chromium ({GET_CHROMIUM})"
        )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite's tests run on a file, as in an installation, without waiting for the disk."""
    description = connections["default"].settings_dict
    if description["ENGINE"].endswith("sqlite3"):
        description["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        commands = description["OPTIONS"]["init_command"]
        description["OPTIONS"]["init_command"] = commands.replace("FULL", "OFF")


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> None:
    """Between tests tables are emptied, those that an installation keeps too."""
    with django_db_blocker.unblock(), connections["default"].schema_editor() as editor:
        let_go(editor)


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[services.Servers]:
    """A PostgreSQL server and a Valkey for the session."""
    with services.servers(tmp_path_factory.mktemp("servers")) as running:
        yield running


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[services.Valkey]:
    """A Valkey of the test's own, to be emptied, stopped or killed."""
    with services.Valkey(tmp_path / "valkey") as server:
        yield server


@pytest.fixture
def embedded_installation(tmp_path: Path) -> Iterator[services.Installation]:
    """An installation on SQLite with processes of its own."""
    with services.embedded_installation(tmp_path) as installation:
        yield installation


@pytest.fixture
def full_installation(tmp_path: Path, servers: services.Servers) -> Iterator[services.Installation]:
    """An installation on PostgreSQL and Valkey with processes of its own."""
    with services.full_installation(tmp_path, servers) as installation:
        yield installation


@pytest.fixture
def installation(request: pytest.FixtureRequest) -> services.Installation:
    """An installation on the pair of servers that this run is about."""
    name = f"{os.environ['FUSHI_TEST_SERVICES']}_installation"
    found = request.getfixturevalue(name)
    assert isinstance(found, services.Installation)
    return found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread; Django's database calls here are meant.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser context of 360 × 640 with touch."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    yield context
    context.close()


@pytest.fixture
def desktop(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser context of 1280 × 800."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield context
    context.close()
