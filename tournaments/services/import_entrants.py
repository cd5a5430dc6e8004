"""Enter the people of a list into an event: everybody, or nobody.

Owns the check against what is entered already, the numbers, and the codes, which are shown once.
The reading of the list itself is `tournaments.entrants_file`.
"""

from itertools import count

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Person, Player
from games.services.issue_code import issue_codes
from tournaments.entrants_file import EntrantRow, Faults, read_entrants
from tournaments.errors import EventRefused
from tournaments.models import Entrant, Event

from .actors import Actor
from .audit import record

#: Rows written by one statement: the number of statements grows with the batches, not the rows.
BATCH = 1000


def import_entrants(event: Event, source: bytes | str, actor: Actor) -> list[tuple[Entrant, str]]:
    """Enter everybody on a list; return each new entrant with their code, in the list's order.

    `source` is the file's bytes or the pasted text, as `entrants_file` reads it. Rows without a
    number get the lowest free ones. Raises NotPermitted; ImportFaults with every fault by line;
    EventRefused("already_drawn") once a stage has been drawn.
    """
    actor.require(event)
    faults = Faults()
    rows = read_entrants(source, faults)
    with write_transaction():
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if event.stages.filter(movement__isnull=False).exists():
            sentence = _("The event is drawn already: undo the draw before entering more people.")
            raise EventRefused("already_drawn", sentence)
        taken = check_against_event(event, rows, faults)
        faults.check()
        entrants = enter(event, rows, numbered(rows, taken))
        codes = issue_codes([entrant.player for entrant in entrants])
        after = {"entrants": [[entrant.pk, entrant.number] for entrant in entrants]}
        record(event, actor, "import_entrants", f"event:{event.pk}", after=after)
    return list(zip(entrants, codes, strict=True))


def check_against_event(event: Event, rows: list[EntrantRow], faults: Faults) -> set[int]:
    """Return the numbers in use; note in `faults` everybody who is entered already."""
    numbers: set[int] = set()
    people: dict[tuple[str, str, str], int] = {}
    entered = event.entrants.values_list("number", "person__name", "club", "country")
    for number, name, club, country in entered:
        numbers.add(number)
        people[(name.casefold(), club.casefold(), country.casefold())] = number
    for row in rows:
        if row.number in numbers:
            sentence = _("The number %(number)d belongs to an entrant already.")
            faults.add(row.line, "number", "number_taken", sentence % {"number": row.number})
        if row.identity is not None and row.identity in people:
            sentence = _("This person is entered already, with the number %(number)d.")
            words = {"number": people[row.identity]}
            faults.add(row.line, "name", "already_entered", sentence % words)
    return numbers


def numbered(rows: list[EntrantRow], taken: set[int]) -> list[int]:
    """Return the number of each row: its own, or the lowest that is free."""
    taken = taken | {row.number for row in rows if row.number is not None}
    free = (number for number in count(1) if number not in taken)
    return [row.number if row.number is not None else next(free) for row in rows]


def enter(event: Event, rows: list[EntrantRow], numbers: list[int]) -> list[Entrant]:
    """Make the people, players and entrants of a list, inside the caller's transaction."""
    people = [Person(name=row.name) for row in rows]
    players = [Player(person=person, realm=event.pk) for person in people]
    entrants = [
        Entrant(
            event=event,
            number=number,
            person=player.person,
            player=player,
            club=row.club,
            country=row.country,
            rating=row.rating,
        )
        for row, player, number in zip(rows, players, numbers, strict=True)
    ]
    Person.objects.bulk_create(people, batch_size=BATCH)
    Player.objects.bulk_create(players, batch_size=BATCH)
    Entrant.objects.bulk_create(entrants, batch_size=BATCH)
    return entrants
