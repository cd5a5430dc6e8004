"""The API of a player at a table: session, present play, actions, log.

Views read the request, call one service or query, and print. They never change state themselves
and never decide what a player may see.
"""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from games import queries
from games.errors import Problem
from games.models import Player, PlayerToken, TableToken
from games.services import Answer, RequestKey, Wish, act, hash_of_body, sign_in, sign_out
from games.services.sign_out import sign_out_device

from . import examples
from .authentication import (
    IsPlayer,
    IsPlayerOrTable,
    PlayerAuthentication,
    TableAuthentication,
    delete_player_cookie,
    set_player_cookie,
)
from .problems import not_found
from .schema_serializers import (
    ActionAnswer,
    IllegalActionProblem,
    MyPlay,
    PlayLog,
    ProblemDocument,
    Session,
    StaleProblem,
)
from .serializers import ActionRequest, SignInRequest, read_body

LONGEST_KEY = 80
PRIVATE = {"Cache-Control": "private, no-store"}
UNAUTHORISED = {(401, "application/problem+json"): ProblemDocument}
MISSING = {(404, "application/problem+json"): ProblemDocument}


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """A private JSON response; a text is taken to be JSON already."""
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
    return HttpResponse(
        text, status=status, content_type="application/json", headers=PRIVATE | (headers or {})
    )


class PrivateView(APIView):
    """A view whose every response, refusals included, is for its caller only."""

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        """Say that nothing may be stored on the way."""
        response.headers["Cache-Control"] = PRIVATE["Cache-Control"]
        return super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]


class PlayerView(PrivateView):
    """A view that needs a player's token."""

    authentication_classes = [PlayerAuthentication]
    permission_classes = [IsPlayer]

    def credential(self, request: Request) -> tuple[PlayerToken, Player]:
        """The token's row and its player."""
        assert isinstance(request.auth, PlayerToken)
        return request.auth, request.auth.player


class SessionsView(PrivateView):
    """Signing in."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="sign_in",
        summary="Sign in with a code",
        tags=["player"],
        auth=[],
        request=SignInRequest,
        responses={
            201: Session,
            (400, "application/problem+json"): ProblemDocument,
            (401, "application/problem+json"): ProblemDocument,
            (409, "application/problem+json"): ProblemDocument,
            (429, "application/problem+json"): ProblemDocument,
        },
        examples=[examples.SIGN_IN, examples.SESSION],
    )
    def post(self, request: Request) -> HttpResponse:
        """The code opens a token, shown this once. A player has one live device: with another one
        signed in, the answer is 409 `seat_taken` unless `take_over` is true. A page of this site
        (its `Origin` says so) gets the token as an HttpOnly cookie as well.
        """
        wanted = read_body(request, SignInRequest)
        signed_in = sign_in(wanted["code"], take_over=wanted["take_over"])
        player, device = signed_in.player, signed_in.device
        whose = {
            "player": None if player is None else {"id": player.pk, "name": player.person.name},
            "table": None if device is None else {"number": device.number},
        }
        response = answer({"token": signed_in.token, **whose}, 201)
        if request.headers.get("Origin", "").partition("://")[2] == request.get_host():
            set_player_cookie(response, signed_in.token)
        return response


class CurrentSessionView(PlayerView):
    """Signing out."""

    authentication_classes = [TableAuthentication]
    permission_classes = [IsPlayerOrTable]

    @extend_schema(
        operation_id="sign_out",
        summary="Sign this device out",
        tags=["player"],
        request=None,
        responses={204: None, **UNAUTHORISED},
    )
    def delete(self, request: Request) -> HttpResponse:
        """The token ends, and its stream with it."""
        if isinstance(request.auth, TableToken):
            sign_out_device(request.auth)
        else:
            sign_out(self.credential(request)[0])
        response = HttpResponse(status=204)
        delete_player_cookie(response)
        return response


class MyPlayView(PlayerView):
    """The present play."""

    @extend_schema(
        operation_id="my_play",
        summary="My view of my present play",
        tags=["player"],
        responses={200: MyPlay, **UNAUTHORISED},
        examples=[examples.MY_PLAY],
    )
    def get(self, request: Request) -> HttpResponse:
        """`expected` says what I am asked for: a client that obeys it needs no rules. `play` is
        null while no play is in progress at my table.
        """
        _token, player = self.credential(request)
        play = queries.current_play(player)
        return answer({"play": None if play is None else queries.play_view(play, player)})


class ActionsView(PlayerView):
    """Acting."""

    @extend_schema(
        operation_id="act",
        summary="Bid, double, redouble, play or pass",
        tags=["player"],
        parameters=[
            OpenApiParameter(
                "Idempotency-Key",
                str,
                OpenApiParameter.HEADER,
                required=True,
                description=str(
                    _("A new text (at most 80 characters) for each action, the same for retries.")
                ),
            )
        ],
        request=ActionRequest,
        responses={
            201: ActionAnswer,
            (400, "application/problem+json"): ProblemDocument,
            **UNAUTHORISED,
            **MISSING,
            (409, "application/problem+json"): StaleProblem,
            (422, "application/problem+json"): IllegalActionProblem,
        },
        examples=[*examples.ACTIONS, examples.ACTION_ANSWER, examples.STALE, examples.ILLEGAL],
    )
    def post(self, request: Request, play_id: str) -> HttpResponse:
        """Name the `seq` of the view that you decided on. Repeating a request with its key gets
        the first answer with `Idempotent-Replayed: true`. A sealed double makes no entry.
        """
        token, _player = self.credential(request)
        same = request_key(request, f"token:{token.pk}")
        wanted = read_body(request, ActionRequest)
        return given(act(token, play_id, Wish(wanted["seq"], wanted["action"]), same))


def idempotency_key(request: Request) -> str:
    """The idempotency key. Raises `Problem` (400 `key_missing`, `key_invalid`)."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key:
        raise Problem(400, "key_missing", _("The header Idempotency-Key is missing."))
    if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
        detail = _("An idempotency key has at most 80 characters of printable ASCII.")
        raise Problem(400, "key_invalid", detail)
    return key


def request_key(request: Request, credential: str, body: Any = None) -> RequestKey:
    """What recognises a repetition of this request, whose body is the request's unless given.

    Raises `Problem` (400), as `idempotency_key` does.
    """
    key = idempotency_key(request)
    said = request.data if body is None else body
    return RequestKey(credential, str(request.method), request.path, key, hash_of_body(said))


def given(result: Answer) -> HttpResponse:
    """The response of a service's answer; it says so when it had been given before."""
    headers = {"Idempotent-Replayed": "true"} if result.replayed else {}
    return answer(result.text, result.status, headers)


class LogView(PlayerView):
    """Reading back."""

    @extend_schema(
        operation_id="play_log",
        summary="What happened in a play, in order",
        tags=["player"],
        parameters=[
            OpenApiParameter(
                "after", int, description=str(_("Only entries with a higher number than this."))
            )
        ],
        responses={
            200: PlayLog,
            (400, "application/problem+json"): ProblemDocument,
            **UNAUTHORISED,
            **MISSING,
        },
        examples=[examples.LOG],
    )
    def get(self, request: Request, play_id: str) -> HttpResponse:
        """The log of a play at which I sit or sat. A sealed double is not in it before both are
        revealed.
        """
        _token, player = self.credential(request)
        after = _after(request)
        play = queries.play_of(player, play_id)
        if play is None:
            raise not_found()
        return answer({"play": play.pk, "entries": queries.log_entries(play, after)})


LOG_PARAMETERS = frozenset({"after"})


def _after(request: Request) -> int:
    """The query's `after`, 0 without one. Raises ValidationError."""
    for name in request.query_params:
        if name not in LOG_PARAMETERS:
            raise ValidationError({name: [_("This field is not known.")]}, code="unknown_field")
    text = request.query_params.get("after", "0")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ValidationError({"after": [_("A whole number from 0 is expected.")]}, code="invalid")
    return int(text)
