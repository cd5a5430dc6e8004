"""Draw the next round of a format that is drawn round by round, from the standings so far.

Owns the refusal while results are missing. What the draw was made from, and why every table is as
it is, is stored with it; the published draw stands whatever is corrected afterwards.
"""

from fractions import Fraction

from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.movements import certificate
from games.db import write_transaction
from games.models import Play
from games.models.plays import UNFINISHED
from tournaments import hints
from tournaments.errors import DrawRefused, draw_refusal
from tournaments.formats import format_of
from tournaments.four_a_side import four_matches
from tournaments.models import (
    Bye,
    Draw,
    DrawKind,
    Entrant,
    EntrantState,
    Event,
    Round,
    RoundState,
    Stage,
    Topic,
)
from tournaments.movements import Made, next_movement
from tournaments.queries.schedule import read_movement
from tournaments.score_out import is_decided, out_now
from tournaments.team_matches import matches_of_round

from .actors import Actor
from .audit import record
from .draw_stage import session_of, with_reserves
from .failures import has_failed_counts
from .notify import tell_seats
from .recount_fields import recount_marked
from .standings import standings_payload

#: How many tables a refusal names; the sentence gives the number of all plays.
MOST_NAMED = 20


def draw_round(stage: Stage, actor: Actor, *, provisional: bool = False, reason: str = "") -> Round:
    """Draw the round after the last; everybody who takes part now is in it.

    Scores are those of all finished rounds, whether spectators see them yet or not. While a round
    is not finished this is refused, unless `provisional` results, those of the opened boards, are
    asked for, with a reason, which is recorded. Raises NotPermitted;
    DrawRefused with `not_round_by_round`, `not_drawn`, `all_rounds_drawn`, `round_not_released`,
    `results_missing` (`params` name `tables` and `count`), `reason_missing`, `count_failed`,
    `changed_meanwhile`
    or a code of the engine.
    """
    actor.require(stage.event)
    stage = Stage.objects.select_related("event").get(pk=stage.pk)
    _check(stage, provisional, reason)
    entrants = _entrants(stage)
    recount_marked(stage)
    if has_failed_counts(stage):
        sentence = _("The count of a board fails: see the hall, and try it again.")
        raise DrawRefused("count_failed", sentence)
    made = _make(stage, entrants, live=not provisional)
    figures = certificate(made.movement).to_data()
    with write_transaction():
        list(Round.objects.select_for_update().filter(stage=stage.pk).order_by("number"))
        locked = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        Event.objects.select_for_update(no_key=True).get(pk=stage.event_id)
        same = locked.movement == stage.movement and _state(entrants) == _state(_entrants(stage))
        if not same:
            raise DrawRefused("changed_meanwhile", _("The entrants have changed: draw again."))
        numbers = [entrant.number for entrant in entrants]
        locked.movement = with_reserves(made.to_data(entrants), locked)
        locked.certificate = figures
        locked.save(update_fields=["movement", "certificate"])
        round_ = _store(locked, entrants)
        inputs = {**made.inputs, "entrants": numbers, "provisional": provisional}
        draw = Draw.objects.create(
            stage=locked,
            version=made.movement.version,
            kind=DrawKind.ROUND,
            from_round=round_.number,
            inputs=inputs,
            explanation=made.explanation,
            certificate=figures,
        )
        after = {
            "stage": stage.pk,
            "round": round_.number,
            "version": draw.version,
            "provisional": provisional,
            "seed": stage.seed,
        }
        record(stage.event, actor, "draw_round", f"round:{round_.pk}", reason=reason, after=after)
        hints.event_changed(stage.event_id, "drawn")
        tell_seats(round_, Topic.DRAWN)
    return round_


def _check(stage: Stage, provisional: bool, reason: str) -> None:
    if stage.movement is None:
        raise DrawRefused("not_drawn", _("This stage is not drawn."))
    # Where all rounds are drawn at once, those that were added later are drawn here.
    added = stage.rounds.count() < stage.rounds_planned
    if not (added or format_of(stage.kind).round_by_round):
        raise DrawRefused("not_round_by_round", _("This format draws all its rounds at once."))
    last = stage.rounds.order_by("number").last()
    if format_of(stage.kind).score_out and last is not None:
        if last.state == RoundState.FINISHED and last.cut_at is None:
            raise DrawRefused("not_cut", _("Put down first who is out after the last round."))
        if is_decided(stage):
            raise DrawRefused("all_rounds_drawn", _("So many are left as were to be left."))
    if last is None or last.number >= stage.rounds_planned:
        raise DrawRefused("all_rounds_drawn", _("All rounds of this stage are drawn."))
    if last.state == RoundState.DRAWN:
        sentence = _("Round %(round)d is drawn and not released yet.")
        raise DrawRefused("round_not_released", sentence % {"round": last.number})
    missing = Play.objects.filter(table__round_table__round__stage=stage, state__in=UNFINISHED)
    tables = sorted(set(missing.values_list("table__number", flat=True)))
    if not tables:
        return
    if not provisional:
        sentence = _("%(count)d results are missing, at the tables %(tables)s.")
        named = tables[:MOST_NAMED]
        words = {"count": missing.count(), "tables": ", ".join(map(str, named))}
        raise DrawRefused("results_missing", sentence % words, count=words["count"], tables=named)
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why the missing results are not waited for."))


