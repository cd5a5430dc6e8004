"""Errors of the API: every refusal becomes `application/problem+json` of one shape.

Owns the translation of exceptions into responses. The codes and their texts are registered in
`games.errors`; `Problem` is re-exported for views.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.core.signals import got_request_exception
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions

from games.errors import FieldError, Problem

from .parsers import too_large

__all__ = [
    "FieldError",
    "Problem",
    "exception_handler",
    "not_found",
    "problem_response",
    "server_error",
]

CONTENT_TYPE = "application/problem+json"
BEARER = {"WWW-Authenticate": 'Bearer realm="fushi"'}


def not_found() -> Problem:
    """The one 404: for what does not exist and for what the caller may not know of, the same."""
    return Problem(404, "not_found", _("There is nothing here for you."))


def server_error() -> Problem:
    """500: nobody expected it."""
    return Problem(500, "server_error", _("The server failed. It has been logged."))


def problem_response(problem: Problem) -> HttpResponse:
    """The response that tells `problem`; what cannot be encoded of it becomes a question mark."""
    text = json.dumps(problem.to_data(), ensure_ascii=False).encode(errors="replace")
    headers = {"Cache-Control": "private, no-store", **problem.headers}
    if problem.status == 401:
        headers |= BEARER
    return HttpResponse(text, status=problem.status, content_type=CONTENT_TYPE, headers=headers)


def exception_handler(exception: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Answer for whatever a view raised; what is not a refusal is logged and answered with 500."""
    problem = _problem_of(exception)
    if problem is None:
        got_request_exception.send(sender=None, request=context.get("request"))
        from django.utils.log import log_response

        response = problem_response(server_error())
        log_response(
            "Internal Server Error: %s",
            getattr(context.get("request"), "path", ""),
            response=response,
            request=context.get("request"),
            exception=exception,
        )
        return response
    return problem_response(problem)


def _problem_of(exception: Exception) -> Problem | None:
    match exception:
        case Problem():
            return exception
        case Http404() | exceptions.NotFound():
            return not_found()
        case exceptions.ValidationError():
            return _invalid(exception.get_full_details())
        case exceptions.ParseError():
            return Problem(400, "malformed", _("The body is not a JSON object."))
        case RequestDataTooBig():
            return too_large()
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return Problem(401, "not_authenticated", _("Sign in first."))
        case exceptions.PermissionDenied() | PermissionDenied():
            return Problem(403, "forbidden", _("You may not do this."))
        case exceptions.MethodNotAllowed():
            return Problem(405, "method_not_allowed", str(exception.detail))
        case exceptions.NotAcceptable():
            return Problem(406, "not_acceptable", str(exception.detail))
        case exceptions.UnsupportedMediaType():
            return Problem(415, "unsupported_media_type", str(exception.detail))
        case exceptions.Throttled():
            return throttled(getattr(exception, "wait", None))
        case OperationalError():
            detail = _("The database is busy. Send the same request again.")
            return Problem(503, "busy", detail, headers={"Retry-After": "1"})
    return None


def throttled(seconds: float | None) -> Problem:
    """429, with the seconds to wait."""
    wait = str(max(1, round(seconds or 1)))
    detail = _("Too many attempts. Wait a moment, then try again.")
    return Problem(429, "throttled", detail, headers={"Retry-After": wait})


def _invalid(details: Any) -> Problem:
    errors = list(_flat(details, ""))
    if errors and all(error.code == "unknown_field" for error in errors):
        return Problem(
            400, "unknown_field", _("The request has a field that is not known."), errors
        )
    return Problem(400, "invalid", _("The request has faults; see errors."), errors)


def _flat(details: Any, name: str) -> Iterator[FieldError]:
    """The faults of DRF's nested details, each with the dotted name of its field."""
    if isinstance(details, list):
        for each in details:
            yield from _flat(each, name)
    elif isinstance(details, dict) and set(details) == {"message", "code"}:
        yield FieldError(name, str(details["code"]), str(details["message"]))
    elif isinstance(details, dict):
        for key, each in details.items():
            inner = name if key == "non_field_errors" else f"{name}.{key}".lstrip(".")
            yield from _flat(each, inner)
