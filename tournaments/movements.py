"""The movement that a stage's format and settings ask for, made by the engine.

Owns the choice of the construction; stores nothing. Players are numbered from 0 in the order of
the entrants given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd
from typing import Any

from django.utils.translation import gettext as _

from engine import rulesets
from engine.errors import MovementError
from engine.movements import Fault, Movement, check, individual
from engine.movements.four_players import individual_of_four
from engine.movements.importing import lines_of, read_movement
from engine.movements.mitchell import mitchell
from engine.movements.model import Round
from engine.movements.swiss import SwissDraw, SwissInput, swiss_round
from engine.movements.teams import TEAM_SIZE
from tournaments import four_movements as fours
from tournaments import team_movements as teams
from tournaments.errors import DrawRefused, MovementFaults, told_reason
from tournaments.formats import format_of
from tournaments.models import Entrant, Stage, StageKind

SWISS = "individual Swiss"

SPARE_TABLES = 2
"""For so many more tables, of people who come late, own boards are committed to in each round."""


@dataclass(frozen=True)
class Apart:
    """Whom a draw keeps apart: each player's club (none if clubs do not matter), forbidden pairs.

    Players are places among the entrants of the movement.
    """

    clubs: tuple[str | None, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The same as JSON-able data."""
        return {"clubs": list(self.clubs), "forbidden": [list(pair) for pair in self.forbidden]}


@dataclass(frozen=True)
class Made:
    """A movement with what it was made from, and why its newest round is as it is (or None)."""

    movement: Movement
    inputs: dict[str, Any]
    explanation: dict[str, Any] | None = None
    matches: list[list[list[int]]] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self, entrants: Sequence[Entrant]) -> dict[str, Any]:
        """The movement as a stage stores it, with the number of each player's entrant."""
        slots = self.movement.players // len(entrants)
        numbers = [entrant.number for entrant in entrants for _ in range(slots)]
        data = {**self.movement.to_data(), "entrants": numbers, **self.extra}
        return data if self.matches is None else {**data, "matches": self.matches}


def hands_of(stage: Stage) -> int:
    """How many hands a board of the stage has."""
    return rulesets.Ruleset.from_data(stage.event.ruleset).players


def restrictions(stage: Stage, numbers: Sequence[int]) -> Apart:
    """What a draw of the entrants with these numbers, in the order of the movement, is to avoid.

    Raises DrawRefused("unknown_forbidden_pair") for a number that nobody in the event has; who is
    not in this stage meets nobody in it.
    """
    if not (stage.separate_clubs or stage.forbidden_pairs):
        return Apart()
    rows = Entrant.objects.filter(event=stage.event_id).values_list("number", "club")
    club = dict(rows)
    place = {number: player for player, number in enumerate(dict.fromkeys(numbers))}
    pairs = [sorted(pair) for pair in stage.forbidden_pairs]
    unknown = sorted({number for pair in pairs for number in pair} - club.keys())
    if unknown:
        sentence = _("A forbidden pair names number %(number)d, which nobody has.")
        words = {"number": unknown[0]}
        raise DrawRefused("unknown_forbidden_pair", sentence % words, numbers=unknown)
    return Apart(
        tuple(club.get(number) or None for number in place) if stage.separate_clubs else (),
        tuple((place[a], place[b]) for a, b in pairs if a in place and b in place),
    )


