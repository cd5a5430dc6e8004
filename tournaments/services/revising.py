"""A new version of a stage's movement from a round on: what withdrawal and late entry share.

Owns the rule that what was released stays, and what is stored of a version. The engine works out
the rounds before any lock is taken; storing them verifies that the stage is still the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.movements import certificate
from engine.movements.model import Movement
from engine.movements.revision import revise
from tournaments import hints
from tournaments.errors import DrawRefused, draw_refusal
from tournaments.formats import format_of
from tournaments.models import Bye, Draw, DrawKind, Entrant, Event, Round, RoundState, Stage
from tournaments.movements import restrictions, with_own_boards, without_board_sets
from tournaments.queries.schedule import read_movement


@dataclass(frozen=True)
class Change:
    """Who comes and goes, by number: `enter` are new to the movement, `back` were in it before."""

    kind: DrawKind
    enter: Sequence[int] = ()
    leave: Sequence[int] = ()
    back: Sequence[int] = ()
    most_tables: int | None = None


@dataclass(frozen=True)
class Revision:
    """Rounds worked out from version `base` of a stage, not stored yet."""

    stage: Stage
    base: int
    change: Change
    from_round: int
    movement: dict[str, Any]
    certificate: dict[str, Any]


def open_stage(event: Event) -> Stage | None:
    """Return the drawn stage of an event that has rounds still to be released, if there is one."""
    drawn = Stage.objects.filter(event=event, movement__isnull=False)
    return drawn.filter(rounds__state=RoundState.DRAWN).order_by("number").distinct().first()


def waits_for_round(event: Event) -> bool:
    """Whether a stage drawn round by round, which people may join, has rounds still to be drawn.

    Nobody joins a knockout, nor a stage for which one has to qualify.
    """
    stages = Stage.objects.filter(event=event, movement__isnull=False, source=None)
    counted = stages.annotate(drawn=Count("rounds")).filter(drawn__lt=F("rounds_planned"))
    kinds = [format_of(kind) for kind in counted.values_list("kind", flat=True)]
    return any(kind.round_by_round and not kind.knockout for kind in kinds)


def work_out(stage: Stage, change: Change, from_round: int | None = None) -> Revision:
    """Return the next version of a drawn stage; by default the next unreleased round changes first.

    Raises DrawRefused with `no_round_left`, `round_released`, `round_drawn`, `teams_stay`,
    `qualified_only`, `round_unknown`, `unknown_forbidden_pair` or a code of the engine.
    """
    assert stage.movement is not None
    first = _first_drawn(stage)
    if change.enter and stage.source_id is not None:
        sentence = _("Who plays this stage has qualified for it: nobody can be added.")
        raise DrawRefused("qualified_only", sentence)
    if format_of(stage.kind).teams:
        sentence = _("The rounds of teams stay as drawn: a team goes on with its reserves.")
        raise DrawRefused("teams_stay", sentence)
    if format_of(stage.kind).round_by_round:
        sentence = _("Round %(round)d is drawn: undo its draw first, then draw it again.")
        raise DrawRefused("round_drawn", sentence % {"round": first}, round=first)
    from_round = first if from_round is None else from_round
    if from_round < first:
        sentence = _("Round %(round)d is released: it stays as it is.")
        raise DrawRefused("round_released", sentence % {"round": from_round}, round=from_round)
    numbers: list[int] = [*stage.movement["entrants"], *change.enter]
    place = {number: player for player, number in enumerate(numbers)}
    movement = Movement.from_data(stage.movement)
    reserved = stage.movement.get("tables_reserved")
    if reserved is not None:
        movement = without_board_sets(movement)
    apart = restrictions(stage, numbers)
    try:
        revised = revise(
            movement,
            from_round - 1,
            enter=len(change.enter),
            leave=[place[number] for number in change.leave],
            back=[place[number] for number in change.back],
            most_tables=change.most_tables,
            clubs=apart.clubs,
            forbidden=apart.forbidden,
            seed=stage.seed,
        )
    except EngineError as fault:
        raise draw_refusal(fault) from fault
    if reserved is not None:
        revised = with_own_boards(revised, reserved)
    return Revision(
        stage=stage,
        base=stage.movement["version"],
        change=change,
        from_round=from_round,
        movement={**stage.movement, **revised.to_data(), "entrants": numbers},
        certificate=certificate(revised).to_data(),
    )


@dataclass(frozen=True)
class Locked:
    """The stage of a revision and the rounds that change, both locked and found unchanged."""

    stage: Stage
    rounds: Sequence[Round]


def lock(revision: Revision) -> Locked:
    """Lock rounds, stage, event, in this order. Raises DrawRefused("changed_meanwhile")."""
    rounds = list(
        Round.objects.select_for_update(of=("self",))
        .filter(stage=revision.stage, number__gte=revision.from_round)
        .order_by("number")
    )
    stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=revision.stage.pk)
    Event.objects.select_for_update(no_key=True).get(pk=stage.event_id)
    before = stage.movement
    released = any(each.state != RoundState.DRAWN for each in rounds)
    if before is None or before["version"] != revision.base or released:
        raise DrawRefused("changed_meanwhile", _("The draw has changed meanwhile: try again."))
    return Locked(stage, rounds)


def store(revision: Revision, locked: Locked) -> dict[str, Any]:
    """Put a version in force, all of whose entrants exist; return what the audit tells of it."""
    stage = locked.stage
    assert stage.movement is not None
    replaced = stage.movement["rounds"][revision.from_round - 1 :]
    figures = {"before": stage.certificate, "after": revision.certificate}
    stage.movement, stage.certificate = revision.movement, revision.certificate
    stage.save(update_fields=["movement", "certificate"])
    _store_rounds(stage, locked.rounds)
    change = revision.change
    inputs = {
        "enter": list(change.enter),
        "leave": list(change.leave),
        "back": list(change.back),
        "most_tables": change.most_tables,
        "seed": stage.seed,
    }
    version = revision.movement["version"]
    Draw.objects.create(
        stage=stage,
        version=version,
        kind=change.kind,
        from_round=revision.from_round,
        inputs=inputs,
        certificate=revision.certificate,
        replaced=replaced,
    )
    hints.event_changed(stage.event_id, "drawn")
    return {
        "stage": stage.pk,
        "version": version,
        "from_round": revision.from_round,
        **inputs,
        "certificate": figures,
    }


def _first_drawn(stage: Stage) -> int:
    rounds = stage.rounds.filter(state=RoundState.DRAWN).order_by("number")
    first = rounds.values_list("number", flat=True).first()
    if first is None:
        raise DrawRefused("no_round_left", _("Every round of this stage is released already."))
    return first


def _store_rounds(stage: Stage, rounds: Iterable[Round]) -> None:
    """Give the changed rounds their byes and their boards anew."""
    assert stage.movement is not None
    changed = {each.number: each for each in rounds}
    Bye.objects.filter(round__in=changed.values()).delete()
    drawn = [one for one in read_movement(stage.movement) if one.number in changed]
    for one in drawn:
        stored = changed[one.number]
        stored.first_board, stored.last_board = one.boards
    Round.objects.bulk_update(changed.values(), ["first_board", "last_board"], batch_size=1000)
    numbers = {number for one in drawn for number in one.byes}
    entrants = Entrant.objects.filter(event=stage.event_id, number__in=numbers)
    by_number = {entrant.number: entrant for entrant in entrants}
    Bye.objects.bulk_create(
        [
            Bye(round=changed[one.number], entrant=by_number[number])
            for one in drawn
            for number in one.byes
        ],
        batch_size=1000,
    )
