"""Names, joined at reading time: the only place from which public answers take them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Entrant


@dataclass(frozen=True, slots=True)
class EntrantRef:
    """An entrant as printed; `number` is that of the movement, `state` active or withdrawn."""

    id: str
    number: int
    name: str
    club: str
    country: str
    state: str


COLUMNS = ("id", "number", "person__name", "club", "country", "state")


def entrants_of(event_id: str, ids: Iterable[str] | None = None) -> dict[str, EntrantRef]:
    """The event's entrants (or those with `ids`) by id, in order of number; one statement."""
    entrants = Entrant.objects.filter(event_id=event_id)
    if ids is not None:
        entrants = entrants.filter(id__in=list(ids))
    rows = entrants.order_by("number").values_list(*COLUMNS)
    return {row[0]: EntrantRef(*row) for row in rows}
