"""Security headers on every answer of Django; the streams set their own."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def content_security_policy(frame_ancestors: list[str]) -> str:
    """Everything from the own address only; `data:` images are for QR codes drawn in the page."""
    ancestors = " ".join(frame_ancestors) if frame_ancestors else "'none'"
    return "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        ]
    )


class SecurityHeaders:
    """Middleware that adds the policy where a view has not set its own."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.policy = content_security_policy(settings.FRAME_ANCESTORS)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self.policy)
        response.headers.setdefault("Permissions-Policy", "camera=(self), geolocation=()")
        return response
