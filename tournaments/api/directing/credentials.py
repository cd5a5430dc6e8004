"""Who directs: an event's key `fsk_…` in the Authorization header, or a browser's session.

A session is a cookie, so its requests carry Django's CSRF token as well. A player's token opens
nothing here.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from games.errors import Problem
from tournaments.models import ApiKey
from tournaments.origins import Way, origin
from tournaments.services.actors import Actor
from tournaments.services.issue_api_key import PREFIX, key_hash

NOTE_EVERY = timedelta(minutes=1)


class DirectorAuthentication(SessionAuthentication):
    """Sets `request.auth` to the `Actor`; `request.user` to the user, or to the key's row."""

    def authenticate(self, request: Request) -> tuple[Any, Actor]:
        """Raise `Problem` (401) without a live credential, 403 without a session's CSRF token."""
        header = request.headers.get("Authorization", "")
        if header:
            key = _live_key(header)
            return key, Actor.with_key(key, origin(Way.KEY, request.META))
        found = super().authenticate(request)
        if found is None or not isinstance(found[0], User):
            raise Problem(401, "not_authenticated", _("Sign in first."))
        return found[0], Actor.of(found[0], origin(Way.API, request.META))

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return 'Bearer realm="fushi"'


def _live_key(header: str) -> ApiKey:
    scheme, _separator, text = header.partition(" ")
    if scheme.lower() == "bearer" and text.startswith(PREFIX):
        rows = ApiKey.objects.filter(key_hash=key_hash(text.strip()), revoked_at=None)
        row = rows.select_related("event", "issued_by").first()
        if row is not None:
            now = timezone.now()
            if row.last_used_at is None or now - row.last_used_at > NOTE_EVERY:
                ApiKey.objects.filter(pk=row.pk).update(last_used_at=now)
            return row
    detail = _("Send an event's key as: Authorization: Bearer fsk_…")
    raise Problem(401, "unknown_token", detail)


class DirectorAuthenticationScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """An event's key, or a session's cookie, in OpenAPI's words."""

    target_class = "tournaments.api.directing.credentials.DirectorAuthentication"
    name = ["eventKey", "session"]

    def get_security_definition(self, auto_schema: Any) -> Any:
        """The two schemes, in the order of `name`."""
        return [
            {"type": "http", "scheme": "bearer", "description": "A key `fsk_…` of the event."},
            {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "A browser's session, with the header X-CSRFToken.",
            },
        ]
