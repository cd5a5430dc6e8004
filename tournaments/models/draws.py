"""What each draw was made from and what it made: rows are added, never changed but to be undone."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .stages import Stage


class DrawKind(models.TextChoices):
    STAGE = "stage", _("the draw")
    ROUND = "round", _("draw of a round")
    LATE_ENTRY = "late_entry", _("late entry")
    WITHDRAWAL = "withdrawal", _("withdrawal")
    RE_ENTRY = "re_entry", _("return")
    TABLES = "tables", _("number of tables")
    SWAP = "swap", _("two entrants changed places")


class Draw(models.Model):
    """A version of a stage's movement: rounds from `from_round` on are new, earlier ones as before.

    `inputs` is all that the engine was given (the same give the same rounds). `explanation` says of
    every table why it is as it is, where the format explains (Swiss). `certificate` is that of the
    whole movement afterwards. `replaced` holds the rounds that were drawn before, as they were.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="draws", verbose_name=_("stage")
    )
    version = models.PositiveIntegerField(_("version"))
    kind = models.CharField(_("kind"), max_length=12, choices=DrawKind.choices)
    from_round = models.PositiveSmallIntegerField(_("from round"))
    inputs = models.JSONField(editable=False)
    explanation = models.JSONField(null=True, editable=False)
    certificate = models.JSONField(editable=False)
    replaced = models.JSONField(null=True, editable=False)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    undone_at = models.DateTimeField(_("undone"), null=True, editable=False)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ["stage", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "version"],
                condition=Q(undone_at__isnull=True),
                name="draw_versions_unique",
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} v{self.version}"
