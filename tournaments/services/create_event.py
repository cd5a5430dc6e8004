"""Create an event and its stages. Owns their checks; draws and deals nothing."""

import datetime
import secrets
import zoneinfo
from collections.abc import Sequence
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine import rulesets
from engine.errors import EngineError
from engine.rulesets import Ruleset
from games.db import write_transaction
from games.ids import new_id
from tournaments.errors import EventRefused
from tournaments.formats import usual_method, usual_scoring
from tournaments.models import (
    CarryOver,
    Event,
    EventState,
    Role,
    RoleAssignment,
    Stage,
    StageKind,
)
from tournaments.models.events import AllPassRule, VacantRanks

from .actors import Actor
from .audit import record
from .stage_checks import (
    check_awards,
    check_pairs,
    check_ranking,
    check_stage,
    check_title_points,
    check_value_name,
)
from .table_policy import TABLE_SETTINGS, table_policy

LONGEST_SLUG = 60


def create_event(
    *,
    name: str,
    actor: Actor,
    slug: str = "",
    ruleset: str = "competition",
    all_pass: str = AllPassRule.VOID,
    place: str = "",
    starts_on: datetime.date | None = None,
    timezone: str = "UTC",
    is_public: bool = True,
    law_text: str = "",
    spectator_delay: int = 0,
    withheld_rounds: int = 0,
    disqualified_ranks: str = VacantRanks.CLOSE,
    registration: bool = False,
    registration_approval: bool = False,
    registration_closes_at: datetime.datetime | None = None,
    capacity: int | None = None,
    club_best: int = 3,
    **table_settings: Any,
) -> Event:
    """Create an event in preparation; a user who creates one owns it.

    `ruleset` names a published one (`engine.rulesets`), which is copied and frozen. Without a
    `slug` one is made of the name. `table_settings` are those of `table_policy.TABLE_SETTINGS`
    that differ from the usual. Raises NotPermitted; EventRefused with `name_missing`,
    `bad_table_setting`, `unknown_ruleset`, `unknown_all_pass`, `unknown_timezone`, `slug_invalid`
    or `slug_taken`.
    """
    actor.require_organiser()
    if not name.strip():
        raise EventRefused("name_missing", _("The event needs a name."))
    if all_pass not in AllPassRule.values:
        raise EventRefused("unknown_all_pass", _("This is not a rule for a deal all pass on."))
    if timezone not in zoneinfo.available_timezones():
        raise EventRefused("unknown_timezone", _("There is no such time zone."), name=timezone)
    try:
        rules = rulesets.get(ruleset)
    except EngineError as fault:
        raise EventRefused("unknown_ruleset", fault.detail, name=ruleset) from fault
    with write_transaction():
        event = Event.objects.create(
            slug=_free_slug(slug, name),
            name=name.strip(),
            place=place,
            starts_on=starts_on,
            timezone=timezone,
            ruleset=rules.to_data(),
            ruleset_hash=rules.hash,
            all_pass=all_pass,
            is_public=is_public,
            law_text=law_text,
            spectator_delay=spectator_delay,
            withheld_rounds=withheld_rounds,
            club_best=club_best,
            disqualified_ranks=VacantRanks(disqualified_ranks),
            registration=registration,
            registration_approval=registration_approval,
            registration_closes_at=registration_closes_at,
            capacity=capacity,
            **_known(table_settings),
        )
        table_policy(event)
        if actor.user is not None:
            RoleAssignment.objects.create(event=event, user=actor.user, role=Role.OWNER)
        after = {"slug": event.slug, "ruleset": rules.name, "ruleset_hash": rules.hash}
        record(event, actor, "create_event", f"event:{event.pk}", after=after)
    return event


def _known(table_settings: dict[str, Any]) -> dict[str, Any]:
    unknown = sorted(table_settings.keys() - set(TABLE_SETTINGS))
    if unknown:
        sentence = _("This cannot be changed: %(names)s.") % {"names": ", ".join(unknown)}
        raise EventRefused("bad_table_setting", sentence, names=unknown)
    return table_settings


