"""Have a program told of an event, try it, and end that. Owners only; audited without the address.

The address may hold what is secret: the audit names its host alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.models import Event, MessageKind, OutboxMessage, Role, Topic, Webhook
from tournaments.notifications.calls import new_secret
from tournaments.notifications.outside import LONGEST_URL, RefusedAddressError, checked

from .actors import Actor
from .audit import record

#: How many an event has at most, and how many tests of one may wait at once.
MOST_LIVE, MOST_TESTS = 10, 3


def make_webhook(
    event: Event, url: str, topics: Sequence[str], actor: Actor
) -> tuple[Webhook, str]:
    """Have `url` told of `topics`; return the row, and the secret that signs, this once.

    Raises NotPermitted; EventRefused with `bad_url`, `private_url_invalid`, `unknown_topic`,
    `topic_missing` or `too_many_webhooks`.
    """
    actor.require(event, Role.OWNER)
    url = url.strip()
    _check_url(url)
    if not topics:
        raise EventRefused("topic_missing", _("Choose at least one thing to be told of."))
    if set(topics) - set(Topic.values):
        raise EventRefused("unknown_topic", _("There is no such thing to be told of."))
    shown, stored = new_secret()
    with write_transaction():
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if event.webhooks.filter(ended_at=None).count() >= MOST_LIVE:
            sentence = _("An event has at most %(most)d webhooks: end another one first.")
            words = {"most": MOST_LIVE}
            raise EventRefused("too_many_webhooks", sentence % words, **words)
        row = Webhook.objects.create(
            event=event,
            url=url,
            topics=[each for each in Topic.values if each in topics],
            secret_encrypted=stored,
            made_by=actor.user if actor.key is None else actor.key.issued_by,
        )
        after = {"host": urlsplit(url).hostname, "topics": row.topics}
        record(event, actor, "make_webhook", f"webhook:{row.pk}", after=after)
    return row, shown


def _check_url(url: str) -> None:
    try:
        checked(url)
    except RefusedAddressError as fault:
        if fault.code == "private_address":
            sentence = _(
                "This address leads into a private network. Whoever runs the installation may"
                " allow that (FUSHI_WEBHOOKS_PRIVATE)."
            )
            raise EventRefused("private_url_invalid", sentence) from None
        sentence = _("This is no address of a web server (http or https, at most %(most)d signs).")
        raise EventRefused("bad_url", sentence % {"most": LONGEST_URL}) from None


def end_webhook(row: Webhook, actor: Actor) -> None:
    """Tell it nothing more. Owners only. Raises NotPermitted; EventRefused("already_ended")."""
    actor.require(row.event, Role.OWNER)
    with write_transaction():
        live = Webhook.objects.filter(pk=row.pk, ended_at=None)
        if not live.update(ended_at=timezone.now()):
            raise EventRefused("already_ended", _("This webhook has ended already."))
        record(row.event, actor, "end_webhook", f"webhook:{row.pk}")


def try_webhook(row: Webhook, actor: Actor) -> OutboxMessage:
    """Send it a test, as any other message. Owners only.

    Raises NotPermitted; EventRefused with `already_ended` or `tests_waiting`.
    """
    actor.require(row.event, Role.OWNER)
    with write_transaction():
        fresh = Webhook.objects.select_for_update(no_key=True).get(pk=row.pk)
        if fresh.ended_at is not None:
            raise EventRefused("already_ended", _("This webhook has ended already."))
        tests = fresh.messages.filter(kind=MessageKind.TEST, sent_at=None, dropped_because="")
        if tests.count() >= MOST_TESTS:
            raise EventRefused("tests_waiting", _("Earlier tests still wait to be sent."))
        made = OutboxMessage.objects.create(
            event=row.event,
            webhook=fresh,
            kind=MessageKind.TEST,
            fact=f"test:{secrets.token_hex(8)}",
            made_at=timezone.now(),
        )
        record(row.event, actor, "try_webhook", f"webhook:{row.pk}")
    return made
