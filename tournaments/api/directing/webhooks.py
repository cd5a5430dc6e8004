"""Programs that are told of an event; owners only."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer
from tournaments.models import Role, Webhook
from tournaments.queries.deliveries import Hook, hooks_of
from tournaments.services.webhooks import end_webhook, make_webhook, try_webhook

from . import documents, shapes
from .base import EventDirectingView, ShownOnce, body_of
from .describe import changes, reads
from .requests import NewWebhook


class OwnersView(EventDirectingView):
    """Base: for owners only, since an address may hold what is secret."""

    roles = (Role.OWNER,)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Reading the list needs the same role."""
        super().initial(request, *args, **kwargs)
        self.actor.require(self.event, Role.OWNER)

    def webhook(self, webhook_id: int) -> Webhook:
        """Raises `Problem` (404)."""
        rows = Webhook.objects.filter(event=self.event, pk=webhook_id).select_related("event")
        found = rows.first()
        if found is None:
            raise not_found()
        return found


class WebhooksView(OwnersView):
    """The event's webhooks."""

    @reads("webhooks", "The event's webhooks, each with its last messages", shapes.WebhookList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Without the secrets; ended ones last."""
        return answer({"results": [documents.webhook(each) for each in hooks_of(self.event)]})

    @changes("make_webhook", "Have a program told", NewWebhook, shapes.WebhookMade, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The secret is in this answer, and nowhere else. A repetition of the request has it not.
        Addresses of private networks are refused, here or when something is sent.
        """
        wanted = body_of(request, NewWebhook)

        def make() -> ShownOnce:
            row, secret = make_webhook(self.event, actor=self.actor, **wanted)
            return ShownOnce(documents.webhook(Hook(row, ())), {"secret": secret})

        return self.once(request, make, 201)


class WebhookView(OwnersView):
    """One of them."""

    @changes("end_webhook", "Tell a program nothing more", None, None, 204)
    def delete(self, request: Request, slug: str, webhook_id: int) -> HttpResponse:
        """It ends at once; what waits is not sent."""
        end_webhook(self.webhook(webhook_id), self.actor)
        return HttpResponse(status=204)


class WebhookTestView(OwnersView):
    """Trying one."""

    @changes("try_webhook", "Send a test", None, shapes.WebhookTested, 202)
    def post(self, request: Request, slug: str, webhook_id: int) -> HttpResponse:
        """It is sent within a second or two; look at the list for what became of it."""
        row = self.webhook(webhook_id)

        def send() -> dict[str, str]:
            return {"message": str(try_webhook(row, self.actor).pk)}

        return self.once(request, send, 202)
