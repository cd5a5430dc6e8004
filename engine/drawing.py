"""Play at random, every legal play as likely, without listing them all.

Owns chance and speed, and nothing of the rules: the plays are counted, a number is drawn, and the
play of that number is made. The tests compare with `generation`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.combinations import Combination
from engine.generation import answers, leads, masks_of, plain_leads, winged_leads
from engine.steps import LOUD
from engine.tables import Tables

if TYPE_CHECKING:
    from engine.playout import Playout

Draw = Callable[[], float]
"""Gives numbers from 0 to below 1."""


def play_at_random(playout: Playout, draw: Draw) -> int:
    """Play to the end, every move and a pass with equal chance. The winner.

    One number is drawn for a decision, none where there is nothing but to pass.
    """
    tables, hands, made = playout.tables, playout.hands, playout.plays_made
    play_of_bit = tables.steps.play_of_bit
    step_of, threat_of = tables.steps.get, tables.steps.threat
    to_beat, after = playout.to_beat, (*range(1, len(hands)), 0)
    masks = [masks_of(hand, tables) for hand in hands]
    index, last = playout.to_act - 1, playout.last - 1
    threat, simple = threat_of(to_beat) if to_beat else (0, False)
    leading = to_beat is None
    while True:
        mine = masks[index]
        if leading:
            packed = draw_lead(hands[index], mine, tables, draw)
        else:
            bits = mine & threat
            if not bits:
                packed = 0
            elif simple:
                packed = _draw_bit(bits, play_of_bit, draw)
            else:
                assert to_beat is not None
                packed = _draw_listed(mine, to_beat, tables, draw)
            if not packed:
                index = after[index]
                if index == last:
                    leading = True
                    if playout.landlord_leads:
                        index = playout.landlord - 1
                continue
        hands[index] = left = hands[index] - packed
        step = step_of(packed)
        if step:
            column, shift, threat = step
            column &= mine
            masks[index] = mine ^ column ^ column >> shift
            simple = True
            if shift >= LOUD:
                playout.note(tables.plays[packed])
        else:
            masks[index] = masks_of(left, tables)
            to_beat = tables.plays[packed]
            threat, simple = threat_of(to_beat)
        made[index] += 1
        last, leading = index, False
        index = after[index]
        if not left:
            break
    playout.winner = playout.last = last + 1
    playout.to_act, playout.to_beat = index + 1, tables.plays[packed]
    return playout.winner


def draw_lead(holding: int, masks: int, tables: Tables, draw: Draw) -> int:
    """One of the leads of a packed hand, each as likely."""
    if not masks >> 32:
        chain = tables.chain_mask
        straights = tables.straights[masks & chain]
        pairs = tables.consecutive_pairs[masks >> 16 & chain]
        number = masks.bit_count()
        chosen = int(draw() * (number + len(straights) + len(pairs)))
        if chosen >= number:
            return (straights + pairs)[chosen - number]
        return tables.steps.play_of_bit[_bit(masks, chosen)]
    if tables.two_readings:
        plays = leads(holding, tables)
        return plays[int(draw() * len(plays))]
    plays, masks = plain_leads(holding, tables)
    winged = winged_leads(masks, tables)
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


def draw_answer(masks: int, to_beat: Combination, tables: Tables, draw: Draw) -> int:
    """One of the answers of a packed hand or, as likely as each, 0 for a pass.

    Nothing is drawn without any.
    """
    threat, simple = tables.steps.threat(to_beat)
    bits = masks & threat
    if not bits:
        return 0
    if simple:
        return _draw_bit(bits, tables.steps.play_of_bit, draw)
    return _draw_listed(masks, to_beat, tables, draw)


def _draw_bit(bits: int, plays: dict[int, int], draw: Draw) -> int:
    """The play of one of the bits, or 0."""
    number = bits.bit_count()
    chosen = int(draw() * (number + 1))
    if chosen == number:
        return 0
    return plays[_bit(bits, chosen)]


def _bit(bits: int, chosen: int) -> int:
    """The bit of that number, the lowest being 0."""
    while chosen:
        bits &= bits - 1
        chosen -= 1
    return bits & -bits


def _draw_listed(masks: int, to_beat: Combination, tables: Tables, draw: Draw) -> int:
    """One of `answers`, or 0."""
    plays = answers(masks, to_beat, tables)
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
