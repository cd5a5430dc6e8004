"""What the awards of a stage are worth: rulings with an artificial score, and byes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine import comparison
from engine.comparison.rulings import AwardScale
from tournaments.models import Stage


def award_scale(stage: Stage) -> AwardScale:
    """The scale of a stage: the usual one but for its `awards` and its bye."""
    usual = AwardScale(bye=Fraction(stage.bye_award))
    if not stage.awards:
        return usual
    plus, average, minus = map(Fraction, stage.awards)
    if comparison.get(stage.method).has_top:
        return replace(usual, plus=plus, average=average, minus=minus)
    return replace(usual, signed_plus=plus, signed_average=average, signed_minus=minus)
