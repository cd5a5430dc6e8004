"""What a decision says: why, and whether it is only tried."""

from __future__ import annotations

from games.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictSerializer,
)


class Reasoned(StrictSerializer):
    """Something done, and why."""

    reason = StrictCharField(max_length=500, allow_blank=True, default="")


class Scored(Reasoned):
    """Something that changes scores: `dry_run` only shows it, `preview` makes what was shown."""

    dry_run = StrictBooleanField(default=False)
    preview = StrictCharField(max_length=64, required=False)
