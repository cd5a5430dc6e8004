"""Who plays for a team, and in which order: members, reserves, and the line-up of each match."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Person, Player

from .entrants import Entrant
from .stages import Stage


class TeamMember(models.Model):
    """A player of a team. The first places are its usual line-up, the others its reserves."""

    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, related_name="members", verbose_name=_("team")
    )
    place = models.PositiveSmallIntegerField(_("place"))
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="membership", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("team member")
        verbose_name_plural = _("team members")
        ordering = ["entrant", "place"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "place"], name="team_places_unique"),
            models.CheckConstraint(condition=Q(place__gte=1), name="team_places_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.place}"

    @property
    def number(self) -> int:
        """The team's number."""
        return self.entrant.number

    @property
    def person(self) -> Person:
        """Who it is."""
        return self.player.person


class LineUp(models.Model):
    """Who plays for a team from a round on, by place, in the order of the line-up."""

    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="line_ups", verbose_name=_("stage")
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, related_name="line_ups", verbose_name=_("team")
    )
    from_round = models.PositiveSmallIntegerField(_("from round"))
    places = models.JSONField(_("places"))

    class Meta:
        verbose_name = _("line-up")
        verbose_name_plural = _("line-ups")
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entrant", "from_round"], name="one_line_up_a_team_and_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.from_round}"
