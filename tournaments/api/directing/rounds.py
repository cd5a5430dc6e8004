"""The life of a draw: drawn, undone, released, finished; boards opened, secrets revealed."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.models import Board
from tournaments.models import Round, Session
from tournaments.services.draw_stage import draw_stage
from tournaments.services.finish_round import finish_round
from tournaments.services.open_board import open_board
from tournaments.services.release_round import release_round
from tournaments.services.reveal_session import reveal_session
from tournaments.services.undo_draw import undo_draw

from . import documents
from .base import EventDirectingView, body_of
from .describe import changes
from .requests import Reasoned, Release


class DrawView(EventDirectingView):
    """The draw of the newest stage."""

    @changes("draw_stage", "Draw the stage", Reasoned, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Its movement with the certificate, its committed boards, and its rounds."""
        body_of(request, Reasoned)
        stage = self.stage()
        return self.once(request, lambda: documents.stage(draw_stage(stage, self.actor)), 201)


class UndoDrawView(EventDirectingView):
    """The way back from a draw."""

    @changes("undo_draw", "Undo the draw of which nothing is released", Reasoned)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The committed boards stay for the next draw."""
        reason = body_of(request, Reasoned)["reason"]
        stage = self.stage()
        return self.once(request, lambda: documents.stage(undo_draw(stage, self.actor, reason)))


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

    @changes("release_round", "Release a round", Release)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """`early` overrides that an earlier round is still going on; it needs a reason."""
        wanted = body_of(request, Release)
        found = self.round_(number)
        return self.once(
            request, lambda: documents.round_(release_round(found, self.actor, **wanted))
        )


class FinishView(RoundView):
    """The end of a round."""

    @changes("finish_round", "Finish a round", Reasoned)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Refused while boards are unfinished; `params` name the tables."""
        reason = body_of(request, Reasoned)["reason"]
        found = self.round_(number)
        return self.once(request, lambda: documents.round_(finish_round(found, self.actor, reason)))


class OpenBoardView(EventDirectingView):
    """A board opened by decision."""

    @changes("open_board", "Open a board to everybody", Reasoned)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Its hands and its results so far become public."""
        reason = body_of(request, Reasoned)["reason"]
        board = board_of(self, number)

        def make() -> dict[str, object]:
            opened = open_board(board, self.actor, reason).opened_at
            assert opened is not None
            return {"number": number, "opened_at": opened.isoformat()}

        return self.once(request, make)


class RevealView(EventDirectingView):
    """The secret of the deals."""

    @changes("reveal_session", "Reveal the secret of the boards", Reasoned)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """After the last round; the document by which anybody derives the deals."""
        body_of(request, Reasoned)
        rows = Session.objects.filter(stage=self.stage(), number=number)
        found = rows.select_related("stage__event", "board_set").first()
        if found is None:
            raise not_found()
        return self.once(request, lambda: reveal_session(found, self.actor))


def board_of(view: EventDirectingView, number: int) -> Board:
    """The board of the newest stage with a number. Raises `Problem` (404)."""
    found = (
        Board.objects.filter(
            board_set__session__rounds__stage=view.stage(),
            board_set__session__rounds__first_board__lte=number,
            board_set__session__rounds__last_board__gte=number,
            number=number,
            kind="original",
        )
        .distinct()
        .first()
    )
    if found is None:
        raise not_found()
    return found
