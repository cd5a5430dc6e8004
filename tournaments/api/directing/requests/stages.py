"""Bodies that make or change a stage."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
)
from tournaments.services.stage_checks import (
    LONGEST_VALUE,
    MOST_AWARD,
    MOST_PLACES,
    MOST_TITLE_POINTS,
)

from .base import Reasoned


class Pairs(serializers.ListField):
    """Pairs of entrants' numbers: [[3, 7], …]."""

    def __init__(self, **options: Any) -> None:
        number = StrictIntegerField(min_value=1, max_value=2**31 - 1)
        pair = serializers.ListField(child=number, min_length=2, max_length=2)
        super().__init__(child=pair, max_length=500, **options)


def tie_breaks(**options: Any) -> serializers.ListField:
    """Names of steps of the chain that settles ties."""
    return serializers.ListField(child=StrictCharField(max_length=24), max_length=10, **options)


def awards(**options: Any) -> serializers.ListField:
    """Average plus, average, average minus: per cent, or points a board."""
    number = StrictIntegerField(min_value=-MOST_AWARD, max_value=MOST_AWARD)
    return serializers.ListField(child=number, max_length=3, **options)


def title_points(**options: Any) -> serializers.ListField:
    """What rank 1, rank 2, … bring for a list of titles."""
    number = StrictIntegerField(min_value=0, max_value=MOST_TITLE_POINTS)
    return serializers.ListField(child=number, max_length=MOST_PLACES, **options)


class NewStage(StrictSerializer):
    """A stage: its format and comparison.

    `source` is the number of the stage that it qualifies from: ranks `first_rank` to `last_rank`,
    who bring what `carry_over` says.
    """

    rounds = StrictIntegerField(min_value=1, max_value=1500)
    boards_per_round = StrictIntegerField(min_value=1, max_value=100)
    name = StrictCharField(max_length=80, default="", allow_blank=True)
    kind = StrictCharField(max_length=24, required=False)
    method = StrictCharField(max_length=24, required=False)
    scoring = StrictCharField(max_length=16, required=False)
    cap = StrictIntegerField(min_value=1, max_value=9999, required=False, allow_null=True)
    sessions = StrictIntegerField(min_value=1, max_value=1500, default=1)
    out_below = StrictIntegerField(min_value=-99999, max_value=99999, default=40)
    out_step = StrictIntegerField(min_value=-9999, max_value=9999, default=2)
    out_until = StrictIntegerField(min_value=3, max_value=9999, default=6)
    reserve_boards = StrictIntegerField(min_value=0, max_value=4, default=0)
    public_value_name = StrictCharField(max_length=LONGEST_VALUE, default="", allow_blank=True)
    allow_repeats = StrictBooleanField(default=False)
    separate_clubs = StrictBooleanField(default=False)
    forbidden_pairs = Pairs(default=list)
    bye_award = StrictIntegerField(min_value=0, max_value=100, default=50)
    awards = awards(default=list)
    tie_breaks = tie_breaks(default=list)
    title_points = title_points(default=list)
    source = StrictIntegerField(  # type: ignore[assignment]
        min_value=1, max_value=99, required=False
    )
    first_rank = StrictIntegerField(min_value=1, max_value=2**31 - 1, default=1)
    last_rank = StrictIntegerField(min_value=1, max_value=2**31 - 1, required=False)
    carry_over = StrictCharField(max_length=8, default="none")
    carry_share = StrictIntegerField(min_value=1, max_value=100, default=50)
    round_minutes = StrictIntegerField(min_value=1, max_value=1440, allow_null=True, required=False)
    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


class StageChanges(StrictSerializer):
    """Settings of a stage that is not drawn; what is not named stays."""

    name = StrictCharField(max_length=80, required=False, allow_blank=True)
    rounds_planned = StrictIntegerField(min_value=1, max_value=1500, required=False)
    boards_per_round = StrictIntegerField(min_value=1, max_value=100, required=False)
    method = StrictCharField(max_length=24, required=False)
    scoring = StrictCharField(max_length=16, required=False)
    cap = StrictIntegerField(min_value=1, max_value=9999, required=False, allow_null=True)
    sessions_planned = StrictIntegerField(min_value=1, max_value=1500, required=False)
    out_below = StrictIntegerField(min_value=-99999, max_value=99999, required=False)
    out_step = StrictIntegerField(min_value=-9999, max_value=9999, required=False)
    out_until = StrictIntegerField(min_value=3, max_value=9999, required=False)
    reserve_boards = StrictIntegerField(min_value=0, max_value=4, required=False)
    public_value_name = StrictCharField(max_length=LONGEST_VALUE, required=False, allow_blank=True)
    allow_repeats = StrictBooleanField(required=False)
    separate_clubs = StrictBooleanField(required=False)
    forbidden_pairs = Pairs(required=False)
    bye_award = StrictIntegerField(min_value=0, max_value=100, required=False)
    awards = awards(required=False)
    tie_breaks = tie_breaks(required=False)
    title_points = title_points(required=False)
    first_rank = StrictIntegerField(min_value=1, max_value=2**31 - 1, required=False)
    last_rank = StrictIntegerField(
        min_value=1, max_value=2**31 - 1, required=False, allow_null=True
    )
    carry_over = StrictCharField(max_length=8, required=False)
    carry_share = StrictIntegerField(min_value=1, max_value=100, required=False)
    round_minutes = StrictIntegerField(min_value=1, max_value=1440, allow_null=True, required=False)
    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


class PublicValue(Reasoned):
    """The value that was announced; for one session (its number), or for all that wait."""

    value = StrictCharField(max_length=LONGEST_VALUE)
    session = StrictIntegerField(min_value=1, max_value=9999, required=False)
