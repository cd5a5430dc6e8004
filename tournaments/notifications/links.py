"""The addresses that letters carry: to confirm, and to get no more. Both work without signing in.

Owns the signed tokens. They name a subscription, never a person or an address of theirs.
"""

from __future__ import annotations

from datetime import timedelta

from django.core import signing
from django.urls import reverse

from tournaments.models import Subscription

CONFIRM, END = "fushi.letters.confirm", "fushi.letters.end"
#: How long an address may be confirmed after it was typed in.
CONFIRM_WITHIN = timedelta(days=7)


def confirm_link(row: Subscription) -> str:
    """Where the owner of an address says that they want letters."""
    token = signing.dumps([row.pk, row.address_hash[:16]], salt=CONFIRM)
    return row.site + reverse("letters-confirm", args=[token])


def end_link(row: Subscription) -> str:
    """Where letters are ended, at any time."""
    return row.site + reverse("letters-end", args=[signing.dumps([row.pk], salt=END)])


def to_confirm(token: str) -> Subscription | None:
    """The subscription that a link is to confirm; None for a link that is old or of no address."""
    try:
        pk, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    rows = Subscription.objects.select_related("event").filter(pk=pk)
    return rows.filter(address_hash__startswith=address).first()


def to_end(token: str) -> tuple[bool, Subscription | None]:
    """Whether a link is one of ours, and the subscription that it ends, if it still exists."""
    try:
        (pk,) = signing.loads(token, salt=END)
    except (signing.BadSignature, ValueError, TypeError):
        return False, None
    return True, Subscription.objects.select_related("event").filter(pk=pk).first()
