"""Entrants: a pasted list with its faults by line, withdrawals, returns, substitutes, new codes."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.utils.translation import gettext as _

from tournaments.errors import ImportFaults
from tournaments.models import Entrant, TeamMember
from tournaments.services.enter_late import enter_late
from tournaments.services.import_entrants import import_entrants
from tournaments.services.issue_entrant_codes import code_holders, issue_entrant_codes
from tournaments.services.substitute import end_substitution, substitute
from tournaments.services.withdraw_entrant import readmit_entrant, withdraw_entrant

from .base import Directing, console, show, whole


@console
def entrants_page(request: Directing) -> HttpResponseBase:
    """The list; codes are shown once, on the page that answers."""
    codes: Sequence[tuple[Entrant | TeamMember, str]] = []
    faults: ImportFaults | None = None
    if request.method == "POST" and request.POST.get("do") == "import":
        try:
            codes = _import(request)
        except ImportFaults as fault:
            faults = fault
    elif request.method == "POST" and request.POST.get("do") in ("codes", "code"):
        everybody = request.POST["do"] == "codes"
        holders = code_holders(request.event) if everybody else _chosen(request)
        codes = issue_entrant_codes(request.event, holders, request.actor)
    elif request.method == "POST":
        _move(request)
        return HttpResponseRedirect(request.path)
    search = request.GET.get("q", "")[:80]
    rows = Entrant.objects.filter(event=request.event).select_related("person", "player")
    if search:
        rows = rows.filter(person__name__icontains=search)
    return show(
        request,
        "console/entrants.html",
        "entrants",
        entrants=rows.order_by("number"),
        search=search,
        codes=codes,
        faults=faults,
        text=request.POST.get("text", "") if faults else "",
        drawn=request.event.stages.filter(movement__isnull=False).exists(),
    )


def _import(request: Directing) -> Sequence[tuple[Entrant | TeamMember, str]]:
    upload = request.FILES.get("file")
    source: bytes | str = request.POST.get("text", "")
    if upload is not None:
        source = b"".join(upload.chunks())
    if request.event.stages.filter(movement__isnull=False).exists():
        reason = request.POST.get("reason", "")
        return enter_late(request.event, source, request.actor, reason)
    return import_entrants(request.event, source, request.actor)


def _chosen(request: Directing) -> list[Entrant]:
    rows = Entrant.objects.filter(event=request.event).select_related("person", "player", "event")
    number = whole(request.POST.get("number")) or 0
    found = rows.filter(number=number).first()
    if found is None:
        raise Http404
    return [found]


def _move(request: Directing) -> None:
    (entrant,) = _chosen(request)
    reason = request.POST.get("reason", "").strip()
    match request.POST.get("do"):
        case "withdraw":
            withdraw_entrant(entrant, request.actor, reason)
        case "readmit":
            readmit_entrant(entrant, request.actor, reason)
        case "substitute":
            name = request.POST.get("name", "")
            _row, code = substitute(entrant, request.actor, reason, name=name)
            words = {"name": name, "code": code}
            messages.success(request, _("%(name)s sits with the code %(code)s.") % words)
            return
        case "end-substitution":
            end_substitution(entrant, request.actor, reason)
        case _:
            raise Http404
    messages.success(request, _("Done."))
