"""The one rule by which exact scores become figures that people read.

Owns rounding half away from zero. It is used once, when a figure is shown; nothing computes on
what it returns, except where a formula itself rounds (the datum, the victory point table).
"""

from __future__ import annotations

from fractions import Fraction


def to_integer(value: Fraction | int) -> int:
    """The nearest integer, halves away from zero: 5/2 → 3, −5/2 → −3."""
    return _nearest(*value.as_integer_ratio())


def _nearest(over: int, by: int) -> int:
    whole = (2 * abs(over) + by) // (2 * by)
    return whole if over >= 0 else -whole


def shown(value: Fraction | int, places: int = 2) -> str:
    """`value` with exactly `places` decimals, halves away from zero: 51/5 → "10.20".

    What rounds to nothing has no sign.
    """
    over, by = value.as_integer_ratio()
    scaled = _nearest(over * 10**places, by)
    digits = f"{abs(scaled):0{places + 1}}"
    text = digits if not places else f"{digits[:-places]}.{digits[-places:]}"
    return f"-{text}" if scaled < 0 else text
