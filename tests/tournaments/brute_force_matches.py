"""Standings of team stages by matches, from the facts alone: the slow and obvious way.

Shares no code with the product. A board counts in a match if every hand of it was played as dealt
by every team of the match; an artificial score is 2, 0 or -2 for its team, several are their mean,
and nobody else has anything of that board.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from typing import Any

from games.models import Play, Result, Seat
from tournaments.models import Bye, Entrant, Stage

from .brute_force import (
    Row,
    brute_force,
    competition_points,
    holding,
    in_force,
    is_withdrawn,
    newest,
    scaled,
    to_nearest,
)

AWARDS = {"average_plus": 2, "average": 0, "average_minus": -2}


@dataclass
class Half:
    """What one table did with a board: by team the outcomes of its hands, and its award."""

    board: int
    state: str
    hands: dict[int, list[Fraction]]
    awards: dict[int, list[str]]
    mapping: str
    teams: set[int]
    held: dict[int, list[int]] = field(default_factory=dict)


def halves(stage: Stage, number: int) -> list[Half]:
    """Every play of a round."""
    numbers = dict(Entrant.objects.filter(event=stage.event).values_list("pk", "number"))
    chairs: dict[str, dict[str, int]] = {}
    for table, letter, entrant in Seat.objects.filter(
        table__round_table__round__stage=stage, table__round_table__round__number=number
    ).values_list("table_id", "letter", "sitting__entrant__number"):
        chairs.setdefault(table, {})[letter] = entrant
    rulings = in_force(stage)
    found = []
    for play in Play.objects.filter(
        table__round_table__round__stage=stage, table__round_table__round__number=number
    ).select_related("board", "table"):
        moved = newest(rulings, "seats", play).get("seats", {})
        at = {**chairs[play.table_id], **{seat: numbers[pk] for seat, pk in moved.items()}}
        result = Result.objects.filter(play=play, is_current=True).first()
        half = Half(play.board.number, play.state, {}, {}, "123", set(at.values()))
        found.append(half)
        if is_withdrawn(rulings, play):
            half.state = "withdrawn"
            continue
        half.mapping = newest(rulings, "hands", play).get("mapping", "123")
        ruled = newest(rulings, "scores", play).get("positions", {})
        landlord = result.facts["landlord"] if result else None
        for position, letter in enumerate(holding(play.positions, at, landlord), start=1):
            half.held.setdefault(at[letter], []).append(position)
            own = ruled.get(str(position), {})
            if own.get("award"):
                half.awards.setdefault(at[letter], []).append(own["award"])
            elif own:
                mean = sum((v * Fraction(w) for v, w in own["outcomes"]), Fraction(0))
                half.hands.setdefault(at[letter], []).append(mean)
            elif result:
                value = Fraction(points_of(play, result.facts)[position])
                half.hands.setdefault(at[letter], []).append(value)
    return found


def points_of(play: Play, facts: dict[str, Any]) -> dict[int, int]:
    """The points by position, zero-sum, or under `team-additive` what each side has made."""
    if play.table.policy["ruleset"]["name"] != "team-additive":
        return competition_points(facts)
    if facts["landlord"] is None:
        return dict.fromkeys((1, 2, 3), 0)
    stake = facts["bid"] * (1 + facts["bombs"] + facts["rockets"] + (facts["spring"] is not None))
    lord = stake if facts["winner"] == "landlord" else 0
    return {place: lord if place == facts["landlord"] else stake - lord for place in (1, 2, 3)}


def by_matches(stage: Stage) -> list[Row]:
    """The standings of a stage that is ranked by its matches."""
    stage.refresh_from_db()
    knockout = stage.kind.endswith("knockout")
    four = stage.kind.startswith("four-a-side")
    assert stage.movement is not None
    places = list(dict.fromkeys(stage.movement["entrants"]))
    scores: dict[int, dict[int, Fraction]] = {number: {} for number in places}
    margins = dict.fromkeys(places, Fraction(0))
    boards, points = dict.fromkeys(places, 0), dict.fromkeys(places, 0)
    for number, groups in enumerate(stage.movement["matches"], start=1):
        round_ = halves(stage, number)
        for group in groups:
            teams = [places[place] for place in sorted(group)]
            match = Match.of(stage, teams, [half for half in round_ if half.teams & set(teams)])
            for team in teams:
                scores[team][number] = match.worth(stage, team, knockout, four)
                margins[team] += match.total(team)
                boards[team] += match.boards
                points[team] += match.sums[team]
        for bye in Bye.objects.filter(round__stage=stage, round__number=number):
            scores[bye.entrant.number][number] = Fraction(bye_of(stage, knockout, four))
    last = max((number for each in scores.values() for number in each), default=0)
    top = top_of(stage, knockout, four)
    rows = []
    for row in brute_force(stage):
        number = Entrant.objects.get(pk=row.entrant).number
        mine = scores[number]
        score = sum(mine.values(), Fraction(0))
        if not knockout:
            score -= penalties(stage, row.entrant, top if four else 20)
        most = None if top is None else Fraction(top * len(mine))
        percentage = 100 * score / most if most else None
        rows.append(
            replace(
                row,
                score=score,
                percentage=percentage,
                rounds=tuple(mine.get(each, Fraction(0)) for each in range(1, last + 1)),
                ranked_by=(percentage if top else score) if mine else None,
                boards=boards[number] if four else row.boards,
                points=points[number] if four else row.points,
            )
        )
    tied = margins if four and stage.scoring == "wins" and not knockout else {}
    ids = dict(Entrant.objects.filter(event=stage.event).values_list("number", "pk"))
    return ranked(rows, {ids[number]: margin for number, margin in tied.items()})


def ranked(rows: list[Row], margins: dict[str, Fraction]) -> list[Row]:
    """Ranks by what ranks, then by the margins where these tell ties apart."""

    def key(row: Row) -> tuple[bool, Fraction, Fraction]:
        if row.ranked_by is None:
            return False, Fraction(0), Fraction(0)
        return True, row.ranked_by, margins.get(row.entrant, Fraction(0))

    return [replace(row, rank=1 + sum(key(other) > key(row) for other in rows)) for row in rows]


@dataclass
class Match:
    """What the teams of a match won of each other over the boards that count."""

    boards: int
    won: dict[tuple[int, int], Fraction]
    sums: dict[int, int]
    seeds: list[int]

    @classmethod
    def of(cls, stage: Stage, teams: list[int], played: list[Half]) -> Match:
        four = stage.kind.startswith("four-a-side")
        won = {(one, other): Fraction(0) for one in teams for other in teams}
        match = cls(0, won, dict.fromkeys(teams, 0), teams)
        for number in sorted({half.board for half in played}):
            here = [half for half in played if half.board == number]
            awards = {
                team: [AWARDS[name] for half in here for name in half.awards.get(team, ())]
                for team in teams
            }
            missing = any(half.state in ("not_played", "withdrawn") for half in here)
            same = len({half.mapping for half in here}) == 1
            if not four:
                each = [[p for half in here for p in half.held.get(team, ())] for team in teams]
                same = same and all(sorted(positions) == [1, 2, 3] for positions in each)
            if missing or not (any(awards.values()) or same):
                continue
            match.boards += 1
            if any(awards.values()):
                for one in teams:
                    mean = Fraction(sum(awards[one]), max(1, len(awards[one])))
                    for other in teams:
                        if one != other:
                            match.won[one, other] += to_nearest(mean)
                continue
            match.compare(stage, teams, here, four)
        return match

    def compare(self, stage: Stage, teams: list[int], here: list[Half], four: bool) -> None:
        additive = stage.event.ruleset["name"] == "team-additive"
        sums = dict.fromkeys(teams, Fraction(0))
        for half in here:
            for team, hands in half.hands.items():
                sums[team] += sum(hands, Fraction(0)) / (len(hands) if additive else 1)
        whole = {team: to_nearest(value) for team, value in sums.items()}
        cap = stage.cap or (12 if additive else 48)
        for one in teams:
            self.sums[one] += whole[one]
            for other in teams:
                lead = whole[one] - whole[other]
                self.won[one, other] += max(-cap, min(cap, lead)) if four else scaled(lead)

    def total(self, team: int) -> Fraction:
        return sum((self.won[team, other] for other in self.seeds), Fraction(0))

    def worth(self, stage: Stage, team: int, knockout: bool, four: bool) -> Fraction:
        others = [each for each in self.seeds if each != team]
        mine = self.total(team)
        if knockout:
            best = max(self.seeds, key=lambda each: (self.total(each), self.sums[each]))
            return Fraction(best == team)
        if stage.scoring == "victory-points":
            if not self.boards:
                return Fraction(10 * len(others))
            shares = (victory_points(self.won[team, other], self.boards) for other in others)
            return sum(shares, Fraction(0))
        if stage.scoring == "wins":
            (theirs,) = (self.total(other) for other in others)
            return Fraction(1 + (mine > theirs) - (mine < theirs))
        return mine


def bye_of(stage: Stage, knockout: bool, four: bool) -> int:
    """A bye is a won match; 12 victory points against each opponent; nothing where margins rank."""
    if knockout:
        return 1
    if not four:
        return 24
    return {"wins": 2, "victory-points": 12}.get(stage.scoring, 0)


def top_of(stage: Stage, knockout: bool, four: bool) -> int | None:
    """The most of a match."""
    if knockout:
        return None
    return {"wins": 2, "victory-points": 20 if four else 40}.get(stage.scoring)


def penalties(stage: Stage, entrant: str, whole: int | None) -> Fraction:
    """What penalties take: of a won match, of 20 victory points, or of a board's cap."""
    additive = stage.event.ruleset["name"] == "team-additive"
    of = whole or stage.cap or (12 if additive else 48)
    return sum(
        (
            Fraction(row.data["percentage"]) * of / 100
            for row in in_force(stage)
            if row.kind == "penalty" and row.entrant_id == entrant
        ),
        Fraction(0),
    )


def victory_points(margin: Fraction, boards: int) -> Fraction:
    """10 + 10(1 - t^(3M/X))/(1 - t^3), X = 12 sqrt(boards), in hundredths made concave."""
    with localcontext() as context:
        context.prec = 60
        t = (Decimal(5).sqrt() - 1) / 2
        table = [1000]
        while table[-1] < 2000:
            power = Decimal(3 * len(table)) / (12 * Decimal(boards).sqrt())
            raw = 1000 + 1000 * min(Decimal(1), (1 - t**power) / (1 - t**3))
            table.append(int(raw.quantize(Decimal(1), ROUND_HALF_UP)))
    steps = sorted((after - before for before, after in pairwise(table)), reverse=True)
    size = min(abs(to_nearest(margin)), len(steps))
    winner = 1000 + sum(steps[:size])
    return Fraction(winner if margin >= 0 else 2000 - winner, 100)
