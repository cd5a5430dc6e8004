"""Who is ranked. The name is the person's; an entrant holds what belongs to this event only."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models import Person, Player

from .events import Event


class EntrantState(models.TextChoices):
    ACTIVE = "active", _("active")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


class Entrant(models.Model):
    """A player of an individual event. `number` is the player's number in the movement, from 1.

    `categories` are names such as "women" or "youth", in which they are ranked as well.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="entrants", verbose_name=_("event")
    )
    number = models.PositiveIntegerField(_("number"))
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="entrants", verbose_name=_("person")
    )
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="entrant", verbose_name=_("player")
    )
    club = models.CharField(_("club"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=60, blank=True)
    rating = models.IntegerField(_("rating"), null=True, blank=True)
    categories = models.JSONField(_("categories"), default=list, blank=True)
    state = models.CharField(
        _("state"), max_length=12, choices=EntrantState.choices, default=EntrantState.ACTIVE
    )
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entrant_numbers_unique"),
            models.UniqueConstraint(fields=["event", "person"], name="a_person_enters_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entrant_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.person.name}"
