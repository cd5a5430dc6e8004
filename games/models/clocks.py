"""When the clocks were last looked at: from it downtime is told, which runs nobody down."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClockBeat(models.Model):
    """One row: the last moment at which some worker watched the clocks."""

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("beat of the clocks")
        verbose_name_plural = _("beats of the clocks")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
