"""What each format needs and allows: how many people, which rulesets, which comparison.

Owns the one table of formats; services refuse by it, and forms offer by it.
"""

from dataclasses import dataclass

from engine import comparison
from engine.movements.four_a_side import LINE_UP
from engine.movements.teams import TEAM_SIZE
from tournaments.models import Scoring, StageKind


@dataclass(frozen=True)
class Format:
    """A kind of stage. `hands` are the numbers of hands of a board that it can seat.

    `methods` are the comparisons that suit it, the usual one first. `round_by_round` formats draw
    each round from the results of those before. With `partners` matches are four-a-side: of two
    teams, at two tables of four. In one that `circulates` sets of boards go from
    table to table, so that all tables have played a board only after the last round; with
    `own_deals` no two tables play the same boards. With `score_out` the lowest drop out as it goes
    on; in a `knockout` the winners go on. With `meets_again` the number of boards is what counts:
    people may meet again without the stage's leave.
    """

    kind: str
    hands: tuple[int, ...] = (3,)
    methods: tuple[str, ...] = ()
    fewest: int = 6
    round_by_round: bool = False
    teams: bool = False
    partners: bool = False
    circulates: bool = False
    own_deals: bool = False
    score_out: bool = False
    knockout: bool = False
    meets_again: bool = False

    @property
    def is_barometer(self) -> bool:
        """Whether single players have all rounds drawn at once, and all tables the same boards."""
        others = self.round_by_round, self.teams, self.circulates, self.own_deals
        return not any(others)

    @property
    def scorings(self) -> tuple[str, ...]:
        """By what it can rank: victory points are of matches, and wins of those of two teams."""
        if self.partners:
            return (Scoring.WINS, Scoring.VICTORY_POINTS, Scoring.COMPARISON)
        return (Scoring.COMPARISON, *([Scoring.VICTORY_POINTS] if self.teams else []))

    @property
    def results_of_a_board(self) -> int:
        """How many results of a board that is compared an entrant has: a team of three one a hand.

        Boards of four-a-side are counted by the match.
        """
        return TEAM_SIZE if self.teams and not self.partners else 1

    @property
    def line_up(self) -> int:
        """How many play for an entrant at a time."""
        return LINE_UP if self.partners else TEAM_SIZE if self.teams else 1


def _usual_first(name: str) -> tuple[str, ...]:
    return (name, *(each for each in comparison.names() if each != name))


FORMATS = {
    each.kind: each
    for each in (
        Format(StageKind.INDIVIDUAL_BAROMETER, hands=(3, 4), methods=_usual_first("matchpoints")),
        Format(
            StageKind.INDIVIDUAL_SWISS, methods=_usual_first("matchpoints"), round_by_round=True
        ),
        Format(
            StageKind.INDIVIDUAL_SCORE_OUT,
            methods=_usual_first("matchpoints"),
            round_by_round=True,
            score_out=True,
        ),
        Format(
            StageKind.INDIVIDUAL_MITCHELL,
            methods=_usual_first("matchpoints"),
            fewest=15,
            circulates=True,
        ),
        Format(
            StageKind.INDIVIDUAL_FIXED_BOARDS,
            hands=(3, 4),
            methods=_usual_first("total"),
            meets_again=True,
        ),
        Format(StageKind.INDIVIDUAL_OWN_DEALS, methods=("total",), own_deals=True),
        Format(StageKind.TEAMS_ROUND_ROBIN, methods=_usual_first("cross"), fewest=3, teams=True),
        Format(
            StageKind.TEAMS_SWISS,
            methods=_usual_first("cross"),
            fewest=6,
            round_by_round=True,
            teams=True,
        ),
        Format(
            StageKind.TEAMS_KNOCKOUT,
            methods=_usual_first("cross"),
            fewest=3,
            round_by_round=True,
            teams=True,
            knockout=True,
        ),
        Format(
            StageKind.FOUR_LEAGUE,
            methods=_usual_first("cross"),
            fewest=2,
            teams=True,
            partners=True,
        ),
        Format(
            StageKind.FOUR_SWISS,
            methods=_usual_first("cross"),
            fewest=4,
            round_by_round=True,
            teams=True,
            partners=True,
        ),
        Format(
            StageKind.FOUR_KNOCKOUT,
            methods=_usual_first("cross"),
            fewest=2,
            round_by_round=True,
            teams=True,
            partners=True,
            knockout=True,
        ),
    )
}


def format_of(kind: str) -> Format:
    """The format of a kind of stage."""
    return FORMATS[kind]


def ranks_by_matches(kind: str, scoring: str) -> bool:
    """Whether a stage of this kind is ranked by its matches, not by the sum of comparisons."""
    found = format_of(kind)
    return found.partners or found.knockout or scoring == Scoring.VICTORY_POINTS


def usual_scoring(kind: str) -> str:
    """What a format ranks by unless another is chosen."""
    return FORMATS[kind].scorings[0] if kind in FORMATS else Scoring.COMPARISON


def usual_method(kind: str) -> str:
    """The comparison that a format has unless another is chosen; empty for no format."""
    return FORMATS[kind].methods[0] if kind in FORMATS else ""


def formats_for(hands: int) -> list[Format]:
    """The formats that a ruleset with so many hands can be played in."""
    return [each for each in FORMATS.values() if hands in each.hands]
