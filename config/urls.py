"""Which application answers which address. The streams are dispatched in asgi.py."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("admin/", admin.site.urls),
    path("play/", include("games.pages.urls")),
    path("", include("tournaments.pages.urls")),
]
