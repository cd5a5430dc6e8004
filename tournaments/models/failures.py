"""Counts, publications and messages that raise: tried again later, or waiting for a person."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import Field
from .notifications import OutboxMessage
from .stages import Stage


class Failure(models.Model):
    """The sending of a message, the count of a field, or the publication of a stage failed `tries`
    times.

    What has to be done is marked elsewhere and stays marked. It is not tried before `retry_at`,
    and while it is parked (`parked_at`) not at all. `error` is the class of the exception and
    `place` where in the code it came from: never its text, which may hold what is secret. The row
    goes when the work succeeds.
    """

    stage = models.ForeignKey(
        Stage,
        null=True,
        on_delete=models.CASCADE,
        related_name="failures",
        verbose_name=_("stage"),
    )
    field = models.OneToOneField(
        Field,
        null=True,
        on_delete=models.CASCADE,
        related_name="failure",
        verbose_name=_("field"),
    )
    message = models.OneToOneField(
        OutboxMessage,
        null=True,
        on_delete=models.CASCADE,
        related_name="failure",
        verbose_name=_("message of the outbox"),
    )
    error = models.CharField(max_length=80)
    place = models.CharField(max_length=120)
    tries = models.PositiveSmallIntegerField()
    since = models.DateTimeField()
    retry_at = models.DateTimeField()
    parked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("failed work")
        verbose_name_plural = _("failed work")
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=Q(field=None), name="a_publication_fails_once"
            ),
            models.CheckConstraint(
                condition=Q(stage=None, message__isnull=False)
                | Q(stage__isnull=False, message=None),
                name="a_failure_is_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.field_id or ''} {self.message_id or ''} {self.error}"
