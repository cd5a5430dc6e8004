"""What every decision of a director has: a reason, who made it, and the row that it takes back."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Decision(models.Model):
    """Rows are only ever added: a decision is in force until another row `reverses` it.

    `actor` is a reference, as in the audit.
    """

    reason = models.CharField(_("reason"), max_length=500)
    actor = models.CharField(_("actor"), max_length=40)
    reverses = models.OneToOneField(
        "self",
        null=True,
        on_delete=models.PROTECT,
        related_name="reversed_by",
        verbose_name=_("reverses"),
    )
    made_at = models.DateTimeField(_("made"))

    class Meta:
        abstract = True
        ordering = ["stage", "-id"]
