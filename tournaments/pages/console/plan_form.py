"""The form that changes what a stage is planned to be: rounds, boards, comparison, who qualifies.

Owns which of these a format has, and which still may change; `change_stage` checks the values.
"""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.formats import format_of
from tournaments.models import Scoring, Stage, StageKind
from tournaments.services.change_event import ALWAYS_OF_STAGE
from tournaments.services.stage_checks import awards_from, pairs_from, pairs_text
from tournaments.words import METHODS

from .event_form import ChangesForm

#: What every format has.
FIELDS = (
    "name",
    "rounds_planned",
    "boards_per_round",
    "round_minutes",
    "allow_repeats",
    "sessions_planned",
    "public_value_name",
    "method",
    "scoring",
    "bye_award",
    "awards",
)
#: What only some have: of single players, qualified from another stage, and so on.
OF_PLAYERS = ("separate_clubs", "forbidden_pairs")
OF_QUALIFIED = ("first_rank", "last_rank", "carry_over", "carry_share")
OF_SCORE_OUT = ("out_below", "out_step", "out_until")
RESERVES = ("reserve_boards",)
CAP = ("cap",)


class PlanForm(ChangesForm):
    """What a director may change of a stage: before its draw nearly all, afterwards its clock."""

    method = forms.ChoiceField(label=_("comparison"))
    scoring = forms.ChoiceField(label=_("ranking by"))
    forbidden_pairs = forms.CharField(
        label=_("never to meet (3-7, 5-9)"), required=False, max_length=2000
    )

    awards = forms.CharField(
        label=_("average plus, average, average minus"),
        required=False,
        max_length=40,
        help_text=Stage._meta.get_field("awards").help_text,
    )

    class Meta:
        model = Stage
        fields = (*FIELDS, *RESERVES, *CAP, *OF_PLAYERS, *OF_SCORE_OUT, *OF_QUALIFIED)

    def __init__(self, *args: Any, drawn: bool, **named: Any) -> None:
        stage: Stage = named["instance"]
        self.drawn = drawn
        named["initial"] = {
            "forbidden_pairs": pairs_text(stage.forbidden_pairs),
            "awards": ", ".join(map(str, stage.awards)),
        }
        super().__init__(*args, prefix=f"stage-{stage.number}", **named)
        kind = format_of(stage.kind)
        labels = dict(Scoring.choices)
        _choices(self, "method", [(name, METHODS[name]) for name in kind.methods])
        _choices(self, "scoring", [(name, labels[name]) for name in kind.scorings])
        for name in set(self.fields) - _fields_of(stage, drawn):
            del self.fields[name]
        for field in self.fields.values():
            field.label = capfirst(field.label)

    def clean_forbidden_pairs(self) -> list[list[int]]:
        return pairs_from(self.cleaned_data["forbidden_pairs"])

    def clean_awards(self) -> list[int]:
        return awards_from(self.cleaned_data["awards"])


def _choices(form: PlanForm, name: str, choices: list[tuple[str, Any]]) -> None:
    cast(forms.ChoiceField, form.fields[name]).choices = choices


def _fields_of(stage: Stage, drawn: bool) -> set[str]:
    """The fields that a stage has, and that still may change."""
    kind = format_of(stage.kind)
    found = {*FIELDS}
    if not kind.teams:
        found |= {*OF_PLAYERS}
    if kind.score_out:
        found |= {*OF_SCORE_OUT}
    if kind.partners:
        found |= {*CAP}
    if kind.is_barometer or stage.kind == StageKind.INDIVIDUAL_SWISS:
        found |= {*RESERVES}
    if stage.source is not None:
        found |= {*OF_QUALIFIED}
    return found & ALWAYS_OF_STAGE if drawn else found
