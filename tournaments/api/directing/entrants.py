"""Let people in, out, back in, and be replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer
from games.models import Person, Player
from games.models.people import RemovedName
from games.services.issue_code import pin_of
from tournaments.entrants_file import joined_categories
from tournaments.errors import EventRefused
from tournaments.models import Entrant, Role
from tournaments.queries.check_in import expected, meant, missing
from tournaments.services.actors import RUNNING
from tournaments.services.check_in import check_in
from tournaments.services.correct_person import FIELDS, correct_person
from tournaments.services.enter_house import enter_house
from tournaments.services.enter_late import enter_late
from tournaments.services.enter_slip import SCORING
from tournaments.services.import_entrants import import_entrants
from tournaments.services.issue_entrant_codes import code_holders, issue_entrant_codes
from tournaments.services.remove_person import remove_person
from tournaments.services.set_line_up import set_line_up
from tournaments.services.substitute import end_substitution, substitute
from tournaments.services.withdraw_entrant import (
    disqualify_entrant,
    readmit_entrant,
    withdraw_entrant,
)

from . import documents, examples, shapes
from .base import EventDirectingView, ShownOnce, body_of, named, unknown
from .describe import changes, reads
from .requests import (
    CheckIn,
    EntrantsText,
    HousePlayers,
    NewLineUp,
    NewPersonData,
    NewSubstitute,
    OfEntrant,
    Reasoned,
)


class EntrantsView(EventDirectingView):
    """Base: finds an entrant of the event."""

    def entrant(self, entrant_id: str) -> Entrant:
        """Raises `Problem` (404)."""
        rows = Entrant.objects.filter(event=self.event, pk=entrant_id)
        found = rows.select_related("event", "person", "player").first()
        if found is None:
            raise not_found()
        return found

    def named_entrant(self, wanted: Mapping[str, Any]) -> Entrant:
        """The entrant that a body names. Raises `Problem` (400)."""
        return named("entrant", lambda: self.entrant(wanted["entrant"]))

    def change(self, request: Request, verb: Callable[..., Entrant]) -> HttpResponse:
        """Do a service's verb to the entrant that is named, from a round on."""
        wanted = body_of(request, OfEntrant)
        entrant, first = self.named_entrant(wanted), wanted.get("from_round")
        return self.once(
            request,
            lambda: documents.entrant(
                verb(entrant, self.actor, wanted["reason"], from_round=first)
            ),
            201,
        )


