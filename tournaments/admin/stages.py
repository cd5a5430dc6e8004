"""Stages and sessions: settings, draw, certificate, commitment, reveal."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from engine import comparison
from engine.movements.sentences import certificate_sentences
from engine.rulesets import Ruleset
from tournaments.errors import EventRefused
from tournaments.formats import FORMATS, Format, format_of, formats_for
from tournaments.models import Event, RoundState, Scoring, Session, Stage, StageKind
from tournaments.services.change_event import ALWAYS_OF_STAGE, UNTIL_DRAWN, change_stage
from tournaments.services.create_event import create_stage
from tournaments.services.cut_round import cut_round, undo_cut
from tournaments.services.draw_round import draw_round
from tournaments.services.draw_stage import draw_stage
from tournaments.services.limit_tables import limit_tables
from tournaments.services.reveal_session import reveal_refusal, reveal_session
from tournaments.services.stage_checks import pairs_from, pairs_text
from tournaments.services.undo_draw import undo_draw
from tournaments.services.undo_round import undo_round
from tournaments.stage_ends import has_ended
from tournaments.tie_chain import OFFERED
from tournaments.words import METHODS, TIE_BREAKS

from .roles import own
from .verbs import Link, ModelForm, Verb, VerbAdmin, actor_of, become

DRAW = Verb("draw", _("Draw"), lambda stage, actor, _reason: draw_stage(stage, actor))


#: What the form may leave empty: it stays as it is, or is as usual.
USUAL_IF_EMPTY = (
    "method",
    "scoring",
    "sessions_planned",
    "reserve_boards",
    "out_below",
    "out_step",
    "out_until",
    "first_rank",
    "carry_over",
    "carry_share",
)


class MovementForm(forms.Form):
    """A movement made by hand."""

    movement_csv = forms.CharField(
        label=_("Movement as CSV"),
        widget=forms.Textarea(attrs={"rows": 6, "cols": 60}),
        help_text=_("round,table,board,1,2,3 or round,table,A,B,C; players are counted from 1."),
    )


DRAW_FILE = Verb(
    "draw-file",
    _("Draw a movement made by hand"),
    lambda stage, actor, _reason, movement_csv: draw_stage(stage, actor, movement_csv=movement_csv),
    form=MovementForm,
)
DRAW_ROUND = Verb(
    "draw-round",
    _("Draw the next round"),
    lambda stage, actor, _reason: draw_round(stage, actor),
)
DRAW_PROVISIONAL = Verb(
    "draw-provisional",
    _("Draw the next round although results are missing"),
    lambda stage, actor, reason: draw_round(stage, actor, provisional=True, reason=reason),
    asks_reason=True,
    needs_reason=True,
)
UNDO_ROUND = Verb(
    "undo-round", _("Undo the draw of the newest round"), undo_round, True, needs_reason=True
)
CUT = Verb(
    "cut", _("Put down who is out"), lambda stage, actor, reason: cut_round(stage, actor, reason)
)
UNDO_CUT = Verb(
    "undo-cut", _("Take back who is out after the last round"), undo_cut, True, needs_reason=True
)
UNDO_DRAW = Verb("undo-draw", _("Undo the draw"), undo_draw, asks_reason=True, needs_reason=True)


class TablesForm(forms.Form):
    """How many tables there are from a round on."""

    most = forms.IntegerField(label=_("Tables"), min_value=1)
    from_round = forms.IntegerField(
        label=_("From round"),
        required=False,
        min_value=1,
        help_text=_("Empty: from the next round that is not released."),
    )


LIMIT_TABLES = Verb(
    "limit-tables",
    _("Play with fewer tables"),
    lambda stage, actor, reason, **answers: limit_tables(
        stage, actor=actor, reason=reason, **answers
    ),
    asks_reason=True,
    needs_reason=True,
    form=TablesForm,
)
REVEAL = Verb(
    "reveal", _("Reveal the secret"), lambda session, actor, _reason: reveal_session(session, actor)
)


class StageForm(ModelForm):
    """The settings of a stage."""

    method = forms.ChoiceField(label=_("Comparison"), required=False)
    scoring = forms.ChoiceField(
        label=_("Ranking by"),
        required=False,
        choices=Scoring.choices,
        help_text=_("Victory points are for teams, won matches for four-a-side."),
    )
    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks"),
        required=False,
        choices=[(name, TIE_BREAKS[name]) for name in OFFERED],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Applied in this order where a rank is shared; none: the rank stays shared."),
    )
    forbidden_pairs = forms.CharField(
        label=_("Forbidden pairs"),
        required=False,
        help_text=_("Numbers of entrants who are never to meet: 3-7, 5-9."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        help_text=_(
            "The same entrants, settings and seed give the same draw; another seed, another one."
        ),
    )

    class Meta:
        model = Stage
        fields = (
            "name",
            "kind",
            "method",
            "scoring",
            "cap",
            "rounds_planned",
            "boards_per_round",
            "sessions_planned",
            "reserve_boards",
            "public_value_name",
            "out_below",
            "out_step",
            "out_until",
            "allow_repeats",
            "separate_clubs",
            "bye_award",
            "source",
            "first_rank",
            "last_rank",
            "carry_over",
            "carry_share",
        )

    def clean_forbidden_pairs(self) -> list[list[int]]:
        """The pairs as numbers."""
        try:
            return pairs_from(self.cleaned_data["forbidden_pairs"])
        except EventRefused as fault:
            raise forms.ValidationError(fault.detail) from fault

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "forbidden_pairs" in self.fields:
            self.initial["forbidden_pairs"] = pairs_text(self.instance.forbidden_pairs)
        method, kind = self.fields.get("method"), self.fields.get("kind")
        if isinstance(method, forms.ChoiceField):
            methods = [(name, METHODS.get(name, name)) for name in comparison.names()]
            usual = [("", _("the usual one of the format"))] if self.instance._state.adding else []
            method.choices = [*usual, *methods]
        event = self._event()
        if isinstance(kind, forms.ChoiceField):
            kind.choices = [(each.kind, StageKind(each.kind).label) for each in _formats(event)]
        source = self.fields.get("source")
        if isinstance(source, forms.ModelChoiceField):
            source.queryset = Stage.objects.filter(event=event)
        for name in USUAL_IF_EMPTY:
            if name in self.fields:
                self.fields[name].required = False

    def _event(self) -> Event | None:
        """Return the event of a new stage, once it is known, if its stages may be seen."""
        field = self.fields.get("event")
        if not isinstance(field, forms.ModelChoiceField) or field.queryset is None:
            return None
        key = str(self.data.get("event") or self.initial.get("event") or "")
        found: Event | None = field.queryset.filter(pk=key).first()
        return found


def _formats(event: Event | None) -> list[Format]:
    """Return the formats that suit the ruleset of the event, all while it is not known."""
    if event is None:
        return list(FORMATS.values())
    return formats_for(Ruleset.from_data(event.ruleset).players)


@admin.register(Stage)
class StageAdmin(VerbAdmin):
    """Make a stage of an event, and draw it."""

    form = StageForm
    list_display = ("__str__", "event", "kind", "rounds_planned", "boards_per_round", "is_drawn")
    list_filter = (own("event"),)
    list_select_related = ("event",)
    settings_fields = (
        "name",
        "method",
        "scoring",
        "rounds_planned",
        "boards_per_round",
        "sessions_planned",
        "reserve_boards",
        "public_value_name",
        "out_below",
        "out_step",
        "out_until",
        "allow_repeats",
        "separate_clubs",
        "forbidden_pairs",
        "bye_award",
        "tie_breaks",
        "first_rank",
        "last_rank",
        "carry_over",
        "carry_share",
        "seed",
    )

    @admin.display(description=_("drawn"), boolean=True)
    def is_drawn(self, stage: Stage) -> bool:
        """Whether it has been drawn."""
        return stage.movement is not None

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Who runs an event adds its stages."""
        return self.has_run_permission(request)

    @admin.display(description=_("comparison"))
    def comparison(self, stage: Stage) -> str:
        """Return the comparison method by its name in words."""
        return str(METHODS.get(stage.method, stage.method))

    @admin.display(description=_("certificate"))
    def figures(self, stage: Stage) -> SafeString:
        """Return the certificate of the draw, one sentence a line."""
        if not stage.certificate:
            return SafeString("")
        language = "zh" if (get_language() or "").startswith("zh") else "en"
        sentences = certificate_sentences(stage.certificate, language)
        return format_html_join("", "{}<br>", ((each,) for each in sentences))

    def get_fields(self, request: HttpRequest, obj: Stage | None = None) -> tuple[str, ...]:
        """Show the certificate once there is one."""
        if obj is None:
            return ("event", "kind", "source", *self._settings_of(obj))
        return ("event", "kind", *self._settings_of(obj), "figures")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Stage | None = None
    ) -> tuple[str, ...]:
        """Freeze everything when it is drawn."""
        if obj is None:
            return ()
        fixed = ("event", "kind", "figures")
        return (*fixed, "comparison", *self.settings_fields) if self._is_fixed(obj) else fixed

    def _settings_of(self, obj: Stage | None) -> tuple[str, ...]:
        words = {"method": "comparison"} if self._is_fixed(obj) else {}
        return tuple(words.get(name, name) for name in self.settings_fields)

    def _is_fixed(self, obj: Stage | None) -> bool:
        return obj is not None and obj.movement is not None

    def save_model(self, request: HttpRequest, obj: Stage, form: ModelForm, change: bool) -> None:
        """Create or change through the service."""
        values = {name: form.cleaned_data[name] for name in form.cleaned_data}
        if change:
            wanted = {
                name: value
                for name, value in values.items()
                if name in UNTIL_DRAWN | ALWAYS_OF_STAGE
            }
            for name in USUAL_IF_EMPTY:
                if wanted.get(name) in (None, ""):
                    wanted.pop(name, None)
            if wanted.get("seed") is None:
                wanted.pop("seed", None)
            become(obj, change_stage(Stage.objects.get(pk=obj.pk), actor_of(request), wanted))
            return
        event, rounds = values.pop("event"), values.pop("rounds_planned")
        values["sessions"] = values.pop("sessions_planned") or 1
        values = {name: value for name, value in values.items() if value not in (None, "")}
        become(obj, create_stage(event, rounds=rounds, actor=actor_of(request), **values))

    def verbs(self, row: Stage) -> Sequence[Verb]:
        """Return draw, or undo while nothing is released."""
        if row.movement is None:
            return (DRAW, DRAW_FILE) if format_of(row.kind).is_barometer else (DRAW,)
        states = set(row.rounds.values_list("state", flat=True))
        if format_of(row.kind).round_by_round:
            return self._round_verbs(row, states)
        undo = (UNDO_DRAW,) if states == {RoundState.DRAWN} else ()
        return (*undo, LIMIT_TABLES) if RoundState.DRAWN in states else undo

    def _round_verbs(self, row: Stage, states: set[str]) -> Sequence[Verb]:
        drawn = row.rounds.count()
        if format_of(row.kind).score_out and states == {RoundState.FINISHED}:
            if row.rounds.filter(number=drawn, cut_at=None).exists():
                return (CUT,)
            return (UNDO_CUT,) if has_ended(row) else (DRAW_ROUND, UNDO_CUT)
        if RoundState.DRAWN in states:
            return (UNDO_ROUND,) if drawn > 1 else (UNDO_DRAW,)
        if drawn >= row.rounds_planned:
            return ()
        return (DRAW_ROUND,) if states == {RoundState.FINISHED} else (DRAW_PROVISIONAL,)

    def links(self, row: Stage) -> Sequence[Link]:
        """Return the ways to the stage's rounds and sessions."""
        rounds = reverse("admin:tournaments_round_changelist")
        sessions = reverse("admin:tournaments_session_changelist")
        return (
            Link(_("Rounds"), f"{rounds}?stage__id__exact={row.pk}"),
            Link(_("Sessions"), f"{sessions}?stage__id__exact={row.pk}"),
            Link(_("Event"), reverse("admin:tournaments_event_change", args=[row.event_id])),
        )


