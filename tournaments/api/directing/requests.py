"""What the bodies of the director's API look like. Every verb that decides takes a reason."""

from __future__ import annotations

import base64
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
)
from games.policy import CLOCK_LIMITS
from tournaments.api.shapes import Facts
from tournaments.models import Role, RulingKind, Topic, VacantRanks
from tournaments.models.events import MemoryAid, TimeOut
from tournaments.plans import MINUTES
from tournaments.services.stage_checks import LONGEST_VALUE, MOST_PLACES, MOST_TITLE_POINTS


class Reasoned(StrictSerializer):
    """Something done, and why."""

    reason = StrictCharField(max_length=500, allow_blank=True, default="")


class NewDraw(Reasoned):
    """A draw; `movement_csv` is a movement made by hand (individual barometer)."""

    movement_csv = StrictCharField(max_length=2_000_000, trim_whitespace=False, required=False)


class Scored(Reasoned):
    """Something that changes scores: `dry_run` only shows it, `preview` makes what was shown."""

    dry_run = StrictBooleanField(default=False)
    preview = StrictCharField(max_length=64, required=False)


def _seconds(name: str, **options: Any) -> StrictIntegerField:
    """A clock of the table policy, within its limits."""
    least, most = CLOCK_LIMITS[name]
    return StrictIntegerField(min_value=least, max_value=most, required=False, **options)


class TableSettings(StrictSerializer):
    """How the event's tables play. A clock that is null is none; a setting not named is as usual,
    or stays. Low cards are announced as the ruleset says.
    """

    action_seconds = _seconds("action_seconds", allow_null=True)
    pool_seconds = _seconds("pool_seconds", allow_null=True)
    start_seconds = _seconds("start_seconds")
    on_timeout = serializers.ChoiceField(TimeOut.values, required=False)
    hints = StrictBooleanField(required=False)
    memory_aid = serializers.ChoiceField(MemoryAid.values, required=False)
    claims = StrictBooleanField(required=False)
    physical = StrictBooleanField(required=False)
    travellers = StrictBooleanField(required=False)
    confirm_results = StrictBooleanField(required=False)
    correction_minutes = StrictIntegerField(min_value=0, max_value=32767, required=False)
    club_best = StrictIntegerField(min_value=1, max_value=99, required=False)
    withheld_rounds = StrictIntegerField(min_value=0, max_value=999, required=False)
    spectator_delay = StrictIntegerField(min_value=0, max_value=1440, required=False)
    law_text = StrictCharField(max_length=8000, allow_blank=True, required=False)


class RegistrationSettings(StrictSerializer):
    """Whether and how people enter the event themselves."""

    registration = StrictBooleanField(required=False)
    registration_approval = StrictBooleanField(required=False)
    registration_closes_at = serializers.DateTimeField(required=False, allow_null=True)
    capacity = StrictIntegerField(min_value=1, max_value=99_999, required=False, allow_null=True)


class NewEvent(TableSettings, RegistrationSettings):
    """An event in preparation; `ruleset` names a published one, `slug` its address."""

    name = StrictCharField(max_length=120)
    slug = StrictCharField(max_length=60, default="", allow_blank=True)
    ruleset = StrictCharField(max_length=60, default="competition")
    all_pass = StrictCharField(max_length=8, default="void")
    place = StrictCharField(max_length=120, default="", allow_blank=True)
    starts_on = serializers.DateField(allow_null=True, default=None)
    timezone = StrictCharField(max_length=40, default="UTC")
    is_public = StrictBooleanField(default=True)