def _entrants(stage: Stage) -> list[Entrant]:
    """Return all whom the movement knows, in its order, and then those who are new to it.

    To a stage for which one has to qualify nobody is new.
    """
    assert stage.movement is not None
    known = list(dict.fromkeys(stage.movement["entrants"]))
    everybody = {each.number: each for each in Entrant.objects.filter(event=stage.event_id)}
    new = [] if stage.source_id else sorted(everybody.keys() - set(known))
    return [everybody[number] for number in known] + [
        everybody[number] for number in new if everybody[number].state == EntrantState.ACTIVE
    ]


def _state(entrants: list[Entrant]) -> list[tuple[str, str]]:
    return [(each.pk, each.state) for each in entrants]


def _make(stage: Stage, entrants: list[Entrant], *, live: bool) -> Made:
    assert stage.movement is not None
    absent = [player for player, each in enumerate(entrants) if each.state != EntrantState.ACTIVE]
    if format_of(stage.kind).knockout:
        absent = sorted({*range(len(entrants))} - _going_on(stage, set(absent)))
    if format_of(stage.kind).score_out:
        out = out_now(stage)
        gone = {player for player, each in enumerate(entrants) if each.pk in out}
        absent = sorted({*absent, *gone})
    try:
        return next_movement(stage, stage.movement, entrants, scores_of(stage, live=live), absent)
    except EngineError as fault:
        raise draw_refusal(fault) from fault


def _going_on(stage: Stage, absent: set[int]) -> set[int]:
    """Return the teams in the next round of a knockout: those who won, or had a bye.

    Another follows for one that goes on and is `absent`, so that the rounds planned can be played:
    the next of its match, or for a bye the best that lost.
    """
    assert stage.movement is not None
    size = format_of(stage.kind).line_up
    byes = {slot // size for slot in stage.movement["rounds"][-1]["byes"]}
    orders, best_first = _teams_of_matches(stage, stage.rounds.count())
    present = [[team for team in order if team not in absent] for order in orders]
    going_on = {teams[0] for teams in present if teams} | (byes - absent)
    lucky = [team for team in best_first if team not in going_on | absent]
    return going_on | set(lucky[: len(byes) + len(orders) - len(going_on)])


def _teams_of_matches(stage: Stage, number: int) -> tuple[list[list[int]], list[int]]:
    """The teams of each match of a round, and those of all of them, the best first."""
    if format_of(stage.kind).partners:
        fours = [each for each in four_matches(stage, live=True) if each.round == number]
        margins = {team: each.margin(team) for each in fours for team in each.teams}
        orders = [[each.winner, each.other(each.winner)] for each in fours]
        return orders, sorted(margins, key=lambda team: (-margins[team], team))
    matches = matches_of_round(stage, number)
    ranked = [(match.rank_of(team), team) for match in matches for team in match.teams]
    orders = [match.order for match in matches]
    lucky = {team for order in orders for team in order}
    return orders, [team for _rank, team in sorted(ranked) if team in lucky]


def scores_of(stage: Stage, *, live: bool = False) -> dict[str, float]:
    """Return what the standings rank by, of everybody who has something: in per cent, or a board.

    With `live` over all counted boards, else over the opened ones. Percentages are those published,
    with two decimals.
    """
    found = {}
    for row in standings_payload(stage, {}, live=live)["rows"]:
        boards = row["boards"] + row["boards_awarded"]
        if row["percentage"]:
            found[row["entrant"]] = float(row["percentage"])
        elif boards:
            found[row["entrant"]] = float(Fraction(row["score"]) / boards)
    return found


def _store(stage: Stage, entrants: list[Entrant]) -> Round:
    assert stage.movement is not None
    drawn = read_movement(stage.movement)[-1]
    first, last = drawn.boards
    sessions = list(stage.sessions.select_related("board_set").order_by("number"))
    round_ = Round.objects.create(
        stage=stage,
        session=session_of(sessions[-stage.sessions_planned :], last),
        number=drawn.number,
        first_board=first,
        last_board=last,
    )
    by_number = {entrant.number: entrant for entrant in entrants}
    Bye.objects.bulk_create([Bye(round=round_, entrant=by_number[number]) for number in drawn.byes])
    return round_
