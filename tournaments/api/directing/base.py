"""What all views of directors have in common: the role, the key of repetition, the preview.

Owns how a service's refusal becomes a problem. What a verb does is its service's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, ClassVar, TypeVar

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from games.api.problems import FieldError, Problem, not_found
from games.api.serializers import read_body
from games.api.views import PrivateView, answer, given, idempotency_key, request_key
from games.db import despite_deadlocks, write_transaction
from games.errors import Text
from games.services.answers import Answer, RequestKey, first_answer, keep_answer
from tournaments.errors import (
    ImportFaults,
    MovementFaults,
    NotPermitted,
    PreviewOutdated,
    TournamentError,
)
from tournaments.models import AuditEntry, Event, Role, Stage
from tournaments.queries.address import split
from tournaments.queries.decisions import last_decision
from tournaments.services.actors import RUNNING, Actor
from tournaments.services.preview import with_preview
from tournaments.sight import hidden_boards
from tournaments.stage_ends import stage_to_direct

from .credentials import DirectorAuthentication

T = TypeVar("T")

#: Refusals of what was sent, not of what it meets: their codes begin or end so.
UNFIT = (
    "bad_",
    "unknown_",
    "too_many_",
    "weights_",
    "_missing",
    "_too_long",
    "_out_of_range",
    "_invalid",
)
#: What the event misses, not the request.
STATES = frozenset({"results_missing", "value_is_missing"})


def refusal(fault: TournamentError, **more: Any) -> Problem:
    """A service's refusal as a problem; `refusal` is its own code, `params` its figures.

    `more` are further members of the document.
    """
    match fault:
        case NotPermitted():
            return Problem(403, "forbidden", fault.detail)
        case PreviewOutdated():
            return Problem(
                409, "preview_outdated", fault.detail, extra={**fault.preview.to_data(), **more}
            )
        case ImportFaults():
            return Problem(422, "import_faults", fault.detail, _one_by_one(fault.errors))
    extra = {"refusal": fault.code, "params": dict(fault.params), **more}
    errors = _one_by_one(fault.errors) if isinstance(fault, MovementFaults) else ()
    return Problem(status_of(fault.code), "refused", fault.detail, errors, extra=extra)


def status_of(code: str) -> int:
    """422 where a refusal is of what was sent, 409 where it is of what that meets."""
    unfit = code.startswith(UNFIT[:4]) or code.endswith(UNFIT[4:])
    return 422 if unfit and code not in STATES else 409


def _one_by_one(errors: Iterable[Mapping[str, Any]]) -> list[FieldError]:
    return [FieldError(e["field"] or "", e["code"], e["detail"], e["line"]) for e in errors]


class DirectingView(PrivateView):
    """A view that needs a director's credential."""

    authentication_classes = [DirectorAuthentication]
    permission_classes = [AllowAny]  # authentication refuses whoever has no credential

    @property
    def actor(self) -> Actor:
        """Who asks."""
        assert isinstance(self.request.auth, Actor)
        return self.request.auth

    def handle_exception(self, exc: Exception) -> HttpResponseBase:  # type: ignore[override]
        """Tell what a service refused."""
        if isinstance(exc, TournamentError):
            exc = self.told(exc)
        if isinstance(exc, ValidationError):
            exc = _invalid(exc)
        return super().handle_exception(exc)

    def told(self, fault: TournamentError) -> Problem:
        """A refusal as a problem."""
        return refusal(fault)

    def once(
        self, request: Request, do: Callable[[], Any], status: int = 200, sent: Any = None
    ) -> HttpResponse:
        """Do something once for its Idempotency-Key, in one transaction with the answer kept.

        What `do` wraps in `ShownOnce` is in the first answer only, and never stored. `sent` stands
        for the request's body where that is no JSON.
        """
        same = request_key(request, self.actor.reference, sent)

        def answered() -> tuple[Answer, dict[str, Any]]:
            with write_transaction():
                found = first_answer(same)
                if found is not None:
                    return found, {}
                body, secret = do(), {}
                if isinstance(body, ShownOnce):
                    secret, body = body.secret, body.document
                return keep_answer(same, status, body), secret

        secret: dict[str, Any] = {}
        try:
            found, secret = despite_deadlocks(answered)
        except IntegrityError:
            found = _other(same)
        except (TournamentError, Problem):
            # What refuses may be what the same request, sent twice at once, has just done.
            earlier = first_answer(same)
            if earlier is None:
                raise
            found = earlier
        if secret:
            found = replace(found, text=json.dumps(json.loads(found.text) | secret))
        return given(found)


@dataclass(frozen=True, slots=True)
class ShownOnce:
    """A document, and what is added to it in the first answer: codes, keys."""

    document: dict[str, Any]
    secret: dict[str, Any]


def _other(same: RequestKey) -> Answer:
    """The answer of the same request that was faster; what it met is the database's refusal."""
    found = first_answer(same)
    if found is None:
        raise Problem(409, "in_progress", _("Try again."), headers={"Retry-After": "1"})
    return found


def _invalid(fault: ValidationError) -> Problem:
    found = fault.message_dict if hasattr(fault, "error_dict") else {"": fault.messages}
    errors = [FieldError(name, "invalid", text) for name, texts in found.items() for text in texts]
    return Problem(400, "invalid", _("The request has faults; see errors."), errors)


