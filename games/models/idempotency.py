"""First answers, kept so that a repeated request gets the same one and never acts twice."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class IdempotentRequest(models.Model):
    """The first answer to a state-changing request, by credential, method, path and key.

    Written in the transaction of the change itself: it exists exactly when the change does.
    `body_hash` is the SHA-256 of the canonical request body; `response` is the text that was sent.
    """

    credential = models.CharField(max_length=32)
    method = models.CharField(max_length=6)
    path = models.CharField(max_length=200)
    key = models.CharField(max_length=80)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    response = models.TextField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("idempotent request")
        verbose_name_plural = _("idempotent requests")
        constraints = [
            models.UniqueConstraint(
                fields=["credential", "method", "path", "key"], name="a_key_answers_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.key}"
