"""What this installation signs, and by which key. The key is made when it is first asked for."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from engine.summary import signed_bytes
from games.crypto import decrypt, encrypt
from games.db import write_transaction
from tournaments.models import SigningKey


def signing_key() -> SigningKey:
    """The installation's key. Of two processes that make it at once, one does."""
    found = SigningKey.objects.first()
    if found is not None:
        return found
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    new = SigningKey(
        pk=1,
        public=base64.b64encode(public).decode(),
        private_encrypted=encrypt(private.private_bytes_raw()),
        made_at=timezone.now(),
    )
    with write_transaction():
        SigningKey.objects.bulk_create([new], ignore_conflicts=True)
    return SigningKey.objects.get()


@dataclass(frozen=True, slots=True)
class Signed:
    """A document with the public key in it, and the signature over it, in Base64."""

    document: dict[str, Any]
    signature: str


def signed(document: Mapping[str, Any]) -> Signed:
    """Sign a document by this installation's key."""
    row = signing_key()
    whole = {**document, "key": row.public}
    private = Ed25519PrivateKey.from_private_bytes(decrypt(row.private_encrypted))
    signature = private.sign(signed_bytes(whole))
    return Signed(whole, base64.b64encode(signature).decode())
