"""What Django answers below /api/ where no view of the API was reached: problem documents, too.

Elsewhere the pages' own error pages are kept. Nothing is decided here.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.views import defaults

from games.errors import Problem

from .problems import not_found, problem_response, server_error

API = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """400: a host or an address that cannot be."""
    if request.path_info.startswith(API):
        detail = _("The request cannot be understood.")
        return problem_response(Problem(400, "invalid", detail))
    return defaults.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """403."""
    if request.path_info.startswith(API):
        return problem_response(Problem(403, "forbidden", _("You may not do this.")))
    return defaults.permission_denied(request, exception)


def nothing_here(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """404: no such address."""
    if request.path_info.startswith(API):
        return problem_response(not_found())
    return defaults.page_not_found(request, exception)


def failed(request: HttpRequest) -> HttpResponseBase:
    """500: Django has logged it."""
    if request.path_info.startswith(API):
        return problem_response(server_error())
    return defaults.server_error(request)
