"""Every sentence the engine says about something that is wrong, in English and Chinese, by code.

Owns the filling-in; the texts are beside it, a file for each part of the engine. Never decides
whether something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.messages import (
    actions,
    cards,
    comparison,
    deals,
    movements,
    records,
    results,
    rulesets,
)
from engine.messages.reasons import chinese_reason

LANGUAGES = ("en", "zh")
REASONS = frozenset({"reason", "first"})
"""Params that hold an English reason, told in Chinese by `reasons`."""
_KINDS = {"original": "正式", "reserve": "备用"}
_COUNTED = re.compile(
    r"\{(\w+)\} (cards|deals|faults|files|hands|players|plays|ranks|results|rounds|times)"
)

_PARTS = (cards, deals, rulesets, results, actions, records, comparison, movements)
_MESSAGES: dict[str, tuple[str, str]] = {
    code: texts for part in _PARTS for code, texts in part.MESSAGES.items()
}


def sentence(code: str, language: str = "en", **params: object) -> str:
    """The sentence that belongs to `code` in `language` ("en" or "zh"), filled with `params`.

    A code without a text of its own is returned as it is, so that an error never hides another.
    """
    texts = _MESSAGES.get(code)
    if texts is None:
        return code
    if language == "zh":
        told = {name: _chinese(name, value) for name, value in params.items()}
        return texts[1].format(**told)
    return _singular(texts[0], params).format(**params)


def _chinese(name: str, value: object) -> object:
    if isinstance(value, str) and name in REASONS:
        return chinese_reason(value)
    return _KINDS.get(value, value) if name == "kind" and isinstance(value, str) else value


def _singular(text: str, params: Mapping[str, object]) -> str:
    """The English template with the noun of every count that is 1 in the singular."""
    return _COUNTED.sub(
        lambda found: found.group()[:-1] if params.get(found.group(1)) == 1 else found.group(), text
    )


def codes() -> tuple[str, ...]:
    """All codes that have a sentence, in the order of the table."""
    return tuple(_MESSAGES)
