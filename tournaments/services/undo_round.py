"""Undo the draw of the newest round, where it was drawn by itself, while it is not released."""

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.movements import certificate
from engine.movements.model import Movement
from games.db import write_transaction
from tournaments import hints
from tournaments.errors import DrawRefused
from tournaments.formats import format_of
from tournaments.models import DrawKind, Round, RoundState, Stage

from .actors import Actor
from .audit import record


def undo_round(stage: Stage, actor: Actor, reason: str) -> Stage:
    """Take the newest round back; it can be drawn again. The audit keeps what was drawn.

    Raises NotPermitted; DrawRefused with `reason_missing`, `not_round_by_round`, `not_drawn` (also
    for the first round, which `undo_draw` takes back) or `already_released`.
    """
    actor.require(stage.event)
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why the draw is undone."))
    if not format_of(stage.kind).round_by_round and added_round(stage) is None:
        raise DrawRefused("not_round_by_round", _("This format draws all its rounds at once."))
    with write_transaction():
        rounds = list(Round.objects.select_for_update().filter(stage=stage.pk).order_by("number"))
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        if stage.movement is None or len(rounds) < 2:
            sentence = _("There is no such round to be undone.")
            raise DrawRefused("not_drawn", sentence, about=f"stage:{stage.pk}")
        last = rounds[-1]
        if last.state != RoundState.DRAWN:
            sentence = _("A round is released already: its draw cannot be undone.")
            raise DrawRefused("already_released", sentence, about=f"round:{last.pk}")
        before = stage.movement["rounds"][-1]
        kept = {**stage.movement, "rounds": stage.movement["rounds"][:-1]}
        kept["version"] += 1
        if "matches" in kept:
            kept["matches"] = kept["matches"][:-1]
        stage.movement = kept
        stage.certificate = certificate(Movement.from_data(kept)).to_data()
        stage.save(update_fields=["movement", "certificate"])
        drawn = stage.draws.filter(from_round=last.number, undone_at=None)
        drawn.update(undone_at=timezone.now())
        number = last.number
        last.delete()
        after = {"round": number}
        target = f"stage:{stage.pk}"
        record(stage.event, actor, "undo_round", target, reason=reason, before=before, after=after)
        hints.event_changed(stage.event_id, "draw_undone")
    return stage


def added_round(stage: Stage) -> int | None:
    """The number of the newest round if it was drawn by itself; None without one."""
    number = stage.rounds.count()
    drawn = stage.draws.filter(kind=DrawKind.ROUND, from_round=number, undone_at=None)
    return number if drawn.exists() else None
