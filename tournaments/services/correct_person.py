"""Correct a person's name, and an entrant's club, country, rating, categories and number.

The audit says who corrected which of them and why, and keeps neither the old nor the new text: a
name that was removed may not be read there. Results, ranks and codes stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Person, Player
from games.models.people import RemovedName
from tournaments.entrants_file import EntrantRow, Faults, joined_categories, read_entrant
from tournaments.errors import EventRefused
from tournaments.models import Entrant, Event, Registration
from tournaments.queries.registration import is_drawn

from .actors import Actor
from .audit import record

#: What can be corrected, of an entrant; of a member of a team or a substitute the name alone.
FIELDS = ("name", "club", "country", "number", "rating", "categories")


def data_of(player: Player) -> dict[str, str]:
    """What is known of a player, as a form or a list writes it."""
    entrant = Entrant.objects.filter(player=player).first()
    if entrant is None:
        return {"name": str(player.person.name)}
    rating = "" if entrant.rating is None else str(entrant.rating)
    numbers = {"number": str(entrant.number), "rating": rating}
    return {
        "name": str(player.person.name),
        "club": entrant.club,
        "country": entrant.country,
        **numbers,
        "categories": joined_categories(entrant.categories),
    }


def correct_person(
    event: Event,
    player: Player,
    actor: Actor,
    wanted: Mapping[str, str],
    reason: str = "",
    *,
    seen: Mapping[str, str] | None = None,
    sure: bool = False,
) -> list[str]:
    """Write what is `wanted` of a player of the event; return the names of what has changed.

    `seen` is what was read before: somebody else's change of the same is not written over. With
    `sure` somebody of the same name, club and country is another person. Raises NotPermitted;
    ImportFaults with every fault by field; EventRefused with `person_removed`, `changed_meanwhile`,
    `already_drawn` (numbers), `not_an_entrant` or `reason_too_long`.
    """
    actor.require(event)
    if len(reason) > 500:
        raise EventRefused("reason_too_long", _("The reason is too long."))
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        person = Person.objects.select_for_update(no_key=True).get(pk=player.person_id)
        about = f"person:{person.pk}"
        if isinstance(person.name, RemovedName):
            raise EventRefused("person_removed", _("Their data was removed."), about=about)
        now = data_of(Player.objects.select_related("person").get(pk=player.pk))
        if wanted.keys() - now.keys():
            sentence = _("Only the name of a member or a substitute can be corrected.")
            raise EventRefused("not_an_entrant", sentence)
        changed = [name for name, value in wanted.items() if value.strip() != now[name]]
        if any(now[name] != (seen or now).get(name, now[name]) for name in changed):
            sentence = _("Somebody else has changed this meanwhile. Look at it again.")
            raise EventRefused("changed_meanwhile", sentence, about=about)
        if not changed:
            return []
        row = _checked(event, player, {**now, **wanted}, changed, sure)
        _write(event, person, player, row, changed)
        numbers = {"number": int(now["number"])} if "number" in changed else None
        after = {"changed": changed} | ({"number": row.number} if numbers else {})
        for one in Event.objects.filter(pk__in=person.players.values("realm")):
            own = one.pk == event.pk
            before = numbers if own else None
            told = after if own else {"changed": ["name"]}
            if own or "name" in changed:
                record(
                    one, actor, "correct_person", about, reason=reason, before=before, after=told
                )
    return changed


def _checked(
    event: Event, player: Player, data: Mapping[str, str], changed: list[str], sure: bool
) -> EntrantRow:
    """The row as it should be. Raises ImportFaults, EventRefused("already_drawn")."""
    faults = Faults(sure)
    row = read_entrant(faults, **data)
    others = Entrant.objects.filter(event=event).exclude(player=player)
    if "number" in changed:
        if is_drawn(event):
            sentence = _("The event is drawn: everybody keeps the number.")
            raise EventRefused("already_drawn", sentence)
        if row.number is None:
            faults.add(None, "number", "number_invalid", _("An entrant has a number."))
        elif others.filter(number=row.number).exists():
            sentence = _("The number %(number)d belongs to an entrant already.")
            faults.add(None, "number", "number_taken", sentence % {"number": row.number})
    if row.identity is not None and "club" in data and {"name", "club", "country"} & set(changed):
        for number, *identity in others.values_list("number", "person__name", "club", "country"):
            if tuple(each.casefold() for each in identity) == row.identity:
                sentence = _("This person is entered already, with the number %(number)d.")
                faults.add(None, "name", "already_entered", sentence % {"number": number})
    faults.check(_("Nothing was changed: see below."))
    return row


def _write(
    event: Event, person: Person, player: Player, row: EntrantRow, changed: list[str]
) -> None:
    if "name" in changed:
        # Not `save`: that lets the events know by an entry of the system's.
        Person.objects.filter(pk=person.pk).update(name=row.name)
    values = {name: getattr(row, name) for name in changed if name != "name"}
    if "categories" in values:
        values["categories"] = list(row.categories)
    if not values:
        return
    entrants = Entrant.objects.filter(player=player)
    if "number" in values:
        _renumber_pairs(event, entrants.get().number, values["number"])
    entrants.update(**values)
    asked = {name: value for name, value in values.items() if name in ("club", "country")}
    if asked:
        Registration.objects.filter(entrant__player=player).update(**asked)


def _renumber_pairs(event: Event, before: int, after: int) -> None:
    """Who is not to meet whom is known by numbers."""
    for stage in event.stages.exclude(forbidden_pairs=[]):
        pairs = [[after if n == before else n for n in pair] for pair in stage.forbidden_pairs]
        if pairs != stage.forbidden_pairs:
            stage.forbidden_pairs = pairs
            stage.save(update_fields=["forbidden_pairs"])
