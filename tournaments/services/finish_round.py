"""A director finishes a round. Normally its last play does; this refuses while one is missing."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Play
from games.models.plays import UNFINISHED
from tournaments.errors import FinishRefused
from tournaments.models import Round, RoundState
from tournaments.tasks import hint_publish

from .actors import Actor
from .progress import finish

#: How many tables a refusal names; the sentence gives the number of all.
MOST_NAMED = 20


def finish_round(round_: Round, actor: Actor, reason: str = "") -> Round:
    """Finish a round all of whose plays have come to an end.

    Raises NotPermitted; FinishRefused with `not_released`, `already_finished` or
    `plays_unfinished`, whose `params` name the `tables` still playing (the first twenty) and the
    `count` of unfinished plays.
    """
    actor.require(round_.stage.event)
    with write_transaction():
        round_ = (
            Round.objects.select_for_update(no_key=True, of=("self",))
            .select_related("stage__event")
            .get(pk=round_.pk)
        )
        if round_.state == RoundState.DRAWN:
            raise FinishRefused("not_released", _("This round is not released."))
        if round_.state == RoundState.FINISHED:
            sentence = _("This round is finished already.")
            raise FinishRefused("already_finished", sentence, about=f"round:{round_.pk}")
        _refuse_unfinished(round_)
        finish(round_, timezone.now(), actor, reason)
        hint_publish(round_.stage_id)
    round_.refresh_from_db()
    return round_


def _refuse_unfinished(round_: Round) -> None:
    missing = list(
        Play.objects.filter(table__round_table__round=round_, state__in=UNFINISHED)
        .order_by("table__number")
        .values_list("table__number", flat=True)
    )
    if missing:
        tables = sorted(set(missing))[:MOST_NAMED]
        sentence = _("%(count)d plays are not finished, at the tables %(tables)s.")
        words = {"count": len(missing), "tables": ", ".join(map(str, tables))}
        raise FinishRefused("plays_unfinished", sentence % words, count=len(missing), tables=tables)
