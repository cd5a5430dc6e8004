"""The secret key of an embedded installation: made once, kept in a file only its owner reads."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

KEY_BYTES = 48


def kept_secret_key(path: Path) -> str:
    """The key in the file, which is made with mode 600 where it does not exist yet.

    Two processes that start at once agree: the file appears under its name only when complete.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(secrets.token_urlsafe(KEY_BYTES))
        try:
            os.link(unfinished, path)
        except FileExistsError:
            pass
        finally:
            unfinished.unlink()
    return path.read_text().strip()
