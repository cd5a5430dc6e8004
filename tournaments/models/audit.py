"""Who changed what, when, from where and why. Rows are never changed or deleted."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .events import Event


class AuditEntry(models.Model):
    """One decision. `actor` is a reference (`user:7`, `player:…`, `system`), never a name.

    `origin` is where it came from: see `tournaments.origins`.
    """

    event = models.ForeignKey(
        Event, null=True, on_delete=models.PROTECT, related_name="audit", verbose_name=_("event")
    )
    actor = models.CharField(_("actor"), max_length=40)
    origin = models.CharField(_("origin"), max_length=64, blank=True)
    verb = models.CharField(_("verb"), max_length=40)
    target = models.CharField(_("target"), max_length=80, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    before = models.JSONField(_("before"), null=True)
    after = models.JSONField(_("after"), null=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-at"]
        indexes = [
            models.Index(fields=["event", "-at"]),
            models.Index(fields=["event", "target"]),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.target}"
