"""Undo a draw of which nothing has been released. The audit keeps what was drawn."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments import hints
from tournaments.errors import DrawRefused
from tournaments.models import Event, Round, RoundState, Stage

from .actors import SYSTEM, Actor
from .audit import record
from .fill_places import fill_places


def undo_draw(stage: Stage, actor: Actor, reason: str = "") -> Stage:
    """Make a drawn stage undrawn again; its committed boards stay, for the next draw.

    Whoever decides it says why. Raises NotPermitted; DrawRefused with `reason_missing`,
    `not_drawn` or `already_released`.
    """
    actor.require(stage.event)
    if actor != SYSTEM and not reason:
        raise DrawRefused("reason_missing", _("Say why the draw is undone."))
    with write_transaction():
        # Rounds before the stage, as everywhere: a release under way ends first, and is then seen.
        rounds = list(Round.objects.select_for_update().filter(stage=stage.pk).order_by("number"))
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        if stage.movement is None:
            sentence = _("This stage is not drawn.")
            raise DrawRefused("not_drawn", sentence, about=f"stage:{stage.pk}")
        for each in rounds:
            if each.state != RoundState.DRAWN:
                sentence = _("A round is released already: its draw cannot be undone.")
                raise DrawRefused("already_released", sentence, about=f"round:{each.pk}")
        before = {"movement": stage.movement, "certificate": stage.certificate}
        stage.rounds.all().delete()
        stage.draws.filter(undone_at=None).update(undone_at=timezone.now())
        stage.movement = None
        stage.certificate = None
        stage.save(update_fields=["movement", "certificate"])
        record(stage.event, actor, "undo_draw", f"stage:{stage.pk}", reason=reason, before=before)
        fill_places(Event.objects.select_for_update(no_key=True).get(pk=stage.event_id))
        hints.event_changed(stage.event_id, "draw_undone")
    return stage
