"""What every command shares: its parser, numbers, files read and written, errors told.

Owns the language of what argparse says, the reading of `-`, and the two forms of an error on
standard error; never a command, and never a sentence of its own (`messages`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from engine.errors import EngineError, FileError, ParseError
from engine.messages.reasons import chinese_reason

_WHOLE = re.compile("[-+]?[0-9]{1,15}")


class UsageError(EngineError):
    """A command that is not called as it can be (`bad_arguments`); `usage` is how it can."""

    def __init__(self, reason: str, usage: str = "") -> None:
        super().__init__("bad_arguments", reason=reason)
        self.usage = usage


class CommandParser(argparse.ArgumentParser):
    """A parser that raises `UsageError` instead of leaving the process."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments. Raises `UsageError`."""
        raise UsageError(message, self.format_usage())


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """The type of an option that takes a whole number within bounds, for argparse."""

    def read(text: str) -> int:
        number = int(text) if _WHOLE.fullmatch(text) else None
        if number is None or not within(number, least, most):
            raise argparse.ArgumentTypeError(not_whole(text, least, most))
        return number

    return read


def within(number: int, least: int | None, most: int | None) -> bool:
    """Whether a number lies within bounds, either of which may be open."""
    return (least is None or number >= least) and (most is None or number <= most)


def not_whole(value: object, least: int | None, most: int | None) -> str:
    """Why a value is refused by `whole`."""
    bounds = "" if least is None else f" from {least}"
    bounds += "" if most is None else f" to {most}"
    return f"“{value}” is not a whole number{bounds}"


def read_file(name: str | Path) -> str:
    """The UTF-8 text of a file, or of standard input for `-`.

    Raises `ParseError` (`file_error`) where there is none, or none that is text.
    """
    try:
        if str(name) == "-":
            raw = getattr(sys.stdin, "buffer", None)
            return sys.stdin.read() if raw is None else raw.read().decode("utf-8-sig")
        return Path(name).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise file_error(error, str(name)) from None
    except UnicodeDecodeError as error:
        reason = f"it is no UTF-8 text (byte {error.start + 1})"
        raise ParseError("file_error", path=str(name), reason=reason) from None


def read_json(name: str | Path) -> Any:
    """The JSON of a file or of standard input. Raises `ParseError` (`file_error`, `not_json`)."""
    text = read_file(name)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(
            "not_json", line=error.lineno, column=error.colno, path=str(name), reason=error.msg
        ) from None
    except RecursionError:
        reason = "it is nested too deeply"
    except ValueError:
        reason = "a number has too many digits"
    raise ParseError("not_json", path=str(name), reason=reason)


def file_error(error: OSError, name: str = "") -> ParseError:
    """What the operating system refuses, as an error of the engine (`file_error`)."""
    path = name or str(error.filename or "-")
    return ParseError("file_error", path=path, reason=error.strerror or str(error))


def tell(error: EngineError, language: str) -> list[str]:
    """What is said of an error: a line for each fault, with its place."""
    head = "错误：" if language == "zh" else "error: "
    return [
        f"{head}{_place(each['line'], each['column'], language)}{each['detail']}"
        for each in _faults(error, language)
    ]


def error_data(error: EngineError, language: str) -> dict[str, Any]:
    """An error for JSON; where a file has more faults than one, all of them as `faults`."""
    faults = _faults(error, language)
    return {"error": faults[0]} | ({"faults": faults} if len(faults) > 1 else {})


def _faults(error: EngineError, language: str) -> list[dict[str, Any]]:
    """Every fault of an error with its code, its sentence and its place."""
    if isinstance(error, FileError):
        return [fault for each in error.errors for fault in _faults(each, language)]
    if "errors" in error.params:  # of a table of numbers: told in English, each with its line
        return [
            {
                "code": each["code"],
                "detail": chinese_reason(each["detail"]) if language == "zh" else each["detail"],
                "line": each["line"],
                "column": None,
            }
            for each in error.params["errors"]
        ]
    place = (error.line, error.column) if isinstance(error, ParseError) else (None, None)
    return [
        {
            "code": error.code,
            "detail": error.sentence(language),
            "line": place[0],
            "column": place[1],
        }
    ]


def _place(line: int | None, column: int | None, language: str) -> str:
    if language == "zh":
        parts = [f"第{line}行"] if line else []
        parts += [f"第{column}列"] if column else []
        return "".join(parts) + "：" if parts else ""
    parts = [f"line {line}"] if line else []
    parts += [f"column {column}"] if column else []
    return ", ".join(parts) + ": " if parts else ""
