"""`fushi-deal-1`: deals that follow from a secret to which everybody was committed in advance.

Owns the commitment, the stream of bytes, the unbiased shuffle and the search for equal deals.
Never stores or publishes a secret; what is published at the end is in `dealing_reveal`. The bytes
are laid down, with a full test vector, in docs/formats.md.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

from engine.deal import Deal
from engine.errors import DealError

Kind = Literal["original", "reserve"]
KINDS: tuple[Kind, ...] = get_args(Kind)

SHORTEST_SECRET = 16
"""Bytes; 128 bits."""
MOST_DEALS = 100_000
"""The most boards, and the most reserves, of one set."""


@dataclass(frozen=True, slots=True)
class Pack:
    """How many packs are shuffled together, and how they are dealt out."""

    players: int
    decks: int
    hand_size: int
    kitty_size: int

    @property
    def cards(self) -> int:
        """How many cards there are in all, at most 256."""
        return 54 * self.decks


VERSION = "fushi-deal-1"
FOUR_VERSION = "fushi-deal-1-four"
PACKS: dict[str, Pack] = {
    VERSION: Pack(players=3, decks=1, hand_size=17, kitty_size=3),
    FOUR_VERSION: Pack(players=4, decks=2, hand_size=25, kitty_size=8),
}
"""The pack of each version: it is named in the commitment, so nobody can choose it afterwards."""


def pack_of(version: str) -> Pack:
    """The pack that `version` deals. Raises `DealError` (`unknown_deal_version`)."""
    if version not in PACKS:
        raise DealError("unknown_deal_version", version=version)
    return PACKS[version]


def canonical_json(value: object) -> bytes:
    """JSON as UTF-8 with sorted keys, no spaces, and no more escapes than JSON demands.

    Raises `DealError` (`bad_deal_set`) for a text that is no Unicode.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise DealError("bad_deal_set", reason="a text is not valid Unicode") from None


@dataclass(frozen=True, slots=True)
class DealSetDescription:
    """What is fixed before anything is dealt; all of it goes into the commitment.

    `public_value_name` announces a value that nobody can know yet ("closing index of 5 May"); it
    is None when the deals depend on the secret alone. Raises `DealError` (`bad_deal_set`,
    `unknown_deal_version`).
    """

    set_id: str
    event: str
    stage: str
    session: str
    boards: int
    reserves: int = 0
    public_value_name: str | None = None
    version: str = VERSION

    def __post_init__(self) -> None:
        pack_of(self.version)
        for name in ("set_id", "event", "stage", "session"):
            if not isinstance(getattr(self, name), str):
                raise DealError("bad_deal_set", reason=f"{name} is a text")
        for name, least in (("boards", 1), ("reserves", 0)):
            count = getattr(self, name)
            if type(count) is not int or not least <= count <= MOST_DEALS:
                reason = f"{name} is a whole number from {least} to {MOST_DEALS}"
                raise DealError("bad_deal_set", reason=reason)
        value_name = self.public_value_name
        if value_name is not None and not (isinstance(value_name, str) and value_name):
            raise DealError("bad_deal_set", reason="public_value_name is a text or nothing")
        self.canonical()

    def to_data(self) -> dict[str, Any]:
        """The eight members of the committed document, for JSON."""
        return {
            "version": self.version,
            "set_id": self.set_id,
            "event": self.event,
            "stage": self.stage,
            "session": self.session,
            "boards": self.boards,
            "reserves": self.reserves,
            "public_value_name": self.public_value_name,
        }

    @classmethod
    def from_data(cls, data: object) -> DealSetDescription:
        """Read what `to_data` wrote. Raises `DealError` (`bad_deal_set`)."""
        if not isinstance(data, dict):
            raise DealError("bad_deal_set", reason="a JSON object is expected")
        members = {str(key): value for key, value in data.items()}
        for name in sorted(members.keys() ^ set(cls.__slots__)):
            problem = "is unknown" if name in members else "is missing"
            raise DealError("bad_deal_set", reason=f"{name} {problem}")
        if not isinstance(members["version"], str):
            raise DealError("bad_deal_set", reason="version is a text")
        return cls(**members)

    def canonical(self) -> bytes:
        """The bytes that are committed to."""
        return canonical_json(self.to_data())

    def count(self, kind: Kind) -> int:
        """How many deals of `kind` there are."""
        return self.boards if kind == "original" else self.reserves


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """One deal of a set: `number` counts from 1 within its kind; `attempt` is mostly 0."""

    kind: Kind
    number: int
    attempt: int
    deal: Deal


