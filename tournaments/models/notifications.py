"""Who wants to be told what, and the outbox: what is to be told, written with the fact itself.

Owns what is stored. A row of the outbox names a fact and never tells it: what is said is read when
it is sent, from what is public then.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Person

from .events import Event


class Topic(models.TextChoices):
    """What can be told of an event."""

    DRAWN = "round_drawn", _("a round is drawn")
    RELEASED = "round_released", _("a round is released")
    STANDINGS = "standings", _("standings of whole rounds are published, or corrected")
    OFFICIAL = "official", _("the correction period is over")


class MessageKind(models.TextChoices):
    """What a message is about: a topic, or one of those that concern the address itself."""

    CONFIRM = "confirm", _("please confirm the address")
    TEST = "test", _("a test")
    DRAWN = Topic.DRAWN.value, Topic.DRAWN.label
    RELEASED = Topic.RELEASED.value, Topic.RELEASED.label
    STANDINGS = Topic.STANDINGS.value, Topic.STANDINGS.label
    OFFICIAL = Topic.OFFICIAL.value, Topic.OFFICIAL.label


class Subscription(models.Model):
    """What a person wants by e-mail from one event, in which language. The address is the person's.

    Nothing but the request to confirm is sent before `confirmed_at`, nor to another address than
    the one whose keyed hash is `address_hash`. Links lead to `site`, where the wish came from.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="subscriptions", verbose_name=_("event")
    )
    person = models.ForeignKey(
        Person,
        on_delete=models.CASCADE,
        related_name="subscriptions",
        verbose_name=_("person"),
    )
    seating = models.BooleanField(default=False)
    results = models.BooleanField(default=False)
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=200)
    address_hash = models.CharField(max_length=64, db_index=True, editable=False)
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("subscription")
        verbose_name_plural = _("subscriptions")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "person"], name="a_person_subscribes_an_event_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.person_id}"


class Webhook(models.Model):
    """An address that a program is told at; `topics` are values of `Topic`.

    The secret that signs is encrypted at rest and shown once. An ended one stays for its log.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("event")
    )
    url = models.CharField(max_length=500)
    topics = models.JSONField()
    secret_encrypted = models.BinaryField(editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("made by"),
    )
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.event_id} {self.pk}"


class OutboxMessage(models.Model):
    """One message to one recipient about one fact: written with the fact, sent after the commit.

    A worker that takes it sets `claimed_until`, and `begun_at` just before it sends: one that died
    in between leaves a message of which nobody knows whether it arrived, and such a one is parked.
    `data` says what the fact is about, in ids and numbers. `dropped_because` ends what nobody needs
    any more; `status` is the last answer of a webhook.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="outbox", verbose_name=_("event")
    )
    subscription = models.ForeignKey(
        Subscription,
        null=True,
        on_delete=models.CASCADE,
        related_name="messages",
        verbose_name=_("subscription"),
    )
    webhook = models.ForeignKey(
        Webhook,
        null=True,
        on_delete=models.CASCADE,
        related_name="messages",
        verbose_name=_("webhook"),
    )
    kind = models.CharField(max_length=14, choices=MessageKind.choices)
    fact = models.CharField(max_length=80)
    data = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    dropped_because = models.CharField(max_length=20, blank=True)
    status = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("message of the outbox")
        verbose_name_plural = _("messages of the outbox")
        constraints = [
            models.UniqueConstraint(fields=["subscription", "fact"], name="one_letter_a_fact"),
            models.UniqueConstraint(fields=["webhook", "fact"], name="one_call_a_fact"),
            models.CheckConstraint(
                condition=Q(subscription=None, webhook__isnull=False)
                | Q(subscription__isnull=False, webhook=None),
                name="a_message_has_one_recipient",
            ),
        ]
        indexes = [
            models.Index(
                fields=["id"],
                condition=Q(sent_at=None, dropped_because=""),
                name="messages_to_be_sent",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.fact}"
