"""Opaque identifiers: what the API and the pages call a thing, without order or secret."""

import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case
LENGTH = 16  # 80 bits: no two ever meet
_CHARACTERS = frozenset(ALPHABET)


def is_id(text: str) -> bool:
    """Whether `text` could be one of ours: what could not be needs no look into the database."""
    return len(text) == LENGTH and set(text) <= _CHARACTERS


def new_id() -> str:
    """Return a new random identifier of 16 characters."""
    return "".join(ALPHABET[byte & 31] for byte in secrets.token_bytes(LENGTH))
