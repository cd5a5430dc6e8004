"""Two pages for programmers: the API from its schema, and what each problem code means.

Rendered on the server from our own templates; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views import View
from drf_spectacular.generators import SchemaGenerator

from games.errors import Problem, kinds

from .problems import problem_response

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Sample:
    """A named JSON example."""

    name: str
    text: str


@dataclass(frozen=True)
class Outcome:
    """A response: its status and its examples."""

    status: str
    samples: list[Sample]


@dataclass(frozen=True)
class Operation:
    """One call of the API, ready to be printed."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    needs_token: bool
    parameters: list[dict[str, Any]]
    requests: list[Sample]
    outcomes: list[Outcome]


def _samples(content: dict[str, Any]) -> list[Sample]:
    return [
        Sample(name, json.dumps(example["value"], ensure_ascii=False, indent=2))
        for media in content.values()
        for name, example in media.get("examples", {}).items()
    ]


def _operation(method: str, path: str, data: dict[str, Any]) -> Operation:
    return Operation(
        name=data["operationId"],
        method=method.upper(),
        path=path,
        summary=data.get("summary", ""),
        description=data.get("description", ""),
        needs_token=any(data.get("security", [])),
        parameters=data.get("parameters", []),
        requests=_samples(data.get("requestBody", {}).get("content", {})),
        outcomes=[
            Outcome(status, _samples(response.get("content", {})))
            for status, response in data.get("responses", {}).items()
        ],
    )


@lru_cache(maxsize=8)
def operations(language: str | None) -> dict[str, list[Operation]]:
    """All calls by tag, from the schema in the language in force."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    groups: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                tag = (methods[method].get("tags") or [""])[0]
                groups.setdefault(tag, []).append(_operation(method, path, methods[method]))
    return groups


class ApiPage(View):
    """A page among the API's addresses, whose refusals are problems as well."""

    def http_method_not_allowed(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """405 as everywhere in the API."""
        allowed = super().http_method_not_allowed(request, *args, **kwargs).headers["Allow"]
        detail = _("A page is read with GET.")
        problem = Problem(405, "method_not_allowed", detail, headers={"Allow": allowed})
        return problem_response(problem)


class DocsPage(ApiPage):
    """`/api/v1/docs/`."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Every call with its parameters, examples and answers."""
        context = {"groups": operations(get_language()), "kinds": sorted(kinds)}
        return render(request, "api/docs.html", context)


class ProblemPage(ApiPage):
    """`/api/v1/problems/<code>/`."""

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """The cause of a problem, and its cure."""
        kind = kinds.get(code)
        if kind is None:
            raise Http404
        return render(request, "api/problem.html", {"kind": kind})
