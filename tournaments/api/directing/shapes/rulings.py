"""The shapes of decisions about results, and of what they change in the standings."""

from __future__ import annotations

from rest_framework import serializers

from games.api.result_requests import ReportedFacts
from tournaments.api.directing.shapes.base import Moment, Shape, next_page
from tournaments.api.directing.shapes.entrants import PlacedEntrant
from tournaments.models import (
    IncidentDecision,
    IncidentKind,
    RulingKind,
)


class RankDifference(Shape):
    """What changes for an entrant: each is [before, after]."""

    entrant = serializers.CharField()
    number = serializers.IntegerField()
    rank = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    score = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)
    percentage = serializers.ListField(
        child=serializers.CharField(allow_blank=True), min_length=2, max_length=2
    )


class Difference(Shape):
    """What a change does to the standings, and the name of this difference: there with `dry_run`
    and with `preview`.
    """

    preview = serializers.CharField(required=False)
    changes = RankDifference(many=True, required=False)


class DecisionLine(Shape):
    """What every decision has. `reversed_by` is the row that undid it."""

    reason = serializers.CharField(allow_blank=True)
    actor = serializers.CharField()
    made_at = Moment()
    reverses = serializers.CharField(allow_null=True)
    reversed_by = serializers.CharField(allow_null=True)


class RulingLine(DecisionLine):
    """A ruling or penalty. What `data` holds depends on the `kind`; of a board that the caller is
    still to play it is empty, and `is_hidden` says so.
    """

    id = serializers.CharField()
    kind = serializers.ChoiceField(RulingKind.values)
    play = serializers.CharField(allow_null=True)
    board = serializers.IntegerField(allow_null=True)
    entrant = serializers.CharField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]
    is_hidden = serializers.BooleanField()


class RulingPage(Shape):
    """Rulings, newest first."""

    results = RulingLine(many=True)
    next = next_page("The `before` of the following lines.")


class RulingMade(Difference):
    """The ruling that was `made`: null with `dry_run`."""

    made = RulingLine(allow_null=True)


class CorrectedResult(Shape):
    """The result that counts now: points by position."""

    play = serializers.CharField()
    revision = serializers.IntegerField()
    points = serializers.DictField(child=serializers.IntegerField())


class CorrectionMade(Difference):
    """The correction that was `made`: null with `dry_run`."""

    made = CorrectedResult(allow_null=True)


class CorrectionLine(Shape):
    """A result that was corrected by its facts; `is_newest` if it stands as the correction made it,
    so that this can be taken back.
    """

    id = serializers.CharField()
    play = serializers.CharField()
    table = serializers.IntegerField()
    board = serializers.IntegerField()
    before = ReportedFacts()
    after = ReportedFacts()
    reason = serializers.CharField()
    actor = serializers.CharField()
    made_at = Moment()
    is_newest = serializers.BooleanField()


class CorrectionPage(Shape):
    """Corrected results, newest first."""

    results = CorrectionLine(many=True)
    next = next_page("The `before` of the following lines.")


class IncidentLine(DecisionLine):
    """An irregularity and its decision; `ruling` is the one made with it."""

    id = serializers.CharField()
    play = serializers.CharField()
    table = serializers.IntegerField()
    board = serializers.IntegerField()
    kind = serializers.ChoiceField(IncidentKind.values)
    seat = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    decision = serializers.ChoiceField(IncidentDecision.values)
    law = serializers.CharField(allow_blank=True)
    ruling = serializers.CharField(allow_null=True)


class IncidentPage(Shape):
    """Incidents, newest first."""

    results = IncidentLine(many=True)
    next = next_page("The `before` of the following lines.")


class IncidentMade(Difference):
    """The incident that was `made`: null with `dry_run`."""

    made = IncidentLine(allow_null=True)


class MissedWin(Shape):
    """Who passed at `at` on `to_beat` holding `cards`, which would have gone out; ranks are those
    of the `version` published then.
    """

    board = serializers.IntegerField()
    table = serializers.IntegerField()
    play = serializers.CharField()
    position = serializers.IntegerField()
    who = PlacedEntrant()
    partners = PlacedEntrant(many=True)
    cards = serializers.ListField(child=serializers.CharField())
    to_beat = serializers.ListField(child=serializers.CharField())
    at = serializers.DateTimeField()
    version = serializers.IntegerField(allow_null=True)


class MissedWins(Shape):
    """The report of a round; null before any is released."""

    round = serializers.IntegerField(allow_null=True)
    results = MissedWin(many=True)


class DisputeLine(Shape):
    """An open dispute, of the report with a number or of the result with a `revision`."""

    id = serializers.IntegerField()
    play = serializers.CharField()
    table = serializers.IntegerField()
    board = serializers.IntegerField()
    seat = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    report = serializers.IntegerField(allow_null=True)
    revision = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class DisputeList(Shape):
    """The open disputes."""

    results = DisputeLine(many=True)


class DisputeSettled(Shape):
    """How a dispute was decided."""

    id = serializers.IntegerField()
    settlement = serializers.CharField()