def create_stage(
    event: Event,
    *,
    rounds: int,
    boards_per_round: int,
    actor: Actor,
    name: str = "",
    kind: str = StageKind.INDIVIDUAL_BAROMETER,
    method: str = "",
    scoring: str = "",
    cap: int | None = None,
    sessions: int = 1,
    out_below: int = 40,
    out_step: int = 2,
    out_until: int = 6,
    reserve_boards: int = 0,
    public_value_name: str = "",
    allow_repeats: bool = False,
    separate_clubs: bool = False,
    forbidden_pairs: Sequence[Sequence[int]] = (),
    bye_award: int = 50,
    awards: Sequence[int] = (),
    round_minutes: int | None = None,
    tie_breaks: Sequence[str] = (),
    title_points: Sequence[int] = (),
    source: Stage | None = None,
    first_rank: int = 1,
    last_rank: int | None = None,
    carry_over: str = CarryOver.NONE,
    carry_share: int = 50,
    seed: int | None = None,
) -> Stage:
    """Add a stage to an event; nothing is drawn yet. Without a `seed` a random one is stored.

    Raises NotPermitted; EventRefused with `unknown_format`, `unsuitable_ruleset`,
    `unknown_method`, `unsuitable_scoring`,
    `rounds_out_of_range`, `boards_out_of_range`, `boards_not_in_fours`, `cap_out_of_range`,
    `reserves_out_of_range`, `no_reserves_in_format`,
    `bye_award_out_of_range`, `minutes_out_of_range` or a code of `check_awards`,
    `check_pairs`, `check_value_name`, `check_title_points` and `check_ranking`.
    """
    actor.require(event)
    method = method or usual_method(kind)
    scoring = scoring or usual_scoring(kind)
    hands = Ruleset.from_data(event.ruleset).players
    check_stage(
        hands=hands,
        rounds=rounds,
        boards_per_round=boards_per_round,
        kind=kind,
        method=method,
        scoring=scoring,
        bye_award=bye_award,
        round_minutes=round_minutes,
        cap=cap,
        sessions=sessions,
        out_until=out_until,
        reserve_boards=reserve_boards,
    )
    check_awards(awards, method)
    check_pairs(forbidden_pairs)
    check_value_name(public_value_name)
    check_title_points(title_points)
    ranking = kind, method, scoring
    check_ranking(
        event, *ranking, tie_breaks, source, first_rank, last_rank, carry_over, carry_share
    )
    with write_transaction():
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        stage = Stage.objects.create(
            event=event,
            number=event.stages.count() + 1,
            name=name,
            kind=kind,
            method=method,
            scoring=scoring,
            cap=cap,
            rounds_planned=rounds,
            boards_per_round=boards_per_round,
            sessions_planned=sessions,
            out_below=out_below,
            out_step=out_step,
            out_until=out_until,
            reserve_boards=reserve_boards,
            public_value_name=public_value_name,
            allow_repeats=allow_repeats,
            separate_clubs=separate_clubs,
            forbidden_pairs=[list(pair) for pair in forbidden_pairs],
            bye_award=bye_award,
            awards=list(awards),
            round_minutes=round_minutes,
            tie_breaks=list(tie_breaks),
            title_points=list(title_points),
            source=source,
            first_rank=first_rank,
            last_rank=last_rank,
            carry_over=carry_over,
            carry_share=carry_share,
            seed=secrets.randbelow(1 << 31) if seed is None else seed,
        )
        after: dict[str, Any] = {
            "kind": kind,
            "method": method,
            "scoring": scoring,
            "cap": cap,
            "rounds": rounds,
            "boards_per_round": boards_per_round,
            "sessions": sessions,
            "out": [out_below, out_step, out_until],
            "reserve_boards": reserve_boards,
            "public_value_name": public_value_name,
            "allow_repeats": allow_repeats,
            "separate_clubs": separate_clubs,
            "forbidden_pairs": [list(pair) for pair in forbidden_pairs],
            "bye_award": bye_award,
            "awards": list(awards),
            "round_minutes": round_minutes,
            "tie_breaks": list(tie_breaks),
            "title_points": list(title_points),
            "seed": stage.seed,
        }
        if source is not None:
            after |= {
                "source": source.pk,
                "ranks": [first_rank, last_rank],
                "carry_over": carry_over,
                "carry_share": carry_share,
            }
        # An event goes on when its last stage has ended and another one follows.
        Event.objects.filter(pk=event.pk, state=EventState.FINISHED).update(
            state=EventState.RUNNING
        )
        record(event, actor, "create_stage", f"stage:{stage.pk}", after=after)
    return stage


def check_slug(slug: str) -> None:
    """Return if an address is valid and free. Raises EventRefused: `slug_invalid`, `slug_taken`."""
    if slugify(slug) != slug or len(slug) > LONGEST_SLUG:
        sentence = _("An address has lower-case letters, digits and hyphens, at most 60.")
        raise EventRefused("slug_invalid", sentence, slug=slug)
    if Event.objects.filter(slug=slug).exists():
        sentence = _("Another event has this address already.")
        raise EventRefused("slug_taken", sentence, slug=slug)


def _free_slug(slug: str, name: str) -> str:
    """Return `slug` if it is valid and free; without one, a free one made of `name`."""
    if slug:
        check_slug(slug)
        return slug
    base = slugify(name)[: LONGEST_SLUG - 8].strip("-") or "event"
    if not Event.objects.filter(slug=base).exists():
        return base
    return f"{base}-{new_id()[:6]}"
