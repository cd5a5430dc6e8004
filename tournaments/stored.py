"""Stored JSON as it is told. PostgreSQL keeps the members of an object in another order than SQLite
does: told in the order of their names, the same document has the same bytes everywhere.
"""

from __future__ import annotations

from typing import Any


def in_order(value: Any) -> Any:
    """The same value with the members of every object by name."""
    if isinstance(value, dict):
        return {name: in_order(value[name]) for name in sorted(value)}
    if isinstance(value, list | tuple):
        return [in_order(each) for each in value]
    return value