@admin.register(Session)
class SessionAdmin(VerbAdmin):
    """A session's commitment, and its reveal after the last round."""

    list_display = ("__str__", "commitment", "revealed_at")
    event_path = "stage__event"
    edits = False
    list_filter = (own("stage"),)
    list_select_related = ("stage__event", "board_set")
    fields = readonly_fields = ("stage", "number", "commitment", "revealed_at", "waits_for")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave the stage's whole movement where it is."""
        return super().get_queryset(request).defer("stage__movement", "stage__certificate")

    @admin.display(description=_("commitment"))
    def commitment(self, session: Session) -> str:
        """Return what was published before the draw."""
        return session.board_set.commitment

    @admin.display(description=_("revealed"))
    def revealed_at(self, session: Session) -> str:
        """Return when the secret was published; empty before."""
        at = session.board_set.revealed_at
        return formats.localize(timezone.localtime(at)) if at else ""

    @admin.display(description=_("reveal"))
    def waits_for(self, session: Session) -> str:
        """Return why the secret cannot be revealed now."""
        refusal = reveal_refusal(session)
        return refusal.detail if refusal else str(_("Every board is open: it can be revealed now."))

    def verbs(self, row: Session) -> Sequence[Verb]:
        """Return the reveal once every board is open, until it is done."""
        return () if reveal_refusal(row) else (REVEAL,)
