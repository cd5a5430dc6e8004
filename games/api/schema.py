"""What drf-spectacular cannot see by itself: our authentication, and the stream, which is ASGI."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

STREAM_PATH = "/api/v1/me/stream/"


class PlayerAuthenticationScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A player's token in the Authorization header."""

    target_class = "games.api.authentication.PlayerAuthentication"
    name = "playerToken"
    description = "A token `fst_…` from POST /api/v1/sessions/."

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """The scheme in OpenAPI's words."""
        return {"type": "http", "scheme": "bearer", "description": self.description}


class TableAuthenticationScheme(PlayerAuthenticationScheme):  # type: ignore[no-untyped-call]
    """The same, or the token of a table's shared device."""

    target_class = "games.api.authentication.TableAuthentication"
    name = "playerOrTableToken"
    description = "A token `fst_…`, or `fsd_…` of a table, from POST /api/v1/sessions/."


STREAM: dict[str, Any] = {
    "get": {
        "operationId": "my_stream",
        "summary": "Everything that happens to me, as it happens",
        "description": (
            "Server-sent events, to be read with fetch. Events: `entry` (a log entry of my table:"
            " table, play, seq, phase, to_act, entry), `turn` ({play}: what /me/play/ would answer,"
            " when others have made it my turn), `seating` (a table was released for me; with"
            " `table` null its release was taken back),"
            " `heartbeat` ({now}, every 15 s), `reset` (too much was missed: fetch everything),"
            " `taken_over` and `signed_out` (the last message), and `announcement` ({id, text,"
            " at}; those of the present round come again whenever a stream begins)."
            " Every message has an id: send the last one as Last-Event-ID to go on from there."
        ),
        "tags": ["player"],
        "parameters": [
            {
                "in": "header",
                "name": "Last-Event-ID",
                "schema": {"type": "string"},
                "required": False,
            }
        ],
        "security": [{"playerToken": []}],
        "responses": {
            "200": {
                "description": "The stream",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            "401": {
                "description": "",
                "content": {
                    "application/problem+json": {
                        "schema": {"$ref": "#/components/schemas/ProblemDocument"}
                    }
                },
            },
        },
    }
}


def add_stream(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """A postprocessing hook that describes the stream, which is no Django view."""
    if "ProblemDocument" in result.get("components", {}).get("schemas", {}):
        result["paths"][STREAM_PATH] = STREAM
        result["paths"] = dict(sorted(result["paths"].items()))
    return result
