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
            "registration",
            "registration_approval",
            "registration_closes_at",
            "capacity",
            "spectator_delay",
            "withheld_rounds",
            "disqualified_ranks",
            "law_text",
        )
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "registration_closes_at": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            ),
            "law_text": forms.Textarea(attrs={"rows": 4}),
        }

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for field in self.fields.values():
            # What was shown comes back with what was typed: two who edit at once are told apart.
            field.show_hidden_initial = True

    @property
    def changes(self) -> dict[str, Any]:
        """The settings that differ from what was shown, as they should be."""
        return {name: self.cleaned_data[name] for name in self.changed_data}

    @property
    def overtaken(self) -> list[str]:
        """The labels of those that are no longer what was shown: somebody else was faster."""
        found = []
        for name in self.changed_data:
            field, shown = self.fields[name], self.data.get(self.add_initial_prefix(name))
            if shown is not None and field.has_changed(self.initial.get(name), shown):
                found.append(str(field.label))
        return found
