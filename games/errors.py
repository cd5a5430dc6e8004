"""What a service or view refuses, in the one shape that every client sees (problem+json).

Owns the exception and the register of codes. How it becomes a response is `games.api.problems`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language

from engine.errors import EngineError

Text = str | Promise


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What a code means: its title, what causes it, and what to do about it."""

    code: str
    title: Text
    cause: Text
    cure: Text


@dataclass(frozen=True, slots=True)
class FieldError:
    """One fault of a request or a file: where it is, and what is wrong."""

    field: str
    code: str
    detail: Text
    line: int | None = None

    def to_data(self) -> dict[str, Any]:
        """For JSON: `{"field", "line", "code", "detail"}`."""
        return {
            "field": self.field,
            "line": self.line,
            "code": self.code,
            "detail": str(self.detail),
        }


kinds: dict[str, ProblemKind] = {}


def register(code: str, title: Text, cause: Text, cure: Text) -> None:
    """Make `code` known: it gets a page, and `Problem` may be raised with it.

    Raises ValueError when it is already there with another title.
    """
    kind = ProblemKind(code, title, cause, cure)
    if kinds.setdefault(code, kind).title != title:
        raise ValueError(f"the problem code {code} means two things")


def told(error: EngineError) -> str:
    """What the engine refuses, in the language in force."""
    return error.sentence("zh" if (get_language() or "en").startswith("zh") else "en")


@dataclass(eq=False)
class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """A refusal: an HTTP status, a registered code, a sentence, and the faults one by one.

    `extra` are further members of the document; `headers` go with the response. Raises KeyError
    for a code that was not registered.
    """

    status: int
    code: str
    detail: Text
    errors: Sequence[FieldError] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__(self.status, self.code)
        if self.code not in kinds:
            raise KeyError(f"problem code {self.code!r}: see games.errors.register")

    def to_data(self) -> dict[str, Any]:
        """The document `application/problem+json`, in the language in force."""
        return {
            "type": f"/api/v1/problems/{self.code}/",
            "title": str(kinds[self.code].title),
            "status": self.status,
            "code": self.code,
            "detail": str(self.detail),
            "errors": [error.to_data() for error in self.errors],
            **self.extra,
        }

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.detail}"
