"""Enter house players: bots that fill the last table, or a neutral team that fills a match.

They are not ranked; what they score counts in the field. Owns how many there are and who they are.
That they act by themselves is the release's part, that nobody ranks them the standings'.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Person
from tournaments.entrants_file import EntrantRow
from tournaments.errors import DrawRefused, EventRefused
from tournaments.formats import Format, format_of
from tournaments.models import DrawKind, Entrant, EntrantState, Event, Stage
from tournaments.movements import hands_of

from .actors import Actor
from .audit import record
from .entering import enter, enter_teams, numbered
from .revising import Change, lock, open_stage, store, waits_for_round, work_out

MOST_HOUSE_PLAYERS = 20


def enter_house(
    event: Event,
    actor: Actor,
    reason: str = "",
    *,
    count: int | None = None,
    from_round: int | None = None,
) -> list[Entrant]:
    """Enter `count` house players, or house teams; by default as many as the last table lacks.

    Once drawn they play from `from_round` (default: the next unreleased) on. They leave as
    everybody does. Raises NotPermitted; EventRefused with `no_stage`, `house_not_with_cards`,
    `no_house_in_format`, `tables_are_full`, `house_out_of_range` or `no_round_left`; DrawRefused
    with `teams_stay` or another code of `revising`.
    """
    actor.require(event)
    stage = _stage(event)
    known = _known(event)
    wanted = _wanted(stage, known) if count is None else count
    if not 1 <= wanted <= MOST_HOUSE_PLAYERS:
        sentence = _("There may be 1 to %(most)d house players at a time.")
        words = {"most": MOST_HOUSE_PLAYERS}
        raise EventRefused("house_out_of_range", sentence % words, **words)
    kind = format_of(stage.kind)
    rows = _rows(kind, wanted, sum(is_bot for _state, is_bot in known.values()))
    numbers = [] if kind.teams else numbered(rows, set(known))
    opened = open_stage(event)
    if opened is not None and kind.teams:
        raise DrawRefused("teams_stay", _("The rounds of teams are drawn: nobody can be added."))
    change = Change(DrawKind.LATE_ENTRY, enter=numbers)
    revision = work_out(opened, change, from_round) if opened else None
    with write_transaction():
        locked = lock(revision) if revision else None
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if _known(event) != known:
            raise DrawRefused("changed_meanwhile", _("The entrants have changed: try again."))
        entered = _enter(event, kind, rows, numbers)
        drawn = store(revision, locked) if revision and locked else None
        after = {"entered": [[each.pk, each.number] for each in entered], "draw": drawn}
        record(event, actor, "enter_house", f"event:{event.pk}", reason=reason, after=after)
    return entered


def _stage(event: Event) -> Stage:
    """The first stage, which says how many are needed. Raises EventRefused."""
    stage = event.stages.select_related("event").order_by("number").first()
    if stage is None:
        raise EventRefused("no_stage", _("The event has no stage yet."))
    if event.physical:
        sentence = _("House players are bots: they cannot hold packs of cards.")
        raise EventRefused("house_not_with_cards", sentence)
    kind = format_of(stage.kind)
    if kind.score_out or (kind.knockout and kind.partners):
        sentence = _("In this format somebody is out after each round: it has no house players.")
        raise EventRefused("no_house_in_format", sentence)
    drawn = event.stages.filter(movement__isnull=False).exists()
    if drawn and open_stage(event) is None and not waits_for_round(event):
        raise EventRefused("no_round_left", _("No drawn round is left that they could play."))
    return stage


def _known(event: Event) -> dict[int, tuple[str, bool]]:
    """Everybody's state by number, and whether it is a bot."""
    rows = Entrant.objects.filter(event=event).values_list("number", "state", "person__is_bot")
    return {number: (state, is_bot) for number, state, is_bot in rows}


def _wanted(stage: Stage, known: dict[int, tuple[str, bool]]) -> int:
    """How many the last table, or match, lacks. Raises EventRefused("tables_are_full")."""
    kind = format_of(stage.kind)
    count = sum(state == EntrantState.ACTIVE for state, _is_bot in known.values())
    if kind.knockout:
        wanted = (count + 1) % 2
    elif kind.teams:
        wanted = -count % (2 if kind.partners else 3)
    else:
        wanted = -count % hands_of(stage)
    if not wanted:
        raise EventRefused("tables_are_full", _("Nobody is missing at the last table."))
    return wanted


def _rows(kind: Format, wanted: int, before: int) -> list[EntrantRow]:
    """What a list would say of them."""
    names = [
        _("House %(number)d") % {"number": number}
        for number in range(before + 1, before + 1 + wanted)
    ]
    if not kind.teams:
        return [EntrantRow(line, name) for line, name in enumerate(names)]
    return [
        EntrantRow(place * kind.line_up + member, f"{name} {letter}", team=name)
        for place, name in enumerate(names)
        for member, letter in enumerate("ABCD"[: kind.line_up])
    ]


def _enter(
    event: Event, kind: Format, rows: list[EntrantRow], numbers: Sequence[int]
) -> list[Entrant]:
    if not kind.teams:
        entered = enter(event, rows, list(numbers))
        people = [each.person_id for each in entered]
    else:
        taken = set(event.entrants.values_list("number", flat=True))
        members = enter_teams(event, rows, taken)
        entered = list(dict.fromkeys(member.entrant for member in members))
        people = [each.person_id for each in entered]
        people += [member.player.person_id for member in members]
    Person.objects.filter(pk__in=people).update(is_bot=True)
    return entered
