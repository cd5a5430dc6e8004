"""Entrants: a list with its faults by line; who goes, returns, is replaced; line-ups, codes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from django.contrib import messages
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.utils.translation import gettext as _

from games.models import Player
from games.models.people import RemovedName
from games.services.issue_code import pin_of
from tournaments.entrants_file import Faults, read_entrants
from tournaments.errors import EventRefused, ImportFaults
from tournaments.formats import format_of
from tournaments.models import Draw, Entrant, Event, LineUp, Registration, Substitution, TeamMember
from tournaments.queries.registration import enters_teams, registrations
from tournaments.services.actors import RUNNING
from tournaments.services.decide_registration import approve_registration, refuse_registration
from tournaments.services.enter_house import enter_house
from tournaments.services.enter_late import enter_late
from tournaments.services.import_entrants import import_entrants
from tournaments.services.issue_entrant_codes import code_holders, issue_entrant_codes
from tournaments.services.issue_event_table_codes import (
    MOST_TABLES,
    issue_event_table_codes,
)
from tournaments.services.remove_person import remove_person
from tournaments.services.set_line_up import set_line_up
from tournaments.services.substitute import end_substitution, substitute
from tournaments.services.withdraw_entrant import (
    disqualify_entrant,
    readmit_entrant,
    withdraw_entrant,
)
from tournaments.stage_ends import stage_to_direct

from .base import Directing, console, show, whole

A_PAGE = 50


@console
def entrants_page(request: Directing) -> HttpResponseBase:
    """The list; codes are shown once, on the page that answers."""
    codes: Sequence[tuple[Entrant | TeamMember, str]] = []
    table_codes: Sequence[tuple[int, str]] = []
    faults: ImportFaults | None = None
    namesake = ""
    if request.method == "POST" and request.POST.get("do") in ("import", "one"):
        drawn_before = _newest_draw(request)
        try:
            codes = _import(request)
            _tell_new_draw(request, drawn_before)
        except ImportFaults as fault:
            faults = fault
    elif request.method == "POST" and request.POST.get("do") in ("codes", "code"):
        everybody = request.POST["do"] == "codes"
        holders = code_holders(request.event) if everybody else _chosen(request)
        codes = issue_entrant_codes(request.event, holders, request.actor)
    elif request.method == "POST" and request.POST.get("do") == "table-codes":
        last = min(whole(request.POST.get("tables")) or 0, MOST_TABLES)
        table_codes = issue_event_table_codes(request.event, range(1, last + 1), request.actor)
    elif request.method == "POST":
        if request.POST.get("registration"):
            _answer(request)
        elif request.POST.get("do") == "house":
            entered = enter_house(request.event, request.actor, request.POST.get("reason", ""))
            words = {"names": ", ".join(each.person.name for each in entered)}
            messages.success(request, _("Entered: %(names)s.") % words)
        else:
            try:
                _move(request)
            except EventRefused as fault:
                if fault.code != "same_name":
                    raise
                namesake = fault.detail
        if not namesake:
            return HttpResponseRedirect(request.get_full_path())
    search = request.GET.get("q", "").strip()[:80]
    offset = whole(request.GET.get("from")) or 0
    rows = _matching(request, search).order_by("number")
    found = rows.count()
    page = list(rows[offset : offset + A_PAGE])
    live = request.GET.get("entries") != "all" and not search
    entries = registrations(request.event, live=live, search=search)
    return show(
        request,
        "console/entrants.html",
        "entrants",
        entrants=page,
        found=found,
        following=offset + A_PAGE if offset + A_PAGE < found else None,
        preceding=max(0, offset - A_PAGE) if offset else None,
        search=search,
        codes=[(holder, code, pin_of(code)) for holder, code in codes],
        table_codes=table_codes,
        faults=faults,
        namesake=namesake,
        typed=request.POST.dict() if namesake else {},
        all_are_entered=faults is not None and _all_are_entered(request, faults),
        text=_source(request) if faults and not request.FILES else "",
        teams=enters_teams(request.event),
        drawn=request.event.stages.filter(movement__isnull=False).exists(),
        substitutes=_substitutes(page),
        members=_members(page),
        line_ups=_line_ups(page),
        line_up_size=_line_up_size(request.event),
        registrations=entries[:A_PAGE],
        more_registrations=max(0, len(entries) - A_PAGE),
        registered=request.event.registrations.exists(),
        people=_people(page) if request.role in RUNNING else {},
    )


def _matching(request: Directing, search: str) -> QuerySet[Entrant]:
    """The entrants with a number, or with a name (also a member's) that holds the text."""
    rows = Entrant.objects.filter(event=request.event).select_related("person", "player__person")
    number = whole(search)
    if number is not None:
        return rows.filter(number=number)
    if search:
        member = TeamMember.objects.filter(
            entrant=OuterRef("pk"), player__person__name__icontains=search
        )
        return rows.filter(Q(person__name__icontains=search) | Exists(member))
    return rows


def _substitutes(page: Sequence[Entrant]) -> dict[str, Substitution]:
    """Who sits, or is to sit, for each of these entrants."""
    rows = Substitution.objects.filter(entrant__in=page, last_round=None)
    return {row.entrant_id: row for row in rows.select_related("player__person")}


def _members(page: Sequence[Entrant]) -> dict[str, list[TeamMember]]:
    """The members of those that are teams, by their places."""
    members: dict[str, list[TeamMember]] = {}
    rows = TeamMember.objects.filter(entrant__in=page).select_related("player__person")
    for row in rows.order_by("place"):
        members.setdefault(row.entrant_id, []).append(row)
    return members


def _line_ups(page: Sequence[Entrant]) -> dict[str, list[LineUp]]:
    """The line-ups that were set for those that are teams, by stage and round."""
    found: dict[str, list[LineUp]] = {}
    rows = LineUp.objects.filter(entrant__in=page).order_by("stage__number", "from_round")
    for row in rows:
        found.setdefault(row.entrant_id, []).append(row)
    return found


def _line_up_size(event: Event) -> int:
    """How many play for a team of the event at a time; 1 where there are no teams."""
    kinds = event.stages.values_list("kind", flat=True)
    return max((format_of(kind).line_up for kind in kinds), default=1)


def _people(page: Sequence[Entrant]) -> dict[str, list[Player]]:
    """Who plays or has played for each of these, whose data may be removed: nobody twice."""
    members = _members(page)
    pairs = [(row.pk, row.player) for row in page if row.pk not in members]
    pairs += [(team, row.player) for team, rows in members.items() for row in rows]
    sat = Substitution.objects.filter(entrant__in=page).select_related("player__person")
    pairs += [(row.entrant_id, row.player) for row in sat.order_by("pk")]
    people: dict[str, list[Player]] = {}
    for entrant, player in dict.fromkeys(pairs):
        if not isinstance(player.person.name, RemovedName):
            people.setdefault(entrant, []).append(player)
    return people


def _answer(request: Directing) -> None:
    """Approve or refuse somebody who entered by the page, or remove their data."""
    form = request.POST
    rows = Registration.objects.filter(event=request.event).select_related("event", "person")
    row = rows.filter(pk=form["registration"]).first()
    if row is None:
        raise Http404
    reason = form.get("reason", "").strip()
    match form.get("do"):
        case "approve":
            approve_registration(row, request.actor, reason, sure=bool(form.get("sure")))
        case "refuse":
            refuse_registration(row, request.actor, reason)
        case "forget":
            _refuse_unsure(request)
            remove_person(row.person, request.actor)
        case _:
            raise Http404
    messages.success(request, _("Done."))


def _refuse_unsure(request: Directing) -> None:
    if not request.POST.get("sure"):
        raise EventRefused("not_sure", _("Tick “for ever”: it cannot be undone."))


def _meant(request: Directing, entrant: Entrant) -> Player:
    """The player of an entrant that a form names: themselves, a member, a substitute."""
    wanted = request.POST.get("player") or entrant.player_id
    found = next((p for p in _people([entrant]).get(entrant.pk, []) if p.pk == wanted), None)
    if found is None:
        raise Http404
    return found


def _newest_draw(request: Directing) -> Draw | None:
    return Draw.objects.filter(stage__event=request.event).order_by("-pk").first()


def _tell_new_draw(request: Directing, before: Draw | None) -> None:
    """Say from which round on people come or go, where the rounds to come were drawn anew."""
    now = _newest_draw(request)
    if before is None or now is None or now == before:
        return
    sentence = _("From round %(n)d on everything is drawn anew: sheets printed before are old.")
    messages.success(request, sentence % {"n": now.from_round})


def _source(request: Directing) -> bytes | str:
    """The list: a file, a pasted text, or one person's name and club."""
    if request.POST.get("do") == "one":
        text = io.StringIO()
        rows = csv.writer(text)
        rows.writerow(["name", "club"])
        rows.writerow([request.POST.get(name, "") for name in ("name", "club")])
        return text.getvalue()
    upload = request.FILES.get("file")
    if upload is None:
        return request.POST.get("text", "")
    upload.seek(0)
    return b"".join(upload.chunks())


def _all_are_entered(request: Directing, faults: ImportFaults) -> bool:
    """Whether everybody on the list is entered already: the page was loaded again."""
    found = {each["line"] for each in faults.errors if each["code"] == "already_entered"}
    if not found:
        return False
    return found == {row.line for row in read_entrants(_source(request), Faults(sure=True))}


def _import(request: Directing) -> Sequence[tuple[Entrant | TeamMember, str]]:
    source = _source(request)
    sure = bool(request.POST.get("sure"))
    if request.event.stages.filter(movement__isnull=False).exists():
        reason, first = request.POST.get("reason", ""), whole(request.POST.get("from_round"))
        return enter_late(request.event, source, request.actor, reason, from_round=first, sure=sure)
    return import_entrants(request.event, source, request.actor, sure=sure)


def _chosen(request: Directing) -> list[Entrant]:
    rows = Entrant.objects.filter(event=request.event).select_related("person", "player", "event")
    number = whole(request.POST.get("number")) or 0
    found = rows.filter(number=number).first()
    if found is None:
        raise Http404
    return [found]


def _move(request: Directing) -> None:
    (entrant,) = _chosen(request)
    drawn_before = _newest_draw(request)
    reason = request.POST.get("reason", "").strip()
    first = whole(request.POST.get("from_round"))
    match request.POST.get("do"):
        case "withdraw":
            withdraw_entrant(entrant, request.actor, reason, from_round=first)
        case "disqualify":
            disqualify_entrant(entrant, request.actor, reason, from_round=first)
        case "remove":
            _refuse_unsure(request)
            remove_person(_meant(request, entrant).person, request.actor)
        case "readmit":
            readmit_entrant(entrant, request.actor, reason, from_round=first)
        case "substitute":
            name = request.POST.get("name", "")
            instead = request.POST.get("instead") or None
            _row, code = substitute(
                entrant,
                request.actor,
                reason,
                name=name,
                from_round=first,
                instead=instead,
                sure=bool(request.POST.get("sure")),
            )
            words = {"name": name, "code": code}
            messages.success(request, _("%(name)s sits with the code %(code)s.") % words)
            if code is not None and request.event.physical:
                messages.success(request, f"{_('PIN')} {pin_of(code)}")
            return
        case "end-substitution":
            end_substitution(entrant, request.actor, reason, from_round=first)
        case "line-up":
            _set_line_up(request, entrant, reason, first)
            return
        case _:
            raise Http404
    entrant.refresh_from_db()
    words = {"entrant": str(entrant), "state": entrant.get_state_display()}
    messages.success(request, _("Done: %(entrant)s, %(state)s.") % words)
    _tell_new_draw(request, drawn_before)


def _set_line_up(request: Directing, entrant: Entrant, reason: str, first: int | None) -> None:
    stage = stage_to_direct(request.event)
    if stage is None:
        raise Http404
    places = re.findall(r"[0-9]{1,4}", request.POST.get("places", ""))
    if len(places) == 1:  # "123"
        places = list(places[0])
    chosen = [int(place) for place in places]
    line_up = set_line_up(stage, entrant, chosen, request.actor, reason, from_round=first)
    names = dict(entrant.members.values_list("place", "player__person__name"))
    who = ", ".join(f"{place} {names[place]}" for place in line_up.places)
    words = {"n": line_up.from_round, "team": entrant.person.name, "who": who}
    messages.success(request, _("From round %(n)d on %(team)s plays with %(who)s.") % words)
