"""The hall: what needs somebody, and every table; one table's drawer."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from engine.cards import parse_card
from engine.errors import ParseError
from games.errors import Problem
from games.errors import told as told_of_engine
from games.ids import new_id
from games.models import Call, Dispute, Play, Table
from games.services.answers import RequestKey
from games.slips import Slip
from tournaments.errors import RulingRefused
from tournaments.models import IncidentDecision, IncidentKind
from tournaments.queries.desk import desk
from tournaments.queries.hall import (
    TABLES_A_PAGE,
    disputed_rounds,
    hall,
    played_rounds,
    present_round,
    round_shown,
)
from tournaments.queries.pending import pending
from tournaments.queries.readiness import readiness
from tournaments.queries.registration import asking
from tournaments.services.announce import announce
from tournaments.services.answer_call import close_call, take_call
from tournaments.services.direct_table import (
    extend_turn,
    seat_substitute_bot,
    undo_last_action,
    withdraw_open_claim,
)
from tournaments.services.enter_slip import enter_slip
from tournaments.services.extend_round import extend_round
from tournaments.services.failures import failures_of, try_again
from tournaments.services.freeze_table import freeze_table, resume_table
from tournaments.services.issue_event_table_codes import issue_event_table_codes
from tournaments.services.look_at_board import look_at_board
from tournaments.services.mark_not_played import mark_not_played, mark_to_be_played
from tournaments.services.pause_event import pause_event, resume_event
from tournaments.services.seat_bots import seat_bots
from tournaments.services.settle_dispute import accept_report, settle_dispute
from tournaments.stage_ends import stage_to_direct

from .base import Directing, console, show, whole
from .base import told as refused

#: So many rounds back the hall leads between two rounds; *Rounds* has all.
LOOKED_BACK = 12


@console
def hall_page(request: Directing) -> HttpResponseBase:
    """The round under way; `?part=hall` is only what changes by itself."""
    if request.method == "POST":
        return _act(request)
    number, of_stage = whole(request.GET.get("round")), whole(request.GET.get("stage"))
    looked_up = round_shown(request.event, of_stage, number)
    round_ = looked_up or present_round(request.event)
    if round_ is None or round_.state == "drawn":
        stage = stage_to_direct(request.event)
        points = readiness(request.event, stage)
        waiting = {
            "round": round_,
            "stage": stage,
            "points": points,
            "failures": failures_of(request.event),
            "pending": pending(request.event),
            "played": played_rounds(request.event)[-LOOKED_BACK:],
            "elsewhere": disputed_rounds(request.event),
        }
        part = request.GET.get("part") == "hall"
        # Where a round is over what comes next stands in its place; a drawer stays open beside it.
        page = "console/waiting_part.html" if part else "console/waiting.html"
        return show(request, page, "hall", **waiting)
    if request.GET.get("waiting"):  # a round was released: it has a head of its own
        return HttpResponse(headers={"HX-Refresh": "true"})
    search = request.GET.get("q", "")[:80]
    offset = whole(request.GET.get("from")) or 0
    found = hall(round_, search=search, offset=offset, hidden=request.hidden)
    following = offset + TABLES_A_PAGE
    context = {
        "hall": found,
        # The address names the round where another one than the present is looked at.
        "looked_up": looked_up,
        "elsewhere": disputed_rounds(request.event, round_),
        "search": search,
        "following": following if following < found.found else None,
        "failures": failures_of(request.event),
        "pending": pending(request.event),
        "asking": asking(request.event),
        "preceding": max(0, offset - TABLES_A_PAGE) if offset else None,
    }
    part = request.GET.get("part") == "hall"
    return show(
        request, "console/hall_part.html" if part else "console/hall.html", "hall", **context
    )


def _act(request: Directing) -> HttpResponse:
    """Pause all, go on, more time for all, announce, try again."""
    reason = request.POST.get("reason", "").strip()
    match request.POST.get("do"):
        case "pause":
            pause_event(request.event, request.actor, reason=reason)
            messages.success(request, _("Every table is paused."))
        case "resume":
            resume_event(request.event, request.actor, reason=reason)
            messages.success(request, _("The tables go on."))
        case "extend":
            round_ = present_round(request.event)
            if round_ is None:
                raise Http404
            seconds = whole(request.POST.get("seconds")) or 0
            extend_round(round_, seconds, request.actor, reason=reason)
            messages.success(request, _("Everybody has more time."))
        case "bots":
            round_ = present_round(request.event)
            if round_ is None:
                raise Http404
            count = seat_bots(round_, "greedy", request.actor, reason=reason)
            messages.success(request, _("Bots play on %(n)d seats.") % {"n": count})
        case "try-again":
            try_again(request.event, request.actor)
            messages.success(request, _("It is tried again."))
        case "announce":
            announce(request.event, request.POST.get("text", ""), request.actor)
            messages.success(request, _("It is announced."))
        case _:
            raise Http404
    return HttpResponseRedirect(request.path)


@console
def table_page(request: Directing, number: int, table: int) -> HttpResponseBase:
    """A table's drawer: alone for htmx, within the console otherwise."""
    stage = whole(request.GET.get("stage"))
    found = desk(request.event, number, table, request.hidden, stage=stage)
    if found is None:
        if request.headers.get("HX-Request"):
            return render(request, "console/no_table.html", {"number": table}, status=404)
        raise Http404
    if request.method == "POST":
        try:
            _act_at(request, found.table.table)
        except (Problem, RulingRefused) as fault:
            # A table's own refusals do not know what the event's audit is about.
            about = f"table:{found.table.table_id}"
            messages.error(request, refused(request.event, fault, about))
            if request.POST.get("do") == "slip":  # with what was typed in
                context = {
                    "desk": found,
                    "typed": request.POST.dict(),
                    "doubled": _doubled(request),
                }
                return show(request, "console/table.html", "hall", **context)
        return HttpResponseRedirect(request.get_full_path())
    alone = bool(request.headers.get("HX-Request"))
    template = "console/drawer.html" if alone else "console/table.html"
    menus = {
        "incident_kinds": IncidentKind.choices,
        "incident_decisions": IncidentDecision.choices,
    }
    return show(request, template, "hall", desk=found, **menus)


