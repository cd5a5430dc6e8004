"""`/me/letters/`: what the player gets by e-mail. Nobody else reads or changes it here."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.problems import CONTENT_TYPE as PROBLEM
from games.api.problems import not_found
from games.api.schema_serializers import ProblemDocument
from games.api.serializers import StrictBooleanField, StrictCharField, StrictSerializer, read_body
from games.api.views import UNAUTHORISED, PlayerView, answer
from games.models import Player
from tournaments.models import Event, Subscription
from tournaments.origins import site_of
from tournaments.queries.my_event import my_event
from tournaments.services.subscribe import Wish, subscribe, subscription_of

from . import shapes

MISSING = {(404, PROBLEM): ProblemDocument}


class LettersWanted(StrictSerializer):
    """What is wanted; neither of the two ends the letters, an empty address is forgotten."""

    email = StrictCharField(max_length=300, allow_blank=True)
    seating = StrictBooleanField()
    results = StrictBooleanField()


class MyLettersView(PlayerView):
    """My letters of the event that I play in."""

    @extend_schema(
        operation_id="my_letters",
        summary="What I get by e-mail",
        tags=["player"],
        responses={200: shapes.MyLetters, **UNAUTHORISED, **MISSING},
    )
    def get(self, request: Request) -> HttpResponse:
        """`available` is false where the installation has no mail server."""
        player, event = self._place(request)
        return answer(document(player, subscription_of(event, player.person)))

    @extend_schema(
        operation_id="change_my_letters",
        summary="Ask for letters, or end them",
        tags=["player"],
        request=LettersWanted,
        responses={
            200: shapes.MyLetters,
            (400, PROBLEM): ProblemDocument,
            **UNAUTHORISED,
            **MISSING,
            (409, PROBLEM): ProblemDocument,
            (429, PROBLEM): ProblemDocument,
        },
    )
    def put(self, request: Request) -> HttpResponse:
        """A new address gets one letter, with a link that confirms it; nothing else is sent before.
        Letters are in the language of this request. 409 `no_mail` without a mail server.
        """
        player, event = self._place(request)
        wanted = read_body(request, LettersWanted)
        row = subscribe(event, player.person, Wish(**wanted), site_of(request._request))
        player.person.refresh_from_db()
        return answer(document(player, row))

    def _place(self, request: Request) -> tuple[Player, Event]:
        _token, player = self.credential(request)
        mine = my_event(player)
        if mine is None:
            raise not_found()
        return player, mine.event


def document(player: Player, row: Subscription | None) -> dict[str, Any]:
    """The JSON of a player's wishes."""
    return {
        "available": settings.SENDS_MAIL,
        "email": player.person.email,
        "seating": row is not None and row.seating,
        "results": row is not None and row.results,
        "confirmed": row is not None and row.confirmed_at is not None,
        "language": row.language if row is not None else None,
    }