def new_secret() -> bytes:
    """32 unpredictable bytes."""
    return secrets.token_bytes(32)


def commitment(secret: bytes, description: DealSetDescription) -> str:
    """SHA-256 of the secret followed by the canonical description, as 64 hexadecimal digits.

    Raises `DealError` (`short_secret`).
    """
    return hashlib.sha256(_checked(secret) + description.canonical()).hexdigest()


def deal(
    secret: bytes,
    source: DealSetDescription | str = VERSION,
    *,
    public_value: str | None = None,
    kind: Kind = "original",
    number: int,
    attempt: int = 0,
) -> Deal:
    """Deal `number` (from 1) of a kind, under a description, or a version alone.

    With a description, the number must exist in the set, and the public value must be given
    exactly if one was announced. Raises `DealError` (`no_such_deal`, `public_value_missing`,
    `public_value_not_announced`, `short_secret`, `unknown_deal_version`).
    """
    version = source if isinstance(source, str) else source.version
    pack = pack_of(version)
    most = MOST_DEALS if isinstance(source, str) else source.count(kind)
    if kind not in KINDS or not 1 <= number <= most or attempt < 0:
        raise DealError("no_such_deal", kind=kind, number=number, attempt=attempt)
    if isinstance(source, DealSetDescription):
        check_public_value(source, public_value)
    context: list[str | int] = [version, public_value or "", kind, number, attempt]
    cards = _shuffled(list(range(54)) * pack.decks, _stream(_checked(secret), context))
    size = pack.hand_size
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(pack.players)]
    return Deal.of(hands, cards[size * pack.players :])


def check_public_value(description: DealSetDescription, public_value: str | None) -> None:
    """Raise `DealError` unless a value is given exactly if the description announces one."""
    if description.public_value_name is None and public_value is not None:
        raise DealError("public_value_not_announced")
    if description.public_value_name is not None and not public_value:
        raise DealError("public_value_missing", name=description.public_value_name)


def fingerprint(deal: Deal) -> str:
    """SHA-256 of the deal's canonical JSON: equal exactly for equal hands in equal positions."""
    return hashlib.sha256(canonical_json(deal.to_data())).hexdigest()


def derive_set(
    secret: bytes,
    description: DealSetDescription,
    *,
    public_value: str | None = None,
    is_known: Callable[[str], bool] = lambda _fingerprint: False,
) -> tuple[DealtBoard, ...]:
    """All deals of a set, originals first; one that equals an earlier one takes the next attempt.

    `is_known` tells whether a fingerprint belongs to a deal of the archive. Raises as `deal` does.
    """
    seen: set[str] = set()
    boards = []
    for kind in KINDS:
        for number in range(1, description.count(kind) + 1):
            attempt = 0
            while True:
                dealt = deal(
                    secret,
                    description,
                    public_value=public_value,
                    kind=kind,
                    number=number,
                    attempt=attempt,
                )
                mark = fingerprint(dealt)
                if mark not in seen and not is_known(mark):
                    break
                attempt += 1
            seen.add(mark)
            boards.append(DealtBoard(kind, number, attempt, dealt))
    return tuple(boards)


def equal_deals(boards: Iterable[DealtBoard]) -> list[tuple[DealtBoard, DealtBoard]]:
    """Every board that repeats an earlier one, as (earlier, later)."""
    first: dict[str, DealtBoard] = {}
    repeats = []
    for board in boards:
        earlier = first.setdefault(fingerprint(board.deal), board)
        if earlier is not board:
            repeats.append((earlier, board))
    return repeats


def _checked(secret: bytes) -> bytes:
    if len(secret) < SHORTEST_SECRET:
        raise DealError("short_secret", least=8 * SHORTEST_SECRET)
    return secret


def _stream(secret: bytes, context: list[str | int]) -> Iterator[int]:
    """The bytes of block 0, block 1, …, each HMAC-SHA256 of the context and the block's number."""
    block = 0
    while True:
        yield from hmac.digest(secret, canonical_json([*context, block]), "sha256")
        block += 1


def _shuffled(cards: list[int], stream: Iterator[int]) -> list[int]:
    """Fisher and Yates from the last place down; `cards` is changed and returned."""
    for last in range(len(cards) - 1, 0, -1):
        chosen = _below(last + 1, stream)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def _below(bound: int, stream: Iterator[int]) -> int:
    """The next byte modulo `bound`; bytes from the last incomplete run of `bound` are rejected."""
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound
