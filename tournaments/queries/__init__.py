"""What tournaments tells everybody, one file a page: reads of one published version.

First `edition(slug, version=None)`, then the page's function with it. Nothing here depends on who
asks, and nothing tells about a board that is not opened.
"""

from .boards import BoardLine, BoardList, BoardPage, Hands, board_list, board_page
from .changes import ChangesPage, StandingChange, changes_page
from .commitment import Commitment, CommitmentPage, commitment_page, commitments
from .edition import Edition, FieldRef, NotPublicError, RoundRef, edition
from .events import EventLine, EventOverview, event_list, event_overview
from .frequency import FrequencyLine, FrequencyTable
from .freshness import Freshness, freshness
from .movement import MovementPage, movement_page
from .partings import PartingLine, PartingPage, PartingStep, parting_page
from .people import EntrantRef, entrants_of
from .plays import PlayEntry, PlayList, PlayPage, play_list, play_page
from .records import all_plays
from .refereed import refereed
from .results import PlayResult, SeatScore
from .rounds import (
    Chair,
    RoundProgress,
    RoundSeating,
    TableBoard,
    TableSeating,
    round_list,
    round_seating,
)
from .schedule import ScheduledRound, ScheduledTable
from .scorecards import RoundScore, Scorecard, ScoreLine, scorecard
from .standings import (
    StandingRow,
    Standings,
    VersionRef,
    in_category,
    narrowed,
    standings,
    versions,
)
from .tables import BoardAtTable, TablePage, table_page
from .units import Unit, UnitLine, UnitPage, unit_page

__all__ = [
    "BoardAtTable",
    "BoardLine",
    "BoardList",
    "BoardPage",
    "Chair",
    "ChangesPage",
    "Commitment",
    "CommitmentPage",
    "Edition",
    "EntrantRef",
    "EventLine",
    "EventOverview",
    "FieldRef",
    "FrequencyLine",
    "FrequencyTable",
    "Freshness",
    "Hands",
    "MovementPage",
    "NotPublicError",
    "PartingLine",
    "PartingPage",
    "PartingStep",
    "PlayEntry",
    "PlayList",
    "PlayPage",
    "PlayResult",
    "RoundProgress",
    "RoundRef",
    "RoundScore",
    "RoundSeating",
    "ScheduledRound",
    "ScheduledTable",
    "ScoreLine",
    "Scorecard",
    "SeatScore",
    "StandingChange",
    "StandingRow",
    "Standings",
    "TableBoard",
    "TablePage",
    "TableSeating",
    "Unit",
    "UnitLine",
    "UnitPage",
    "VersionRef",
    "all_plays",
    "board_list",
    "board_page",
    "changes_page",
    "commitment_page",
    "commitments",
    "edition",
    "entrants_of",
    "event_list",
    "event_overview",
    "freshness",
    "in_category",
    "movement_page",
    "narrowed",
    "parting_page",
    "play_list",
    "play_page",
    "refereed",
    "round_list",
    "round_seating",
    "scorecard",
    "standings",
    "table_page",
    "unit_page",
    "versions",
]
