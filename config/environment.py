"""Typed readers of the process's environment.

A value that cannot be read, and a FUSHI_ variable that nobody reads, stop the process with a
sentence: a mistyped setting is never ignored. It decides no defaults; settings.py does.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

PREFIX = "FUSHI_"
#: Variables of the test runner: read by tests and scripts, never by the settings.
TESTING_PREFIX = "FUSHI_TEST_"
TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})
DATABASE_SCHEMES = frozenset({"sqlite", "postgres", "postgresql"})
REDIS_SCHEMES = frozenset({"redis", "rediss", "unix"})


class Environment:
    """Reads settings by name and type, remembering which names exist."""

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self._variables = os.environ if variables is None else variables
        self._known: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        """The value without surrounding space; an empty variable counts as not set."""
        self._known.add(name)
        return self._variables.get(name, "").strip() or default

    def flag(self, name: str, default: bool) -> bool:
        """A yes or no."""
        value = self.text(name).lower()
        if not value:
            return default
        if value not in TRUE | FALSE:
            raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")
        return value in TRUE

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        value = self.text(name)
        if not value:
            return default
        if not value.isdecimal() or not least <= int(value) <= most:
            raise ImproperlyConfigured(
                f"{name} must be a whole number from {least} to {most}, not {value!r}."
            )
        return int(value)

    def choice(self, name: str, default: str, choices: frozenset[str]) -> str:
        """One of a fixed set of words."""
        value = self.text(name, default)
        if value not in choices:
            allowed = ", ".join(sorted(choices))
            raise ImproperlyConfigured(f"{name} must be one of {allowed}, not {value!r}.")
        return value

    def words(self, name: str, default: tuple[str, ...] = ()) -> list[str]:
        """A list separated by commas."""
        parts = [part.strip() for part in self.text(name).split(",")]
        return [part for part in parts if part] or list(default)

    def folder(self, name: str, default: Path) -> Path:
        """A folder, made absolute."""
        return Path(self.text(name) or default).expanduser().resolve()

    def redis_url(self, name: str) -> str | None:
        """The address of a Redis or Valkey server, or None."""
        value = self.text(name)
        if value and urlsplit(value).scheme not in REDIS_SCHEMES:
            raise ImproperlyConfigured(f"{name} must begin with redis://, rediss:// or unix://.")
        return value or None

    def database(self, name: str) -> dict[str, Any] | None:
        """Django's description of the database at a URL, or None."""
        value = self.text(name)
        if not value:
            return None
        if urlsplit(value).scheme not in DATABASE_SCHEMES:
            raise ImproperlyConfigured(f"{name} must begin with postgresql:// or sqlite:///.")
        return dict(environ.Env.db_url_config(value))

    def email(self, name: str, default: str) -> dict[str, Any]:
        """Django's settings of the mail server at a URL."""
        return dict(environ.Env.email_url_config(self.text(name, default)))

    def refuse_unknown(self) -> None:
        """Stop at a FUSHI_ variable that no reader asked for."""
        for name in sorted(self._variables):
            if not name.startswith(PREFIX) or name.startswith(TESTING_PREFIX):
                continue
            if name not in self._known:
                near = difflib.get_close_matches(name, self._known, n=1)
                hint = f" Did you mean {near[0]}?" if near else ""
                raise ImproperlyConfigured(f"{name} is not a setting of Fushi.{hint}")
