"""The standings as they would be under another comparison method."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase

from tournaments.queries.what_if import methods_for, what_if
from tournaments.stage_ends import stage_to_direct

from .base import Directing, console, show


@console
def what_if_page(request: Directing) -> HttpResponseBase:
    """The stage that is directed now, under `?method=`; without one, the methods to choose from."""
    stage = stage_to_direct(request.event)
    methods = () if stage is None else methods_for(stage)
    method = request.GET.get("method", "")
    if method and method not in methods:
        raise Http404
    return show(
        request,
        "console/what_if.html",
        "rulings",
        stage=stage,
        methods=methods,
        method=method,
        found=what_if(stage, method) if stage is not None and method else None,
    )
