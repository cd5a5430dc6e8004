"""Opaque identifiers: what the API and the pages call a thing, without order or secret."""

import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case
LENGTH = 16  # 80 bits: no two ever meet


def new_id() -> str:
    """Return a new random identifier of 16 characters."""
    return "".join(ALPHABET[byte & 31] for byte in secrets.token_bytes(LENGTH))
