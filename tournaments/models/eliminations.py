"""Who is out of a score-out stage, from which round on, and why."""

from fractions import Fraction

from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.comparison.rounding import shown

from .entrants import Entrant
from .stages import Stage


class EliminationWhy(models.TextChoices):
    BELOW = "below", _("below the threshold")
    LOWEST = "lowest", _("lowest, so that the number to be left is left")


class Elimination(models.Model):
    """An entrant who is out after `round`. Taken back, `reversed_at` is set; the row stays.

    `value` is what they had (per cent, or points), `threshold` what was asked for.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.PROTECT, related_name="eliminations", verbose_name=_("stage")
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="eliminations", verbose_name=_("entrant")
    )
    round = models.PositiveSmallIntegerField(_("after round"))
    why = models.CharField(_("why"), max_length=8, choices=EliminationWhy.choices)
    value = models.CharField(_("had"), max_length=40)
    threshold = models.IntegerField(_("threshold"))
    actor = models.CharField(_("actor"), max_length=40)
    made_at = models.DateTimeField(_("made"))
    reversed_at = models.DateTimeField(_("taken back"), null=True, editable=False)

    class Meta:
        verbose_name = _("elimination")
        verbose_name_plural = _("eliminations")
        ordering = ["stage", "round", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entrant"],
                condition=models.Q(reversed_at__isnull=True),
                name="out_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.round}"

    @property
    def had(self) -> str:
        """The value with two decimals."""
        return shown(Fraction(self.value))