def _act_at(request: Directing, table: Table) -> None:
    """One table's verbs: freeze, go on, take back, more time, a bot, answer a call."""
    form, actor = request.POST, request.actor
    reason = form.get("reason", "").strip()
    match form.get("do"):
        case "freeze":
            freeze_table(table, actor, reason=reason)
        case "thaw":
            resume_table(table, actor, reason=reason)
        case "undo":
            undo_last_action(table, actor, reason=reason, seen=whole(form.get("seq")))
        case "void-claim":
            withdraw_open_claim(table, actor, reason=reason)
        case "extend":
            extend_turn(table, whole(form.get("seconds")) or 0, actor, reason=reason)
        case "bot":
            seat_substitute_bot(
                table, form.get("seat", ""), form.get("strength", ""), actor, reason=reason
            )
        case "take" | "close":
            call = Call.objects.filter(pk=whole(form.get("call")) or 0, table=table).first()
            if call is None:
                raise Http404
            if form["do"] == "take":
                take_call(call, actor)
            else:
                close_call(call, actor, note=reason[:300])
        case "table-code":
            ((_number, code),) = issue_event_table_codes(request.event, [table.number], actor)
            words = {"table": table.number, "code": f"{code[:4]} {code[4:]}"}
            messages.success(request, _("The code of table %(table)d: %(code)s") % words)
            return
        case "slip":
            _enter_slip(request, _play(request, table))
        case "accept":
            accept_report(request.event, _play(request, table), actor, reason)
        case "look":
            look_at_board(request.event, _play(request, table).board, actor, reason)
        case "not-played" | "to-be-played":
            play = _play(request, table)
            mark = mark_not_played if form["do"] == "not-played" else mark_to_be_played
            mark(play, actor, reason)
        case "stands" | "corrected":
            disputes = Dispute.objects.filter(play__table=table)
            dispute = disputes.filter(pk=whole(form.get("dispute")) or 0).first()
            if dispute is None:
                raise Http404
            settle_dispute(request.event, dispute, form["do"], actor, reason)
        case _:
            raise Http404
    messages.success(request, _("Done."))


def _play(request: Directing, table: Table) -> Play:
    play = table.plays.filter(pk=request.POST.get("play", "")).first()
    if play is None:
        raise Http404
    return play


def _doubled(request: Directing) -> tuple[int, ...]:
    """The positions that doubled, by the boxes of a slip."""
    return tuple(n for n in map(whole, request.POST.getlist("doubled")) if n is not None)


def _enter_slip(request: Directing, play: Play) -> None:
    """A paper slip, through the checks that the players' own reports pass."""
    form = request.POST
    slip = Slip(passed_out=True)
    landlord = whole(form.get("landlord"))
    if landlord is None and form.get("landlord") != "nobody":
        sentence = _("Say who was landlord, or that the board was passed out.")
        raise RulingRefused("landlord_missing", sentence)
    if landlord is None and (form.get("lead", "").strip() or _doubled(request)):
        sentence = _("A first card or a double is given: say who was landlord.")
        raise RulingRefused("landlord_missing", sentence)
    if landlord is not None:
        try:
            lead = parse_card(form.get("lead", "").strip())
        except ParseError as fault:
            raise RulingRefused("bad_lead", told_of_engine(fault)) from fault
        slip = Slip(
            landlord=landlord,
            lead=lead,
            bid=whole(form.get("bid")) or 0,
            doubled=_doubled(request),
            redoubled=bool(form.get("redoubled")),
            bombs=whole(form.get("bombs")) or 0,
            rockets=1 if form.get("rockets") else 0,
            out_first=whole(form.get("out_first")),
            spring=bool(form.get("spring")),
            hands=form.get("hands", "").strip(),
        )
    once = RequestKey(request.actor.reference, "POST", request.path, new_id(), "")
    enter_slip(request.event, play.pk, slip, request.actor, once, sure=bool(form.get("sure")))
