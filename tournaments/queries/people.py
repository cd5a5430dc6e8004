"""Names, joined at reading time: the only place from which public answers take them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet

from games.models import Player, Seat
from tournaments.models import Entrant, RoleAssignment, Substitution, TeamMember


@dataclass(frozen=True, slots=True)
class EntrantRef:
    """An entrant as printed; `number` is that of the movement, `state` active or withdrawn.

    House players (`is_house`) are bots that nobody ranks.
    """

    id: str
    number: int
    name: str
    club: str
    country: str
    state: str
    rating: int | None = None
    categories: tuple[str, ...] = ()
    is_house: bool = False

    @classmethod
    def of(cls, row: Sequence[Any]) -> EntrantRef:
        """Of a row with `COLUMNS`."""
        id_, number, name, club, country, state, rating, categories, is_house = row
        told = tuple(categories or ())
        return cls(id_, number, name, club, country, state, rating, told, is_house)


COLUMNS = (
    "id",
    "number",
    "person__name",
    "club",
    "country",
    "state",
    "rating",
    "categories",
    "person__is_bot",
)


def entrants_of(event_id: str, ids: Iterable[str] | None = None) -> dict[str, EntrantRef]:
    """The event's entrants (or those with `ids`) by id, in order of number; one statement."""
    entrants = Entrant.objects.filter(event_id=event_id)
    if ids is not None:
        entrants = entrants.filter(id__in=list(ids))
    rows = entrants.order_by("number").values_list(*COLUMNS)
    return {row[0]: EntrantRef.of(row) for row in rows}


def substitutes(stage_id: str, number: int) -> QuerySet[Substitution]:
    """Who plays in whose stead in round `number` of a stage."""
    until = Q(last_round__isnull=True) | Q(last_round__gte=number)
    found = Substitution.objects.filter(until, stage_id=stage_id, first_round__lte=number)
    return found.select_related("entrant")


def sitters_of(seats: QuerySet[Seat]) -> dict[tuple[str, str], str]:
    """The names of those among `seats` who sit there for an entrant that they are not.

    Keys are (table id, letter); one statement.
    """
    others = seats.exclude(player=F("sitting__entrant__player"))
    rows = others.values_list("table_id", "letter", "player__person__name")
    return {(table, letter): name for table, letter, name in rows}


def entrant_of_player(player: Player) -> Entrant | None:
    """For whom a player plays: as the entrant, or now in an entrant's stead."""
    own = Q(player=player) | Q(substitutions__player=player, substitutions__last_round=None)
    own |= Q(members__player=player)
    return Entrant.objects.filter(own).select_related("event").order_by("pk").first()


def plays_as(held: RoleAssignment) -> str:
    """As whom somebody with a role plays, as `services.link_player.player_named` reads it."""
    player = Player.objects.filter(person=held.person_id, realm=held.event_id).first()
    if held.person_id is None or player is None:
        return ""
    member = TeamMember.objects.filter(player=player).select_related("entrant").first()
    if member is not None:
        return f"{member.entrant.number}/{member.place}"
    number = Entrant.objects.filter(player=player).values_list("number", flat=True).first()
    return player.pk if number is None else str(number)
