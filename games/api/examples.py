"""Examples of the table API for its schema: the beginning of a hand under `competition`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games.api.problems import CONTENT_TYPE as PROBLEM

SIGN_IN = OpenApiExample(
    "a code", value={"code": "7KQ2M9XD", "take_over": False}, request_only=True
)
SESSION = OpenApiExample(
    "signed in",
    value={
        "token": "fst_f1Jh0u6rXz…",
        "player": {"id": "0h3v7c1r9mk2q8ze", "name": "Chen Jing"},
        "table": None,
    },
    response_only=True,
    status_codes=["201"],
)

HAND = [
    *("BJ", "2s", "2d", "Kh", "Qs", "Qh", "Qd", "Jc", "10s"),
    *("9h", "9d", "9c", "7s", "5h", "4c", "3s", "3d"),
]

VIEW: dict[str, Any] = {
    "id": "6y1m8k3wz0c5tq7n",
    "seq": 1,
    "event_id": "b2r8v5x1k9d0j4ha-2",
    "table": {"id": "b2r8v5x1k9d0j4ha", "number": 4, "practice": False},
    "board": {"number": 7},
    "seat": "C",
    "partners": False,
    "hand_passed": None,
    "seats": [
        {"letter": "A", "position": 3, "name": "Li Wei", "bot": False},
        {"letter": "B", "position": 1, "name": "Wang Fang", "bot": False},
        {"letter": "C", "position": 2, "name": "Chen Jing", "bot": False},
    ],
    "deadline": "2026-05-02T10:05:01.118Z",
    "halted": None,
    "hints": False,
    "claims": False,
    "claim": None,
    "memory_aid": "last",
    "clock": {"seconds_left": None, "pools": {"1": 20.0, "2": 20.0, "3": 20.0}},
    "now": "2026-05-02T10:04:31.250Z",
    "phase": "auction",
    "viewer": 2,
    "ruleset": "competition",
    "counts": {"1": 17, "2": 17, "3": 17},
    "hand": HAND,
    "landlord": None,
    "bid": None,
    "auction": [{"position": 1, "value": 1}],
    "kitty": None,
    "doubles": None,
    "own_double": None,
    "redoubled": None,
    "stake": None,
    "plays": [],
    "earlier": {"contests": 0, "plays": 0},
    "unseen": None,
    "to_beat": None,
    "leader": None,
    "to_act": [2],
    "announced": [],
    "expected": {
        "type": "bid",
        "choices": [0, 2, 3],
        "may_pass": False,
        "deadline": "2026-05-02T10:05:01.118Z",
    },
    "result": None,
}

ENTRY: dict[str, Any] = {
    "number": 3,
    "seq": 2,
    "kind": "bid",
    "position": 2,
    "data": {"value": 3},
    "phase": "doubling",
    "to_act": [1, 3],
    "automatic": False,
    "deadline": "2026-05-02T10:05:09.118Z",
    "at": "2026-05-02T10:04:39.118Z",
}

AFTERWARDS = VIEW | {
    "seq": 2,
    "event_id": "b2r8v5x1k9d0j4ha-3",
    "phase": "doubling",
    "landlord": 2,
    "bid": 3,
    "auction": [{"position": 1, "value": 1}, {"position": 2, "value": 3}],
    "stake": 3,
    "to_act": [1, 3],
    "expected": None,
}

MY_PLAY = OpenApiExample(
    "asked for a bid", value={"play": VIEW}, response_only=True, status_codes=["200"]
)

ACTIONS = [
    OpenApiExample(name, value={"seq": seq, "action": action}, request_only=True)
    for name, seq, action in (
        ("bid", 1, {"type": "bid", "value": 3}),
        ("double", 2, {"type": "double", "value": True}),
        ("redouble", 3, {"type": "redouble", "value": False}),
        ("play by cards", 4, {"type": "play", "cards": ["9h", "9d", "9c", "4c"]}),
        ("play by ranks", 4, {"type": "play", "ranks": "999 4"}),
        ("pass", 5, {"type": "pass"}),
    )
]
ACTION_ANSWER = OpenApiExample(
    "accepted",
    value={"entries": [ENTRY], "view": AFTERWARDS},
    response_only=True,
    status_codes=["201"],
)


def problem_example(
    status: int, code: str, title: str, detail: str, **extra: Any
) -> dict[str, Any]:
    return {
        "type": f"/api/v1/problems/{code}/",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
        "errors": [],
        **extra,
    }


STALE = OpenApiExample(
    "something happened since",
    value=problem_example(
        409,
        "stale",
        "Something happened since",
        "Something happened since you looked.",
        seq=2,
        entries=[ENTRY],
    ),
    response_only=True,
    status_codes=["409"],
    media_type=PROBLEM,
)
ILLEGAL = OpenApiExample(
    "against the rules",
    value=problem_example(
        422,
        "illegal_action",
        "Illegal action",
        "The bid must be higher than 1.",
        errors=[
            {
                "field": "action",
                "line": None,
                "code": "bid_too_low",
                "detail": "The bid must be higher than 1.",
            }
        ],
        engine_code="bid_too_low",
    ),
    response_only=True,
    status_codes=["422"],
    media_type=PROBLEM,
)
LOG = OpenApiExample(
    "a log",
    value={"play": VIEW["id"], "entries": [ENTRY]},
    response_only=True,
    status_codes=["200"],
)
