"""Irregularities at a table, mostly with physical cards, and what the director decided."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Play

from .decisions import Decision
from .rulings import Ruling
from .stages import Stage


class IncidentKind(models.TextChoices):
    OUT_OF_TURN = "out_of_turn", _("play or bid out of turn")
    EXPOSED_CARD = "exposed_card", _("exposed card")
    EXPOSED_KITTY = "exposed_kitty", _("exposed kitty")
    WRONG_COUNT = "wrong_count", _("16 or 18 cards")
    ILLEGAL_COMBINATION = "illegal_combination", _("illegal combination noticed later")
    NO_ANNOUNCEMENT = "no_announcement", _("low-card announcement forgotten")
    OTHER = "other", _("something else")


class IncidentDecision(models.TextChoices):
    STANDS = "stands", _("it stands")
    TAKEN_BACK = "taken_back", _("it is taken back")
    ADJUSTED = "adjusted", _("scores are adjusted")
    PENALTY = "penalty", _("a penalty")


class Incident(Decision):
    """One irregularity on a play, with its decision; in force until another row `reverses` it.

    `seat` is who caused it, empty for nobody in particular; `text` what happened, `law` what of the
    event's laws was applied. `ruling` is the adjustment or the penalty that was made with it, and
    is reversed with it.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.PROTECT, related_name="incidents", verbose_name=_("stage")
    )
    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, related_name="incidents", verbose_name=_("play")
    )
    kind = models.CharField(_("kind"), max_length=20, choices=IncidentKind.choices)
    seat = models.CharField(_("seat"), max_length=1, blank=True)
    text = models.CharField(_("what happened"), max_length=500, blank=True)
    decision = models.CharField(_("decision"), max_length=10, choices=IncidentDecision.choices)
    law = models.CharField(_("law"), max_length=1000, blank=True)
    ruling = models.OneToOneField(
        Ruling,
        null=True,
        on_delete=models.PROTECT,
        related_name="incident",
        verbose_name=_("ruling"),
    )

    class Meta(Decision.Meta):
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
