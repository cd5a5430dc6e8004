"""What all players of a realm were told, so that who was not connected can be told later."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Announcement(models.Model):
    """A text for everybody of a realm. Who made it stands in the audit of the event."""

    realm = models.CharField(_("realm"), max_length=32)
    text = models.CharField(_("text"), max_length=300)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-at"]
        indexes = [models.Index(fields=["realm", "-at"], name="announcements_of_a_realm")]

    def __str__(self) -> str:
        return self.text
