"""Let two entrants change places in a drawn round that is not released; its cost is shown first.

The same swap again is the way back. The draw's kind is `swap`: a person did it, no algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.movements import Movement, certificate, check
from engine.movements.model import Round as Seating
from engine.movements.model import change_places
from engine.movements.separation import separation
from engine.movements.swiss import SwissInput, judge
from games.db import write_transaction
from tournaments import hints
from tournaments.errors import DrawRefused, draw_refusal
from tournaments.formats import format_of
from tournaments.models import Bye, Draw, DrawKind, Entrant, Event, Round, RoundState, Stage
from tournaments.movements import restrictions

from .actors import Actor
from .audit import record


@dataclass(frozen=True, slots=True)
class Swap:
    """What a swap makes of the movement.

    `before` and `after` are certificates, `costs_before` and `costs_after` what the round costs:
    pairs of a forbidden kind and of one club, and in a round drawn from scores the spread of these,
    rematches, boards out of balance and all of it together. `version` is the version before.
    """

    movement: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]
    costs_before: dict[str, float]
    costs_after: dict[str, float]
    version: int


def work_out_swap(stage: Stage, number: int, one: Entrant, other: Entrant) -> Swap:
    """The movement with the two in each other's places in round `number`; nothing is changed.

    Raises DrawRefused with `not_drawn`, `format_not_swapped`, `no_such_round`, `not_in_draw` or
    `board_played_twice`.
    """
    if stage.movement is None:
        raise DrawRefused("not_drawn", _("This stage is not drawn."))
    if format_of(stage.kind).teams:
        raise DrawRefused("format_not_swapped", _("Teams are not swapped by hand."))
    if not 1 <= number <= len(stage.movement["rounds"]):
        raise DrawRefused("no_such_round", _("There is no such round."))
    players = {entrant: player for player, entrant in enumerate(stage.movement["entrants"])}
    if one.number not in players or other.number not in players or one.number == other.number:
        raise DrawRefused("not_in_draw", _("Name two entrants of this draw."))
    before = Movement.from_data(stage.movement)
    try:
        changed = change_places(
            before.rounds[number - 1], players[one.number], players[other.number]
        )
    except EngineError as fault:
        raise draw_refusal(fault) from fault
    rounds = (*before.rounds[: number - 1], changed, *before.rounds[number:])
    after = replace(before, rounds=rounds, version=before.version + 1)
    _refuse_twice(after, stage.movement["entrants"])
    return Swap(
        movement={**stage.movement, **after.to_data()},
        before=dict(stage.certificate or {}),
        after=certificate(after).to_data(),
        costs_before=_costs(stage, before, number),
        costs_after=_costs(stage, after, number),
        version=before.version,
    )


def _refuse_twice(movement: Movement, numbers: list[int]) -> None:
    """Refuse what would bring somebody a board a second time, where boards go round."""
    faults = check(movement, first=1).faults
    twice = sorted({numbers[f.player - 1] for f in faults if f.code == "board_twice" and f.player})
    if twice:
        sentence = _("So somebody would play boards twice: the numbers %(numbers)s.")
        words = {"numbers": ", ".join(map(str, twice))}
        raise DrawRefused("board_played_twice", sentence % words, numbers=twice)


def _costs(stage: Stage, movement: Movement, number: int) -> dict[str, float]:
    """What round `number` costs as it is."""
    assert stage.movement is not None
    apart = restrictions(stage, stage.movement["entrants"])
    seated = movement.rounds[number - 1]
    alone = separation(replace(movement, rounds=(seated,)), apart.clubs, apart.forbidden)
    found: dict[str, float] = {
        "forbidden_pairs": len(alone.forbidden),
        "club_pairs": len(alone.clubs),
    }
    if format_of(stage.kind).round_by_round:
        found |= _scored(stage, movement.rounds[: number - 1], seated)
    return found


def _scored(stage: Stage, history: tuple[Seating, ...], seated: Seating) -> dict[str, float]:
    """The same of a round drawn from scores, by what it was drawn from."""
    number = len(history) + 1
    draws = stage.draws.filter(from_round=number, undone_at=None).exclude(kind=DrawKind.SWAP)
    inputs = draws.values_list("inputs", flat=True).get()
    before = [one.to_data() for one in history]
    judged = judge(SwissInput.from_data({**inputs, "history": before}), seated)
    return {
        "spread": round(judged.spread, 2),
        "repeats": judged.repeat_meetings,
        "position_excess": sum(table.position_excess for table in judged.tables),
        "cost": round(judged.cost, 2),
    }


def swap_drawn(
    stage: Stage, number: int, one: Entrant, other: Entrant, actor: Actor, reason: str, version: int
) -> Stage:
    """Do what `work_out_swap` showed for movement version `version`.

    Raises NotPermitted; DrawRefused with its codes, `reason_missing`, `already_released` or
    `changed_meanwhile`.
    """
    actor.require(stage.event)
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why."))
    with write_transaction():
        round_ = Round.objects.select_for_update().filter(stage=stage.pk, number=number).first()
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        Event.objects.select_for_update(no_key=True).get(pk=stage.event_id)
        swap = work_out_swap(stage, number, one, other)
        if round_ is None or round_.state != RoundState.DRAWN:
            about = f"stage:{stage.pk}" if round_ is None else f"round:{round_.pk}"
            sentence = _("This round is released already.")
            raise DrawRefused("already_released", sentence, about=about)
        if swap.version != version:
            sentence = _("The draw has changed meanwhile: try again.")
            raise DrawRefused("changed_meanwhile", sentence, about=f"stage:{stage.pk}")
        assert stage.movement is not None
        replaced = stage.movement["rounds"][number - 1 :]
        stage.movement, stage.certificate = swap.movement, swap.after
        stage.save(update_fields=["movement", "certificate"])
        _swap_byes(round_, one, other)
        Draw.objects.create(
            stage=stage,
            version=swap.movement["version"],
            kind=DrawKind.SWAP,
            from_round=number,
            inputs={"swap": [one.number, other.number]},
            certificate=swap.after,
            replaced=replaced,
        )
        after = {
            "round": number,
            "swap": [one.pk, other.pk],
            "certificate": swap.after,
            "costs": swap.costs_after,
        }
        record(
            stage.event,
            actor,
            "swap_drawn",
            f"stage:{stage.pk}",
            reason=reason.strip(),
            before={"certificate": swap.before, "costs": swap.costs_before},
            after=after,
        )
        hints.event_changed(stage.event_id, "drawn")
    return stage


def _swap_byes(round_: Round, one: Entrant, other: Entrant) -> None:
    """If one of the two sits out, the other does now."""
    byes = Bye.objects.filter(round=round_, entrant__in=[one, other])
    found = [bye.entrant_id for bye in byes]
    if len(found) == 1:
        byes.update(entrant=other if found == [one.pk] else one)
