"""For whom somebody sits: the entrant of a chair, and who plays in an entrant's stead."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Player, Seat

from .entrants import Entrant
from .stages import Stage


class Sitting(models.Model):
    """The entrant for whom a chair counts; the chair's player is who really sat there.

    `member` is the place in a team's line-up (0, 1, 2); 0 for a single player.
    """

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, related_name="sitting", verbose_name=_("seat")
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="sittings", verbose_name=_("entrant")
    )
    member = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")

    def __str__(self) -> str:
        return f"{self.seat_id} {self.entrant_id}"


class Substitution(models.Model):
    """Somebody plays for an entrant from a round on; without `last_round` until further notice."""

    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="substitutions", verbose_name=_("stage")
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="substitutions", verbose_name=_("entrant")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="substitutions", verbose_name=_("player")
    )
    first_round = models.PositiveSmallIntegerField(_("first round"))
    last_round = models.PositiveSmallIntegerField(_("last round"), null=True, blank=True)

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entrant"],
                condition=Q(last_round__isnull=True),
                name="one_substitute_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["stage", "player"],
                condition=Q(last_round__isnull=True),
                name="a_substitute_plays_for_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.first_round}–{self.last_round or ''}"
