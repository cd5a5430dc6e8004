"""The shapes of the director's answers for the OpenAPI description; nothing is rendered through
them.

The tests hold every answer that they get from a director's call against its shape.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.models import PlayState, ReportState
from games.models.calls import LIVE_CALLS, CallReason, CallState
from tournaments.api.shapes import Entrant, RoundFacts
from tournaments.models import (
    CarryOver,
    EliminationWhy,
    EntrantState,
    EventState,
    IncidentDecision,
    IncidentKind,
    RegistrationState,
    RehearsalState,
    Role,
    RulingKind,
    Scoring,
    StageKind,
    VacantRanks,
)
from tournaments.models.events import AllPassRule, MemoryAid, TimeOut

Shape = serializers.Serializer[Any]


class Moment(serializers.DateTimeField):
    """A time with its offset, as exact as it is stored."""


def _next(text: str) -> serializers.CharField:
    return serializers.CharField(allow_null=True, help_text=text)


def _once(**options: Any) -> serializers.CharField:
    """Something that is in the first answer only."""
    return serializers.CharField(required=False, **options)


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
    tie_breaks = serializers.ListField(child=serializers.CharField())
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


class DirectedRound(RoundFacts):
    """A round's state."""

    released_at = Moment(allow_null=True)
    finished_at = Moment(allow_null=True)
    ends_at = Moment(allow_null=True)


class RoundExtended(Shape):
    """How much later a round ends, and for how many turns under way."""

    seconds = serializers.IntegerField()
    turns = serializers.IntegerField()


class BotsSeated(Shape):
    """On how many seats bots were seated."""

    seats = serializers.IntegerField()


class SwapOfDrawn(Shape):
    """What a swap makes of the draw; not `made` with `dry_run`.

    The costs are those of the round: `forbidden_pairs`, `club_pairs`, and in a round drawn from
    scores `spread`, `repeats`, `position_excess` and `cost`.
    """

    made = serializers.BooleanField()
    before = Certificate()
    after = Certificate()
    costs_before = serializers.DictField(child=serializers.FloatField())
    costs_after = serializers.DictField(child=serializers.FloatField())
    version = serializers.IntegerField()


class EliminationOfEntrant(Shape):
    """Somebody who is out after a round, and why."""

    id = serializers.CharField()
    entrant = serializers.CharField()
    round = serializers.IntegerField()
    why = serializers.ChoiceField(EliminationWhy.values)
    value = serializers.CharField()
    threshold = serializers.IntegerField()
    made_at = Moment()
    reversed_at = Moment(allow_null=True)


class EliminationList(Shape):
    """Who is out."""

    results = EliminationOfEntrant(many=True)


class BoardOpened(Shape):
    """Since when a board is open."""

    number = serializers.IntegerField()
    opened_at = Moment()


class WithheldRevealed(Shape):
    """The numbers of the boards that were opened."""

    boards = serializers.ListField(child=serializers.IntegerField())


class DealSet(Shape):
    """What was committed to with the secret."""

    version = serializers.CharField()
    set_id = serializers.CharField()
    event = serializers.CharField()
    stage = serializers.CharField()
    session = serializers.CharField()
    boards = serializers.IntegerField()
    reserves = serializers.IntegerField()
    public_value_name = serializers.CharField(allow_null=True)


class AttemptsOfDeals(Shape):
    """The attempt by the number of the deal, where it is not 0."""

    original = serializers.DictField(child=serializers.IntegerField())
    reserve = serializers.DictField(child=serializers.IntegerField())


class RevealOfDeals(Shape):
    """The document `fushi-reveal-1`: all that the deals follow from."""

    format = serializers.ChoiceField(["fushi-reveal-1"])
    description = DealSet()
    secret = serializers.CharField()
    public_value = serializers.CharField(allow_null=True)
    attempts = AttemptsOfDeals()