class PlannedEvent(StrictSerializer):
    """Three answers, of which a preset makes an event: how many people, how long, with what.

    `rounds` and `boards` a round are taken as they are; without them as many as fit. With `dry_run`
    nothing is made.
    """

    name = StrictCharField(max_length=120)
    people = StrictIntegerField(min_value=6, max_value=9999)
    minutes = StrictIntegerField(min_value=15, max_value=2880, default=150)
    plays_with = serializers.ChoiceField(sorted(MINUTES), required=False)
    rounds = StrictIntegerField(min_value=1, max_value=1500, required=False)
    boards = StrictIntegerField(min_value=1, max_value=100, required=False)
    dry_run = StrictBooleanField(default=False)


class CopiedEvent(StrictSerializer):
    """The name of a copy; its `slug` is made of it. `with_entrants`: the same people come along."""

    name = StrictCharField(max_length=120)
    with_entrants = StrictBooleanField(default=False)
    is_public = StrictBooleanField(default=True)


class LimitedTables(Reasoned):
    """How many tables there are from a round on (default: the next one not released)."""

    tables = StrictIntegerField(min_value=1, max_value=3333)
    from_round = StrictIntegerField(min_value=1, max_value=1500, required=False)


class EventChanges(TableSettings, RegistrationSettings):
    """Settings of an event; what is not named stays. Until a round is released all of them."""

    disqualified_ranks = serializers.ChoiceField(VacantRanks.values, required=False)
    name = StrictCharField(max_length=120, required=False)
    place = StrictCharField(max_length=120, required=False, allow_blank=True)
    starts_on = serializers.DateField(required=False, allow_null=True)
    timezone = StrictCharField(max_length=40, required=False)
    is_public = StrictBooleanField(required=False)
    all_pass = StrictCharField(max_length=8, required=False)


class Pairs(serializers.ListField):
    """Pairs of entrants' numbers: [[3, 7], …]."""

    def __init__(self, **options: Any) -> None:
        number = StrictIntegerField(min_value=1, max_value=2**31 - 1)
        pair = serializers.ListField(child=number, min_length=2, max_length=2)
        super().__init__(child=pair, max_length=500, **options)


def tie_breaks(**options: Any) -> serializers.ListField:
    """Names of steps of the chain that settles ties."""
    return serializers.ListField(child=StrictCharField(max_length=24), max_length=10, **options)


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