class HouseView(EventDirectingView):
    """Bots that fill a table."""

    @changes(
        "enter_house",
        "Let house players fill the last table, unranked",
        HousePlayers,
        shapes.HouseEntered,
        201,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Bots, which act by themselves; their results count in the field. They have no codes."""
        wanted = body_of(request, HousePlayers)
        asked = {name: wanted.get(name) for name in ("count", "from_round")}
        return self.once(
            request,
            lambda: {
                "entrants": [
                    {**documents.entrant(each), "name": each.person.name}
                    for each in enter_house(self.event, self.actor, wanted["reason"], **asked)
                ]
            },
            201,
        )


class ImportView(EntrantsView):
    """A list of entrants."""

    @changes(
        "import_entrants",
        "Enter everybody on a list, or nobody",
        EntrantsText,
        shapes.EntrantsWithCodes,
        201,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Faults come by line (422 `import_faults`); codes are in this answer only."""
        wanted = body_of(request, EntrantsText)
        if not wanted["late"]:
            return self.once(
                request,
                lambda: documents.entered(
                    self.event,
                    import_entrants(self.event, wanted["text"], self.actor, sure=wanted["sure"]),
                ),
                201,
            )
        text, reason, first = wanted["text"], wanted["reason"], wanted.get("from_round")
        return self.once(
            request,
            lambda: documents.entered(
                self.event,
                enter_late(
                    self.event, text, self.actor, reason, from_round=first, sure=wanted["sure"]
                ),
            ),
            201,
        )


class CodeView(EntrantsView):
    """An entrant's code."""

    @changes("issue_code", "Give an entrant a new code", Reasoned, shapes.EntrantsWithCodes)
    def post(self, request: Request, slug: str, entrant_id: str) -> HttpResponse:
        """The one before ends; the new one is in this answer only."""
        body_of(request, Reasoned)
        entrant = self.entrant(entrant_id)
        return self.once(
            request,
            lambda: documents.entered(
                self.event, issue_entrant_codes(self.event, [entrant], self.actor)
            ),
        )


class CodesView(EntrantsView):
    """Everybody's codes."""

    @changes("issue_codes", "Give everybody a new code", Reasoned, shapes.EntrantsWithCodes)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """To all who play, or to the members of teams. Those before end, and sign out."""
        body_of(request, Reasoned)
        return self.once(
            request,
            lambda: documents.entered(
                self.event,
                issue_entrant_codes(self.event, code_holders(self.event), self.actor),
            ),
        )


class WithdrawalsView(EntrantsView):
    """People who go."""

    @changes("withdraw_entrant", "Withdraw an entrant", OfEntrant, shapes.EntrantInState, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """What was played stands; the rounds to come are drawn without them."""
        return self.change(request, withdraw_entrant)


class DisqualificationsView(EntrantsView):
    """People who are taken out of the ranking."""

    @changes("disqualify_entrant", "Disqualify an entrant", OfEntrant, shapes.EntrantInState, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """During the event or after it. Their results stay for the others; `returns/` undoes it."""
        return self.change(request, disqualify_entrant)


class CheckInView(EntrantsView):
    """Who is here."""

    roles = SCORING

    @reads("missing_entrants", "Who plays and is not checked in", shapes.MissingEntrants)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """By number."""
        rows = missing(self.event)
        lines = [{**documents.entrant(row), "name": row.person.name} for row in rows]
        return answer({"expected": expected(self.event).count(), "missing": lines})

    @changes("check_in", "Check an entrant in, or out", CheckIn, shapes.EntrantCheckedIn)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """`who` is a code, a number or a name; 409 `entrant_ambiguous` if several may be meant."""
        wanted = body_of(request, CheckIn)
        found = meant(self.event, wanted["who"])
        if not found:
            raise unknown("who", _("Nobody who plays has this code, number or name."))
        if len(found) > 1:
            sentence = _("Several people are called so: give a number.")
            numbers = [row.number for row in found]
            raise EventRefused("entrant_ambiguous", sentence, numbers=numbers)

        def note() -> dict[str, Any]:
            row = check_in(found[0], self.actor, is_here=wanted["is_here"])
            return {**documents.entrant(row), "is_here": row.checked_in_at is not None}

        return self.once(request, note)


class DataView(EntrantsView):
    """What is known of somebody: an entrant's id is theirs, or that of a player (a member of a
    team, a substitute).
    """

    roles = RUNNING

    def player(self, entrant_id: str) -> Player:
        """Raises `Problem` (404), for somebody whose data was removed, too."""
        rows = Player.objects.filter(realm=self.event.pk).select_related("person")
        found = rows.filter(Q(entrant=entrant_id) | Q(pk=entrant_id)).first()
        if found is None or isinstance(found.person.name, RemovedName):
            raise not_found()
        return found

    @reads("person_data", "What is known of a person", shapes.PersonData)
    def get(self, request: Request, slug: str, entrant_id: str) -> HttpResponse:
        """Name, club, country, number and rating."""
        return answer(documents.person_data(entrant_id, self.player(entrant_id)))

    @changes("correct_person", "Correct a person's data", NewPersonData, shapes.PersonData)
    def post(self, request: Request, slug: str, entrant_id: str) -> HttpResponse:
        """Faults come by field (422 `import_faults`); the number stays once the event is drawn."""
        wanted = body_of(request, NewPersonData)
        player, seen = self.player(entrant_id), wanted.get("seen")

        def correct() -> dict[str, Any]:
            correct_person(
                self.event,
                player,
                self.actor,
                _written(wanted),
                wanted["reason"],
                seen=None if seen is None else _written(seen),
                sure=wanted["sure"],
            )
            return documents.person_data(entrant_id, self.player(entrant_id))

        return self.once(request, correct)


def _written(data: Mapping[str, Any]) -> dict[str, str]:
    """The data as a list of entrants writes them."""
    return {name: _cell(data[name]) for name in FIELDS if name in data}


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return joined_categories(value)
    return "" if value is None else str(value)


class RemovalView(EntrantsView):
    """Somebody's personal data."""

    roles = (Role.OWNER,)

    @changes("remove_person", "Remove a person's data", None, shapes.PersonRemoved)
    def post(self, request: Request, slug: str, entrant_id: str) -> HttpResponse:
        """For ever, in all events of the person; numbers, results and ranks stay.

        The id is an entrant's, or that of a player: a member of a team, a substitute.
        """
        rows = Person.objects.filter(players__realm=self.event.pk)
        person = rows.filter(Q(entrants=entrant_id) | Q(players=entrant_id)).first()
        if person is None:
            raise not_found()

        def remove() -> dict[str, Any]:
            remove_person(person, self.actor)
            return {"id": entrant_id, "is_removed": True}

        return self.once(request, remove)


class ReturnsView(EntrantsView):
    """People who come back."""

    @changes("readmit_entrant", "Let an entrant in again", OfEntrant, shapes.EntrantInState, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """No points for the rounds missed."""
        return self.change(request, readmit_entrant)


class SubstitutionsView(EntrantsView):
    """People who sit for others."""

    @changes(
        "substitute",
        "Let somebody sit for an entrant",
        NewSubstitute,
        shapes.SubstituteSeated,
        201,
        examples=examples.SUBSTITUTE,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The entrant stays ranked; the substitute's code is in this answer only."""
        wanted = body_of(request, NewSubstitute)
        entrant = self.named_entrant(wanted)

        def make() -> ShownOnce:
            made, code = substitute(
                entrant,
                self.actor,
                wanted["reason"],
                name=wanted["name"],
                from_round=wanted.get("from_round"),
                instead=wanted.get("instead"),
                sure=wanted["sure"],
            )
            document = {"player": made.player_id, "from_round": made.first_round}
            secret = {"code": code}
            if code is not None and self.event.physical:
                secret["pin"] = pin_of(code)
            return ShownOnce(document, secret)

        return self.once(request, make, 201)


class LineUpsView(EntrantsView):
    """Who plays for a team."""

    @changes(
        "set_line_up", "Say who plays for a team from a match on", NewLineUp, shapes.LineUpSet, 201
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Three of its list, four in four-a-side; until another line-up is given."""
        wanted = body_of(request, NewLineUp)
        entrant = self.named_entrant(wanted)
        stage = self.stage()
        if "stage" in wanted:
            stage = named("stage", lambda: self.numbered_stage(wanted["stage"]))

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

    @changes(
        "end_substitution", "Let the entrant play again", OfEntrant, shapes.EntrantInState, 201
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """From the next round that is not released on."""
        return self.change(request, end_substitution)
