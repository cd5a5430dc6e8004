"""Results: the facts of a finished play. Points are derived from them, never typed."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .plays import Play


class ResultSource(models.TextChoices):
    LOG = "log", _("played")
    SLIP = "slip", _("typed in")
    CORRECTION = "correction", _("corrected")
    SIMULATED = "simulated", _("simulated")


class Result(models.Model):
    """The facts of one play (`engine.hand.Result.to_data()`), and the points that follow.

    A correction is a new row with the next `revision`; exactly one row of a play `is_current`.
    `points` maps the position ("1" …) to the signed points of its holder. `hands` says which hand
    each position held ("213" after a swap of the first two); empty when it was its own.
    """

    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, related_name="results", verbose_name=_("play")
    )
    revision = models.PositiveSmallIntegerField(_("revision"), default=1)
    is_current = models.BooleanField(_("in force"), default=True)
    source = models.CharField(
        _("source"), max_length=10, choices=ResultSource.choices, default=ResultSource.LOG
    )
    facts = models.JSONField(_("facts"))
    hands = models.CharField(_("hands"), max_length=4, blank=True)
    points = models.JSONField(_("points"))
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            models.UniqueConstraint(fields=["play", "revision"], name="result_revisions_unique"),
            models.UniqueConstraint(
                fields=["play"], condition=Q(is_current=True), name="one_current_result_a_play"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play_id} r{self.revision}"
