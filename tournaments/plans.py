"""What an event will be, before it is made: full sentences about its rounds and time.

Owns how three answers (how many people, how long, cards or phones) become stages, rounds and
boards. It makes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.movements.four_a_side import LINE_UP, SCHEME
from engine.movements.grouping import max_rounds_without_repeats
from tournaments.formats import format_of
from tournaments.models import CarryOver, StageKind
from tournaments.movements import mitchell_sizes
from tournaments.presets import Preset
from tournaments.team_movements import RING_TEAMS

#: Minutes that a board takes, on phones and with cards.
MINUTES = {"phones": 5, "cards": 7}
#: The most rounds of a stage.
MOST_ROUNDS = 1500
#: How ties for the last place of those who go on are settled.
TIE_BREAKS = ("head_to_head", "tops", "count_back", "total_points", "lot")
#: More boards in one round than this are not planned without being asked for.
MOST_BOARDS = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """An event before it is made."""

    name: str
    people: int
    rounds: int
    boards: int
    plays_with: str
    preset: Preset
    #: Of the stage that follows, if one does.
    later_rounds: int = 0
    later_boards: int = 0
    #: How long it may take; 0: nobody said.
    minutes_wanted: int = 0

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
        then, whole = preset.then, minutes
        if then is not None:
            minutes = round(whole * (1 - then.share))
        usual = boards or preset.boards
        planned = rounds or max(1, min(most, minutes // (usual * each)))
        if boards is None and rounds is None and planned == most:
            # There is more time than rounds: play more boards in each.
            usual = max(usual, min(MOST_BOARDS, minutes // (planned * each)))
        if boards is None and format_of(preset.kind).partners:
            usual = max(len(SCHEME), usual // len(SCHEME) * len(SCHEME))
        if then is None:
            return cls(name, people, planned, usual, plays_with, preset, minutes_wanted=whole)
        later = boards or then.boards
        more = -(-planned // 2) if rounds else max(1, (whole - minutes) // (later * each))
        return cls(name, people, planned, usual, plays_with, preset, more, later, whole)

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
        boards = self.rounds * self.boards + self.later_rounds * self.later_boards
        minutes = boards * MINUTES[self.plays_with]
        time = _("It takes about %(hours)d h %(minutes)d min, breaks not counted.")
        if minutes < 60:
            time = _("It takes about %(minutes)d minutes, breaks not counted.")
        return [
            *(self._unfit() or [*self._size(), *self._later()]),
            *self._copies(),
            time % {"hours": minutes // 60, "minutes": minutes % 60},
            *([_("That is longer than you have.")] if 0 < self.minutes_wanted < minutes else []),
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

    def _later(self) -> list[str]:
        """What follows for the best."""
        then = self.preset.then
        if then is None:
            return []
        size = ngettext(
            "Then the best %(people)d play %(boards)d boards more, in %(rounds)d round.",
            "Then the best %(people)d play %(boards)d boards more, in %(rounds)d rounds.",
            self.later_rounds,
        )
        words = {
            "people": then.going_on(self.people),
            "boards": self.later_rounds * self.later_boards,
            "rounds": self.later_rounds,
        }
        brought = {
            CarryOver.SCALED: _("What they have so far counts as much as these boards."),
            CarryOver.NONE: _("There everybody begins with nothing."),
        }
        return [size % words, brought[CarryOver(then.carry_over)]]

    def stages(self) -> list[dict[str, Any]]:
        """The settings of the stages in order, by the names of `create_stage`; the second takes the
        first `last_rank` of the one before.
        """
        preset, then = self.preset, self.preset.then
        first = {
            "rounds": self.rounds,
            "boards_per_round": self.boards,
            "kind": preset.kind,
            "method": preset.method,
            "allow_repeats": self.repeats,
            "separate_clubs": preset.separate_clubs,
            "round_minutes": min(1440, self.round_minutes),
        }
        if then is None:
            return [first]
        # Where the last place is shared the chain decides, in the end by lot.
        first |= {"name": str(then.names[0]), "tie_breaks": list(TIE_BREAKS)}
        second = {
            "name": str(then.names[1]),
            "rounds": self.later_rounds,
            "boards_per_round": self.later_boards,
            "kind": then.kind,
            "method": then.method,
            "separate_clubs": preset.separate_clubs,
            "round_minutes": min(1440, self.later_boards * MINUTES[self.plays_with]),
            "tie_breaks": list(TIE_BREAKS),
            "last_rank": then.going_on(self.people),
            "carry_over": then.carry_over,
        }
        return [first, second]

    def _copies(self) -> list[str]:
        """How many packs each board needs, where it is played at every table in one round."""
        alike = format_of(self.preset.kind).is_barometer
        alike = alike or self.preset.kind == StageKind.INDIVIDUAL_SWISS
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
            "%(n)d person sits out each round: %(boards)d boards fewer each time.",
            "%(n)d people sit out each round: %(boards)d boards fewer each time.",
            out,
        )
        size = ngettext(
            "%(rounds)d round of %(boards)d boards, %(tables)d tables: %(all)d boards each.",
            "%(rounds)d rounds of %(boards)d boards, %(tables)d tables: %(all)d boards each.",
            self.rounds,
        )
        found = [size % words]
        if self.preset.kind == StageKind.INDIVIDUAL_MITCHELL:
            return [*found, *self._going_round(tables)]
        found.append(byes % {"n": out, "boards": self.boards} if out else _("Nobody sits out."))
        if self.preset.kind == StageKind.INDIVIDUAL_SCORE_OUT:
            found.append(
                _("After each round who is below a rising threshold is out, until six are left.")
            )
        if self.preset.kind == StageKind.INDIVIDUAL_OWN_DEALS:
            found.append(_("Every table has its own deals, and points are added up: luck counts."))
        return [*found, *self._meetings()]

    def _meetings(self) -> list[str]:
        """That some meet twice, if so many rounds are wanted."""
        if not self.repeats:
            return []
        most = most_rounds(self.preset.kind, self.people)
        sentence = ngettext(
            "Only %(most)d round is possible without a second meeting: some meet twice.",
            "Only %(most)d rounds are possible without a second meeting: some meet twice.",
            most,
        )
        return [sentence % {"most": most}]

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
        return [*found, *_reserves(over), *_resting(teams % 3), *self._meetings()]

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
            *self._meetings(),
            _("A match ends when its lead is out of reach; a tie is played off on extra boards."),
        ]


def most_rounds(kind: str, people: int) -> int:
    """How many rounds nobody meets anybody twice in, for the formats that keep to that."""
    if kind == StageKind.INDIVIDUAL_MITCHELL:
        return max(1, people // 3)
    if format_of(kind).meets_again:
        return MOST_ROUNDS
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
