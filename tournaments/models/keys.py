"""Keys by which programs direct an event: each for one event and one role."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .events import Event, Role


class ApiKey(models.Model):
    """A key `fsk_…`, shown once and kept as a keyed hash; `label` says what it is for.

    `issued_by` is who made it: a key sees no more of the boards than they do.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="api_keys", verbose_name=_("event")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    label = models.CharField(_("label"), max_length=80)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="issued_keys",
        verbose_name=_("made by"),
    )
    key_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["event", "id"]

    def __str__(self) -> str:
        return self.label
