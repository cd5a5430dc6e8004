"""Settings are read by type; what cannot be read or is unknown stops with a sentence."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment
from config.secret_key import kept_secret_key


def test_a_flag_takes_the_usual_words_and_nothing_else() -> None:
    env = Environment({"A": "Yes", "B": "off", "C": "maybe"})
    assert env.flag("A", False) is True
    assert env.flag("B", True) is False
    assert env.flag("MISSING", True) is True
    with pytest.raises(ImproperlyConfigured, match="C must be true or false, not 'maybe'"):
        env.flag("C", False)


@pytest.mark.parametrize("value", ["0", "-3", "seven", "1e3", "99999"])
def test_a_number_outside_its_range_is_refused(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="whole number from 1 to 200"):
        Environment({"THREADS": value}).number("THREADS", 8, least=1, most=200)


def test_an_empty_variable_counts_as_not_set() -> None:
    env = Environment({"THREADS": " ", "HOSTS": "", "REDIS_URL": ""})
    assert env.number("THREADS", 8, least=1, most=200) == 8
    assert env.words("HOSTS", ("localhost",)) == ["localhost"]
    assert env.redis_url("REDIS_URL") is None


def test_words_are_separated_by_commas() -> None:
    assert Environment({"HOSTS": " a.org, b.org ,,"}).words("HOSTS") == ["a.org", "b.org"]


def test_addresses_of_other_kinds_of_server_are_refused() -> None:
    env = Environment({"REDIS_URL": "amqp://rabbit", "DATABASE_URL": "mysql://root@db/fushi"})
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL must begin with redis://"):
        env.redis_url("REDIS_URL")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must begin with postgresql://"):
        env.database("DATABASE_URL")


def test_a_database_url_becomes_djangos_description() -> None:
    found = Environment({"DATABASE_URL": "postgresql://u:p@db:5433/fushi"}).database("DATABASE_URL")
    assert found is not None
    assert found["ENGINE"] == "django.db.backends.postgresql"
    parts = [found[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME")]
    assert parts == ["u", "p", "db", 5433, "fushi"]


def test_a_mistyped_setting_is_named_with_the_one_that_was_meant() -> None:
    env = Environment({"FUSHI_WEB_THREAD": "4", "FUSHI_TEST_SERVICES": "full", "OTHER": "x"})
    env.number("FUSHI_WEB_THREADS", 8, least=1, most=200)
    sentence = "FUSHI_WEB_THREAD is not a setting of Fushi. Did you mean FUSHI_WEB_THREADS?"
    with pytest.raises(
        ImproperlyConfigured, match=sentence.replace(".", r"\.").replace("?", r"\?")
    ):
        env.refuse_unknown()


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret.key"
    first = kept_secret_key(path)
    assert len(first) >= 50
    assert kept_secret_key(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret.key"]
