"""Build the engine as a library of its own: the wheel `fushi-engine`, into dist/.

Standard library only and no network: a wheel of pure Python is a zip file with three documents.
The same files give the same bytes. It never packs anything but engine/, its text and its licence.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "fushi-engine"
SUMMARY = "The game of Dou Dizhu and the mathematics of duplicate competitions, in pure Python"
LEFT_OUT = ("__pycache__", ".mypy_cache", ".ruff_cache")


def version() -> str:
    """The version that the package itself tells."""
    for line in (ROOT / "engine" / "__init__.py").read_text("utf-8").splitlines():
        if line.startswith("__version__"):
            return line.split('"')[1]
    raise SystemExit("engine/__init__.py tells no version")


def sources() -> Iterator[Path]:
    """Every file of the package, in a fixed order."""
    for path in sorted((ROOT / "engine").rglob("*")):
        if path.is_file() and not set(path.parts) & set(LEFT_OUT):
            yield path


def metadata() -> str:
    """The document METADATA, with the tutorial as description."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {NAME}",
        f"Version: {version()}",
        f"Summary: {SUMMARY}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        "Classifier: Typing :: Typed",
        "Description-Content-Type: text/markdown",
    ]
    description = (ROOT / "docs" / "engine.md").read_text("utf-8")
    return "\n".join([*lines, "", description])


def build(folder: Path) -> Path:
    """Write the wheel into `folder` and return its path."""
    stem = f"{NAME.replace('-', '_')}-{version()}"
    info = f"{stem}.dist-info"
    files = {str(path.relative_to(ROOT)): path.read_bytes() for path in sources()}
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = metadata().encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/WHEEL"] = wheel.encode()
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\nfushi-engine = engine.cli:main\n"
    record = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return target


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def main() -> None:
    """Command line: `wheel.py [FOLDER]`, dist/ by default."""
    parser = argparse.ArgumentParser(description="Build the wheel fushi-engine.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist")
    print(build(parser.parse_args().folder))
    sys.exit(0)


if __name__ == "__main__":
    main()
