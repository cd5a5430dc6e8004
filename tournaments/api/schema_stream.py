"""The public stream in the OpenAPI description: it is plain ASGI, so no view tells of it."""

from __future__ import annotations

from typing import Any

PATH = "/api/v1/events/{slug}/stream/"
DESCRIPTION = """Server-sent events for everybody, from any site, without a credential.

`state` comes first: {version, boards, rounds}. Then only what changes: `version` {version},
`board` {board, opened}, `round` {round, state, tables, tables_finished}, and every 15 s
`heartbeat` {now}. Nothing has to be resumed: a new connection begins with `state` again."""

STREAM: dict[str, Any] = {
    "get": {
        "operationId": "events_stream",
        "summary": "Published versions, opened boards and rounds, as it happens",
        "description": DESCRIPTION,
        "tags": ["events"],
        "parameters": [
            {"in": "path", "name": "slug", "schema": {"type": "string"}, "required": True}
        ],
        "security": [{}],
        "responses": {
            "200": {
                "description": "The stream",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            "404": {
                "description": "Nothing public is here.",
                "content": {
                    "application/problem+json": {
                        "schema": {"$ref": "#/components/schemas/ProblemDocument"}
                    }
                },
            },
        },
    }
}


def add_event_stream(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """A postprocessing hook that adds the stream where the public resources are described."""
    if "ProblemDocument" in result.get("components", {}).get("schemas", {}):
        result["paths"][PATH] = STREAM
        result["paths"] = dict(sorted(result["paths"].items()))
    return result
