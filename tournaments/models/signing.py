"""The key by which this installation signs what it publishes."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class SigningKey(models.Model):
    """An Ed25519 key pair, made once. The private part is encrypted at rest.

    It is in the archives, so that a restored installation signs as before.
    """

    public = models.CharField(max_length=44, editable=False)
    private_encrypted = models.BinaryField(editable=False)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_signing_key")]

    def __str__(self) -> str:
        return self.public
