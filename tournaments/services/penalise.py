"""Take a share of a top from an entrant's total. It never touches the results of a board."""

from __future__ import annotations

import re
from fractions import Fraction

from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import RulingRefused
from tournaments.models import Entrant, Ruling, RulingKind, Stage

from .actors import Actor
from .ruling_effects import check_reason, settle_standings, store

MOST = 100
PERCENTAGE = re.compile("[0-9]{1,3}([.][0-9]{1,2})?")


def penalise(stage: Stage, entrant: Entrant, percentage: str, actor: Actor, reason: str) -> Ruling:
    """Take `percentage` ("10", "2.5") of a top from an entrant; in signed methods 10 are 2.

    Raises NotPermitted; RulingRefused with `reason_missing`, `not_in_this_event` or
    `bad_percentage`.
    """
    actor.require(stage.event)
    reason = check_reason(reason)
    if entrant.event_id != stage.event_id:
        raise RulingRefused("not_in_this_event", _("The entrant belongs to another event."))
    # (Not every text that `Fraction` reads: it would work for minutes on "1e99999999".)
    share = Fraction(percentage) if PERCENTAGE.fullmatch(percentage.strip()) else Fraction(0)
    if not 0 < share <= MOST:
        sentence = _("A penalty is a percentage of a top, at most 100, such as 10.")
        raise RulingRefused("bad_percentage", sentence)
    with write_transaction():
        data = {"percentage": str(share)}
        ruling = store(stage, RulingKind.PENALTY, data, actor, reason, entrant=entrant)
        settle_standings(stage)
    return ruling
