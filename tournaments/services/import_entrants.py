"""Enter the people of a list into an event: everybody, or nobody.

Owns the check against what is entered already, the numbers, and the codes, which are shown once.
The reading of the list itself is `tournaments.entrants_file`.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.issue_code import issue_codes
from tournaments.entrants_file import SMALLEST_TEAM, EntrantRow, Faults, read_entrants, teams_of
from tournaments.errors import EventRefused
from tournaments.formats import format_of
from tournaments.models import Entrant, Event, TeamMember

from .actors import Actor
from .audit import record
from .entering import enter, enter_teams, numbered


def import_entrants(
    event: Event, source: bytes | str, actor: Actor, *, sure: bool = False
) -> list[tuple[Entrant | TeamMember, str]]:
    """Enter everybody on a list; return each new player with their code, in the list's order.

    With teams on the list these are entered, and the players are their members.

    With `sure` people of the same name and club are different people.

    `source` is the file's bytes or the pasted text, as `entrants_file` reads it. Rows without a
    number get the lowest free ones. Raises NotPermitted; ImportFaults with every fault by line;
    EventRefused("already_drawn") once a stage has been drawn.
    """
    actor.require(event)
    faults = Faults(sure)
    rows = read_entrants(source, faults)
    with write_transaction():
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if event.stages.filter(movement__isnull=False).exists():
            sentence = _("The event is drawn already: undo the draw before entering more people.")
            raise EventRefused("already_drawn", sentence)
        taken = check_against_event(event, rows, faults)
        faults.check()
        entered: Sequence[Entrant | TeamMember]
        if any(row.team for row in rows):
            entered = enter_teams(event, rows, taken)
            named = {member.entrant for member in entered if isinstance(member, TeamMember)}
        else:
            entered = enter(event, rows, numbered(rows, taken))
            named = {entrant for entrant in entered if isinstance(entrant, Entrant)}
        codes = issue_codes([each.player for each in entered])
        after = {"entrants": sorted([each.pk, each.number] for each in named)}
        record(event, actor, "import_entrants", f"event:{event.pk}", after=after)
    return list(zip(entered, codes, strict=True))


def check_against_event(event: Event, rows: list[EntrantRow], faults: Faults) -> set[int]:
    """Return the numbers in use; note in `faults` everybody who is entered already."""
    numbers: set[int] = set()
    people: dict[tuple[str, str, str], int] = {}
    names: dict[str, int] = {}
    entered = event.entrants.values_list("number", "person__name", "club", "country")
    for number, name, club, country in entered:
        numbers.add(number)
        names[name.casefold()] = number
        people[(name.casefold(), club.casefold(), country.casefold())] = number
    for row in rows:
        if row.number in numbers:
            sentence = _("The number %(number)d belongs to an entrant already.")
            faults.add(row.line, "number", "number_taken", sentence % {"number": row.number})
        if row.team and row.team.casefold() in names:
            sentence = _("This team is entered already, with the number %(number)d.")
            words = {"number": names[row.team.casefold()]}
            faults.add(row.line, "team", "team_entered", sentence % words)
        if row.identity is not None and row.identity in people:
            sentence = _("This person is entered already, with the number %(number)d.")
            words = {"number": people[row.identity]}
            faults.add(row.line, "name", "already_entered", sentence % words)
    _check_line_ups(event, rows, faults)
    return numbers


def _check_line_ups(event: Event, rows: list[EntrantRow], faults: Faults) -> None:
    """Note in `faults` the teams that are too small for the event's formats (four-a-side)."""
    kinds = event.stages.values_list("kind", flat=True)
    least = max((format_of(kind).line_up for kind in kinds), default=1)
    for team in teams_of(rows).values():
        if team[0].team and SMALLEST_TEAM <= len(team) < least:
            faults.team_too_small(team, least)