def first_movement(stage: Stage, entrants: Sequence[Entrant]) -> Made:
    """The movement of a stage drawn now: of all rounds, or of the first.

    Raises EngineError; DrawRefused where the number of teams does not suit.
    """
    if stage.kind == StageKind.FOUR_LEAGUE:
        movement, matches = fours.league(stage, len(entrants))
        return Made(movement, {"seed": stage.seed}, matches=matches)
    if stage.kind == StageKind.TEAMS_ROUND_ROBIN:
        apart = restrictions(stage, [each.number for each in entrants])
        movement, matches = teams.round_robin(stage, len(entrants), apart.clubs, apart.forbidden)
        return Made(movement, {"seed": stage.seed}, matches=matches)
    if format_of(stage.kind).round_by_round:
        return next_movement(stage, None, entrants, {}, ())
    if stage.kind == StageKind.INDIVIDUAL_MITCHELL:
        return _circulating(stage, len(entrants))
    made = _all_rounds(stage, entrants)
    if not format_of(stage.kind).own_deals:
        return made
    reserved = len(made.movement.rounds[0].tables) + SPARE_TABLES
    movement = with_own_boards(made.movement, reserved)
    return replace(made, movement=movement, extra={"tables_reserved": reserved})


def _circulating(stage: Stage, players: int) -> Made:
    """A three-way Mitchell. Raises DrawRefused("mitchell_players"), with the numbers `near`."""
    tables = players // 3
    near = mitchell_sizes(tables)
    if players % 3 or 3 * tables not in near:
        sentence = _(
            "A three-way Mitchell needs three people at each table, and a number of tables from 5"
            " on that neither 2 nor 3 divides; %(players)d people are not so. Near are %(near)s."
        )
        shown = ", ".join(str(size) for size in near)
        words = {"players": players, "near": shown}
        raise DrawRefused("mitchell_players", sentence % words, players=players, near=near)
    if stage.separate_clubs or stage.forbidden_pairs:
        sentence = _("A Mitchell keeps nobody apart: take out clubs and forbidden pairs.")
        raise DrawRefused("not_kept_apart", sentence)
    movement = mitchell(tables, stage.boards_per_round, stage.rounds_planned, seed=stage.seed)
    return Made(movement, {"seed": stage.seed})


def mitchell_sizes(tables: int) -> list[int]:
    """The numbers of people of a three-way Mitchell next to so many tables, itself if it is one."""
    fitting = [each for each in range(5, tables + 7) if gcd(each, 6) == 1]
    below = [each for each in fitting if each <= tables][-1:]
    above = [each for each in fitting if each > tables][:1]
    return [3 * each for each in (below if below == [tables] else below + above)]


def with_own_boards(movement: Movement, reserved: int) -> Movement:
    """The movement with a set of boards for every table of every round, `reserved` a round.

    Raises DrawRefused("no_boards_reserved") where a round has more tables than that.
    """
    most = max(len(one.tables) for one in movement.rounds)
    if most > reserved:
        sentence = _("Boards are committed to for %(reserved)d tables, not for %(tables)d.")
        words = {"reserved": reserved, "tables": most}
        raise DrawRefused("no_boards_reserved", sentence % words, **words)
    rounds = tuple(
        replace(
            one,
            tables=tuple(
                replace(table, board_set=number * reserved + place)
                for place, table in enumerate(one.tables)
            ),
        )
        for number, one in enumerate(movement.rounds)
    )
    return replace(movement, rounds=rounds)


def without_board_sets(movement: Movement) -> Movement:
    """The movement as if every table played the boards of the round."""
    rounds = tuple(
        replace(one, tables=tuple(replace(table, board_set=None) for table in one.tables))
        for one in movement.rounds
    )
    return replace(movement, rounds=rounds)


def _all_rounds(stage: Stage, entrants: Sequence[Entrant]) -> Made:
    """An individual movement of all rounds."""
    size = len(entrants), stage.rounds_planned, stage.boards_per_round
    repeats = stage.allow_repeats or format_of(stage.kind).meets_again
    apart = restrictions(stage, [each.number for each in entrants])
    inputs = {"seed": stage.seed, **apart.to_data()}
    if hands_of(stage) == 4:
        if apart != Apart():
            sentence = _("Tables of four keep nobody apart: take out clubs and forbidden pairs.")
            raise DrawRefused("not_kept_apart", sentence)
        return Made(individual_of_four(*size, seed=stage.seed, allow_repeats=repeats), inputs)
    movement = individual(
        *size,
        seed=stage.seed,
        allow_repeats=repeats,
        clubs=apart.clubs,
        forbidden=apart.forbidden,
    )
    return Made(movement, inputs)


