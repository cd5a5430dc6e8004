"""What every page of this admin shares: buttons that call services, and how a refusal is told."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.errors import Problem
from tournaments.errors import MovementFaults, TournamentError
from tournaments.origins import Way, origin
from tournaments.services.actors import Actor

from .roles import RoleAdmin

if TYPE_CHECKING:  # generic for the type checker only
    ModelForm = forms.ModelForm[Any]
else:
    ModelForm = forms.ModelForm


@dataclass(frozen=True)
class Verb:
    """A button: `do(row, actor, reason, **answers)` is a service.

    `asks_reason` shows a field for one, `needs_reason` says that the service insists on it. `form`
    asks for more, and its cleaned data are the `answers`. `told` makes a page of what the service
    returned, where it returns something that is shown once.
    """

    name: str
    label: str | Promise
    do: Callable[..., Any]
    asks_reason: bool = False
    needs_reason: bool = False
    form: type[forms.Form] | None = None
    told: Callable[[HttpRequest, Any], HttpResponse | None] | None = None

    @property
    def questions(self) -> forms.Form | None:
        """The empty form, its fields' ids apart from those of other buttons."""
        return self.form(auto_id=f"{self.name}-%s") if self.form else None


@dataclass(frozen=True)
class Button:
    """A verb with the address that it is posted to."""

    verb: Verb
    url: str


@dataclass(frozen=True)
class Link:
    """A way to another page from a row's page; `runs` for those only who run the event."""

    label: str | Promise
    url: str
    runs: bool = False


#: What a service raises when it refuses.
REFUSALS = (TournamentError, Problem, ValidationError)


def sentence_of(refusal: Exception) -> str:
    """Return what a refusal says to a person."""
    if isinstance(refusal, ValidationError):
        return " ".join(refusal.messages)
    assert isinstance(refusal, TournamentError | Problem)
    if not isinstance(refusal, MovementFaults):
        return str(refusal.detail)
    line = _("Line %(line)s: %(fault)s")
    faults = [line % {"line": e["line"] or "–", "fault": e["detail"]} for e in refusal.errors]
    return " ".join([refusal.detail, *faults])


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """Show what a service refused as a message; nothing has changed then."""
    try:
        yield
    except REFUSALS as refusal:
        messages.error(request, sentence_of(refusal))


def actor_of(request: HttpRequest) -> Actor:
    """Return who is signed in."""
    return Actor.of(request.user, origin(Way.ADMIN, request.META))


class VerbAdmin(RoleAdmin):
    """A model's admin with buttons, for who has a role that runs the event."""

    change_form_template = "admin/tournaments/verbs_change_form.html"
    #: By request, what a service refused of its form.
    _refusals: WeakKeyDictionary[HttpRequest, str] = WeakKeyDictionary()

    def verbs(self, row: Any) -> Sequence[Verb]:
        """Return the buttons that make sense for this row now."""
        return ()

    def links(self, row: Any) -> Sequence[Link]:
        """Return where one goes from this row."""
        return ()

    def get_urls(self) -> list[URLPattern]:
        """Add the address that the buttons post to."""
        name = self._name_of("do")
        view = self.admin_site.admin_view(self.do_view)
        return [path("<str:object_id>/do/<slug:verb>/", view, name=name), *super().get_urls()]

    def do_view(self, request: HttpRequest, object_id: str, verb: str) -> HttpResponse:
        """Call the service of a button, and return to the row's page."""
        row = self.get_object(request, object_id)
        if request.method != "POST" or row is None:
            raise Http404
        if not self.has_run_permission(request, row):
            raise PermissionDenied
        found = next((each for each in self.verbs(row) if each.name == verb), None)
        if found is None:
            messages.error(request, _("This cannot be done any more."))
        else:
            with refusals_told(request):
                reason = request.POST.get("reason", "").strip()
                result = found.do(row, actor_of(request), reason, **_answers(found, request))
                messages.success(request, f"{found.label}: {row}")
                page = found.told(request, result) if found.told else None
                if page is not None:
                    return page
        return redirect(self.page_of(row))

    def page_of(self, row: Model) -> str:
        """Return the address of a row's page."""
        return reverse(f"admin:{self._name_of('change')}", args=[row.pk])

    def buttons(self, row: Model) -> list[Button]:
        """Return the verbs of a row with the addresses that they are posted to."""
        name = f"admin:{self._name_of('do')}"
        return [Button(verb, reverse(name, args=[row.pk, verb.name])) for verb in self.verbs(row)]

    def _name_of(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the row with its buttons."""
        row = self.get_object(request, object_id)
        context = dict(extra_context or {})
        if row is not None:
            runs = self.has_run_permission(request, row)
            context["buttons"] = self.buttons(row) if runs else []
            context["links"] = [link for link in self.links(row) if runs or not link.runs]
        return super().change_view(request, object_id, form_url, context)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show or save a form; what a service refuses stands in the form, whose input stays."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except REFUSALS as refusal:
            self._refusals[request] = sentence_of(refusal)
            return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm]:
        """Return the form, which says what a service has just refused."""
        form: type[ModelForm] = super().get_form(request, obj, change, **kwargs)
        refusal = self._refusals.get(request)
        if refusal is None:
            return form
        told = ValidationError(refusal)

        class RefusedForm(form):  # type: ignore[misc,valid-type]
            def clean(self) -> Any:
                super().clean()
                raise told

        return RefusedForm


def _answers(verb: Verb, request: HttpRequest) -> dict[str, Any]:
    """What was filled in besides the reason. Raises ValidationError."""
    if verb.form is None:
        return {}
    form = verb.form(request.POST)
    if not form.is_valid():
        told = [
            f"{form.fields[name].label}: {fault}"
            for name, faults in form.errors.items()
            for fault in faults
        ]
        raise ValidationError(told)
    return form.cleaned_data


def become(row: Model, made: Model) -> None:
    """Let the admin's unsaved `row` stand for the one that a service made."""
    row.__dict__.update(made.__dict__)
