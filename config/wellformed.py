"""Refuses addresses that hold a NUL, which no address of ours has and no PostgreSQL text may have.

One place for every view: what comes from a path or a query string can be looked up as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase

NUL = "\0"


class WellFormedAddresses:
    """Middleware: 404 for a path with a NUL, 400 for a query string with one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if NUL in request.path_info:
            raise Http404
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The query string has a NUL.")
        return self.get_response(request)
