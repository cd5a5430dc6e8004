"""Write docs/refusals.md: every code of a refusal with its status and its sentence.

The sources are read, not run: a code and its sentence stand where a service refuses, and nowhere
else, so this list cannot say anything else than the server does.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
TARGET = ROOT / "docs" / "refusals.md"
HEAD = """# Refusals

What the answers of the director's API with `"code": "refused"` mean, by their member `refusal`: 409
where the event stands against it, 422 where what was sent cannot be. `detail` is the sentence in
the language of `Accept-Language`, filled with `params`. Codes are stable. Written by `make schema`
from the sources.

| `refusal` | status | sentence |
|---|---|---|
"""
#: Pages refuse by forms of their own, which no program fills in.
PAGES = ("pages", "admin", "management")
#: Where the sentence is the engine's or another library's, what it is about.
OTHERS = {
    "bad_name": "A name cannot be so; the sentence says why.",
    "bad_table_setting": "A setting of the tables cannot be so; the sentence says which.",
    "unknown_ruleset": "There is no such ruleset.",
}
#: The engine's codes that the service passes on, and those of them that only files and its own
#: commands meet.
ENGINE = ("MovementError", "ComparisonError")
ENGINE_FOLDERS = ("engine/movements", "engine/comparison/rulings.py")
NOT_PASSED_ON = frozenset({"bad_movement_data", "bad_movement_file", "options_do_not_fit"})


def refusals() -> dict[str, list[str]]:
    """Every code with its sentences, in English, in the order of the codes."""
    from engine.messages import _MESSAGES
    from tournaments import errors

    classes = {
        name
        for name, each in vars(errors).items()
        if isinstance(each, type)
        and issubclass(each, errors.TournamentError)
        and not issubclass(each, errors.NotPermitted)  # a 403, which has a page of its own
    }
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tournaments").rglob("*.py")):
        if not set(path.relative_to(ROOT).parts) & set(PAGES):
            for code, sentences in _raised(path, classes):
                found[code] |= sentences
    for folder in ENGINE_FOLDERS:
        paths = sorted((ROOT / folder).rglob("*.py")) or [ROOT / folder]
        for code in {code for path in paths for code, _ in _raised(path, set(ENGINE))}:
            if code not in NOT_PASSED_ON:
                found[code].add(re.sub(r"\{(\w+)\}", r"%(\1)s", _MESSAGES[code][0]))
    for code, sentence in OTHERS.items():
        found[code] = {sentence}
    return {code: sorted(found[code]) for code in sorted(found)}


def _raised(path: Path, classes: set[str]) -> Iterator[tuple[str, set[str]]]:
    """The codes with which a file makes errors of these classes, and their sentences."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        assigned = _assigned(function)
        for node in ast.walk(function):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in classes and node.args and isinstance(node.args[0], ast.Constant):
                sentences = _texts(node.args[1], assigned) if len(node.args) > 1 else set()
                yield str(node.args[0].value), sentences


def _assigned(function: ast.FunctionDef) -> list[tuple[str, ast.expr]]:
    """The names that are assigned to in a function, and what, in the order of the lines."""
    found = [
        (node.targets[0].id, node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    return sorted(found, key=lambda pair: pair[1].lineno)


def _texts(node: ast.expr, assigned: list[tuple[str, ast.expr]]) -> set[str]:
    """The texts that an expression may be, before anything is filled in."""
    match node:
        case ast.Call(func=ast.Name(id="_" | "ngettext"), args=[*_, ast.Constant(value=str(text))]):
            return {text}
        case ast.Call(func=ast.Name(id="ngettext"), args=[_, ast.Constant(value=str(text)), *_]):
            return {text}
        case ast.BinOp(left=left):
            return _texts(left, assigned)
        case ast.IfExp(body=body, orelse=other):
            return _texts(body, assigned) | _texts(other, assigned)
        case ast.Name(id=name):
            before = [v for n, v in assigned if n == name and v.lineno < node.lineno]
            return _texts(before[-1], []) if before else set()
    return set()


def written() -> str:
    """The whole document."""
    from tournaments.api.directing.base import status_of

    lines = [
        f"| `{code}` | {status_of(code)} | {' / '.join(_shown(each) for each in sentences)} |"
        for code, sentences in refusals().items()
    ]
    return HEAD + "\n".join(lines) + "\n"


def _shown(sentence: str) -> str:
    """A sentence with its figures as words."""
    plain = re.sub(r"%\((\w+)\)[sd]", r"*\1*", sentence).replace("%%", "%")
    return plain.replace("|", "\\|")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    TARGET.write_text(written(), encoding="utf-8")