def movement_from_file(stage: Stage, text: str, entrants: int) -> Made:
    """A movement made by hand, as CSV, for exactly this stage and so many entrants.

    Raises MovementFaults (`bad_movement_file`, `movement_unsound`) with every fault; DrawRefused
    with `movement_not_for_format` or `movement_does_not_fit` (`params` name what the stage has
    and the file).
    """
    if not format_of(stage.kind).is_barometer:
        sentence = _("Only a barometer or fixed boards can have a movement made by hand.")
        raise DrawRefused("movement_not_for_format", sentence)
    try:
        movement = read_movement(text, boards_per_round=stage.boards_per_round, seed=stage.seed)
    except MovementError as fault:
        raise _movement_faults(fault.code, fault.params["errors"]) from fault
    wanted = (entrants, stage.rounds_planned, stage.boards_per_round, hands_of(stage))
    found = (movement.players, len(movement.rounds), movement.boards_per_round, movement.hands)
    if found != wanted:
        sentence = _(
            "The movement is for %(found)s (players, rounds, boards a round, hands); the stage has"
            " %(wanted)s."
        )
        words = {"found": ", ".join(map(str, found)), "wanted": ", ".join(map(str, wanted))}
        raise DrawRefused("movement_does_not_fit", sentence % words, **words)
    if faults := check(movement, first=1).faults:
        lines = lines_of(text)
        told = [{"code": f.code, "detail": f.detail, "line": _line(f, lines)} for f in faults]
        raise _movement_faults("movement_unsound", told)
    return Made(movement, {"seed": stage.seed, "file": text})


def _movement_faults(code: str, errors: Sequence[Mapping[str, Any]]) -> MovementFaults:
    told = [
        {"line": e["line"], "field": None, "code": e["code"], "detail": told_reason(e["detail"])}
        for e in errors
    ]
    return MovementFaults(code, _("The movement has faults; nothing was drawn."), told)


def _line(fault: Fault, lines: Sequence[tuple[int, int, int, frozenset[int]]]) -> int | None:
    """The line that a fault is about: the last of its round, table and player; None if none is."""
    about = [
        number
        for number, round_, table, players in lines
        if round_ == fault.round
        and fault.table in (None, table)
        and (fault.player is None or fault.player in players)
    ]
    return about[-1] if about else None


