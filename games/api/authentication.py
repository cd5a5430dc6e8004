"""Who is calling: a player's token, in the Authorization header or a browser's cookie.

Owns how a credential travels. Which token is good is decided by `games.queries.player_from_token`;
a token never stands in an address.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games import throttle
from games.errors import Problem
from games.models import Player, PlayerToken, TableDevice, TableToken
from games.queries import device_from_token, player_from_token
from games.services.note_use import note_use
from games.services.sign_in import TABLE_PREFIX

COOKIE = "fushi_player"
COOKIE_SECONDS = 7 * 24 * 3600
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def set_player_cookie(response: HttpResponseBase, raw_token: str) -> None:
    """Give a browser its token, out of the reach of scripts and of other sites."""
    response.set_cookie(
        COOKIE,
        raw_token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Strict",
    )


def delete_player_cookie(response: HttpResponseBase) -> None:
    """Take a browser's token away."""
    response.delete_cookie(COOKIE, samesite="Strict")


def raw_token(authorization: str, cookie: str | None) -> tuple[str, bool]:
    """The token of a request and whether it came as a cookie. The header goes first.

    Raises `Problem` (401) when there is none.
    """
    if authorization:
        scheme, _separator, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Problem(401, "unknown_token", _("Send the token as: Authorization: Bearer fst_…"))
        return token.strip(), False
    if cookie:
        return cookie, True
    raise Problem(401, "not_authenticated", _("Sign in first."))


class PlayerAuthentication(BaseAuthentication):
    """Sets `request.user` to the player and `request.auth` to the token's row."""

    takes_devices = False

    def authenticate(
        self, request: Request
    ) -> tuple[Player, PlayerToken] | tuple[TableDevice, TableToken]:
        """Raise `Problem`: 401 unless a live token was sent, 403 for that of a table's device where
        a player is asked for, 429 for too many requests.
        """
        headers = request.headers
        raw, from_cookie = raw_token(headers.get("Authorization", ""), request.COOKIES.get(COOKIE))
        origin = headers.get("Origin")
        if from_cookie and origin and origin.partition("://")[2] != request.get_host():
            raise Problem(403, "foreign_origin", _("This cookie is for this site's own pages."))
        if raw.startswith(TABLE_PREFIX):
            device_token = device_from_token(raw)
            throttle.tokens.take(f"device:{device_token.pk}")
            if not self.takes_devices:
                detail = _("This is the device of a table: it has boards, and no hand.")
                raise Problem(403, "table_device", detail)
            return device_token.device, device_token
        token, player = player_from_token(raw)
        throttle.tokens.take(f"{token.pk}")
        if request.method in SAFE_METHODS:
            note_use(token)
        return player, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return 'Bearer realm="fushi"'


class TableAuthentication(PlayerAuthentication):
    """The same, and the token of a table's device: `request.user` is then the `TableDevice`."""

    takes_devices = True


class IsPlayerOrTable(BasePermission):
    """Lets in who was authenticated as a player or as a table's device."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True for a live token of either."""
        return isinstance(request.auth, PlayerToken | TableToken)


class IsPlayer(BasePermission):
    """Lets in who was authenticated as a player."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True for a live player token."""
        return isinstance(request.auth, PlayerToken)
