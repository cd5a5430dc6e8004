"""The life of a draw: drawn, undone, edited, released, finished."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.serializers import StrictCharField
from games.api.views import answer
from tournaments.models import Round
from tournaments.services.add_round import add_round, drop_round
from tournaments.services.draw_round import draw_round
from tournaments.services.draw_stage import draw_stage
from tournaments.services.extend_round import extend_round
from tournaments.services.finish_round import finish_round
from tournaments.services.limit_tables import limit_tables
from tournaments.services.release_round import release_round
from tournaments.services.seat_bots import seat_bots
from tournaments.services.swap_drawn import swap_drawn, work_out_swap
from tournaments.services.undo_draw import undo_draw
from tournaments.services.undo_release import undo_release
from tournaments.services.undo_round import undo_round

from . import documents, examples, shapes
from .base import EventDirectingView, body_of, named
from .describe import changes
from .entrants import EntrantsView
from .requests import (
    Extension,
    LimitedTables,
    NewDraw,
    NewSwap,
    Reasoned,
    Release,
    RoundDraw,
)


class DrawView(EventDirectingView):
    """The draw of the newest stage."""

    @changes(
        "draw_stage", "Draw the stage", NewDraw, shapes.StageSettings, 201, examples=examples.DRAW
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Its movement with the certificate, its committed boards, and its rounds."""
        csv = body_of(request, NewDraw).get("movement_csv")
        stage = self.stage()
        return self.once(
            request,
            lambda: documents.stage(draw_stage(stage, self.actor, movement_csv=csv)),
            201,
        )