def next_movement(
    stage: Stage,
    drawn: Mapping[str, Any] | None,
    entrants: Sequence[Entrant],
    scores: Mapping[str, float],
    absent: Sequence[int],
) -> Made:
    """One more round of a format drawn round by round; `drawn` is what is stored, None at first.

    `entrants` are all that the movement has ever had, new ones last; `scores` are by entrant's id;
    `absent` are places among the entrants. Raises as `first_movement` does.
    """
    if format_of(stage.kind).is_barometer:
        # A round that was added: nobody's score says whom they are to meet.
        assert drawn is not None
        return next_swiss_round(stage, Movement.from_data(drawn), entrants, {}, absent)
    if stage.kind in (StageKind.INDIVIDUAL_SWISS, StageKind.INDIVIDUAL_SCORE_OUT):
        empty = Movement(len(entrants), stage.boards_per_round, (), SWISS, stage.seed, version=0)
        before = Movement.from_data(drawn) if drawn else empty
        return next_swiss_round(stage, before, entrants, scores, absent)
    if format_of(stage.kind).partners:
        apart = restrictions(stage, [each.number for each in entrants])
        made = fours.next_round(
            stage, drawn, entrants, scores, absent, apart.clubs, apart.forbidden
        )
        return Made(made.movement, made.inputs, made.explanation, made.matches)
    before = Movement.from_data(drawn) if drawn else teams.empty(stage, len(entrants))
    matches = teams.matches_of(drawn) if drawn else []
    explanation = None
    inputs: dict[str, Any]
    if stage.kind == StageKind.TEAMS_SWISS:
        absences = [{slot // TEAM_SIZE for slot in one.absent} for one in before.rounds]
        apart = restrictions(stage, [each.number for each in entrants])
        draw = teams.swiss_teams(
            stage, matches, absences, entrants, scores, absent, apart.clubs, apart.forbidden
        )
        groups: list[list[int]] = [list(table.players) for table in draw.round.tables]
        byes = list(draw.round.byes)
        inputs, explanation = swiss_inputs(draw), swiss_explanation(draw)
    else:
        house = _house(entrants)
        out = {*absent, *house}
        inside = [team for team in range(len(entrants)) if team not in out]
        planned = stage.rounds_planned - len(matches)
        groups, byes = teams.knockout_matches(inside, planned, next(iter(house), None))
        absent = sorted(out - {team for group in groups for team in group})
        inputs = {"teams": inside, "seed": stage.seed}
    movement = teams.with_round(before, stage, len(entrants), groups, byes, absent)
    return Made(movement, inputs, explanation, [*matches, groups])


def _house(entrants: Sequence[Entrant]) -> list[int]:
    """The places of those who play for the house."""
    bots = Entrant.objects.filter(pk__in=[each.pk for each in entrants], person__is_bot=True)
    found = set(bots.values_list("pk", flat=True))
    return [place for place, each in enumerate(entrants) if each.pk in found]


def next_swiss_round(
    stage: Stage,
    before: Movement,
    entrants: Sequence[Entrant],
    scores: Mapping[str, float],
    absent: Sequence[int],
) -> Made:
    """One more round of a Swiss movement.

    `entrants` are all that it has ever had, new ones last; `scores` are by entrant's id, and who
    has none stands at the middle of the others. Who missed a round has had a free one: no bye
    before the others. Raises EngineError.
    """
    known = [scores[each.pk] for each in entrants if each.pk in scores]
    middle = sum(known) / len(known) if known else 0.0
    newcomers = tuple(range(before.players, len(entrants)))
    history = tuple(replace(one, absent=one.absent + newcomers) for one in before.rounds)
    missed = {player for one in history for player in one.absent}
    apart = restrictions(stage, [each.number for each in entrants])
    inputs = SwissInput(
        scores=tuple(scores.get(each.pk, middle) for each in entrants),
        history=history,
        boards_per_round=stage.boards_per_round,
        rounds_left=stage.rounds_planned - len(history),
        absent=tuple(absent),
        no_bye=tuple(sorted(missed - set(absent))),
        clubs=apart.clubs,
        forbidden=apart.forbidden,
        seed=stage.seed,
    )
    return _extended(before, history, swiss_round(inputs))


def _extended(before: Movement, history: tuple[Round, ...], draw: SwissDraw) -> Made:
    movement = replace(
        before,
        players=len(draw.inputs.scores),
        rounds=(*history, draw.round),
        version=before.version + 1,
    )
    return Made(movement, swiss_inputs(draw), swiss_explanation(draw))


def swiss_inputs(draw: SwissDraw) -> dict[str, Any]:
    """The inputs of a Swiss draw without the history, which the movement itself keeps."""
    return {key: value for key, value in draw.inputs.to_data().items() if key != "history"}


def swiss_explanation(draw: SwissDraw) -> dict[str, Any]:
    """Why each table is as it is, and what the draw costs."""
    return {
        "tables": [table.to_data() for table in draw.tables],
        "bye_cost": draw.bye_cost,
        "cost": draw.cost,
    }


def stored_swiss_draw(
    movement: Mapping[str, Any], number: int, inputs: Mapping[str, Any]
) -> SwissDraw:
    """Draw round `number` again from what is stored: the same inputs give the same round."""
    history = movement["rounds"][: number - 1]
    return swiss_round(SwissInput.from_data({**inputs, "history": history}))
