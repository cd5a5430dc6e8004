"""The engine's exceptions: each a precise class with a stable code and a sentence for people.

Owns the classes; the sentences live in `messages`.
"""

from __future__ import annotations

from typing import Any

from engine.messages import sentence


class EngineError(ValueError):
    """Something the engine refuses.

    `code` is stable and for machines, `detail` an English sentence, `params` what fills it in.
    Without `detail` the sentence is the one `messages` has for the code. An error among the
    params is a reason and is told in the same language.
    """

    def __init__(self, code: str, detail: str | None = None, **params: Any) -> None:
        self.code = code
        self.params = params
        self._own_detail = detail is not None
        self.detail = sentence(code, **params) if detail is None else detail
        super().__init__(self.detail)

    def sentence(self, language: str = "en") -> str:
        """The reason in `language` ("en" or "zh"); texts given by hand exist in English only."""
        if self._own_detail:
            return self.detail
        told = {
            name: value.sentence(language) if isinstance(value, EngineError) else value
            for name, value in self.params.items()
        }
        return sentence(self.code, language, **told)


class IllegalAction(EngineError):  # noqa: N818 (the name players read)
    """An action that the rules do not allow now; the state is untouched."""


class ParseError(EngineError):
    """Text or data that cannot be read; `line` and `column` count from 1, where known."""

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        line: int | None = None,
        column: int | None = None,
        **params: Any,
    ) -> None:
        super().__init__(code, detail, **params)
        self.line = line
        self.column = column

    def moved(self, *, line: int | None = None, columns: int = 0) -> ParseError:
        """The same error where the text that was read stands in a larger one."""
        column = None if self.column is None else self.column + columns
        detail = self.detail if self._own_detail else None
        return ParseError(self.code, detail, line=line, column=column, **self.params)


class FileError(ParseError):
    """Everything that is wrong with a file, in order of line and column.

    `errors` are `ParseError`s; code, sentence, line and column are those of the first.
    """

    def __init__(self, errors: tuple[ParseError, ...]) -> None:
        first = errors[0]
        detail = first.detail if first._own_detail else None
        super().__init__(first.code, detail, line=first.line, column=first.column, **first.params)
        self.errors = errors


class RulesetError(EngineError):
    """An unknown, incomplete or contradictory ruleset; `causes` names every contradiction."""

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        causes: tuple[RulesetError, ...] = (),
        **params: Any,
    ) -> None:
        if causes:
            params["reasons"] = " ".join(cause.detail for cause in causes)
        super().__init__(code, detail, **params)
        self.causes = causes

    def sentence(self, language: str = "en") -> str:
        """The reason in `language`, with the reasons of every cause."""
        if not self.causes:
            return super().sentence(language)
        reasons = "".join if language == "zh" else " ".join
        return sentence(
            self.code, language, reasons=reasons(cause.sentence(language) for cause in self.causes)
        )


class DealError(EngineError):
    """A deal that is not one: wrong sizes, missing or repeated cards, a wrong commitment."""


class MovementError(EngineError):
    """A movement that cannot exist, or is not what it claims to be."""


class ComparisonError(EngineError):
    """Results that cannot be compared as asked."""
