"""Everything that changes scores: read from a form, shown as a difference, then made.

A decision is posted twice: first without `preview`, which shows what it would do to the standings
and asks for the reason; then with it. Nothing is kept between the two but the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.errors import Problem
from games.models import Board, Play
from tournaments.errors import NotPermitted, PreviewOutdated, RulingRefused, TournamentError
from tournaments.models import (
    AuditEntry,
    Entrant,
    Event,
    Incident,
    IncidentDecision,
    IncidentKind,
    Ruling,
    Stage,
)
from tournaments.queries import entrants_of
from tournaments.queries.corrections import VERB
from tournaments.services.actors import Actor
from tournaments.services.correct_result import correct_result
from tournaments.services.map_hands import map_hands
from tournaments.services.penalise import penalise
from tournaments.services.preview import Preview, with_preview
from tournaments.services.record_incident import Report, record_incident, reverse_incident
from tournaments.services.reverse_correction import reverse_correction
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.swap_seats import swap_seats
from tournaments.services.withdraw_board import withdraw_board, withdraw_play
from tournaments.stage_ends import light_stages, stage_to_direct

from .base import Directing, console, show, told, whole

Form = Mapping[str, str]
#: Stands for the reason while a decision is only tried.
TRIED = "…"
_OUTCOME = re.compile(r"(?:(\d{1,3}(?:/\d{1,3}|%))\s*)?([+\-−]?\d{1,6})")


@dataclass(frozen=True)
class Decision:
    """What is to be decided: a sentence for it, the thing it is about, and how to do it."""

    stage: Stage
    sentence: str
    about: str
    make: Callable[[str], Any]


@console
def decide(request: Directing) -> HttpResponseBase:
    """Show the difference, or make what was shown; a refusal leads back to where it was asked."""
    back = _back(request)
    if request.method != "POST":
        return HttpResponseRedirect(back)
    try:
        return _decide(request, back)
    except NotPermitted:
        raise
    except (TournamentError, Problem) as fault:
        messages.error(request, told(request.event, fault))
        return HttpResponseRedirect(back)


def _decide(request: Directing, back: str) -> HttpResponse:
    decision = read_decision(request.event, request.POST, request.actor)
    reason = request.POST.get("reason", "").strip()
    token = request.POST.get("preview")
    if token and reason:
        try:
            with_preview(
                decision.stage,
                lambda: decision.make(reason),
                about=decision.about,
                preview=token,
                actor=request.actor,
            )
        except PreviewOutdated as fault:
            messages.warning(request, told(request.event, fault))
            return _shown(request, decision, fault.preview, back)
        messages.success(request, _("Done: %(what)s") % {"what": decision.sentence})
        return HttpResponseRedirect(back)
    if token:
        messages.error(request, _("Say why."))
    tried = with_preview(
        decision.stage,
        lambda: decision.make(reason or TRIED),
        about=decision.about,
        actor=request.actor,
        dry_run=True,
    )
    assert tried.preview is not None
    return _shown(request, decision, tried.preview, back)


def _back(request: Directing) -> str:
    """The page of the console to go back to; nothing outside this event's console."""
    home = reverse("direct", args=[request.event.slug])
    back = request.POST.get("back", "")
    return back if back.startswith(home) and "\\" not in back else home


def _shown(request: Directing, decision: Decision, preview: Preview, back: str) -> HttpResponse:
    names = entrants_of(request.event.pk, [each.entrant for each in preview.changes])
    kept = [
        (name, value)
        for name, value in request.POST.items()
        if name not in ("csrfmiddlewaretoken", "preview", "reason")
    ]
    return show(
        request,
        "console/decide.html",
        "hall",
        decision=decision,
        preview=preview,
        changes=[(each, names[each.entrant].name) for each in preview.changes],
        kept=kept,
        reason=request.POST.get("reason", ""),
        back=back,
    )


def read_decision(event: Event, form: Form, actor: Actor) -> Decision:
    """The decision that a form asks for. Raises Http404, RulingRefused."""
    readers: dict[str, Callable[[Event, Form, Actor], Decision]] = {
        "scores": _scores,
        "hands": _hands,
        "seats": _seats,
        "withdraw-play": _withdraw_play,
        "withdraw-board": _withdraw_board,
        "penalty": _penalty,
        "reverse": _reverse,
        "correct": _correct,
        "reverse-correction": _reverse_correction,
        "incident": _incident,
        "reverse-incident": _reverse_incident,
    }
    reader = readers.get(form.get("what", ""))
    if reader is None:
        raise Http404
    return reader(event, form, actor)


