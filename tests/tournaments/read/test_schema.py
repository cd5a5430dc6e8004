"""The OpenAPI description names every public resource with its parameters and answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tournaments.api import urls

PUBLIC = "/api/v1/events/{slug}/"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The whole description; drf-spectacular's warnings would fail the test."""
    generator: Any = SchemaGenerator
    return dict(generator().get_schema(request=None, public=True))


def test_every_address_is_described(schema: dict[str, Any]) -> None:
    described = {re.sub(r"\{\w+\}", "{}", path) for path in schema["paths"]}
    for each in urls.event:
        path = re.sub(r"<\w+:\w+>", "{}", str(each.pattern))
        assert f"/api/v1/events/{{}}/{path}" in described
    assert {"/api/v1/events/", "/api/v1/me/"} <= described


def test_public_resources_can_be_read_without_credentials_and_only_read(
    schema: dict[str, Any],
) -> None:
    public = {
        path: item
        for path, item in schema["paths"].items()
        if path.startswith("/api/v1/events/") and item.get("get", {}).get("tags") == ["events"]
    }
    assert len(public) == 22
    for path, item in public.items():
        assert set(item) == ({"get", "post"} if path == "/api/v1/events/" else {"get"}), path
        assert item["get"].get("security", [{}]) == [{}], path
        assert {"200", "404"} <= set(item["get"]["responses"]), path


def test_lists_have_limit_and_cursor(schema: dict[str, Any]) -> None:
    for name in ("standings", "rounds", "boards", "plays", "entrants"):
        names = {p["name"] for p in schema["paths"][f"{PUBLIC}{name}/"]["get"]["parameters"]}
        assert {"limit", "cursor", "version", "slug"} <= names


def test_what_narrows_a_director_s_list_is_described(schema: dict[str, Any]) -> None:
    described = {
        name: {
            each["name"]
            for each in schema["paths"][f"{PUBLIC}{name}/"]["get"]["parameters"]
            if each["in"] == "query"
        }
        for name in ("audit", "rulings", "corrections", "incidents", "missed-wins", "what-if")
    }
    assert described == {
        "audit": {"q", "verb", "target", "actor", "origin", "limit", "before"},
        "rulings": {"before"},
        "corrections": {"before"},
        "incidents": {"before"},
        "missed-wins": {"round"},
        "what-if": {"method"},
    }


def test_the_stream_is_described(schema: dict[str, Any]) -> None:
    stream = schema["paths"]["/api/v1/events/{slug}/stream/"]["get"]
    assert "text/event-stream" in stream["responses"]["200"]["content"]
