"""What an event will be, before it is made: presets, and full sentences about rounds and time.

Owns how three answers (how many people, how long, cards or phones) become rounds and boards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.movements.four_a_side import LINE_UP, SCHEME
from engine.movements.grouping import max_rounds_without_repeats
from tournaments.formats import format_of
from tournaments.models import StageKind
from tournaments.movements import mitchell_sizes
from tournaments.team_movements import RING_TEAMS

#: Minutes that a board takes, on phones and with cards.
MINUTES = {"phones": 5, "cards": 7}
#: More boards in one round than this are not planned without being asked for.
MOST_BOARDS = 12


@dataclass(frozen=True, slots=True)
class Preset:
    """What a kind of event usually is; `settings` are those of its tables that differ."""

    label: Any
    kind: str
    method: str
    boards: int
    plays_with: str = "phones"
    ruleset: str = "competition"
    settings: dict[str, Any] = field(default_factory=dict)
    separate_clubs: bool = False


PRESETS = {
    "club": Preset(gettext_lazy("club evening"), StageKind.INDIVIDUAL_BAROMETER, "matchpoints", 4),
    "school": Preset(
        gettext_lazy("school day"),
        StageKind.INDIVIDUAL_BAROMETER,
        "matchpoints",
        3,
        settings={"hints": True},
    ),
    "swiss": Preset(
        gettext_lazy("large field, Swiss"), StageKind.INDIVIDUAL_SWISS, "matchpoints", 6
    ),
    "teams": Preset(
        gettext_lazy("team league, four-a-side"),
        StageKind.FOUR_LEAGUE,
        "cross",
        8,
        ruleset="team-additive",
    ),
    "threes": Preset(
        gettext_lazy("team league, teams of three"), StageKind.TEAMS_ROUND_ROBIN, "cross", 6
    ),
    "final": Preset(
        gettext_lazy("federation final"),
        StageKind.INDIVIDUAL_BAROMETER,
        "matchpoints",
        8,
        settings={
            "action_seconds": 30,
            "pool_seconds": 120,
            "confirm_results": True,
            "correction_minutes": 60,
        },
        separate_clubs=True,
    ),
    "mitchell": Preset(
        gettext_lazy("cards, few copies: boards go round"),
        StageKind.INDIVIDUAL_MITCHELL,
        "matchpoints",
        2,
        "cards",
    ),
    "score-out": Preset(
        gettext_lazy("knock-out by score"), StageKind.INDIVIDUAL_SCORE_OUT, "matchpoints", 4
    ),
    "plain": Preset(
        gettext_lazy("ordinary evening, not duplicate"),
        StageKind.INDIVIDUAL_OWN_DEALS,
        "total",
        6,
    ),
    "cards": Preset(
        gettext_lazy("physical cards"), StageKind.INDIVIDUAL_BAROMETER, "matchpoints", 4, "cards"
    ),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """An event before it is made."""

    name: str
    people: int
    rounds: int
    boards: int
    plays_with: str
    preset: Preset

    @classmethod
    def fitting(
        cls,
        name: str,
        people: int,
        minutes: int,
        plays_with: str,
        preset: Preset,
        *,
        rounds: int | None = None,
        boards: int | None = None,
    ) -> Plan:
        """The plan that fits into `minutes`; `rounds` and `boards` are taken as they are."""
        each = MINUTES[plays_with]
        most = most_rounds(preset.kind, people)
        usual = boards or preset.boards
        planned = rounds or max(1, min(most, minutes // (usual * each)))
        if boards is None and rounds is None and planned == most:
            # There is more time than rounds: play more boards in each.
            usual = max(usual, min(MOST_BOARDS, minutes // (planned * each)))
        if boards is None and format_of(preset.kind).partners:
            usual = max(len(SCHEME), usual // len(SCHEME) * len(SCHEME))
        return cls(name, people, planned, usual, plays_with, preset)

    @property
    def round_minutes(self) -> int:
        """What the clock on the wall shows."""
        return self.boards * MINUTES[self.plays_with]

    @property
    def repeats(self) -> bool:
        """Whether so many rounds are only possible if some meet again."""
        return self.rounds > most_rounds(self.preset.kind, self.people)

    def sentences(self) -> list[str]:
        """What will happen."""
        minutes = self.rounds * self.round_minutes
        time = _("It takes about %(hours)d h %(minutes)d min, breaks not counted.")
        if minutes < 60:
            time = _("It takes about %(minutes)d minutes, breaks not counted.")
        return [
            *(self._unfit() or self._size()),
            *self._copies(),
            time % {"hours": minutes // 60, "minutes": minutes % 60},
            _("The cards are dealt by hand from printed packs; players report results on a phone.")
            if self.plays_with == "cards"
            else _("Everybody plays on the own phone; the server is the referee."),
            _("The boards are dealt from a secret that is committed to when you draw."),
        ]

    def _unfit(self) -> list[str]:
        """Why a draw would be refused, if so."""
        kind = format_of(self.preset.kind)
        if kind.partners and self.plays_with == "cards":
            return [_("Four-a-side is played on phones, not with packs of cards.")]
        least = kind.fewest * (kind.line_up if kind.teams else 1)
        if self.people >= least or self.preset.kind == StageKind.INDIVIDUAL_MITCHELL:
            return []
        return [_("So few people do not fit: at least %(least)d are needed.") % {"least": least}]

    def _copies(self) -> list[str]:
        """How many packs each board needs, where it is played at every table in one round."""
        alike = self.preset.kind in (StageKind.INDIVIDUAL_BAROMETER, StageKind.INDIVIDUAL_SWISS)
        if self.plays_with != "cards" or not alike:
            return []
        tables = self.people // 3
        sentence = _(
            "Each board is needed %(tables)d times, once for every table; %(fewer)d are enough if"
            " tables begin at different boards and hand them on."
        )
        return [sentence % {"tables": tables, "fewer": -(-tables // self.boards)}]

    def _size(self) -> list[str]:
        kind = format_of(self.preset.kind)
        if kind.partners:
            return self._size_of_four()
        if kind.teams:
            return self._size_of_threes()
        tables, out = divmod(self.people, 3)
        words = {
            "tables": tables,
            "rounds": self.rounds,
            "boards": self.boards,
            "all": self.rounds * self.boards,
        }
        byes = ngettext(
            "%(n)d person sits out each round.", "%(n)d people sit out each round.", out
        )
        size = ngettext(
            "%(rounds)d round of %(boards)d boards, %(tables)d tables: %(all)d boards each.",
            "%(rounds)d rounds of %(boards)d boards, %(tables)d tables: %(all)d boards each.",
            self.rounds,
        )
        found = [size % words]
        if self.preset.kind == StageKind.INDIVIDUAL_MITCHELL:
            return [*found, *self._going_round(tables)]
        found.append(byes % {"n": out} if out else _("Nobody sits out."))
        if self.preset.kind == StageKind.INDIVIDUAL_SCORE_OUT:
            found.append(
                _("After each round who is below a rising threshold is out, until six are left.")
            )
        if self.preset.kind == StageKind.INDIVIDUAL_OWN_DEALS:
            found.append(_("Every table has its own deals, and points are added up: luck counts."))
        if self.repeats:
            most = most_rounds(self.preset.kind, self.people)
            sentence = _(
                "Only %(most)d rounds are possible without a second meeting: some meet twice."
            )
            found.append(sentence % {"most": most})
        return found

    def _going_round(self, tables: int) -> list[str]:
        """What is special where boards go round, or why it does not fit."""
        near = mitchell_sizes(tables)
        if self.people % 3 or self.people not in near:
            sizes = ", ".join(map(str, near))
            return [_("So many people do not fit; the nearest are %(sizes)s.") % {"sizes": sizes}]
        if self.rounds > tables:
            return [_("There are at most %(n)d rounds.") % {"n": tables}]
        return [
            _("Tables play different boards at a time, and one copy of each board is enough."),
            _("A board opens when its last table has played it: in the last round."),
        ]

    def _size_of_threes(self) -> list[str]:
        """What will happen in triangles of teams."""
        teams, over = divmod(self.people, 3)
        if self.preset.kind == StageKind.TEAMS_ROUND_ROBIN and teams in RING_TEAMS:
            ring = _(
                "%(teams)d teams of three play all together at %(teams)d tables: %(all)d boards"
                " in %(rounds)d rounds."
            )
            words = {"teams": teams, "rounds": self.rounds, "all": self.rounds * self.boards}
            return [ring % words, *_reserves(over)]
        size = _(
            "%(teams)d teams of three; in each of %(rounds)d rounds three teams meet at three "
            "tables over %(boards)d boards, %(tables)d tables in all."
        )
        words = {"teams": teams, "rounds": self.rounds, "boards": self.boards}
        found = [size % {**words, "tables": teams // 3 * 3}]
        return [*found, *_reserves(over), *_resting(teams % 3)]

    def _size_of_four(self) -> list[str]:
        """What will happen in matches of two teams."""
        teams, over = divmod(self.people, LINE_UP)
        size = _(
            "%(teams)d teams of four; in each of %(rounds)d rounds a match of %(boards)d boards "
            "at two tables, %(tables)d tables in all."
        )
        words = {"teams": teams, "rounds": self.rounds, "boards": self.boards}
        return [
            size % {**words, "tables": teams // 2 * 2},
            *_reserves(over),
            *_resting(teams % 2),
            _("A match ends when its lead is out of reach; a tie is played off on extra boards."),
        ]


def most_rounds(kind: str, people: int) -> int:
    """How many rounds nobody meets anybody twice in, for the formats that keep to that."""
    if kind == StageKind.INDIVIDUAL_MITCHELL:
        return max(1, people // 3)
    if kind in (StageKind.INDIVIDUAL_BAROMETER, StageKind.INDIVIDUAL_OWN_DEALS):
        return max(1, max_rounds_without_repeats(people))
    if kind == StageKind.TEAMS_ROUND_ROBIN:
        return max(1, max_rounds_without_repeats(people // 3))
    if kind == StageKind.FOUR_LEAGUE:
        teams = people // LINE_UP
        return max(1, teams - 1 + teams % 2)
    return max(1, people // 6)


def _reserves(over: int) -> list[str]:
    found = ngettext("%(n)d person more is a reserve.", "%(n)d people more are reserves.", over)
    return [found % {"n": over}] if over else []


def _resting(teams: int) -> list[str]:
    found = ngettext("One team sits out each round.", "%(n)d teams sit out each round.", teams)
    return [found % {"n": teams}] if teams else []
