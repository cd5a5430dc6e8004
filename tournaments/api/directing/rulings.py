"""Rulings, penalties, corrections: each shown first, made with a reason, undone by another row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer
from games.models import Play
from tournaments.api.parameters import whole_number
from tournaments.models import AuditEntry, Ruling, RulingKind
from tournaments.queries.corrections import VERB, corrections
from tournaments.services.correct_result import correct_result
from tournaments.services.map_hands import map_hands
from tournaments.services.penalise import penalise
from tournaments.services.reverse_correction import reverse_correction
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.ruling_effects import round_of_play
from tournaments.services.swap_seats import swap_seats
from tournaments.services.withdraw_board import withdraw_board, withdraw_play

from . import documents, examples, shapes
from .base import EventDirectingView, body_of, named
from .boards import board_of
from .describe import BEFORE, changes, reads
from .entrants import EntrantsView
from .requests import Correction, NewPenalty, NewRuling, Scored

RULING_LINES = 100


def play_of(view: EventDirectingView, play_id: str) -> Play:
    """A play of the event. Raises `Problem` (404)."""
    rows = Play.objects.filter(pk=play_id, table__round_table__round__stage__event=view.event)
    found = rows.select_related("table", "board").first()
    if found is None:
        raise not_found()
    return found


class RulingsView(EventDirectingView):
    """All rulings and penalties."""

    @reads("event_rulings", "The rulings, newest first", shapes.RulingPage, parameters=[BEFORE])
    def get(self, request: Request, slug: str) -> HttpResponse:
        """100 lines; `before` an id goes on."""
        rows = Ruling.objects.filter(stage__event=self.event).select_related("board")
        before = whole_number(request._request, "before")
        if before is not None:
            rows = rows.filter(pk__lt=before)
        found = list(rows.order_by("-pk").select_related("reversed_by")[: RULING_LINES + 1])
        hidden = self.hidden
        lines = [
            documents.ruling_line(
                row,
                getattr(getattr(row, "reversed_by", None), "pk", None),
                is_hidden=row.board_id in hidden,
            )
            for row in found[:RULING_LINES]
        ]
        following = str(found[RULING_LINES - 1].pk) if len(found) > RULING_LINES else None
        return answer({"results": lines, "next": following})

    @changes(
        "rule",
        "Make a ruling",
        NewRuling,
        shapes.RulingMade,
        201,
        tried=True,
        examples=examples.RULING,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """With `dry_run` only the difference of the standings is shown, with its `preview`."""
        wanted = body_of(request, NewRuling)
        if "play" not in wanted:
            stage, board = self.stage(), named("board", lambda: board_of(self, wanted["board"]))
            return self.scored(
                request,
                stage,
                lambda: withdraw_board(
                    stage, board, self.actor, wanted["reason"], reserve=wanted["reserve"]
                ),
                documents.ruling,
                f"board:{board.pk}",
            )
        play = named("play", lambda: play_of(self, wanted["play"]))
        change = self._change(play, wanted)
        stage = round_of_play(play).stage
        return self.scored(request, stage, change, documents.ruling, f"play:{play.pk}")

    def _change(self, play: Play, wanted: dict[str, Any]) -> Callable[[], Ruling]:
        actor, reason = self.actor, wanted["reason"]
        match wanted["kind"]:
            case RulingKind.SCORES:
                return lambda: rule_scores(play, wanted["positions"], actor, reason)
            case RulingKind.HANDS:
                return lambda: map_hands(play, wanted["mapping"], actor, reason)
            case RulingKind.SEATS:
                one, other = wanted["seats"]
                return lambda: swap_seats([play], (one, other), actor, reason)[0]
        return lambda: withdraw_play(play, actor, reason)


class ReverseView(EventDirectingView):
    """The way back from a ruling."""

    @changes(
        "reverse_ruling",
        "Reverse a ruling or waive a penalty",
        Scored,
        shapes.RulingMade,
        201,
        tried=True,
    )
    def post(self, request: Request, slug: str, ruling_id: int) -> HttpResponse:
        """By another row; what counted before counts again."""
        wanted = body_of(request, Scored)
        rows = Ruling.objects.filter(pk=ruling_id, stage__event=self.event)
        found = rows.select_related("stage__event").first()
        if found is None:
            raise not_found()
        return self.scored(
            request,
            found.stage,
            lambda: reverse_ruling(found, self.actor, wanted["reason"]),
            documents.ruling,
            f"ruling:{found.pk}",
        )


class PenaltiesView(EntrantsView):
    """Penalties; `/rulings/` lists them, and reverses them."""

    @changes(
        "penalise", "Give an entrant a penalty", NewPenalty, shapes.RulingMade, 201, tried=True
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """It takes from the total, and touches no board."""
        wanted = body_of(request, NewPenalty)
        stage, entrant = self.stage(), self.named_entrant(wanted)
        return self.scored(
            request,
            stage,
            lambda: penalise(stage, entrant, wanted["percentage"], self.actor, wanted["reason"]),
            documents.ruling,
            f"entrant:{entrant.pk}",
        )


class CorrectionsView(EventDirectingView):
    """The results that were corrected."""

    @reads(
        "event_corrections",
        "The corrected results, newest first",
        shapes.CorrectionPage,
        parameters=[BEFORE],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """100 lines; `before` an id goes on. None of a board that the caller is still to play."""
        before = whole_number(request._request, "before")
        found = corrections(self.event, self.hidden, limit=RULING_LINES + 1, before=before)
        following = str(found[RULING_LINES - 1].id) if len(found) > RULING_LINES else None
        lines = [documents.correction(each) for each in found[:RULING_LINES]]
        return answer({"results": lines, "next": following})


class ReverseCorrectionView(EventDirectingView):
    """The way back from a correction."""

    @changes(
        "reverse_correction",
        "Take the correction of a result back",
        Scored,
        shapes.CorrectionMade,
        201,
        tried=True,
    )
    def post(self, request: Request, slug: str, correction_id: int) -> HttpResponse:
        """By another one, to the facts before it; 409 `corrected_since` after a later one."""
        wanted = body_of(request, Scored)
        rows = AuditEntry.objects.filter(event=self.event, verb=VERB, pk=correction_id)
        entry = rows.first()
        if entry is None:
            raise not_found()
        play = play_of(self, entry.target.removeprefix("play:"))
        return self.scored(
            request,
            round_of_play(play).stage,
            lambda: reverse_correction(entry, play, self.actor, wanted["reason"]),
            lambda made: {"play": play.pk, "revision": made.revision, "points": made.points},
            f"play:{play.pk}",
        )


class CorrectView(EventDirectingView):
    """The result of a play."""

    @changes(
        "correct_result",
        "Correct the result of a play",
        Correction,
        shapes.CorrectionMade,
        201,
        tried=True,
    )
    def post(self, request: Request, slug: str, play_id: str) -> HttpResponse:
        """By its facts, as a new row."""
        wanted = body_of(request, Correction)
        play = play_of(self, play_id)
        return self.scored(
            request,
            round_of_play(play).stage,
            lambda: correct_result(play, wanted["facts"], self.actor, wanted["reason"]),
            lambda made: {"play": play.pk, "revision": made.revision, "points": made.points},
            f"play:{play.pk}",
        )
