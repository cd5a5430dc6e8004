"""The shapes of an event: its settings, stages, audit, what-if and rehearsals."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.directing.shapes.base import Moment, Shape, next_page
from tournaments.api.shapes import Entrant
from tournaments.models import (
    CarryOver,
    EventState,
    RehearsalState,
    Scoring,
    StageKind,
    VacantRanks,
)
from tournaments.models.events import AllPassRule, MemoryAid, TimeOut
from tournaments.plans import MINUTES


class EventSettings(Shape):
    """The settings of an event. Clocks are seconds; a clock that is null is none."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField(allow_null=True)
    timezone = serializers.CharField()
    ruleset = serializers.CharField()
    ruleset_hash = serializers.CharField()
    all_pass = serializers.ChoiceField(AllPassRule.values)
    disqualified_ranks = serializers.ChoiceField(VacantRanks.values)
    club_best = serializers.IntegerField()
    is_public = serializers.BooleanField()
    action_seconds = serializers.IntegerField(allow_null=True)
    pool_seconds = serializers.IntegerField(allow_null=True)
    start_seconds = serializers.IntegerField()
    on_timeout = serializers.ChoiceField(TimeOut.values)
    hints = serializers.BooleanField()
    memory_aid = serializers.ChoiceField(MemoryAid.values)
    claims = serializers.BooleanField()
    physical = serializers.BooleanField()
    travellers = serializers.BooleanField()
    confirm_results = serializers.BooleanField()
    correction_minutes = serializers.IntegerField()
    spectator_delay = serializers.IntegerField()
    withheld_rounds = serializers.IntegerField()
    law_text = serializers.CharField(allow_blank=True)
    registration = serializers.BooleanField()
    registration_approval = serializers.BooleanField()
    registration_closes_at = Moment(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(EventState.values)


class Certificate(Shape):
    """Figures of a movement; counts are of boards where not said otherwise.

    `repeat_meetings` are those beyond the first of each pair, `repeat_bound` the least that so many
    tables and rounds allow. `partners` is there, and true, where players have partners.
    """

    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    boards_per_round = serializers.IntegerField()
    tables = serializers.IntegerField()
    repeat_meetings = serializers.IntegerField()
    repeat_bound = serializers.IntegerField()
    position_imbalance = serializers.IntegerField()
    order_imbalance = serializers.IntegerField()
    order_bound = serializers.IntegerField()
    comparison_mean = serializers.FloatField()
    comparison_sd_over_mean = serializers.FloatField()
    bye_imbalance = serializers.IntegerField()
    byes = serializers.IntegerField()
    sit_out_imbalance = serializers.IntegerField()
    max_table_visits = serializers.IntegerField()
    construction = serializers.CharField()
    version = serializers.IntegerField()
    partners = serializers.BooleanField(required=False)


class StageSettings(Shape):
    """The settings of a stage, and whether it is drawn; `source` is the number of a stage."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(StageKind.values)
    method = serializers.CharField()
    scoring = serializers.ChoiceField(Scoring.values)
    cap = serializers.IntegerField(allow_null=True)
    rounds_planned = serializers.IntegerField()
    boards_per_round = serializers.IntegerField()
    reserve_boards = serializers.IntegerField()
    public_value_name = serializers.CharField(allow_blank=True)
    sessions_planned = serializers.IntegerField()
    out_below = serializers.IntegerField()
    out_step = serializers.IntegerField()
    out_until = serializers.IntegerField()
    allow_repeats = serializers.BooleanField()
    separate_clubs = serializers.BooleanField()
    forbidden_pairs = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    )
    bye_award = serializers.IntegerField()
    awards = serializers.ListField(child=serializers.IntegerField())
    tie_breaks = serializers.ListField(child=serializers.CharField())
    title_points = serializers.ListField(child=serializers.IntegerField())
    source = serializers.IntegerField(allow_null=True)  # type: ignore[assignment]
    first_rank = serializers.IntegerField()
    last_rank = serializers.IntegerField(allow_null=True)
    carry_over = serializers.ChoiceField(CarryOver.values)
    carry_share = serializers.IntegerField()
    round_minutes = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField()
    drawn = serializers.BooleanField()
    certificate = Certificate(allow_null=True)


class StageList(Shape):
    """The stages of an event."""

    results = StageSettings(many=True)


class PresetThen(Shape):
    """The stage that the best go on to."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(StageKind.values)
    method = serializers.CharField()
    boards = serializers.IntegerField()
    carry_over = serializers.ChoiceField(CarryOver.values)


class PresetLine(Shape):
    """What a kind of event usually is; `boards` are those of a round."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    kind = serializers.ChoiceField(StageKind.values)
    method = serializers.CharField()
    boards = serializers.IntegerField()
    plays_with = serializers.ChoiceField(sorted(MINUTES))
    ruleset = serializers.CharField()
    then = PresetThen(allow_null=True)


class PresetList(Shape):
    """The presets of events."""

    results = PresetLine(many=True)


class EventPlanned(Shape):
    """What will happen, in `sentences`; the event and its stages, null and empty with `dry_run`."""

    sentences = serializers.ListField(child=serializers.CharField())
    made = EventSettings(allow_null=True)
    stages = StageSettings(many=True)


class AuditLine(Shape):
    """An entry of the audit: `name` is the actor's, `origin` from where the decision came. What
    `before` and `after` hold depends on the `verb`.
    """

    id = serializers.CharField()
    at = Moment()
    actor = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    origin = serializers.CharField(allow_blank=True)
    verb = serializers.CharField()
    target = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class AuditPage(Shape):
    """Entries of the audit, newest first."""

    results = AuditLine(many=True)
    next = next_page("The `before` of the following lines.")


class WhatIfStanding(Shape):
    """An entrant's line under the other method; `score` is a fraction."""

    rank = serializers.IntegerField()
    published_rank = serializers.IntegerField(allow_null=True)
    entrant = Entrant()
    score = serializers.CharField()
    percentage = serializers.CharField(allow_blank=True)
    boards = serializers.IntegerField()


class WhatIf(Shape):
    """The standings under `method`; without one only which `methods` there are."""

    method = serializers.CharField(allow_null=True)
    methods = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField(allow_null=True)
    results = WhatIfStanding(many=True)


class RehearsalLine(Shape):
    """A rehearsal: `done` of `total` plays."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(RehearsalState.values)
    bots = serializers.CharField()
    seed = serializers.IntegerField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    trouble = serializers.CharField(allow_blank=True)
    copy = serializers.CharField(allow_null=True)
    asked_at = Moment()
    ended_at = Moment(allow_null=True)


class RehearsalList(Shape):
    """The newest rehearsals."""

    results = RehearsalLine(many=True)


class AnnouncementMade(Shape):
    """What was announced."""

    text = serializers.CharField()


class RenamedPerson(Shape):
    """Somebody who has another name here than in the file of an event."""

    there = serializers.CharField()
    here = serializers.CharField()


class EventFileContents(Shape):
    """What the file of an event holds. `key` is the public key that signed it, `is_own` whether it
    is this installation's; `known` of the `people` are here already, `renamed` are those of them
    with another name. `same` is the address of the event here if it is here already.
    """

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.CharField(allow_blank=True)
    is_public = serializers.BooleanField()
    release = serializers.CharField()
    written_at = Moment()
    key = serializers.CharField()
    is_own = serializers.BooleanField()
    people = serializers.IntegerField()
    known = serializers.IntegerField()
    renamed = RenamedPerson(many=True)
    entrants = serializers.IntegerField()
    results = serializers.IntegerField()
    versions = serializers.IntegerField()
    decisions = serializers.IntegerField()
    same = serializers.CharField(allow_blank=True)
    is_free = serializers.BooleanField()


class EventBroughtIn(Shape):
    """The event that was brought in, null with `dry_run`, and what the file holds."""

    made = EventSettings(allow_null=True)
    contents = EventFileContents()
