"""The project's addresses, and `/bare/`: the same authentication, then one inserted row."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from config.urls import urlpatterns as project
from games.api.views import PlayerView, answer
from games.db import write_transaction
from games.models import IdempotentRequest


class BareView(PlayerView):
    """The least that a view can do which knows its caller and keeps something."""

    def post(self, request: Request) -> HttpResponse:
        """Insert one row, by Django's own means."""
        token, _player = self.credential(request)
        with write_transaction():
            IdempotentRequest.objects.create(
                credential=f"bare:{token.pk}",
                method="POST",
                path=request.path,
                key=uuid.uuid4().hex,
                body_hash="",
                status=201,
                response="{}",
            )
        return answer({}, 201)


urlpatterns = [path("bare/", BareView.as_view()), *project]
