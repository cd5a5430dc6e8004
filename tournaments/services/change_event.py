"""Change the settings of an event or a stage, as far as what has happened allows. Audited."""

import zoneinfo
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.models import CarryOver, Event, RoundState, Stage
from tournaments.movements import hands_of
from tournaments.queries.registration import enters_teams
from tournaments.tasks import hint_publish

from .actors import Actor
from .audit import record
from .fill_places import fill_places
from .opening import mark_standings_due, withheld_boards
from .stage_checks import (
    check_awards,
    check_carry_over,
    check_pairs,
    check_ranking,
    check_stage,
    check_title_points,
    check_value_name,
)
from .table_policy import TABLE_SETTINGS, table_policy

#: What may be changed at any time.
ALWAYS = frozenset(
    {
        "name",
        "place",
        "starts_on",
        "timezone",
        "is_public",
        "law_text",
        "spectator_delay",
        "withheld_rounds",
        "disqualified_ranks",
        "club_best",
        "registration",
        "registration_approval",
        "registration_closes_at",
        "capacity",
    }
)
#: What may be changed until a round is released: tables carry it.
UNTIL_RELEASE = frozenset({"all_pass", *TABLE_SETTINGS})
#: What may be changed of a stage until it is drawn.
UNTIL_DRAWN = frozenset(
    {
        "name",
        "rounds_planned",
        "boards_per_round",
        "sessions_planned",
        "reserve_boards",
        "public_value_name",
        "out_below",
        "out_step",
        "out_until",
        "method",
        "scoring",
        "allow_repeats",
        "separate_clubs",
        "forbidden_pairs",
        "bye_award",
        "awards",
        "cap",
        "first_rank",
        "last_rank",
        "carry_over",
        "carry_share",
        "seed",
    }
)
#: What may be changed of a stage at any time: the standings follow; the next round's clock.
ALWAYS_OF_STAGE = frozenset({"tie_breaks", "title_points", "round_minutes"})


def change_event(event: Event, actor: Actor, changes: dict[str, Any]) -> Event:
    """Change settings of an event by name; what is not named stays.

    Raises NotPermitted; EventRefused with `unknown_setting`, `already_released`,
    `already_withheld`, `unknown_timezone`, `travellers_online`, `bad_table_setting` or
    `teams_enter_by_list`; Django's ValidationError for a value that the model does not take.
    """
    actor.require(event)
    _refuse_unknown(changes, ALWAYS | UNTIL_RELEASE)
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        differing = _differing(event, changes)
        released = event.stages.filter(rounds__state__in=set(RoundState) - {RoundState.DRAWN})
        if UNTIL_RELEASE & differing.keys() and released.exists():
            sentence = _("Tables are playing by this rule already: it cannot be changed.")
            raise EventRefused("already_released", sentence)
        if "withheld_rounds" in differing and withheld_boards(event).exists():
            sentence = _("Boards are withheld already: reveal them instead.")
            raise EventRefused("already_withheld", sentence)
        if differing.get("timezone", event.timezone) not in zoneinfo.available_timezones():
            name = differing["timezone"]
            raise EventRefused("unknown_timezone", _("There is no such time zone."), name=name)
        if differing.get("registration") and enters_teams(event):
            sentence = _("Teams are entered by a list: people cannot enter themselves.")
            raise EventRefused("teams_enter_by_list", sentence)
        _apply(event, event, actor, "change_event", f"event:{event.pk}", differing)
        table_policy(event)
        if "capacity" in differing:
            fill_places(event)
        if "disqualified_ranks" in differing:
            for stage in event.stages.all():
                mark_standings_due(stage.pk, timezone.now())
                hint_publish(stage.pk)
    return event


def change_stage(stage: Stage, actor: Actor, changes: dict[str, Any]) -> Stage:
    """Change settings of a stage by name, most of them until it is drawn; the others stay.

    Raises NotPermitted; EventRefused with `unknown_setting`, `already_drawn` or a code of
    `create_stage`.
    """
    actor.require(stage.event)
    _refuse_unknown(changes, UNTIL_DRAWN | ALWAYS_OF_STAGE)
    with write_transaction():
        stage = Stage.objects.select_for_update(no_key=True).get(pk=stage.pk)
        differing = _differing(stage, changes)
        if UNTIL_DRAWN & differing.keys() and stage.movement is not None:
            sentence = _("This stage is drawn: undo the draw before changing it.")
            raise EventRefused("already_drawn", sentence)
        wanted = {
            name: differing.get(name, getattr(stage, name))
            for name in UNTIL_DRAWN | ALWAYS_OF_STAGE
        }
        check_stage(
            hands=hands_of(stage),
            rounds=wanted["rounds_planned"],
            boards_per_round=wanted["boards_per_round"],
            kind=stage.kind,
            method=wanted["method"],
            scoring=wanted["scoring"],
            bye_award=wanted["bye_award"],
            round_minutes=wanted["round_minutes"],
            cap=wanted["cap"],
            sessions=wanted["sessions_planned"],
            out_until=wanted["out_until"],
            reserve_boards=wanted["reserve_boards"],
        )
        check_awards(wanted["awards"], wanted["method"])
        check_pairs(wanted["forbidden_pairs"])
        check_value_name(wanted["public_value_name"])
        ranking = stage.kind, wanted["method"], wanted["scoring"]
        for each in stage.following.exclude(carry_over=CarryOver.NONE):
            check_carry_over(ranking, (each.kind, each.method, each.scoring))
        check_ranking(
            stage.event,
            *ranking,
            wanted["tie_breaks"],
            stage.source,
            wanted["first_rank"],
            wanted["last_rank"],
            wanted["carry_over"],
            wanted["carry_share"],
        )
        check_title_points(wanted["title_points"])
        if {"tie_breaks", "title_points"} & differing.keys():
            mark_standings_due(stage.pk, timezone.now())
            hint_publish(stage.pk)
        _apply(stage, stage.event, actor, "change_stage", f"stage:{stage.pk}", differing)
    return stage


def _refuse_unknown(changes: dict[str, Any], known: frozenset[str]) -> None:
    unknown = sorted(changes.keys() - known)
    if unknown:
        sentence = _("This cannot be changed: %(names)s.") % {"names": ", ".join(unknown)}
        raise EventRefused("unknown_setting", sentence, names=unknown)


def _differing(row: Event | Stage, changes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in changes.items() if getattr(row, name) != value}


def _apply(
    row: Event | Stage,
    event: Event,
    actor: Actor,
    verb: str,
    target: str,
    differing: dict[str, Any],
) -> None:
    if not differing:
        return
    before = {name: _printed(getattr(row, name)) for name in differing}
    for name, value in differing.items():
        setattr(row, name, value)
    row.full_clean()
    row.save(update_fields=list(differing))
    after = {name: _printed(value) for name, value in differing.items()}
    record(event, actor, verb, target, before=before, after=after)


def _printed(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | str) else str(value)