class EventDirectingView(DirectingView):
    """A view of one event, for whoever has one of `roles` in it; others with a role get 403."""

    roles: ClassVar[tuple[Role, ...]] = RUNNING
    event: Event
    stage_number: int | None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the event. Raises `Problem`: 404 for who has no role in it, 403 for another role."""
        super().initial(request, *args, **kwargs)
        slug, self.stage_number = split(kwargs["slug"])
        event = Event.objects.filter(slug=slug).first()
        role = self.actor.role_in(event) if event is not None else None
        if event is None or role is None:
            raise not_found()
        allowed = tuple(Role) if request.method in ("GET", "HEAD") else self.roles
        if role not in allowed:
            raise Problem(403, "forbidden", _("Your role in this event does not allow this."))
        self.event = event

    @property
    def hidden(self) -> frozenset[str]:
        """The boards that the caller may not see yet: see `tournaments.sight`."""
        return hidden_boards(self.actor, self.event)

    def handle_exception(self, exc: Exception) -> HttpResponseBase:  # type: ignore[override]
        """Name who was faster with a table's or a play's own refusal, too."""
        if isinstance(exc, Problem) and exc.status == 409 and hasattr(self, "event"):
            for noun in ("table", "play"):
                if pk := self.kwargs.get(f"{noun}_id"):
                    last = by(last_decision(self.event.pk, f"{noun}:{pk}"))
                    exc = replace(exc, extra={**exc.extra, "changed_by": last})
        return super().handle_exception(exc)

    def told(self, fault: TournamentError) -> Problem:
        """A refusal as a problem; who was faster is named with it."""
        if not fault.about:
            return refusal(fault)
        return refusal(fault, changed_by=by(last_decision(self.event.pk, fault.about)))

    def stage(self) -> Stage:
        """The stage that the address names (`NAME.2`), or else the one that is directed now.

        Raises `Problem` (404; 409 `no_stage` where there is none at all).
        """
        if self.stage_number is not None:
            return self.numbered_stage(self.stage_number)
        stage = stage_to_direct(self.event)
        if stage is None and self.request.method in ("GET", "HEAD"):
            raise not_found()
        if stage is None:
            sentence = _("This event has no stage yet: make one first.")
            raise Problem(409, "refused", sentence, extra={"refusal": "no_stage", "params": {}})
        return stage

    def numbered_stage(self, number: int) -> Stage:
        """One of the event's stages. Raises `Problem` (404)."""
        found = self.event.stages.filter(number=number).select_related("event", "source").first()
        if found is None:
            raise not_found()
        return found

    def scored(
        self,
        request: Request,
        stage: Stage,
        change: Callable[[], Any],
        document: Callable[[Any], Any],
        about: str,
        status: int = 201,
    ) -> HttpResponse:
        """Make a change of scores: tried only with `dry_run`, as shown with `preview`.

        `about` names what is decided about, as the audit does.
        """
        assert isinstance(request.data, dict)
        shown_before = request.data.get("preview")
        if request.data.get("dry_run"):
            idempotency_key(request)
            tried = with_preview(stage, change, about=about, actor=self.actor, dry_run=True)
            assert tried.preview is not None
            return answer({"made": None, **tried.preview.to_data()})

        def make() -> Any:
            made = with_preview(stage, change, about=about, actor=self.actor, preview=shown_before)
            shown = {} if made.preview is None else made.preview.to_data()
            return {"made": document(made.result), **shown}

        return self.once(request, make, status)

    def guarded(
        self,
        request: Request,
        target: str,
        document: Callable[[], Mapping[str, Any]],
        change: Callable[[], Any],
    ) -> HttpResponse:
        """Change a resource if it is still as `If-Match` says. Raises `Problem` (412, 428)."""
        wanted = request.headers.get("If-Match")
        if not wanted:
            raise Problem(428, "if_match_missing", _("Send the ETag that you read as If-Match."))
        with write_transaction():
            Event.objects.select_for_update(no_key=True).get(pk=self.event.pk)
            now = document()
            if wanted != tag_of(now):
                last = last_decision(self.event.pk, target)
                raise Problem(
                    412,
                    "changed_meanwhile",
                    _("Somebody changed it since you read it."),
                    extra={"now": now, "changed_by": by(last)},
                    headers={"ETag": tag_of(now)},
                )
            change()
            after = document()
        return answer(after, headers={"ETag": tag_of(after)})


def named(field: str, find: Callable[[], T]) -> T:
    """What a field of the body names, as `find` finds it for an address.

    Raises `Problem`: 400 naming the field where an address would be answered with 404.
    """
    try:
        return find()
    except Problem as fault:
        if fault.status != 404:
            raise
        raise unknown(field, _("This names nothing of this event.")) from None


def unknown(field: str, detail: Text) -> Problem:
    """400: what a field of the body names is not there."""
    sentence = _("The request has faults; see errors.")
    return Problem(400, "invalid", sentence, [FieldError(field, "unknown", detail)])


def by(entry: AuditEntry | None) -> dict[str, str] | None:
    """Who decided what and when, for JSON."""
    if entry is None:
        return None
    return {"actor": entry.actor, "verb": entry.verb, "at": entry.at.isoformat()}


def tag_of(document: Mapping[str, Any]) -> str:
    """The strong tag of a document."""
    text = json.dumps(document, sort_keys=True, default=str)
    return f'"{sha256(text.encode()).hexdigest()[:24]}"'


def body_of(request: Request, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """The validated body. Raises ValidationError."""
    return dict(read_body(request, shape))
