"""Secrets at rest and the recognition of codes and tokens, from keys derived of SECRET_KEY.

Owns key derivation, encryption and keyed hashes. It stores nothing and never logs what it is given.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

ENCRYPTION = b"fushi encryption at rest 1"
HASHING = b"fushi codes and tokens 1"


@lru_cache(maxsize=16)
def _derive(secret_key: str, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret_key.encode())


def _fernet() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(urlsafe_b64encode(_derive(key, ENCRYPTION))) for key in keys])


def encrypt(plain: bytes) -> bytes:
    """Encrypt and authenticate `plain` with the installation's key (Fernet)."""
    return _fernet().encrypt(plain)


def decrypt(encrypted: bytes | memoryview[int]) -> bytes:
    """The reverse of `encrypt`, also for the keys of SECRET_KEY_FALLBACKS.

    Raises `cryptography.fernet.InvalidToken` when the key or the text is another.
    """
    return _fernet().decrypt(bytes(encrypted))


def keyed_hash(text: str) -> str:
    """HMAC-SHA256 of `text` under the installation's key, 64 hexadecimal digits.

    Without the key a stolen database does not let anybody try codes.
    """
    return hmac.new(_derive(settings.SECRET_KEY, HASHING), text.encode(), sha256).hexdigest()
