"""Rounds: draw, look, release, finish, undo. Refusals come as sentences with what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Board, BoardKind
from tournaments.errors import DrawRefused, MovementFaults, RulingRefused
from tournaments.formats import format_of
from tournaments.models import Elimination, Event, Round, RoundState, Session, Stage
from tournaments.public_values import sessions_of_draw, sessions_without_value
from tournaments.queries.check_in import has_begun, missing
from tournaments.queries.hall import played_rounds
from tournaments.queries.movement import unseparated
from tournaments.score_out import threshold_of
from tournaments.services.add_round import add_round, drop_round
from tournaments.services.bring_public_value import bring_public_value
from tournaments.services.correct_public_value import correct_public_value
from tournaments.services.cut_round import cut_round, preview_cut, reinstate, undo_cut
from tournaments.services.draw_round import draw_round
from tournaments.services.draw_stage import draw_stage
from tournaments.services.finish_round import finish_round
from tournaments.services.limit_tables import limit_tables
from tournaments.services.open_board import open_board
from tournaments.services.opening import withheld_boards
from tournaments.services.release_round import release_round
from tournaments.services.reveal_session import reveal_session
from tournaments.services.reveal_withheld import reveal_withheld
from tournaments.services.swap_drawn import swap_drawn, work_out_swap
from tournaments.services.undo_draw import undo_draw
from tournaments.services.undo_release import undo_release
from tournaments.services.undo_round import added_round, undo_round
from tournaments.stage_ends import has_ended, light_stages, stage_to_direct

from .base import Directing, console, show, whole

#: What a swap is told to cost: of the round, and of the whole movement.
COSTS = {
    "forbidden_pairs": gettext_lazy("forbidden pairs at one table"),
    "club_pairs": gettext_lazy("pairs of one club at one table"),
    "spread": gettext_lazy("spread of scores, all tables together"),
    "repeats": gettext_lazy("pairs who have met before"),
    "position_excess": gettext_lazy("boards by which positions get out of balance"),
    "cost": gettext_lazy("cost of the round as the draw counts it"),
}
FIGURES = {
    "repeat_meetings": gettext_lazy("repeat meetings of the whole stage"),
    "position_imbalance": gettext_lazy("boards between most and least often held position"),
    "order_imbalance": gettext_lazy("imbalance of the acting order"),
    "bye_imbalance": gettext_lazy("byes between most and fewest"),
}
UNDER_WAY = (RoundState.RELEASED, RoundState.PLAYING)


@console
def rounds_page(request: Directing) -> HttpResponseBase:
    """All rounds of the stage that is directed now, and what can be done next."""
    stage = stage_to_direct(request.event)
    if request.method == "POST":
        if stage is None:
            raise Http404
        try:
            return _act(request, stage)
        except MovementFaults as fault:
            return _rounds(request, stage, fault)
    return _rounds(request, stage)


def _rounds(
    request: Directing, stage: Stage | None, faults: MovementFaults | None = None
) -> HttpResponse:
    """The page; with the faults of a movement that was pasted, and what was pasted."""
    rounds = [] if stage is None else list(stage.rounds.order_by("number"))
    return show(
        request,
        "console/rounds.html",
        "rounds",
        stage=stage,
        faults=faults,
        movement_csv=request.POST.get("movement_csv", "") if faults else "",
        rounds=rounds,
        earlier=[
            each
            for each in played_rounds(request.event)
            if stage is not None and each.stage != stage.number
        ],
        by_round=stage is not None and format_of(stage.kind).round_by_round,
        added=None if stage is None else added_round(stage),
        teams=stage is not None and format_of(stage.kind).teams,
        by_hand=stage is not None and format_of(stage.kind).is_barometer,
        unseparated=[] if stage is None else unseparated(stage),
        certificate=None if stage is None else stage.certificate,
        released=any(each.state != RoundState.DRAWN for each in rounds),
        under_way=any(each.state in UNDER_WAY for each in rounds),
        waiting=[] if stage is None else sessions_without_value(stage),
        valued=[] if stage is None or not stage.public_value_name else _valued(stage, rounds),
        to_reveal=_to_reveal(request.event),
        withheld=withheld_boards(request.event).count() if request.event.withheld_rounds else 0,
        revealed=Session.objects.filter(
            stage__event=request.event, board_set__revealed_at__isnull=False
        ).exists(),
        newest=next((each for each in reversed(rounds) if each.state != RoundState.DRAWN), None),
        following=next((each for each in rounds if each.state == RoundState.DRAWN), None),
        least=6 if stage is None else format_of(stage.kind).fewest,
        entrants=_people(request.event, stage),
        away=missing(request.event) if has_begun(request.event) else (),
        **_cut(stage, rounds),
    )


def _people(event: Event, stage: Stage | None) -> int:
    """How many a stage is drawn for; before, how many take part in the event, or qualify."""
    if stage is not None and stage.movement is not None:
        return len(set(stage.movement["entrants"]))
    here = event.entrants.filter(state="active").count()
    if stage is None or stage.source_id is None:
        return here
    return max(0, min(here, stage.last_rank or here) - stage.first_rank + 1)


def _valued(stage: Stage, rounds: Sequence[Round]) -> list[Session]:
    """Its sessions whose public value is entered and of which no round is released."""
    known = {each.session_id for each in rounds if each.state != RoundState.DRAWN}
    return [
        each
        for each in sessions_of_draw(stage)
        if each.board_set.public_value and each.pk not in known
    ]


def _to_reveal(event: Event) -> list[Session]:
    """The sessions that were played, of ended stages, whose secret is not revealed."""
    ended = [stage.pk for stage in light_stages(event) if has_ended(stage)]
    rounds = Round.objects.filter(session=OuterRef("pk"))
    rows = Session.objects.filter(Exists(rounds), stage__in=ended, board_set__revealed_at=None)
    return list(rows.select_related("stage").order_by("stage__number", "number"))


def _act(request: Directing, stage: Stage) -> HttpResponse:
    form = request.POST
    reason = form.get("reason", "").strip()
    match form.get("do"):
        case "draw":
            draw_stage(stage, request.actor)
            messages.success(request, _("The stage is drawn. Look at it, then release round 1."))
        case "draw-file":
            draw_stage(stage, request.actor, movement_csv=form.get("movement_csv", ""))
            messages.success(request, _("The stage is drawn. Look at it, then release round 1."))
        case "draw-round":
            provisional = bool(form.get("provisional"))
            draw_round(stage, request.actor, provisional=provisional, reason=reason)
            messages.success(request, _("The round is drawn."))
        case "add-round":
            add_round(stage, request.actor, reason)
            messages.success(request, _("One more round is planned: draw it when you like."))
        case "drop-round":
            drop_round(stage, request.actor, reason)
            messages.success(request, _("One round less is planned."))
        case "undo-round":
            undo_round(stage, request.actor, reason)
            messages.success(request, _("The draw of the round is undone."))
        case "undo":
            undo_draw(stage, request.actor, reason)
            messages.success(request, _("The draw is undone."))
        case "release":
            early = bool(form.get("early"))
            release_round(_round(stage, form), request.actor, early=early, reason=reason)
            messages.success(request, _("The round is released."))
            return HttpResponseRedirect(reverse("direct", args=[request.event.slug]))
        case "undo-release":
            undo_release(_round(stage, form), request.actor, reason)
            messages.success(request, _("The release is taken back: the round is drawn again."))
        case "tables":
            count, first = whole(form.get("tables")) or 0, whole(form.get("from_round"))
            limit_tables(stage, count, request.actor, reason, from_round=first)
            messages.success(request, _("The rounds to come are drawn anew."))
        case "open":
            board = Board.objects.filter(
                board_set__session__stage=stage,
                number=whole(form.get("board")) or 0,
                kind=BoardKind.ORIGINAL,
            ).first()
            if board is None:
                raise RulingRefused("unknown_board", _("There is no such board."))
            open_board(board, request.actor, reason)
            messages.success(request, _("The board is open to everybody."))
        case "reveal":
            reveal_session(_session(request.event, stage, form), request.actor)
            messages.success(request, _("The secret of the deals is revealed."))
        case "value":
            session_number = whole(form.get("session"))
            value = form.get("value", "")
            bring_public_value(stage, request.actor, value, session=session_number)
            messages.success(request, _("The public value is entered: the boards are dealt."))
        case "correct-value":
            correct_public_value(
                stage,
                request.actor,
                form.get("value", ""),
                reason,
                session=whole(form.get("session")),
            )
            messages.success(request, _("The value is corrected: the boards are dealt anew."))
        case "reveal-withheld":
            reveal_withheld(request.event, request.actor, reason)
            messages.success(request, _("What was withheld is revealed."))
        case "cut":
            found = cut_round(stage, request.actor, reason)
            told = ngettext("%(n)d person is out.", "%(n)d people are out.", len(found))
            messages.success(request, told % {"n": len(found)})
        case "undo-cut":
            undo_cut(stage, request.actor, reason)
            messages.success(request, _("That is taken back."))
        case "reinstate":
            reinstate(_elimination(stage, form), request.actor, reason)
            messages.success(request, _("That is taken back."))
        case "swap":
            return _swap(request, stage)
        case "finish":
            finish_round(_round(stage, form), request.actor, reason)
            messages.success(request, _("The round is finished."))
    return HttpResponseRedirect(request.path)


def _cut(stage: Stage | None, rounds: Sequence[Round]) -> dict[str, Any]:
    """What the page says of who is out, in a score-out stage after a finished round."""
    last = rounds[-1] if rounds else None
    if stage is None or last is None or not format_of(stage.kind).score_out:
        return {}
    names = {e.pk: str(e) for e in stage.event.entrants.select_related("person")}
    out = stage.eliminations.filter(reversed_at=None, round=last.number)
    shown: dict[str, Any] = {
        "threshold": threshold_of(stage, last.number),
        "out": [(names[row.entrant_id], row) for row in out],
    }
    if last.state == RoundState.FINISHED and last.cut_at is None:
        try:
            shown["to_be_out"] = [(names[each.entrant], each) for each in preview_cut(stage)]
        except DrawRefused as fault:
            shown["cut_refused"] = fault.detail
    waits = last.state == RoundState.FINISHED and last.cut_at is None
    return {"score_out": stage, "last": last, "waits_for_cut": waits, **shown}


def _elimination(stage: Stage, form: Mapping[str, str]) -> Elimination:
    rows = stage.eliminations.filter(pk=whole(form.get("elimination")) or 0)
    found = rows.select_related("stage__event").first()
    if found is None:
        raise Http404
    return found


def _session(event: Event, stage: Stage, form: Mapping[str, str]) -> Session:
    """The session that a form names, by its number in its stage (without one: that in hand)."""
    of_stage = whole(form.get("stage")) or stage.number
    rows = Session.objects.filter(
        stage__event=event, stage__number=of_stage, number=whole(form.get("session")) or 0
    )
    found = rows.select_related("stage__event").first()
    if found is None:
        raise Http404
    return found


def _swap(request: Directing, stage: Stage) -> HttpResponse:
    """Show what it costs that two change places; with the version shown and a reason, do it."""
    form = request.POST
    number = whole(form.get("round")) or 0
    people = {e.number: e for e in request.event.entrants.select_related("person")}
    one, other = (people.get(whole(form.get(name)) or 0) for name in ("one", "other"))
    if one is None or other is None:
        raise DrawRefused("not_in_draw", _("Name two entrants of this draw."))
    version = whole(form.get("version"))
    reason = form.get("reason", "").strip()
    if version is None or not reason:
        swap = work_out_swap(stage, number, one, other)
        rows: list[tuple[Any, Any, Any]] = [
            (COSTS[name], swap.costs_before[name], value)
            for name, value in swap.costs_after.items()
        ]
        rows += [
            (label, swap.before.get(name), swap.after.get(name)) for name, label in FIGURES.items()
        ]
        context = {"swap": swap, "rows": rows, "one": one, "other": other, "number": number}
        return show(request, "console/swap.html", "rounds", **context)
    swap_drawn(stage, number, one, other, request.actor, reason, version)
    messages.success(request, _("They have changed places. The same swap again is the way back."))
    return HttpResponseRedirect(request.path)


def _round(stage: Stage, form: Mapping[str, str]) -> Round:
    number = whole(form.get("round")) or 0
    found = stage.rounds.filter(number=number).select_related("stage__event", "session").first()
    if found is None:
        raise Http404
    return found
