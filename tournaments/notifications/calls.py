"""The calls of webhooks: a public document of the API, signed.

Owns the form of the body and of the signature (docs/api.md). What is told is what anybody may read
at the same moment: an event that is not public is not told of.
"""

from __future__ import annotations

import base64
import hmac
import json
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from games.crypto import decrypt, encrypt, keyed_hash
from tournaments.api.parameters import MOST, Stretch
from tournaments.api.views import round_document, standings_document
from tournaments.models import MessageKind, OutboxMessage, Webhook
from tournaments.queries import NotPublicError, edition

from .letters import NotNeededError

SECRET_PREFIX = "whsec_"  # noqa: S105 -- what secrets begin with
SECRET_BYTES = 32


def new_secret() -> tuple[str, bytes]:
    """A secret as it is shown once, and as it is stored."""
    raw = secrets.token_bytes(SECRET_BYTES)
    return SECRET_PREFIX + base64.b64encode(raw).decode(), encrypt(raw)


def message_id(message: OutboxMessage) -> str:
    """The same for every try of a message; of another installation's never."""
    return "msg_" + keyed_hash(f"message:{message.pk}:{message.fact}")[:24]


def body_of(message: OutboxMessage) -> bytes:
    """The body that tells a message's fact. Raises NotNeededError."""
    document: Mapping[str, Any] | None = None
    if message.kind != MessageKind.TEST:
        try:
            document = _document(message)
        except NotPublicError:
            raise NotNeededError("not_public") from None
    body = {
        "type": message.kind,
        "timestamp": message.made_at.isoformat(),
        "event": message.event.slug,
        "stage": message.data.get("stage"),
        "note": message.data.get("note", ""),
        "document": document,
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _document(message: OutboxMessage) -> Mapping[str, Any]:
    """What the API answers for the round, or for the standings of that version."""
    data, whole = message.data, Stretch(None, 0, MOST)
    slug = f"{message.event.slug}.{data['stage']}"
    if message.kind in (MessageKind.DRAWN, MessageKind.RELEASED):
        found = edition(slug)
        return {**round_document(found, data["round"], whole), "version": found.version}
    found = edition(slug, data["version"])
    return {**standings_document(found, whole), "version": found.version}


def signed_headers(webhook: Webhook, identity: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers of a call: HMAC-SHA256 of "id.timestamp.body" under the webhook's secret."""
    content = f"{identity}.{timestamp}.".encode() + body
    digest = hmac.new(decrypt(webhook.secret_encrypted), content, sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Fushi",
        "webhook-id": identity,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": "v1," + base64.b64encode(digest).decode(),
    }
