"""Examples of the API of results for its schema: board 7 at table 4, under `competition`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from .examples import problem_example
from .problems import CONTENT_TYPE as PROBLEM

FACTS: dict[str, Any] = {
    "landlord": 2,
    "bid": 2,
    "bombs": 1,
    "rockets": 0,
    "spring": None,
    "doubled": [],
    "redoubled": False,
    "winner": "landlord",
    "passed_out": False,
}
POINTS = {"1": -4, "2": 8, "3": -4}
REPORT: dict[str, Any] = {
    "number": 1,
    "seat": "A",
    "facts": FACTS,
    "points": POINTS,
    "lead": "10h",
    "out_first": 2,
    "hands": "123",
    "confirmed_by": ["C"],
}
BOARD: dict[str, Any] = {
    "id": "6y1m8k3wz0c5tq7n",
    "board": 7,
    "positions": "BCA",
    "state": "scheduled",
    "report": {**REPORT, "confirmed_by": []},
    "result": None,
    "disputed_by": [],
    "traveller": None,
}
FINISHED = BOARD | {
    "state": "finished",
    "report": None,
    "result": {
        "revision": 1,
        "source": "slip",
        "facts": FACTS,
        "points": POINTS,
        "hands": None,
        "confirmed_by": [],
    },
}
TABLE: dict[str, Any] = {
    "id": "b2r8v5x1k9d0j4ha",
    "number": 4,
    "physical": True,
    "confirm_results": True,
    "finished": False,
    "seat": "A",
    "seats": [
        {"letter": "A", "name": "Li Wei"},
        {"letter": "B", "name": "Wang Fang"},
        {"letter": "C", "name": "Chen Jing"},
    ],
    "rules": {"passed_out": True, "doubling": True, "redouble": True, "spring": True},
    "plays": [BOARD],
}

MY_TABLE = OpenApiExample(
    "a table with cards", value={"table": TABLE}, response_only=True, status_codes=["200"]
)
REPORTS = [
    OpenApiExample(
        "a played board",
        value={"landlord": 2, "lead": "10h", "bid": 2, "bombs": 1, "out_first": 2},
        request_only=True,
    ),
    OpenApiExample("a passed-out board", value={"passed_out": True}, request_only=True),
]
REPORTED = OpenApiExample(
    "waits for the others", value=BOARD, response_only=True, status_codes=["201"]
)
CONFIRM = OpenApiExample("a report", value={"report": 1}, request_only=True)
COUNTED = OpenApiExample("it counts", value=FINISHED, response_only=True, status_codes=["200"])
DISPUTE = OpenApiExample(
    "a result", value={"revision": 1, "reason": "It was two bombs."}, request_only=True
)


def _refusal(name: str, status: int, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(
        name, value=value, response_only=True, status_codes=[str(status)], media_type=PROBLEM
    )


REFUSALS = [
    _refusal(
        "sure?",
        409,
        problem_example(
            409,
            "unusual_result",
            "Unusually high score",
            "This is an unusually high score. Check bid, doubles and bombs.",
        ),
    ),
    _refusal(
        "another landlord, board or hand",
        422,
        problem_example(
            422,
            "does_not_fit",
            "The facts do not fit the board",
            "This cannot have happened on this board.",
        ),
    ),
]
