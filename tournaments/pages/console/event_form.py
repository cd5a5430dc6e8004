"""The form with an event's settings, and what every form of changes knows: what was shown.

It saves nothing: services are told what was changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.errors import EventRefused
from tournaments.models import Event
from tournaments.services.table_policy import TABLE_SETTINGS

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]
else:
    ModelForm = forms.ModelForm


#: The settings under the headings of the page.
GROUPS = (
    (_("The event"), ("name", "place", "starts_on", "timezone", "is_public")),
    (_("How the tables play"), ("all_pass", *TABLE_SETTINGS)),
    (
        _("Entries by the event's page"),
        ("registration", "registration_approval", "registration_closes_at", "capacity"),
    ),
    (
        _("What the public sees, and rulings"),
        ("spectator_delay", "withheld_rounds", "disqualified_ranks", "club_best", "law_text"),
    ),
)


class ChangesForm(ModelForm):
    """A form of settings that may be changed. It saves nothing: `changes` are for the service."""

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


def refuse_overtaken(form: ChangesForm, about: str) -> None:
    """Raise EventRefused("changed_meanwhile") where somebody else has changed the same."""
    if form.overtaken:
        sentence = _("Somebody else has changed this meanwhile: %(what)s. Look at it again.")
        words = {"what": ", ".join(form.overtaken)}
        raise EventRefused("changed_meanwhile", sentence % words, about=about)


class EventForm(ChangesForm):
    """What a director may change of an event."""

    class Meta:
        model = Event
        fields = tuple(name for _title, names in GROUPS for name in names)
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "registration_closes_at": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            ),
            "law_text": forms.Textarea(attrs={"rows": 4}),
        }

    @property
    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(title, [self[name] for name in names]) for title, names in GROUPS]