def _play(event: Event, form: Form) -> tuple[Play, Stage, dict[str, int]]:
    found = Play.objects.filter(
        pk=form.get("play", ""), table__round_table__round__stage__event=event
    )
    play = found.select_related("table", "board").first()
    if play is None:
        raise Http404
    stage = Stage.objects.select_related("event").get(rounds__tables__table=play.table_id)
    return play, stage, {"board": play.board.number, "table": play.table.number}


def _scores(event: Event, form: Form, actor: Actor) -> Decision:
    play, stage, words = _play(event, form)
    positions = _positions(play, form)
    sentence = _("Adjust scores of board %(board)d at table %(table)d") % words
    return Decision(
        stage, sentence, f"play:{play.pk}", lambda why: rule_scores(play, positions, actor, why)
    )


def _positions(play: Play, form: Form) -> dict[str, Any]:
    positions: dict[str, Any] = {}
    for position in range(1, len(play.positions) + 1):
        chosen = form.get(f"award-{position}", "")
        if chosen == "outcomes":
            positions[str(position)] = {"outcomes": read_outcomes(form.get(f"text-{position}", ""))}
        elif chosen:
            positions[str(position)] = {"award": chosen}
    return positions


def _incident(event: Event, form: Form, actor: Actor) -> Decision:
    play, stage, words = _play(event, form)
    decision = form.get("decision", "")
    report = Report(
        kind=form.get("kind", ""),
        decision=decision,
        seat=form.get("seat", ""),
        text=form.get("text", ""),
        law=form.get("law", ""),
        positions=_positions(play, form) if decision == IncidentDecision.ADJUSTED else {},
        percentage=form.get("percentage", "").strip(),
    )
    kinds, decisions = dict(IncidentKind.choices), dict(IncidentDecision.choices)
    what = {"kind": kinds.get(report.kind, ""), "decision": decisions.get(decision, "")}
    sentence = _("Board %(board)d at table %(table)d: %(kind)s, %(decision)s")
    return Decision(
        stage,
        sentence % {**words, **what},
        f"play:{play.pk}",
        lambda why: record_incident(play, report, actor, why),
    )


def _reverse_incident(event: Event, form: Form, actor: Actor) -> Decision:
    rows = Incident.objects.filter(pk=whole(form.get("incident")) or 0, stage__event=event)
    incident = rows.select_related("stage__event", "ruling__stage__event").first()
    if incident is None:
        raise Http404
    words = {"number": incident.pk, "kind": incident.get_kind_display()}
    return Decision(
        incident.stage,
        _("Reverse incident %(number)d (%(kind)s)") % words,
        f"play:{incident.play_id}",
        lambda why: reverse_incident(incident, actor, why),
    )


def read_outcomes(text: str) -> list[dict[str, Any]]:
    """ "60% +8, 40% -4", or "+8" alone, as outcomes. Raises RulingRefused("bad_outcome")."""
    outcomes = []
    for part in re.split(r"[,;，；]", text):
        found = _OUTCOME.fullmatch(part.strip())
        if found is None:
            sentence = _("Write outcomes as: 60%% +8, 40%% -4.") % ()
            raise RulingRefused("bad_outcome", sentence)
        points = int(found[2].replace("−", "-"))
        outcomes.append({"points": points, "weight": found[1] or "1"})
    return outcomes


def _hands(event: Event, form: Form, actor: Actor) -> Decision:
    play, stage, words = _play(event, form)
    mapping = form.get("mapping", "").strip()
    sentence = _("Hands of board %(board)d at table %(table)d lay as %(mapping)s")
    return Decision(
        stage,
        sentence % {**words, "mapping": mapping},
        f"play:{play.pk}",
        lambda why: map_hands(play, mapping, actor, why),
    )


def _seats(event: Event, form: Form, actor: Actor) -> Decision:
    play, stage, words = _play(event, form)
    one, other = form.get("one", ""), form.get("other", "")
    sentence = _("Seats %(one)s and %(other)s changed places on board %(board)d at table %(table)d")
    return Decision(
        stage,
        sentence % {**words, "one": one, "other": other},
        f"play:{play.pk}",
        lambda why: swap_seats([play], (one, other), actor, why),
    )


