"""The document that is published when the last board is open, and what anybody can check with it.

Owns the JSON forms of a reveal and of a list of deals, and the verification; derives deals through
`dealing` only. Never decides when something may be published.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.deal import Deal
from engine.dealing import (
    KINDS,
    DealSetDescription,
    DealtBoard,
    Kind,
    check_public_value,
    commitment,
    deal,
    equal_deals,
)
from engine.errors import DealError, EngineError

REVEAL_FORMAT = "fushi-reveal-1"
DEALS_FORMAT = "fushi-deals-1"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The secret of a set with everything else that the deals follow from.

    `attempts` has the attempt of each deal whose attempt is not 0, by kind and number (in
    non-duplicate play the last attempt that was used). `public_value` stays None until an
    announced value is known; no deal can be derived before.
    """

    description: DealSetDescription
    secret: bytes
    public_value: str | None = None
    attempts: Mapping[tuple[Kind, int], int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        description: DealSetDescription,
        secret: bytes,
        boards: Iterable[DealtBoard],
        public_value: str | None = None,
    ) -> Reveal:
        """The reveal of a set that was derived, with the attempts that its boards took."""
        attempts: dict[tuple[Kind, int], int] = {}
        for board in boards:
            if board.attempt:
                key = (board.kind, board.number)
                attempts[key] = max(board.attempt, attempts.get(key, 0))
        return cls(description, secret, public_value, attempts)

    @property
    def commitment(self) -> str:
        """The commitment that ought to have been published in advance."""
        return commitment(self.secret, self.description)

    def board(self, kind: Kind, number: int, attempt: int | None = None) -> DealtBoard:
        """One deal derived afresh, at its recorded attempt unless another is asked for."""
        if attempt is None:
            attempt = self.attempts.get((kind, number), 0)
        dealt = deal(
            self.secret,
            self.description,
            public_value=self.public_value,
            kind=kind,
            number=number,
            attempt=attempt,
        )
        return DealtBoard(kind, number, attempt, dealt)

    def boards(self) -> tuple[DealtBoard, ...]:
        """Every deal of the set derived afresh, originals first."""
        return tuple(
            self.board(kind, number)
            for kind in KINDS
            for number in range(1, self.description.count(kind) + 1)
        )

    def to_data(self) -> dict[str, Any]:
        """The document `fushi-reveal-1`, for JSON."""
        attempts: dict[str, dict[str, int]] = {kind: {} for kind in KINDS}
        for (kind, number), attempt in sorted(self.attempts.items()):
            attempts[kind][str(number)] = attempt
        return {
            "format": REVEAL_FORMAT,
            "description": self.description.to_data(),
            "secret": self.secret.hex(),
            "public_value": self.public_value,
            "attempts": attempts,
        }

    @classmethod
    def from_data(cls, data: object) -> Reveal:
        """Read what `to_data` wrote. Raises `DealError` (`bad_reveal`, `bad_deal_set`)."""
        if not isinstance(data, dict) or data.get("format") != REVEAL_FORMAT:
            raise DealError("bad_reveal", reason=f"the format is not {REVEAL_FORMAT}")
        members = {"format", "description", "secret", "public_value", "attempts"}
        for name in sorted(members ^ data.keys()):
            problem = "is unknown" if name in data else "is missing"
            raise DealError("bad_reveal", reason=f"{name} {problem}")
        description = DealSetDescription.from_data(data["description"])
        public_value = data["public_value"]
        if not (public_value is None or isinstance(public_value, str)):
            raise DealError("bad_reveal", reason="public_value is a text or null")
        if public_value is not None:
            check_public_value(description, public_value)
        reveal = cls(
            description,
            _read_secret(data["secret"]),
            public_value,
            _read_attempts(data["attempts"], description),
        )
        _ = reveal.commitment
        return reveal


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that does not fit, with the deal that it concerns, if it concerns one."""

    error: EngineError
    kind: Kind | None = None
    number: int | None = None

    @property
    def code(self) -> str:
        """What it is, for machines."""
        return self.error.code

    @property
    def detail(self) -> str:
        """What it is, in an English sentence."""
        return self.error.detail

    def to_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "code": self.code,
            "detail": self.detail,
            "kind": self.kind,
            "number": self.number,
        }


def verify(reveal: Reveal, published: str | None, boards: Iterable[DealtBoard] = ()) -> list[Fault]:
    """Everything in which a reveal, the commitment `published` and the deals disagree; else [].

    `published` is the commitment in hexadecimal digits, None if it is not to be checked. A deal
    must be the one of its number and of an attempt up to the recorded one, and of a number that is
    there the recorded attempt must be; boards that were not published are not missed, but two
    equal ones are a fault.
    """
    faults = []
    if published is not None:
        own = reveal.commitment
        if not hmac.compare_digest(own.encode(), published.strip().lower().encode()):
            faults.append(Fault(DealError("other_commitment", own=own, published=published)))
    boards = tuple(boards)
    for board in boards:
        faults += _verify_board(reveal, board)
    faults += _verify_attempts(reveal, boards)
    for earlier, later in equal_deals(boards):
        error = DealError("equal_deals", board=_name(later), earlier=_name(earlier))
        faults.append(Fault(error, later.kind, later.number))
    return faults


def _verify_board(reveal: Reveal, board: DealtBoard) -> list[Fault]:
    recorded = reveal.attempts.get((board.kind, board.number), 0)
    if board.attempt > recorded:
        unrecorded = DealError("unrecorded_attempt", board=_name(board), attempt=board.attempt)
        return [Fault(unrecorded, board.kind, board.number)]
    try:
        derived = reveal.board(board.kind, board.number, board.attempt)
    except EngineError as error:
        return [Fault(error, board.kind, board.number)]
    if derived.deal != board.deal:
        return [Fault(DealError("other_deal", board=_name(board)), board.kind, board.number)]
    return []


def _verify_attempts(reveal: Reveal, boards: Iterable[DealtBoard]) -> list[Fault]:
    """A fault for each number whose last attempt is another than the reveal records."""
    last: dict[tuple[Kind, int], DealtBoard] = {}
    for board in boards:
        key = (board.kind, board.number)
        if key not in last or board.attempt > last[key].attempt:
            last[key] = board
    return [
        Fault(DealError("other_attempt", board=_name(board), attempt=recorded), *key)
        for key, board in last.items()
        if (recorded := reveal.attempts.get(key, 0)) > board.attempt
    ]


def _name(board: DealtBoard) -> EngineError:
    """The name of a board, to be told in the language of the sentence that it stands in."""
    name = EngineError(f"name_of_{board.kind}", number=board.number)
    if not board.attempt:
        return name
    return EngineError("name_with_attempt", name=name, attempt=board.attempt)


def deals_to_data(
    set_id: str,
    boards: Iterable[DealtBoard],
    version: str | None = None,
    commitment: str | None = None,
) -> dict[str, Any]:
    """The document `fushi-deals-1`: deals of one set without their secret, for JSON.

    `version` and `commitment` are those of `fushi-deal-1`, where the deals follow from a secret.
    """
    known = {"version": version, "commitment": commitment}
    return {
        "format": DEALS_FORMAT,
        "set_id": set_id,
        **{name: value for name, value in known.items() if value is not None},
        "deals": [
            {"kind": board.kind, "number": board.number, "attempt": board.attempt}
            | board.deal.to_data()
            for board in boards
        ],
    }


def deals_from_data(data: object) -> tuple[DealtBoard, ...]:
    """Read what `deals_to_data` wrote. Raises `DealError` (`bad_deals`) or `ParseError`."""
    if not isinstance(data, dict) or data.get("format") != DEALS_FORMAT:
        raise DealError("bad_deals", reason=f"the format is not {DEALS_FORMAT}")
    rows = data.get("deals")
    if not isinstance(rows, list):
        raise DealError("bad_deals", reason="deals is a list")
    return tuple(_read_board(index, row) for index, row in enumerate(rows, 1))


def _read_board(index: int, row: object) -> DealtBoard:
    if not isinstance(row, dict):
        raise DealError("bad_deals", reason=f"deal {index} is not an object")
    kind, number, attempt = row.get("kind"), row.get("number"), row.get("attempt", 0)
    if kind not in KINDS:
        raise DealError("bad_deals", reason=f"the kind of deal {index} is neither of {KINDS}")
    if type(number) is not int or type(attempt) is not int or number < 1 or attempt < 0:
        raise DealError("bad_deals", reason=f"number or attempt of deal {index} is no count")
    return DealtBoard(kind, number, attempt, Deal.from_data(row))


def _read_secret(value: object) -> bytes:
    try:
        if isinstance(value, str):
            return bytes.fromhex(value)
    except ValueError:
        pass
    raise DealError("bad_reveal", reason="secret is a text of hexadecimal digits")


def _read_attempts(value: object, description: DealSetDescription) -> dict[tuple[Kind, int], int]:
    attempts: dict[tuple[Kind, int], int] = {}
    if not isinstance(value, dict) or not value.keys() <= set(KINDS):
        raise DealError("bad_reveal", reason=f"attempts has the members {' and '.join(KINDS)}")
    for kind in KINDS:
        numbers = value.get(kind, {})
        for text, attempt in numbers.items() if isinstance(numbers, dict) else [("", 0)]:
            number = int(text) if text.isdecimal() else 0
            if not 1 <= number <= description.count(kind) or type(attempt) is not int:
                raise DealError("bad_reveal", reason=f"attempts of {kind} are number: attempt")
            if attempt < 1:
                raise DealError("bad_reveal", reason="an attempt that is listed is at least 1")
            attempts[kind, number] = attempt
    return attempts
