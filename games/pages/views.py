"""The shell of the table client and its manifest. They hold nothing of any player.

Everything a player sees is fetched by the page's scripts from the API, with his cookie.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from .texts import texts

BACKGROUND, THEME = "#f8f7f3", "#0b664b"


@require_safe
def table_client(request: HttpRequest) -> HttpResponse:
    """The page, the same for everybody: who one is stands in a cookie that it does not read."""
    response = render(request, "play/table.html", {"texts": texts()})
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: browsers offer to install the page where the context is secure."""
    start = reverse("table-client")
    icons = [
        {"src": static(f"play/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    document = {
        "name": _("Fushi: my table"),
        "short_name": "Fushi",
        "id": start,
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": THEME,
        "icons": [*icons, {"src": static("img/mark.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(document, content_type="application/manifest+json")
