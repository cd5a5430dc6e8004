"""Enter people into an event that is drawn already: they play from a round on.

Everybody on the list is entered, or nobody. What they missed gives no points.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.issue_code import issue_codes
from tournaments.entrants_file import Faults, read_entrants
from tournaments.errors import DrawRefused, EventRefused
from tournaments.models import DrawKind, Entrant, Event, TeamMember

from .actors import Actor
from .audit import record
from .entering import enter, enter_teams, numbered
from .import_entrants import check_against_event
from .revising import Change, lock, open_stage, store, waits_for_round, work_out


def enter_late(
    event: Event,
    source: bytes | str,
    actor: Actor,
    reason: str = "",
    *,
    from_round: int | None = None,
    sure: bool = False,
) -> list[tuple[Entrant | TeamMember, str]]:
    """Enter everybody on a list from `from_round` (default: the next unreleased) on.

    With `sure` people of the same name and club are different people.

    Between the rounds of a Swiss stage they are simply in the next draw. Returns each new entrant
    with their code, in the list's order. Raises NotPermitted;
    ImportFaults; EventRefused("no_round_left") unless a drawn round is left; DrawRefused with a
    code of `revising`.
    """
    actor.require(event)
    stage = open_stage(event)
    if stage is None and not waits_for_round(event):
        raise EventRefused("no_round_left", _("No drawn round is left that they could play."))
    faults = Faults(sure)
    rows = read_entrants(source, faults)
    taken = check_against_event(event, rows, faults)
    faults.check()
    teams = any(row.team for row in rows)
    if stage is not None and teams:
        raise DrawRefused("teams_stay", _("The rounds of teams are drawn: nobody can be added."))
    numbers = [] if teams else numbered(rows, taken)
    change = Change(DrawKind.LATE_ENTRY, enter=numbers)
    revision = work_out(stage, change, from_round) if stage else None
    with write_transaction():
        locked = lock(revision) if revision else None
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if check_against_event(event, rows, faults) != taken:
            raise DrawRefused("changed_meanwhile", _("The entrants have changed: try again."))
        faults.check()
        entered: Sequence[Entrant | TeamMember]
        entered = enter_teams(event, rows, taken) if teams else enter(event, rows, numbers)
        drawn = store(revision, locked) if revision and locked else None
        codes = issue_codes([each.player for each in entered])
        after = {"entered": [[each.pk, each.number] for each in entered], "draw": drawn}
        record(event, actor, "enter_late", f"event:{event.pk}", reason=reason, after=after)
    return list(zip(entered, codes, strict=True))
