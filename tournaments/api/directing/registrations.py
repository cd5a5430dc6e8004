"""Who entered by the event's own page: who waits, and the organiser's answer."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer
from tournaments.models import Registration, Role
from tournaments.queries.registration import registrations
from tournaments.services.actors import RUNNING
from tournaments.services.decide_registration import approve_registration, refuse_registration
from tournaments.services.remove_person import remove_person

from . import documents, shapes
from .base import EventDirectingView, body_of
from .describe import changes, reads
from .requests import Approval, Reasoned


class RegistrationsView(EventDirectingView):
    """Everybody who entered by the page."""

    @reads("registrations", "Who entered by the event's page", shapes.RegistrationList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Those who ask, then the waiting list, then the others; e-mails for who runs it."""
        runs = self.actor.role_in(self.event) in RUNNING
        lines = registrations(self.event)
        return answer(
            {"results": [documents.registration(line, with_contact=runs) for line in lines]}
        )


class RegistrationView(EventDirectingView):
    """Base: finds a registration."""

    def registration(self, registration_id: str) -> Registration:
        """Raises `Problem` (404)."""
        rows = Registration.objects.filter(event=self.event, pk=registration_id)
        found = rows.select_related("event", "person").first()
        if found is None:
            raise not_found()
        return found


class ApproveView(RegistrationView):
    """A yes."""

    @changes("approve_registration", "Approve an entry", Approval, shapes.RegistrationDecided)
    def post(self, request: Request, slug: str, registration_id: str) -> HttpResponse:
        """Entered, or on the waiting list without a place; who waits there is entered anyway."""
        wanted, row = body_of(request, Approval), self.registration(registration_id)
        sure, reason = wanted["sure"], wanted["reason"]
        return self.once(
            request,
            lambda: documents.decided(approve_registration(row, self.actor, reason, sure=sure)),
        )


class RefuseView(RegistrationView):
    """A no."""

    @changes(
        "refuse_registration",
        "Refuse an entry, or take it off the waiting list",
        Reasoned,
        shapes.RegistrationDecided,
    )
    def post(self, request: Request, slug: str, registration_id: str) -> HttpResponse:
        """Whoever asked can read the reason."""
        wanted, row = body_of(request, Reasoned), self.registration(registration_id)
        return self.once(
            request,
            lambda: documents.decided(refuse_registration(row, self.actor, wanted["reason"])),
        )


class RegistrationRemovalView(RegistrationView):
    """The personal data of somebody who asked to enter."""

    roles = (Role.OWNER,)

    @changes("remove_registrant", "Remove a registrant's data", None, shapes.PersonRemoved)
    def post(self, request: Request, slug: str, registration_id: str) -> HttpResponse:
        """For ever: name, club, country and e-mail; that somebody asked, and when, stays."""
        row = self.registration(registration_id)

        def remove() -> dict[str, Any]:
            remove_person(row.person, self.actor)
            return {"id": row.pk, "is_removed": True}

        return self.once(request, remove)
