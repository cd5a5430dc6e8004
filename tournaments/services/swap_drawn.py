"""Let two entrants change places in a drawn round that is not released; its cost is shown first.

The same swap again is the way back. The draw's kind is `swap`: a person did it, no algorithm.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.movements import Movement, certificate
from games.db import write_transaction
from tournaments import hints
from tournaments.errors import DrawRefused
from tournaments.models import Bye, Draw, DrawKind, Entrant, Event, Round, RoundState, Stage

from .actors import Actor
from .audit import record


@dataclass(frozen=True, slots=True)
class Swap:
    """What a swap makes of the movement: certificates before and after, and the version before."""

    movement: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]
    version: int


def work_out_swap(stage: Stage, number: int, one: Entrant, other: Entrant) -> Swap:
    """The movement with the two in each other's places in round `number`; nothing is changed.

    Raises DrawRefused with `not_drawn`, `format_not_swapped`, `no_such_round` or `not_in_draw`.
    """
    if stage.movement is None:
        raise DrawRefused("not_drawn", _("This stage is not drawn."))
    if not stage.kind.startswith("individual"):
        raise DrawRefused("format_not_swapped", _("Teams are not swapped by hand."))
    if not 1 <= number <= len(stage.movement["rounds"]):
        raise DrawRefused("no_such_round", _("There is no such round."))
    players = {entrant: player for player, entrant in enumerate(stage.movement["entrants"])}
    if one.number not in players or other.number not in players or one.number == other.number:
        raise DrawRefused("not_in_draw", _("Name two entrants of this draw."))
    pair = players[one.number], players[other.number]
    places = {pair[0]: pair[1], pair[1]: pair[0]}

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(each) for each in value]
        return places.get(value, value)

    movement = copy.deepcopy(stage.movement)
    round_ = movement["rounds"][number - 1]
    for table in round_["tables"]:
        table["players"], table["positions"] = moved(table["players"]), moved(table["positions"])
    round_["byes"] = sorted(moved(round_["byes"]))
    movement["version"] += 1
    figures = certificate(Movement.from_data(movement)).to_data()
    return Swap(movement, dict(stage.certificate or {}), figures, stage.movement["version"])


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
        after = {"round": number, "swap": [one.pk, other.pk], "certificate": swap.after}
        record(
            stage.event,
            actor,
            "swap_drawn",
            f"stage:{stage.pk}",
            reason=reason.strip(),
            before={"certificate": swap.before},
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
