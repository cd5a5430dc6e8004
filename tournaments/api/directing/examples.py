"""Examples of the director's main calls for the OpenAPI description."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games.api.result_examples import FINISHED, REPORTS

PLAY = FINISHED["id"]
TABLE = "b2r8v5x1k9d0j4ha"
ENTRANT = "0h3v7c1r9mk2q8ze"

Examples = tuple[OpenApiExample, ...]


def _example(name: str, asked: dict[str, Any], told: Any, status: int = 200) -> Examples:
    """What is sent, and what comes back."""
    return (
        OpenApiExample(name, value=asked, request_only=True),
        OpenApiExample(name, value=told, response_only=True, status_codes=[str(status)]),
    )


STAGE: dict[str, Any] = {
    "number": 1,
    "name": "",
    "kind": "individual-barometer",
    "method": "matchpoints",
    "scoring": "comparison",
    "cap": None,
    "rounds_planned": 1,
    "boards_per_round": 2,
    "reserve_boards": 0,
    "public_value_name": "",
    "sessions_planned": 1,
    "out_below": 40,
    "out_step": 2,
    "out_until": 6,
    "allow_repeats": False,
    "separate_clubs": False,
    "forbidden_pairs": [],
    "bye_award": 50,
    "awards": [],
    "tie_breaks": [],
    "title_points": [],
    "source": None,
    "first_rank": 1,
    "last_rank": None,
    "carry_over": "none",
    "carry_share": 50,
    "round_minutes": 25,
    "seed": 1,
}
CERTIFICATE: dict[str, Any] = {
    "players": 9,
    "rounds": 1,
    "boards_per_round": 2,
    "tables": 3,
    "repeat_meetings": 0,
    "repeat_bound": 0,
    "position_imbalance": 1,
    "order_imbalance": 2,
    "order_bound": 2,
    "comparison_mean": 0.5,
    "comparison_sd_over_mean": 1.291,
    "bye_imbalance": 0,
    "byes": 0,
    "sit_out_imbalance": 0,
    "max_table_visits": 1,
    "construction": "cyclic rows",
    "version": 1,
}
DRAW = _example("drawn", {"reason": ""}, {**STAGE, "drawn": True, "certificate": CERTIFICATE}, 201)
UNDO_DRAW = _example(
    "one more is coming",
    {"reason": "one more is coming"},
    {**STAGE, "drawn": False, "certificate": None},
)
PUBLIC_VALUE = _example(
    "the closing value of an index",
    {"value": "3312.75"},
    {"public_value": "3312.75", "sessions": [1]},
)
RELEASE = _example(
    "released",
    {"early": False},
    {
        "number": 1,
        "state": "released",
        "first_board": 1,
        "last_board": 2,
        "released_at": "2026-05-01T09:00:00.123456+00:00",
        "finished_at": None,
        "ends_at": "2026-05-01T09:25:00.123456+00:00",
    },
)
AWARD: dict[str, Any] = {"1": {"award": "average_minus"}}
LATE: dict[str, Any] = {"kind": "scores", "play": PLAY, "positions": AWARD, "reason": "late"}
DIFFERENCE: dict[str, Any] = {
    "preview": "9b4cc6fb9d72c7210e70543be8b47f00",
    "changes": [
        {
            "entrant": ENTRANT,
            "number": 4,
            "rank": [2, 7],
            "score": ["4", "18/5"],
            "percentage": ["50.00", "45.00"],
        }
    ],
}
RULING = (
    *_example("shown only", {**LATE, "dry_run": True}, {"made": None, **DIFFERENCE}),
    *_example(
        "made as it was shown",
        {**LATE, "preview": DIFFERENCE["preview"]},
        {
            "made": {
                "id": "1",
                "kind": "scores",
                "play": PLAY,
                "board": 7,
                "entrant": None,
                "data": {"positions": AWARD},
                "reason": "late",
                "is_hidden": False,
                "actor": "key:1",
                "made_at": "2026-05-01T10:12:00.123456+00:00",
                "reverses": None,
                "reversed_by": None,
            },
            **DIFFERENCE,
        },
        201,
    ),
)
SUBSTITUTE = _example(
    "a new person",
    {"entrant": ENTRANT, "name": "Zhao Min", "reason": "a fever"},
    {"player": "rne8c7hxbc0emjpf", "from_round": 2, "code": "7KQ2M9XD"},
    201,
)
FREEZE = _example("frozen", {"reason": "a card on the floor"}, {"table": TABLE, "halted": "frozen"})
PAUSE = _example("twelve tables stop", {"reason": "fire alarm"}, {"tables": 12})
UNDO_ACTION = _example(
    "the action that was seen last", {"reason": "a slip of the finger", "seq": 9}, {"seq": 10}
)
RESULT = (
    *REPORTS,
    OpenApiExample("it counts", value=FINISHED, response_only=True, status_codes=["201"]),
)