def _withdraw_play(event: Event, form: Form, actor: Actor) -> Decision:
    play, stage, words = _play(event, form)
    sentence = _("Withdraw board %(board)d at table %(table)d") % words
    return Decision(stage, sentence, f"play:{play.pk}", lambda why: withdraw_play(play, actor, why))


def _stage(event: Event, form: Form) -> Stage | None:
    """The stage whose number a form gives, or else the one that is directed now."""
    number = whole(form.get("stage"))
    if number is None:
        return stage_to_direct(event)
    return next((stage for stage in light_stages(event) if stage.number == number), None)


def _withdraw_board(event: Event, form: Form, actor: Actor) -> Decision:
    stage = _stage(event, form)
    number = whole(form.get("board")) or 0
    board = Board.objects.filter(
        board_set__session__stage=stage, number=number, kind="original"
    ).first()
    if stage is None or board is None:
        raise RulingRefused("unknown_board", _("There is no such board."))
    reserve = bool(form.get("reserve"))
    sentence = _("Withdraw board %(board)d at every table")
    if reserve:
        sentence = _("Withdraw board %(board)d at every table, and play a reserve board instead")
    return Decision(
        stage,
        sentence % {"board": board.number},
        f"board:{board.pk}",
        lambda why: withdraw_board(stage, board, actor, why, reserve=reserve),
    )


def _penalty(event: Event, form: Form, actor: Actor) -> Decision:
    stage = _stage(event, form)
    found = Entrant.objects.filter(event=event).select_related("person")
    entrant = found.filter(number=whole(form.get("number")) or 0).first()
    if stage is None or entrant is None:
        raise RulingRefused("unknown_entrant", _("There is no entrant with this number."))
    share = form.get("percentage", "").strip()
    words = {"name": entrant.person.name, "share": share}
    sentence = _("A penalty of %(share)s %% of a top for %(name)s") % words
    return Decision(
        stage,
        sentence,
        f"entrant:{entrant.pk}",
        lambda why: penalise(stage, entrant, share, actor, why),
    )


def _reverse(event: Event, form: Form, actor: Actor) -> Decision:
    rows = Ruling.objects.filter(pk=whole(form.get("ruling")) or 0, stage__event=event)
    ruling = rows.select_related("stage__event").first()
    if ruling is None:
        raise Http404
    words = {"number": ruling.pk, "kind": ruling.get_kind_display()}
    sentence = _("Reverse ruling %(number)d (%(kind)s)") % words
    return Decision(
        ruling.stage,
        sentence,
        f"ruling:{ruling.pk}",
        lambda why: reverse_ruling(ruling, actor, why),
    )


def _reverse_correction(event: Event, form: Form, actor: Actor) -> Decision:
    rows = AuditEntry.objects.filter(event=event, verb=VERB)
    entry = rows.filter(pk=whole(form.get("correction")) or 0).first()
    if entry is None:
        raise Http404
    play, stage, words = _play(event, {"play": entry.target.removeprefix("play:")})
    sentence = _("Take back the correction of board %(board)d at table %(table)d") % words
    return Decision(
        stage,
        sentence,
        f"play:{play.pk}",
        lambda why: reverse_correction(entry, play, actor, why),
    )


def _correct(event: Event, form: Form, actor: Actor) -> Decision:
    play, stage, words = _play(event, form)
    landlord = whole(form.get("landlord"))
    farmers = [n for n in range(1, len(play.positions) + 1) if n != landlord]
    facts: dict[str, Any] = {
        "landlord": landlord or None,
        "bid": (whole(form.get("bid")) or 0) if landlord else 0,
        "bombs": (whole(form.get("bombs")) or 0) if landlord else 0,
        "rockets": (whole(form.get("rockets")) or 0) if landlord else 0,
        "spring": (form.get("spring") or None) if landlord else None,
        "doubled": [n for n in farmers if landlord and form.get(f"doubled-{n}")],
        "redoubled": bool(landlord and form.get("redoubled")),
        "winner": (form.get("winner") or None) if landlord else None,
        "passed_out": not landlord,
    }
    sentence = _("Correct the result of board %(board)d at table %(table)d") % words
    return Decision(
        stage, sentence, f"play:{play.pk}", lambda why: correct_result(play, facts, actor, why)
    )