class UndoDrawView(EventDirectingView):
    """The way back from a draw."""

    @changes(
        "undo_draw",
        "Undo the draw of which nothing is released",
        Reasoned,
        shapes.StageSettings,
        examples=examples.UNDO_DRAW,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The committed boards stay for the next draw."""
        reason = body_of(request, Reasoned)["reason"]
        stage = self.stage()
        return self.once(request, lambda: documents.stage(undo_draw(stage, self.actor, reason)))


class LimitTablesView(EventDirectingView):
    """Fewer tables than drawn."""

    @changes(
        "limit_tables",
        "Play with fewer tables from a round on",
        LimitedTables,
        shapes.StageSettings,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The others sit out, as evenly as can be. Needs a reason."""
        wanted = body_of(request, LimitedTables)
        stage = self.stage()

        def make() -> dict[str, object]:
            made = limit_tables(
                stage,
                wanted["tables"],
                self.actor,
                wanted["reason"],
                from_round=wanted.get("from_round"),
            )
            return documents.stage(made)

        return self.once(request, make)


class RoundView(EventDirectingView):
    """Base: finds a round of the newest stage."""

    def round_(self, number: int) -> Round:
        """Raises `Problem` (404)."""
        rows = Round.objects.filter(stage=self.stage(), number=number)
        found = rows.select_related("stage__event", "session").first()
        if found is None:
            raise not_found()
        return found


class ReleaseView(RoundView):
    """The start of a round."""

    @changes(
        "release_round", "Release a round", Release, shapes.DirectedRound, examples=examples.RELEASE
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """`early` overrides that an earlier round is still going on; it needs a reason."""
        wanted = body_of(request, Release)
        found = self.round_(number)
        return self.once(
            request, lambda: documents.round_(release_round(found, self.actor, **wanted))
        )


class UndoReleaseView(RoundView):
    """The way back from a release."""

    @changes(
        "undo_release",
        "Take a release back while no table has begun",
        Reasoned,
        shapes.DirectedRound,
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """The round is drawn again. Otherwise `params` name the tables that have begun."""
        reason = body_of(request, Reasoned)["reason"]
        found = self.round_(number)
        return self.once(request, lambda: documents.round_(undo_release(found, self.actor, reason)))


class ExtendRoundView(RoundView):
    """More time for everybody."""

    @changes(
        "extend_round",
        "Let a round end later, and give every turn as much",
        Extension,
        shapes.RoundExtended,
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """`turns` is how many tables with a clock it was for."""
        wanted = body_of(request, Extension)
        found = self.round_(number)

        def make() -> dict[str, int]:
            seconds = wanted["seconds"]
            turns = extend_round(found, seconds, self.actor, reason=wanted["reason"])
            return {"seconds": seconds, "turns": turns}

        return self.once(request, make)


class RoundBots(Reasoned):
    """Which bots."""

    bot = StrictCharField(max_length=10, default="greedy")


class SeatBotsView(RoundView):
    """Bots for everybody who is absent."""

    @changes("seat_bots", "Let bots play for all without a device", RoundBots, shapes.BotsSeated)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Until the round's end. `seats` says on how many; up to 100 tables at a time."""
        wanted = body_of(request, RoundBots)
        found = self.round_(number)

        def make() -> dict[str, int]:
            reason = wanted["reason"]
            return {"seats": seat_bots(found, wanted["bot"], self.actor, reason=reason)}

        return self.once(request, make)


class FinishView(RoundView):
    """The end of a round."""

    @changes("finish_round", "Finish a round", Reasoned, shapes.DirectedRound)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Refused while boards are unfinished; `params` name the tables."""
        reason = body_of(request, Reasoned)["reason"]
        found = self.round_(number)
        return self.once(request, lambda: documents.round_(finish_round(found, self.actor, reason)))


class DrawRoundView(EventDirectingView):
    """The draw of the next round, where the format draws one at a time."""

    @changes("draw_round", "Draw the next round", RoundDraw, shapes.DirectedRound, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Refused while results are missing; `provisional` overrides it, with a reason."""
        wanted = body_of(request, RoundDraw)
        stage = self.stage()
        return self.once(
            request, lambda: documents.round_(draw_round(stage, self.actor, **wanted)), 201
        )


class AddRoundView(EventDirectingView):
    """One round more than planned."""

    @changes(
        "add_round", "Plan one round more, with boards for it", Reasoned, shapes.StageSettings, 201
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """For a round that went wrong, or to go on; `rounds/draw/` draws it. Needs a reason."""
        reason = body_of(request, Reasoned)["reason"]
        stage = self.stage()
        return self.once(
            request, lambda: documents.stage(add_round(stage, self.actor, reason)), 201
        )


class DropRoundView(EventDirectingView):
    """One round less."""

    @changes("drop_round", "Plan one round less", Reasoned, shapes.StageSettings)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """While the last of them is not drawn; its boards are kept for another. Needs a reason."""
        reason = body_of(request, Reasoned)["reason"]
        stage = self.stage()
        return self.once(request, lambda: documents.stage(drop_round(stage, self.actor, reason)))


class UndoRoundView(EventDirectingView):
    """The way back from it."""

    @changes("undo_round", "Undo the draw of the newest round", Reasoned, shapes.StageSettings)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """While nothing of it is released."""
        reason = body_of(request, Reasoned)["reason"]
        stage = self.stage()
        return self.once(request, lambda: documents.stage(undo_round(stage, self.actor, reason)))


class SwapView(RoundView, EntrantsView):
    """A draw edited by hand."""

    @changes(
        "swap_drawn",
        "Let two entrants change places in a drawn round",
        NewSwap,
        shapes.SwapOfDrawn,
        201,
        tried=True,
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """With `dry_run` only certificates and costs before and after; send back its `version`."""
        wanted = body_of(request, NewSwap)
        stage = self.round_(number).stage
        one = named("one", lambda: self.entrant(wanted["one"]))
        other = named("other", lambda: self.entrant(wanted["other"]))
        swap = work_out_swap(stage, number, one, other)
        shown = {
            "before": swap.before,
            "after": swap.after,
            "costs_before": swap.costs_before,
            "costs_after": swap.costs_after,
            "version": swap.version,
        }
        if wanted["dry_run"]:
            return answer({"made": False, **shown})
        version = wanted.get("version", swap.version)

        def make() -> dict[str, object]:
            swap_drawn(stage, number, one, other, self.actor, wanted["reason"], version)
            return {"made": True, **shown}

        return self.once(request, make, 201)
