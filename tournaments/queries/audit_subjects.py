"""What entries of the audit are about, in words: a table and its board, a round, an entrant.

Reads only; a name is the person's of today, so that removed data stays removed. What has no words
of its own keeps its reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from games.models import Board, Play, Table
from tournaments.models import Entrant, Event, Round, Ruling, Session, Stage


def audit_subjects(event: Event, targets: Iterable[str]) -> dict[str, str]:
    """Each reference ("play:…") of one event in words; at most one statement a kind."""
    ids: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for target in set(targets):
        kind, _colon, pk = target.partition(":")
        if kind in ids:
            ids[kind].append(pk)
    found = {f"event:{event.pk}": event.name}
    for kind, words in _KINDS.items():
        found |= {f"{kind}:{pk}": text for pk, text in words(event, ids[kind]).items()}
    return found


def _plays(event: Event, ids: list[str]) -> dict[str, str]:
    place = "table__round_table__round"
    rows = Play.objects.filter(pk__in=ids, **{f"{place}__stage__event": event})
    text = _("Round %(round)d, table %(table)d, board %(board)d")
    return {
        pk: text % {"round": number, "table": table, "board": board}
        for pk, number, table, board in rows.values_list(
            "pk", f"{place}__number", "table__number", "board__number"
        )
    }


def _tables(event: Event, ids: list[str]) -> dict[str, str]:
    rows = Table.objects.filter(pk__in=ids, round_table__round__stage__event=event)
    text = _("Round %(round)d, table %(table)d")
    return {
        pk: text % {"round": number, "table": table}
        for pk, number, table in rows.values_list("pk", "round_table__round__number", "number")
    }


def _boards(event: Event, ids: list[str]) -> dict[str, str]:
    rows = Board.objects.filter(pk__in=ids, board_set__session__stage__event=event)
    return {pk: _("Board %(number)s") % {"number": n} for pk, n in rows.values_list("pk", "number")}


def _rounds(event: Event, ids: list[str]) -> dict[str, str]:
    rows = Round.objects.filter(pk__in=ids, stage__event=event)
    return {pk: _("Round %(number)s") % {"number": n} for pk, n in rows.values_list("pk", "number")}


def _stages(event: Event, ids: list[str]) -> dict[str, str]:
    rows = Stage.objects.filter(pk__in=ids, event=event).values_list("pk", "number", "name")
    text = _("Stage %(number)s")
    return {pk: f"{text % {'number': number}} {name}".strip() for pk, number, name in rows}


def _sessions(event: Event, ids: list[str]) -> dict[str, str]:
    rows = Session.objects.filter(pk__in=_numbers(ids), stage__event=event)
    text = _("Session %(number)s")
    return {str(pk): text % {"number": n} for pk, n in rows.values_list("pk", "number")}


def _entrants(event: Event, ids: list[str]) -> dict[str, str]:
    rows = Entrant.objects.filter(pk__in=ids, event=event).select_related("person")
    return {row.pk: str(row) for row in rows}


def _rulings(event: Event, ids: list[str]) -> dict[str, str]:
    rows = Ruling.objects.filter(pk__in=_numbers(ids), stage__event=event)
    rows = rows.select_related("play__table__round_table__round", "play__board", "board")
    return {str(row.pk): _ruled(row) for row in rows}


def _ruled(ruling: Ruling) -> str:
    """The kind of a ruling, and where it holds."""
    kind = str(ruling.get_kind_display())
    if ruling.play is not None:
        table = ruling.play.table
        words = {"table": table.number, "board": ruling.play.board.number}
        words["round"] = table.round_table.round.number
        return f"{kind} · {_('Round %(round)d, table %(table)d, board %(board)d') % words}"
    if ruling.board is not None:
        return f"{kind} · {_('Board %(number)s') % {'number': ruling.board.number}}"
    return kind


def _users(_event: Event, ids: list[str]) -> dict[str, str]:
    rows = User.objects.filter(pk__in=_numbers(ids)).values_list("pk", "username")
    return {str(pk): name for pk, name in rows}


def _numbers(ids: list[str]) -> list[int]:
    return [int(each) for each in ids if each.isascii() and each.isdigit()]


_KINDS: dict[str, Callable[[Event, list[str]], dict[str, str]]] = {
    "play": _plays,
    "table": _tables,
    "board": _boards,
    "round": _rounds,
    "stage": _stages,
    "session": _sessions,
    "entrant": _entrants,
    "ruling": _rulings,
    "user": _users,
}