class EntrantsText(Reasoned):
    """A list of entrants: CSV as `text`, or a `file` (CSV or XLSX) in base64.

    `late` enters them into the rounds that are still to come. `sure`: people of the same name and
    club are different people.
    """

    text = StrictCharField(max_length=200_000, trim_whitespace=False, required=False)
    file = StrictCharField(max_length=2_800_000, required=False)
    sure = StrictBooleanField(default=False)
    late = StrictBooleanField(default=False)
    from_round = StrictIntegerField(min_value=1, max_value=1500, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of `text` and `file`; the file as bytes. Raises ValidationError."""
        if ("text" in attrs) == ("file" in attrs):
            text = _("Send either a text or a file.")
            raise serializers.ValidationError({"text": [text]}, code="required")
        if "file" in attrs:
            try:
                attrs["text"] = base64.b64decode(attrs.pop("file"), validate=True)
            except ValueError:
                text = _("A file is sent in base64.")
                raise serializers.ValidationError({"file": [text]}, code="invalid") from None
        return attrs


class OfEntrant(Reasoned):
    """Something about one entrant, from a round on (default: the next one not released)."""

    entrant = StrictCharField(max_length=16)
    from_round = StrictIntegerField(min_value=1, max_value=1500, required=False)


class PersonData(StrictSerializer):
    """What is known of somebody; of a member of a team or a substitute the name only."""

    name = StrictCharField(max_length=200, required=False)
    club = StrictCharField(max_length=200, required=False, allow_blank=True)
    country = StrictCharField(max_length=200, required=False, allow_blank=True)
    number = StrictIntegerField(min_value=1, max_value=99_999, required=False)
    rating = StrictIntegerField(
        min_value=-1_000_000, max_value=1_000_000, required=False, allow_null=True
    )
    categories = serializers.ListField(
        child=StrictCharField(max_length=40), max_length=10, required=False
    )


class NewPersonData(PersonData, Reasoned):
    """What is to be corrected. What was `seen` before is not written over if it is another by now.

    With `sure` somebody of the same name, club and country is another person.
    """

    seen = PersonData(required=False)
    sure = StrictBooleanField(default=False)


class CheckIn(StrictSerializer):
    """Who is meant (a code, a number or a name), and whether they are here."""

    who = StrictCharField(max_length=200)
    is_here = StrictBooleanField(default=True)


class Approval(Reasoned):
    """With `sure` people of the same name, club and country are different people."""

    sure = StrictBooleanField(default=False)


class NewSubstitute(OfEntrant):
    """Who sits for an entrant: a new person by `name`.

    `instead` names a substitute (a player's id) who was to play and has not yet.
    """

    name = StrictCharField(max_length=120)
    instead = StrictCharField(max_length=16, required=False)


class NewLineUp(OfEntrant):
    """Who plays for a team, by their places on its list, in this order; `stage` by its number."""

    places = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=99), min_length=1, max_length=4
    )
    stage = StrictIntegerField(min_value=1, max_value=99, required=False)


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


class NewRuling(Scored):
    """A ruling on a play (`scores`, `hands`, `seats`, `withdrawn`), or on a `board` everywhere.

    `positions` maps "1", "2", "3" to {"award": "average" | "average_plus" | "average_minus"} or
    {"outcomes": [{"points": 8, "weight": "60%"}, …]}; in the place of `points` an outcome may have
    the `facts` of a result. `mapping` "213": position 1 held hand 2. `seats` ["A", "B"] changed
    places. With `reserve` all tables of the round play its next reserve board instead of a `board`.
    """

    kind = serializers.ChoiceField([k for k in RulingKind.values if k != RulingKind.PENALTY])
    play = StrictCharField(max_length=16, required=False)
    board = StrictIntegerField(min_value=1, max_value=2**31 - 1, required=False)
    reserve = StrictBooleanField(default=False)
    positions = serializers.DictField(child=serializers.DictField(), required=False)
    mapping = StrictCharField(max_length=4, required=False)
    seats = serializers.ListField(
        child=StrictCharField(max_length=1), min_length=2, max_length=2, required=False
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError for the field that this kind needs and that is missing."""
        needed = {"scores": "positions", "hands": "mapping", "seats": "seats"}.get(attrs["kind"])
        if needed is not None and needed not in attrs:
            text = _("A ruling of this kind needs it.")
            raise serializers.ValidationError({needed: [text]}, code="required")
        if ("play" in attrs) == ("board" in attrs and attrs["kind"] == "withdrawn"):
            text = _("A ruling is about one play, or withdraws a board everywhere.")
            raise serializers.ValidationError({"play": [text]}, code="required")
        if attrs["reserve"] and "board" not in attrs:
            text = _("A reserve is played in the place of a board, not of one play.")
            raise serializers.ValidationError({"board": [text]}, code="required")
        return attrs


class NewPenalty(Scored):
    """A share of a top, in per cent, taken from an entrant."""

    entrant = StrictCharField(max_length=16)
    percentage = StrictCharField(max_length=8)


@extend_schema_field(Facts(partial=True))
class ReadFacts(serializers.DictField):
    """Facts by name: the service names what is wrong with them. `landlord` and `bid` are needed."""


class Correction(Scored):
    """The facts that a board's result should have."""

    facts = ReadFacts()


class NewKey(StrictSerializer):
    """What a key may do, and what it is for."""

    role = serializers.ChoiceField(Role.values)
    label = StrictCharField(max_length=80)  # type: ignore[assignment]


class NewWebhook(StrictSerializer):
    """Where a program is told, and of what."""

    url = StrictCharField(max_length=500)
    topics = serializers.ListField(child=serializers.ChoiceField(Topic.values), max_length=10)
