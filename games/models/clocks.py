"""When clocks were last watched and players last served: downtime of either runs nobody down."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClockBeat(models.Model):
    """One row: the last moment at which some worker watched the clocks.

    `served_at` is when some web process of several last said that it serves, by the clock of the
    database; null where the process that watches is the one that serves.
    """

    at = models.DateTimeField()
    served_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("beat of the clocks")
        verbose_name_plural = _("beats of the clocks")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