class EntrantInState(Shape):
    """An entrant's state."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(EntrantState.values)


class NamedEntrant(EntrantInState):
    """An entrant, or a member of a team (the id is the player's then), by name."""

    name = serializers.CharField(allow_blank=True)


class EntrantsWithCodes(Shape):
    """Who got a code. `codes` by id are in the first answer only; so are the `pins` of an event
    that is played with cards.
    """

    entrants = NamedEntrant(many=True)
    codes = serializers.DictField(child=serializers.CharField(), required=False)
    pins = serializers.DictField(child=serializers.CharField(), required=False)


class RegistrationDecided(Shape):
    """What became of a registration: its `place` on the waiting list, or the id of its entrant."""

    id = serializers.CharField()
    state = serializers.ChoiceField(RegistrationState.values)
    place = serializers.IntegerField(allow_null=True)
    entrant = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class RegistrationLine(RegistrationDecided):
    """Who entered by the page; the `email` is for who runs the event.

    `is_double`: somebody of the same name, club and country is entered already.
    """

    name = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    email = serializers.CharField(allow_blank=True, required=False)
    is_double = serializers.BooleanField()
    made_at = Moment()


class RegistrationList(Shape):
    """The registrations of an event."""

    results = RegistrationLine(many=True)


class MissingEntrants(Shape):
    """Who plays and is not checked in, of how many."""

    expected = serializers.IntegerField()
    missing = NamedEntrant(many=True)


class EntrantCheckedIn(EntrantInState):
    """Whether an entrant is here."""

    is_here = serializers.BooleanField()


class PersonRemoved(Shape):
    """Whose data was removed."""

    id = serializers.CharField()
    is_removed = serializers.BooleanField()


class SubstituteSeated(Shape):
    """A substitute. The `code` is in the first answer only, null for who has one already; so is the
    `pin`, of an event that is played with cards.
    """

    player = serializers.CharField()
    from_round = serializers.IntegerField()
    code = _once(allow_null=True)
    pin = _once()


class LineUpSet(Shape):
    """Who plays for a team, by their places on its list."""

    entrant = serializers.CharField()
    from_round = serializers.IntegerField()
    places = serializers.ListField(child=serializers.IntegerField())


class ApiKeyLine(Shape):
    """A key without itself."""

    id = serializers.CharField()
    role = serializers.ChoiceField(Role.values)
    label = serializers.CharField()  # type: ignore[assignment]
    created_at = Moment()
    last_used_at = Moment(allow_null=True)
    revoked = serializers.BooleanField()


class ApiKeyMade(ApiKeyLine):
    """A new key; the `key` itself is in the first answer only."""

    key = _once()


class ApiKeyList(Shape):
    """The keys of an event."""

    results = ApiKeyLine(many=True)


class RoleOfUser(Shape):
    """A user's role (null: none any more), and as whom they play ("" for nobody)."""

    user = serializers.CharField()
    role = serializers.ChoiceField(Role.values, allow_null=True)
    plays_as = serializers.CharField(allow_blank=True)


class RoleList(Shape):
    """Who has a role."""

    results = RoleOfUser(many=True)


class InvitationMade(Shape):
    """An invitation; the `link` is in the first answer only."""

    role = serializers.ChoiceField(Role.values)
    link = _once()


class BoardLookedAt(Shape):
    """A board that is hidden no longer from the caller."""

    number = serializers.IntegerField()
    is_hidden = serializers.BooleanField()


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
    next = _next("The `before` of the following lines.")


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


class RulingLine(Shape):
    """A ruling or penalty. What `data` holds depends on the `kind`; of a board that the caller is
    still to play it is empty, and `is_hidden` says so. `reversed_by` is the row that undid it.
    """

    id = serializers.CharField()
    kind = serializers.ChoiceField(RulingKind.values)
    play = serializers.CharField(allow_null=True)
    board = serializers.IntegerField(allow_null=True)
    entrant = serializers.CharField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]
    reason = serializers.CharField(allow_blank=True)
    is_hidden = serializers.BooleanField()
    actor = serializers.CharField()
    made_at = Moment()
    reverses = serializers.CharField(allow_null=True)
    reversed_by = serializers.CharField(allow_null=True)


class RulingPage(Shape):
    """Rulings, newest first."""

    results = RulingLine(many=True)
    next = _next("The `before` of the following lines.")


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


