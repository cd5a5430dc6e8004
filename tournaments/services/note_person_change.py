"""A person was changed: every event that names the person has another appearance from now on."""

from games.db import write_transaction
from games.models import Person
from tournaments.models import Entrant

from .actors import SYSTEM
from .audit import record


def note_person_change(person: Person) -> None:
    """Write an audit entry, without the name, in each event that the person was entered in.

    Public answers are tagged by the number of decisions: a corrected or removed name reaches
    whoever has an answer with the old one.
    """
    with write_transaction():
        for entrant in Entrant.objects.filter(person=person).select_related("event"):
            record(entrant.event, SYSTEM, "change_person", f"person:{person.pk}")
