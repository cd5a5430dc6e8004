"""The form with an event's settings: how it is called, and how its tables play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from tournaments.models import Event
from tournaments.services.table_policy import TABLE_SETTINGS

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Event]
else:
    ModelForm = forms.ModelForm


class EventForm(ModelForm):
    """What a director may change. It saves nothing: `changes` are for the service."""

    class Meta:
        model = Event
        fields = (
            "name",
            "place",
            "starts_on",
            "timezone",
            "is_public",
            "all_pass",
            *TABLE_SETTINGS,
            "spectator_delay",
            "disqualified_ranks",
            "law_text",
        )
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "law_text": forms.Textarea(attrs={"rows": 4}),
        }

    @property
    def changes(self) -> dict[str, Any]:
        """Every setting as it should be."""
        return dict(self.cleaned_data)
