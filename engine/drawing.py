"""One legal play at random, without listing them all.

Owns nothing of the rules: the same plays in the same order as `generation`, of which the one whose
number was drawn is made. For play-outs, which throw all others away.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.combinations import Combination
from engine.generation import answers, leads, plain_leads, winged_leads
from engine.tables import Tables


def draw_lead(holding: int, tables: Tables, draw: Callable[[], float]) -> int:
    """`leads(holding, tables)[int(draw() * number)]`; `draw` gives numbers from 0 to below 1."""
    if tables.two_readings:
        plays = leads(holding, tables)
        return plays[int(draw() * len(plays))]
    plays, masks = plain_leads(holding, tables)
    winged = winged_leads(holding, masks, tables) if masks >> 32 else []
    if not winged:
        return plays[int(draw() * len(plays))]
    halves = tables.wings.halves
    counted = [halves(*each[2:]) for each in winged]
    chosen = int(draw() * (len(plays) + sum([number for number, _, _ in counted])))
    if chosen < len(plays):
        return plays[chosen]
    chosen -= len(plays)
    for (body, cards, wings, *_), (number, low, high) in zip(winged, counted, strict=True):
        if chosen < number:
            return body + cards * _choice(chosen, wings, low, high)
        chosen -= number
    raise AssertionError("a number below the sum lies in one of the parts")


def draw_answer(
    holding: int, masks: int, to_beat: Combination, tables: Tables, draw: Callable[[], float]
) -> int:
    """One of `answers` or, as likely as each, 0 for a pass; nothing is drawn without any."""
    plays = answers(holding, masks, to_beat, tables)
    chosen = int(draw() * (len(plays) + 1)) if plays else 0
    return plays[chosen] if chosen < len(plays) else 0


def _choice(chosen: int, wings: int, low: list[list[int]], high: list[list[int]]) -> int:
    """The choice of that number, as `Wings.choices` has them."""
    for size in range(wings + 1):
        higher = high[wings - size]
        several = len(low[size]) * len(higher)
        if chosen < several:
            first, second = divmod(chosen, len(higher))
            return low[size][first] + higher[second]
        chosen -= several
    raise AssertionError("a number below the sum lies in one of the parts")
