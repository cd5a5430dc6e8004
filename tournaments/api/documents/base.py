"""How values are written in every document: exact scores, percentages, times."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

from engine.comparison.rounding import shown
from games.sse import time_text

Document = dict[str, Any]


def exact(value: Fraction | None) -> str | None:
    """An exact score: "12" or "51/5"."""
    return None if value is None else str(value)


def percent(value: Fraction | None) -> str | None:
    """A percentage with two decimals, halves away from zero."""
    return None if value is None else shown(value)


def moment(value: datetime | None) -> str | None:
    """A time in UTC."""
    return None if value is None else time_text(value)
