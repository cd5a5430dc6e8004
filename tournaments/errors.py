# ruff: noqa: N818 -- these names say what happened
"""Why a service of this application refused. Each error has a class, a stable code and a sentence.

The sentence is in the language of whoever asked; `params` carry the figures that it names.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language

from engine.errors import EngineError
from engine.messages.reasons import chinese_reason

#: Faults of a list of entrants that an organiser may overrule.
DOUBTS = frozenset({"duplicate_entrant", "already_entered"})


class TournamentError(Exception):
    """A service refused and changed nothing.

    `code` is stable snake_case for machines, `detail` a sentence for people, `params` the values
    that the sentence names (JSON types only). `about` names, as the audit does, the thing that
    somebody else was faster to decide; who it was is told with the refusal.
    """

    def __init__(self, code: str, detail: str, **params: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.about = str(params.pop("about", ""))
        self.params: Mapping[str, Any] = params


class NotPermitted(TournamentError):
    """The actor's role in the event does not allow this."""


class EventRefused(TournamentError):
    """An event or a stage cannot be made (or changed) as asked."""


class HandOverRefused(TournamentError):
    """An event cannot be handed over as a file now."""


class BringInRefused(TournamentError):
    """The file of an event cannot be read, or its event not be brought in here."""


class ImportFaults(TournamentError):
    """A list of entrants has faults; `errors` names every one, and nobody was entered.

    Each of `errors` is `{"line": int | None, "field": str | None, "code": str, "detail": str}`;
    lines count from 1 and include the header; a fault of the whole list has no line.
    """

    def __init__(self, detail: str, errors: list[dict[str, Any]]) -> None:
        super().__init__("import_faults", detail, count=len(errors))
        self.errors = errors

    @property
    def are_doubts(self) -> bool:
        """Whether nothing is wrong but that people have the same name and club."""
        return {error["code"] for error in self.errors} <= DOUBTS


class DrawRefused(TournamentError):
    """A stage cannot be drawn, or its draw cannot be undone."""


class MovementFaults(DrawRefused):
    """A movement made by hand has faults; `errors` names every one, and nothing was drawn.

    Each of `errors` is `{"line": int | None, "field": None, "code": str, "detail": str}`; lines
    count from 1 and include the header.
    """

    def __init__(self, code: str, detail: str, errors: list[dict[str, Any]]) -> None:
        super().__init__(code, detail, count=len(errors))
        self.errors = errors


class ReleaseRefused(TournamentError):
    """A round cannot be released now."""


class FinishRefused(TournamentError):
    """A round cannot be finished now."""


class OpenRefused(TournamentError):
    """A board cannot be opened by this decision."""


class RevealRefused(TournamentError):
    """The secret of a session's boards cannot be revealed yet."""


class ValueRefused(TournamentError):
    """A public value cannot be brought as asked, or has to be brought first."""


def draw_refusal(fault: EngineError) -> DrawRefused:
    """What the engine says against a draw, in the language of whoever asked."""
    language = "zh" if _is_chinese() else "en"
    return DrawRefused(fault.code, fault.sentence(language), **fault.params)


def told_reason(reason: str) -> str:
    """An English reason of the engine in the language of whoever asked."""
    return chinese_reason(reason) if _is_chinese() else reason


def _is_chinese() -> bool:
    return (get_language() or "").startswith("zh")


class RulingRefused(TournamentError):
    """A ruling cannot be made, or not be reversed, as asked."""


class BoardHidden(RulingRefused):
    """The actor is still to play the board, and may not know what this would tell."""


class PreviewOutdated(TournamentError):
    """What was shown before is not what would happen now; `preview` is what would."""

    def __init__(self, detail: str, preview: Any, about: str = "") -> None:
        super().__init__("preview_outdated", detail, about=about)
        self.preview = preview


class HaltRefused(TournamentError):
    """A table or an event cannot be stopped, or let go on, now."""


class AnnouncementRefused(TournamentError):
    """This cannot be announced."""


class CallRefused(TournamentError):
    """A call cannot be taken or closed now."""
