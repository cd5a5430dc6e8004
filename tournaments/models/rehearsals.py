"""Rehearsals: an event played by bots on a hidden copy, in the background."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .events import Event


class RehearsalState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("in play")
    DONE = "done", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    FAILED = "failed", _("failed")


class Rehearsal(models.Model):
    """What was asked for, how far it has come (`done` of `total` plays), and the copy it made.

    `beat_at` is when the worker last said that it is at work; `trouble` is why it failed.
    """

    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, related_name="rehearsals", verbose_name=_("event")
    )
    copy = models.OneToOneField(
        Event,
        null=True,
        on_delete=models.PROTECT,
        related_name="rehearsal",
        verbose_name=_("copy"),
    )
    actor = models.CharField(_("actor"), max_length=40)
    bots = models.CharField(_("bots"), max_length=10)
    seed = models.BigIntegerField(_("seed"))
    state = models.CharField(
        _("state"), max_length=10, choices=RehearsalState.choices, default=RehearsalState.WAITING
    )
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    trouble = models.CharField(max_length=300, blank=True)
    asked_at = models.DateTimeField(_("asked"))
    beat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(state__in=["waiting", "running"]),
                name="one_rehearsal_of_an_event_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.pk}"

    @property
    def is_live(self) -> bool:
        """Whether it waits or is being played."""
        return self.state in LIVE_REHEARSALS

    @property
    def percentage(self) -> int:
        """How much of it is played."""
        return min(100, 100 * self.done // max(1, self.total))


LIVE_REHEARSALS = (RehearsalState.WAITING, RehearsalState.RUNNING)
