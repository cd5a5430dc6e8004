"""A second reading of docs/formats.md, section fushi-deal-1, that shares no code with the engine.

HMAC is written out from its formula, JSON by hand, and cards are texts throughout.
"""

from hashlib import sha256
from typing import Any

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
DECK = [rank + suit for rank in RANKS for suit in "cdhs"] + ["BJ", "RJ"]


def json_text(value: str | int | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, int):
        return str(value)
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b"}
    short["\f"] = "\\f"
    inner = "".join(
        short.get(c, c if ord(c) >= 32 else "\\u00" + format(ord(c), "02x")) for c in value
    )
    return '"' + inner + '"'


def commitment(secret: bytes, description: dict[str, Any]) -> str:
    members = ",".join(f'"{name}":{json_text(description[name])}' for name in sorted(description))
    return sha256(secret + ("{" + members + "}").encode("utf-8")).hexdigest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    if len(key) > 64:
        key = sha256(key).digest()
    key = key + bytes(64 - len(key))
    inner = sha256(bytes(k ^ 0x36 for k in key) + message).digest()
    return sha256(bytes(k ^ 0x5C for k in key) + inner).digest()


def block(
    secret: bytes,
    version: str,
    public_value: str | None,
    kind: str,
    number: int,
    attempt: int,
    index: int,
) -> bytes:
    context = (version, public_value or "", kind, number, attempt, index)
    message = "[" + ",".join(json_text(part) for part in context) + "]"
    return hmac_sha256(secret, message.encode("utf-8"))


def deal(
    secret: bytes, version: str, public_value: str | None, kind: str, number: int, attempt: int
) -> tuple[list[list[str]], list[str]]:
    """The hands and the kitty, in the order of the shuffled pack."""
    cards = DECK * (2 if version.endswith("four") else 1)
    stream = b"".join(
        block(secret, version, public_value, kind, number, attempt, index) for index in range(40)
    )
    used = 0
    for places in range(len(cards), 1, -1):
        while stream[used] >= 256 // places * places:
            used += 1
        chosen = stream[used] % places
        used += 1
        cards[places - 1], cards[chosen] = cards[chosen], cards[places - 1]
    size, players = (25, 4) if version.endswith("four") else (17, 3)
    hands = [cards[size * p : size * p + size] for p in range(players)]
    return hands, cards[size * players :]
