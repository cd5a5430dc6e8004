"""Bodies about draws and rounds."""

from __future__ import annotations

from games.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
)

from .base import Reasoned


class NewDraw(Reasoned):
    """A draw; `movement_csv` is a movement made by hand (individual barometer)."""

    movement_csv = StrictCharField(max_length=2_000_000, trim_whitespace=False, required=False)


class LimitedTables(Reasoned):
    """How many tables there are from a round on (default: the next one not released)."""

    tables = StrictIntegerField(min_value=1, max_value=3333)
    from_round = StrictIntegerField(min_value=1, max_value=1500, required=False)


class Extension(Reasoned):
    """How much more time."""

    seconds = StrictIntegerField(min_value=1, max_value=3600)


class Release(Reasoned):
    """`early`: although an earlier round is still being played."""

    early = StrictBooleanField(default=False)


class NewSwap(Reasoned):
    """Two entrants who change places in a drawn round; `version` is the draw's that was shown."""

    one = StrictCharField(max_length=16)
    other = StrictCharField(max_length=16)
    dry_run = StrictBooleanField(default=False)
    version = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


class RoundDraw(Reasoned):
    """`provisional`: although results are missing, on what is there."""

    provisional = StrictBooleanField(default=False)
