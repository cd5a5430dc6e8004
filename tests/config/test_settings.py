"""The settings module as a process meets it: loud where something is missing, safe by default."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import ROOT, clean_environment

POSTGRES = "postgresql://fushi@localhost/fushi"


def settings_of(expression: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of their own and print an expression over them."""
    code = f"from config import settings; print({expression})"
    return subprocess.run(
        [sys.executable, "-c", code],
        env=clean_environment(**environment), cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DATABASE_URL": POSTGRES, "ALLOWED_HOSTS": "a.org"}, "SECRET_KEY is not set"),
        ({"REDIS_URL": "redis://localhost", "ALLOWED_HOSTS": "a.org"}, "SECRET_KEY is not set"),
        ({"DATABASE_URL": POSTGRES, "SECRET_KEY": "k" * 50}, "ALLOWED_HOSTS is not set"),
        ({"FUSHI_HTTP": "true"}, "FUSHI_HTTP is not a setting of Fushi. Did you mean FUSHI_HTTPS?"),
        ({"DEBUG": "perhaps"}, "DEBUG must be true or false"),
    ],
)
def test_a_missing_or_mistyped_setting_stops_the_process(
    environment: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    done = settings_of("'loaded'", FUSHI_VAR_DIR=str(tmp_path), **environment)
    assert done.returncode != 0
    assert "loaded" not in done.stdout
    assert sentence in done.stderr


def test_without_any_variable_everything_is_embedded(tmp_path: Path) -> None:
    wanted = "(settings.EMBEDDED, settings.DEBUG, settings.CELERY_BROKER_URL[:9])"
    done = settings_of(wanted, FUSHI_VAR_DIR=str(tmp_path))
    assert done.stdout.strip() == "(True, False, 'memory://')"
    assert (tmp_path / "secret.key").exists()


def test_with_both_servers_the_same_code_is_not_alone(tmp_path: Path) -> None:
    done = settings_of(
        "(settings.EMBEDDED, settings.SERVES_ALONE, settings.DATABASES['default']['ENGINE'])",
        FUSHI_VAR_DIR=str(tmp_path),
        DATABASE_URL=POSTGRES,
        REDIS_URL="redis://localhost:6379/0",
        SECRET_KEY="k" * 50,
        ALLOWED_HOSTS="a.org",
    )
    assert done.stdout.strip() == "(False, False, 'django.db.backends.postgresql')"
    assert not (tmp_path / "secret.key").exists()
