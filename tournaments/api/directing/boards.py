"""Boards opened by decision, secrets and public values of their deals."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.models import Board
from tournaments.models import Session
from tournaments.services.bring_public_value import bring_public_value
from tournaments.services.correct_public_value import correct_public_value
from tournaments.services.open_board import open_board
from tournaments.services.reveal_session import reveal_session
from tournaments.services.reveal_withheld import reveal_withheld

from . import examples, shapes
from .base import EventDirectingView, body_of
from .describe import changes
from .requests import (
    PublicValue,
    Reasoned,
)


class OpenBoardView(EventDirectingView):
    """A board opened by decision."""

    @changes("open_board", "Open a board to everybody", Reasoned, shapes.BoardOpened)
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

    @changes("reveal_session", "Reveal the secret of the boards", Reasoned, shapes.RevealOfDeals)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """After the last round; the document by which anybody derives the deals."""
        body_of(request, Reasoned)
        rows = Session.objects.filter(stage=self.stage(), number=number)
        found = rows.select_related("stage__event", "board_set").first()
        if found is None:
            raise not_found()
        return self.once(request, lambda: reveal_session(found, self.actor))


class PublicValueView(EventDirectingView):
    """The public value that the stage announced."""

    @changes(
        "bring_public_value",
        "Enter the public value that was announced",
        PublicValue,
        shapes.PublicValueBrought,
        examples=examples.PUBLIC_VALUE,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Once, before any round of its sessions is released; 409 `value_is_given` afterwards."""
        wanted = body_of(request, PublicValue)
        stage, value = self.stage(), wanted["value"]

        def make() -> dict[str, object]:
            brought = bring_public_value(stage, self.actor, value, session=wanted.get("session"))
            return {
                "public_value": brought[0].board_set.public_value,
                "sessions": [each.number for each in brought],
            }

        return self.once(request, make)


class CorrectPublicValueView(EventDirectingView):
    """A public value that was mistyped."""

    @changes(
        "correct_public_value",
        "Correct a public value that was mistyped",
        PublicValue,
        shapes.PublicValueBrought,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The boards are dealt anew; 409 `hands_known` once anybody may have seen one."""
        wanted = body_of(request, PublicValue)
        stage, value, reason = self.stage(), wanted["value"], wanted["reason"]

        def make() -> dict[str, object]:
            number = wanted.get("session")
            given = correct_public_value(stage, self.actor, value, reason, session=number)
            return {
                "public_value": given[0].board_set.public_value,
                "sessions": [each.number for each in given],
            }

        return self.once(request, make)


class RevealWithheldView(EventDirectingView):
    """The last rounds, which the event withholds."""

    @changes(
        "reveal_withheld", "Reveal the withheld last rounds", Reasoned, shapes.WithheldRevealed
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Opens all their finished boards at once; 409 `nothing_withheld` if there is nothing."""
        reason = body_of(request, Reasoned)["reason"]
        return self.once(
            request, lambda: {"boards": reveal_withheld(self.event, self.actor, reason)}
        )


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
