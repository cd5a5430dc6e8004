"""Let people in, out, back in, and be replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from tournaments.models import Entrant
from tournaments.services.enter_late import enter_late
from tournaments.services.import_entrants import import_entrants
from tournaments.services.issue_entrant_codes import issue_entrant_codes
from tournaments.services.set_line_up import set_line_up
from tournaments.services.substitute import end_substitution, substitute
from tournaments.services.withdraw_entrant import readmit_entrant, withdraw_entrant

from . import documents
from .base import EventDirectingView, ShownOnce, body_of
from .describe import changes
from .requests import EntrantsText, NewLineUp, NewSubstitute, OfEntrant, Reasoned


class EntrantsView(EventDirectingView):
    """Base: finds an entrant of the event."""

    def entrant(self, entrant_id: str) -> Entrant:
        """Raises `Problem` (404)."""
        rows = Entrant.objects.filter(event=self.event, pk=entrant_id)
        found = rows.select_related("event", "person", "player").first()
        if found is None:
            raise not_found()
        return found

    def change(self, request: Request, verb: Callable[..., Entrant]) -> HttpResponse:
        """Do a service's verb to the entrant that is named, from a round on."""
        wanted = body_of(request, OfEntrant)
        entrant, first = self.entrant(wanted["entrant"]), wanted.get("from_round")
        return self.once(
            request,
            lambda: documents.entrant(
                verb(entrant, self.actor, wanted["reason"], from_round=first)
            ),
            201,
        )


class ImportView(EntrantsView):
    """A list of entrants."""

    @changes("import_entrants", "Enter everybody on a list, or nobody", EntrantsText, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Faults come by line (422 `import_faults`); codes are in this answer only."""
        wanted = body_of(request, EntrantsText)
        if not wanted["late"]:
            return self.once(
                request,
                lambda: documents.entered(import_entrants(self.event, wanted["text"], self.actor)),
                201,
            )
        text, reason, first = wanted["text"], wanted["reason"], wanted.get("from_round")
        return self.once(
            request,
            lambda: documents.entered(
                enter_late(self.event, text, self.actor, reason, from_round=first)
            ),
            201,
        )


class CodeView(EntrantsView):
    """An entrant's code."""

    @changes("issue_code", "Give an entrant a new code", Reasoned)
    def post(self, request: Request, slug: str, entrant_id: str) -> HttpResponse:
        """The one before ends; the new one is in this answer only."""
        body_of(request, Reasoned)
        entrant = self.entrant(entrant_id)
        return self.once(
            request,
            lambda: documents.entered(issue_entrant_codes(self.event, [entrant], self.actor)),
        )


class WithdrawalsView(EntrantsView):
    """People who go."""

    @changes("withdraw_entrant", "Withdraw an entrant", OfEntrant, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """What was played stands; the rounds to come are drawn without them."""
        return self.change(request, withdraw_entrant)


class ReturnsView(EntrantsView):
    """People who come back."""

    @changes("readmit_entrant", "Let an entrant in again", OfEntrant, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """No points for the rounds missed."""
        return self.change(request, readmit_entrant)


class SubstitutionsView(EntrantsView):
    """People who sit for others."""

    @changes("substitute", "Let somebody sit for an entrant", NewSubstitute, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The entrant stays ranked; the substitute's code is in this answer only."""
        wanted = body_of(request, NewSubstitute)
        entrant = self.entrant(wanted["entrant"])

        def make() -> ShownOnce:
            made, code = substitute(
                entrant,
                self.actor,
                wanted["reason"],
                name=wanted["name"],
                from_round=wanted.get("from_round"),
                instead=wanted.get("instead"),
            )
            document = {"player": made.player_id, "from_round": made.first_round}
            return ShownOnce(document, {"code": code})

        return self.once(request, make, 201)


class LineUpsView(EntrantsView):
    """Who plays for a team."""

    @changes("set_line_up", "Say who plays for a team from a match on", NewLineUp, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Three of its list, four in four-a-side; until another line-up is given."""
        wanted = body_of(request, NewLineUp)
        entrant = self.entrant(wanted["entrant"])
        stage = self.numbered_stage(wanted["stage"]) if "stage" in wanted else self.stage()

        def make() -> dict[str, Any]:
            made = set_line_up(
                stage,
                entrant,
                wanted["places"],
                self.actor,
                wanted["reason"],
                from_round=wanted.get("from_round"),
            )
            return {"entrant": entrant.pk, "from_round": made.from_round, "places": made.places}

        return self.once(request, make, 201)


class SubstitutionEndsView(EntrantsView):
    """Entrants who take their seats again."""

    @changes("end_substitution", "Let the entrant play again", OfEntrant, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """From the next round that is not released on."""
        return self.change(request, end_substitution)
