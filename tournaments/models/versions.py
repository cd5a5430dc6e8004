"""Published standings: whole versions, each with the manifest that it was computed from; and the
marks that say what has to be published again.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .stages import Stage


class StandingsVersion(models.Model):
    """Standings of a stage, immutable.

    `manifest` maps the field's id to the generation that this version reads; it names fields of
    opened boards only. `payload` is one compact document: what pages, API and exports print.
    `note` says why an owner changed something after the correction period. Versions that are not
    `is_kept` are deleted a day after their successor was published: numbers have gaps then.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="versions", verbose_name=_("stage")
    )
    number = models.PositiveIntegerField(_("version"))
    manifest = models.JSONField(editable=False)
    payload = models.JSONField(editable=False)
    note = models.CharField(_("note"), max_length=500, blank=True)
    is_kept = models.BooleanField(_("kept for ever"), default=False)
    published_at = models.DateTimeField(_("published"))

    class Meta:
        verbose_name = _("standings version")
        verbose_name_plural = _("standings versions")
        ordering = ["stage", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="version_numbers_unique")
        ]

    def __str__(self) -> str:
        return f"{self.stage} v{self.number}"


class StandingsMark(models.Model):
    """Insert-only: the standings of this stage have to be published again.

    Written in the transaction that changed what they read; a publication deletes exactly those
    that it saw, so nothing to publish is ever forgotten, and nobody waits for a publication.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="marks", verbose_name=_("stage")
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("mark of standings")
        verbose_name_plural = _("marks of standings")

    def __str__(self) -> str:
        return self.stage_id
