"""The tutorial runs as it stands, and every public name of the engine explains itself."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine import boards_file, errors
from engine.cli import main
from engine.record_text import write_text
from engine.record_text_reading import read_text

PACKAGE = Path(engine.__file__).parent
TUTORIAL = PACKAGE.parent / "docs" / "engine.md"
FILES = sorted(PACKAGE.rglob("*.py"))


def test_the_python_of_the_tutorial_runs() -> None:
    ran = doctest.testfile(str(TUTORIAL), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert ran.attempted > 50
    assert ran.failed == 0


def commands() -> Iterator[tuple[str, str]]:
    """Every command of the tutorial with what it prints."""
    for block in re.findall(r"```console\n(.*?)```", TUTORIAL.read_text("utf-8"), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield command, printed


@pytest.mark.parametrize(("command", "printed"), list(commands()))
def test_the_commands_of_the_tutorial_print_what_it_says(
    command: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(command)
    assert words[:3] == ["python", "-m", "engine"]
    assert main(words[3:]) == 0
    assert capsys.readouterr().out == printed


def public_names(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Public functions, classes and methods of a module, with their nodes."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    yield f"{node.name}.{inner.name}", inner


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_public_name_has_a_docstring(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    assert ast.get_docstring(tree), "the module does not say what it owns"
    silent = [
        name
        for name, node in public_names(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not ast.get_docstring(node)
    ]
    assert silent == []


ERRORS: dict[str, type[Exception]] = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.EngineError)
}


def raised_in(node: ast.AST) -> set[str]:
    """The engine's exceptions that a function's own body raises, by class."""
    raised = [inner.exc for inner in ast.walk(node) if isinstance(inner, ast.Raise)]
    called = [exc.func for exc in raised if isinstance(exc, ast.Call)]
    return {name.id for name in called if isinstance(name, ast.Name)} & set(ERRORS)


def is_named(error: str, text: str) -> bool:
    """Whether a docstring names the class of an error, or a class that it belongs to."""
    return any(name in text for name, kind in ERRORS.items() if issubclass(ERRORS[error], kind))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_public_function_names_the_errors_it_raises_itself(file: Path) -> None:
    unnamed = [
        (name, error)
        for name, node in public_names(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        for error in raised_in(node)
        if not is_named(error, ast.get_docstring(node) or "")
    ]
    assert unnamed == []


def test_the_engine_imports_nothing_but_itself_and_the_standard_library() -> None:
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in names:
                top = name.split(".")[0]
                assert top == "engine" or top in sys.stdlib_module_names, (file, name)


def test_the_examples_of_the_formats_are_read() -> None:
    text = (TUTORIAL.parent / "formats.md").read_text("utf-8")
    blocks = re.findall(r"^```\n(\[Format.*?\n)```", text, re.DOTALL | re.MULTILINE)
    deals, record = blocks
    assert write_text(read_text(record)) == record
    (read,) = read_text(record)
    head = deals.split("\nreserve 2")[0]
    assert boards_file.write_text(boards_file.read_text(head)) == head
    assert read.points == {1: 2, 2: -1, 3: -1}
