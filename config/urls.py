"""Which application answers which address. The streams are dispatched in asgi.py."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

handler400 = "games.api.handlers.bad_request"
handler403 = "games.api.handlers.forbidden"
handler404 = "games.api.handlers.nothing_here"
handler500 = "games.api.handlers.failed"


def favicon(_request: HttpRequest) -> HttpResponseRedirect:
    """Where the icon is, for programs that ask for it at its oldest address."""
    return HttpResponseRedirect(static("img/mark.svg"))


urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("favicon.ico", favicon, name="favicon"),
    path("admin/", admin.site.urls),
    path("play/", include("games.pages.urls")),
    path("", include("tournaments.pages.urls")),
]