class IncidentLine(Shape):
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
    reason = serializers.CharField(allow_blank=True)
    actor = serializers.CharField()
    made_at = Moment()
    reverses = serializers.CharField(allow_null=True)
    reversed_by = serializers.CharField(allow_null=True)


class IncidentPage(Shape):
    """Incidents, newest first."""

    results = IncidentLine(many=True)
    next = _next("The `before` of the following lines.")


class IncidentMade(Difference):
    """The incident that was `made`: null with `dry_run`."""

    made = IncidentLine(allow_null=True)


class PlacedEntrant(Entrant):
    """An entrant with rank and percentage in a version; null and "" where it has no line."""

    rank = serializers.IntegerField(allow_null=True)
    percentage = serializers.CharField(allow_blank=True)


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


class TableCode(Shape):
    """The code of a table's device."""

    table = serializers.IntegerField()
    code = serializers.CharField()


class TableCodes(Shape):
    """The tables that got a code; the `codes` are in the first answer only."""

    tables = serializers.ListField(child=serializers.IntegerField())
    codes = TableCode(many=True, required=False)


class PlayOfRound(Shape):
    """A board at a table; `report` says that a report waits or is disputed."""

    play = serializers.CharField()
    table = serializers.IntegerField()
    board = serializers.IntegerField()
    positions = serializers.CharField()
    state = serializers.ChoiceField(PlayState.values)
    report = serializers.ChoiceField(
        [ReportState.WAITING.value, ReportState.DISPUTED.value], allow_null=True
    )


class RoundPlays(Shape):
    """The boards of a round at every table."""

    round = serializers.IntegerField()
    plays = PlayOfRound(many=True)


class Deal(Shape):
    """A deal; hands by position."""

    kind = serializers.ChoiceField(["original", "reserve"])
    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    hands = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    kitty = serializers.ListField(child=serializers.CharField())


class DealsFile(Shape):
    """The document `fushi-deals-1`."""

    format = serializers.ChoiceField(["fushi-deals-1"])
    set_id = serializers.CharField()
    deals = Deal(many=True)


class DealsOfRound(Shape):
    """The deals of a round; the `file` is in the first answer only."""

    round = serializers.IntegerField()
    file = DealsFile(required=False)


class PlayInState(Shape):
    """The state of a play."""

    play = serializers.CharField()
    state = serializers.ChoiceField(PlayState.values)


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


class TablesHalted(Shape):
    """For how many tables it was."""

    tables = serializers.IntegerField()


class AnnouncementMade(Shape):
    """What was announced."""

    text = serializers.CharField()


class TableFrozen(Shape):
    """A table that stands still."""

    table = serializers.CharField()
    halted = serializers.ChoiceField(["frozen"])


class TableResumed(Shape):
    """A table that goes on."""

    table = serializers.CharField()


class ActionUndone(Shape):
    """The `seq` of the row that took the action back; null for who is still to play a board."""

    seq = serializers.IntegerField(allow_null=True)


class ClaimWithdrawn(Shape):
    """The claim that is void."""

    claim = serializers.CharField()


class TurnExtended(Shape):
    """How much more time was given."""

    seconds = serializers.IntegerField()


class BotOfSeat(Shape):
    """Which bot acts for a seat, if one does."""

    seat = serializers.CharField()
    bot = serializers.CharField(allow_null=True)


class TableOfCall(Shape):
    """The table of a call."""

    id = serializers.CharField()
    number = serializers.IntegerField()


class CallLine(Shape):
    """A call for the director; `automatic` is the clock's."""

    id = serializers.CharField()
    table = TableOfCall()
    board = serializers.IntegerField(allow_null=True)
    player = serializers.CharField()
    reason = serializers.ChoiceField(CallReason.values)
    text = serializers.CharField(allow_blank=True)
    automatic = serializers.BooleanField()
    state = serializers.ChoiceField(CallState.values)
    at = serializers.DateTimeField()
    taken_by = serializers.CharField(allow_null=True)


class LiveCall(CallLine):
    """A call that waits for a director, or that one deals with."""

    state = serializers.ChoiceField([each.value for each in LIVE_CALLS])


class CallList(Shape):
    """The calls that are open or taken."""

    results = LiveCall(many=True)
