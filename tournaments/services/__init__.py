"""The verbs of a competition, one file each: permission, checks, one transaction, audit entry."""

from .create_event import create_event, create_stage
from .draw_stage import draw_stage
from .finish_round import finish_round
from .import_entrants import import_entrants
from .open_board import open_board
from .publish_standings import publish_standings
from .recount_fields import recount_fields
from .release_round import release_round
from .reveal_session import reveal_session
from .undo_draw import undo_draw

__all__ = [
    "create_event",
    "create_stage",
    "draw_stage",
    "finish_round",
    "import_entrants",
    "open_board",
    "publish_standings",
    "recount_fields",
    "release_round",
    "reveal_session",
    "undo_draw",
]
