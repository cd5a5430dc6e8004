"""Who entered by the event's own page: what was asked, what became of it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models import Person

from .entrants import Entrant
from .events import Event


class RegistrationState(models.TextChoices):
    REQUESTED = "requested", _("waits for approval")
    WAITING = "waiting", _("on the waiting list")
    ENTERED = "entered", _("entered")
    REFUSED = "refused", _("refused")


class Registration(models.Model):
    """One request of a visitor; `entrant` is who they became, `queued_at` since when they wait.

    The id is the address under which the visitor looks what became of it. Name and e-mail are the
    person's. `reason` is that of a refusal, for the visitor to read.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="registrations", verbose_name=_("event")
    )
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="registrations", verbose_name=_("person")
    )
    club = models.CharField(_("club"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=60, blank=True)
    state = models.CharField(_("state"), max_length=9, choices=RegistrationState.choices)
    entrant = models.OneToOneField(
        Entrant,
        null=True,
        on_delete=models.SET_NULL,
        related_name="registration",
        verbose_name=_("entrant"),
    )
    queued_at = models.DateTimeField(_("waits since"), null=True, editable=False)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    address_hash = models.CharField(max_length=64, blank=True, editable=False)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["made_at", "id"]
        indexes = [
            models.Index(fields=["event", "state", "queued_at"], name="registrations_by_state")
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.person_id} {self.state}"
