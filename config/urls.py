"""Which application answers which address. The streams are dispatched in asgi.py."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView


def addresses_of(*modules: str) -> list[URLPattern | URLResolver]:
    """The addresses of those modules that exist."""
    return [path("", include(module)) for module in modules if find_spec(module)]


urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/v1/", include(addresses_of("games.api.urls", "tournaments.api.urls"))),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    *addresses_of("games.pages.urls", "tournaments.pages.urls"),
]
