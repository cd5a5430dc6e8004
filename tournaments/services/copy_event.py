"""Make an event like another one: settings, stages and, if wanted, the entrants; nothing drawn."""

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Player
from tournaments.errors import EventRefused
from tournaments.models import Entrant, EntrantState, Event, Role, RoleAssignment, Stage, TeamMember

from .actors import Actor
from .audit import record

#: What a copy does not take over of a row; a public value is of one day, and announced anew.
OWN = frozenset(
    {
        "id",
        "slug",
        "name",
        "state",
        "created_at",
        "is_public",
        "official_at",
        "paused_at",
        "registration",
        "registration_closes_at",
    }
)
OWN_OF_STAGE = frozenset(
    {"id", "event", "source", "movement", "certificate", "compact_at"}
    | {"pending_note", "keeps_next", "public_value_name"}
)


def copy_event(
    event: Event, actor: Actor, *, name: str, slug: str, with_entrants: bool, is_public: bool
) -> Event:
    """Return a new event in preparation with the same settings and stages.

    The people are the same; their codes are not. A user who copies owns the copy. Raises
    NotPermitted (who may not run `event`, or not create any); EventRefused("slug_taken").
    """
    actor.require(event)
    actor.require_organiser()
    with write_transaction():
        if Event.objects.filter(slug=slug).exists():
            raise EventRefused("slug_taken", _("This address is taken."))
        made = Event.objects.create(
            **_values(event, OWN), name=name, slug=slug, is_public=is_public
        )
        stages: dict[str, Stage] = {}
        for stage in event.stages.defer("movement", "certificate").order_by("number"):
            source = stages.get(stage.source_id or "")
            values = _values(stage, OWN_OF_STAGE)
            stages[stage.pk] = Stage.objects.create(event=made, source=source, **values)
        if with_entrants:
            _copy_entrants(event, made)
        if actor.user is not None:
            RoleAssignment.objects.create(event=made, user=actor.user, role=Role.OWNER)
        record(made, actor, "copy_event", f"event:{made.pk}", after={"of": event.pk})
    return made


def _values(row: Event | Stage, own: frozenset[str]) -> dict[str, object]:
    return {
        field.name: getattr(row, field.name)
        for field in row._meta.concrete_fields
        if field.name not in own
    }


def _copy_entrants(event: Event, made: Event) -> None:
    active = event.entrants.filter(state=EntrantState.ACTIVE).order_by("number")
    for old in active.prefetch_related("members__player"):
        entrant = Entrant.objects.create(
            event=made,
            number=old.number,
            person_id=old.person_id,
            player=Player.objects.create(person_id=old.person_id, realm=made.pk),
            club=old.club,
            country=old.country,
            rating=old.rating,
            categories=old.categories,
        )
        TeamMember.objects.bulk_create(
            [
                TeamMember(
                    entrant=entrant,
                    place=member.place,
                    player=Player.objects.create(person_id=member.player.person_id, realm=made.pk),
                )
                for member in old.members.all()
            ]
        )
