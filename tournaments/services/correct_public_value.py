"""Correct a public value that was mistyped, before anybody can have seen a deal. Audited.

The value is what was published, so whoever corrects it chooses no deals: everybody can compare.
"""

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.create_board_set import replace_public_value
from tournaments import hints
from tournaments.errors import ValueRefused
from tournaments.models import AuditEntry, RoundState, Session, Stage
from tournaments.public_values import sessions_of_draw

from .actors import Actor
from .audit import record
from .bring_public_value import checked_value
from .ruling_effects import check_reason

#: After which of these decisions somebody has seen hands.
SHOWN_BY = ("release_round", "print_hands", "look_at_board")
VALUE_VERBS = ("bring_public_value", "correct_public_value")


def correct_public_value(
    stage: Stage, actor: Actor, value: str, reason: str, *, session: int | None = None
) -> list[Session]:
    """Give another value to every session of the drawn stage that has one, or to one; return them.

    Raises NotPermitted; RulingRefused(`reason_missing`); ValueRefused with `bad_value`,
    `no_value_yet`, `same_value`, or `hands_known` once a round was released, its hands were
    printed, or a board looked at since the value was entered.
    """
    actor.require(stage.event)
    value, reason = checked_value(value), check_reason(reason)
    with write_transaction():
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        given = [
            each
            for each in sessions_of_draw(stage)
            if each.board_set.public_value and session in (None, each.number)
        ]
        if not given:
            raise ValueRefused("no_value_yet", _("No value is entered that could be corrected."))
        if all(each.board_set.public_value == value for each in given):
            raise ValueRefused("same_value", _("This is the value already."))
        _refuse_known_hands(stage, given)
        before = {str(each.number): each.board_set.public_value for each in given}
        for each in given:
            replace_public_value(each.board_set, value)
        after = {"value": value, "sessions": [each.number for each in given]}
        target = f"stage:{stage.pk}"
        record(
            stage.event, actor, "correct_public_value", target,
            reason=reason, before={"values": before}, after=after,
        )  # fmt: skip
        hints.event_changed(stage.event_id, "public_value")
    return given


def _refuse_known_hands(stage: Stage, sessions: list[Session]) -> None:
    entries = AuditEntry.objects.filter(event=stage.event_id)
    brought = entries.filter(verb__in=VALUE_VERBS, target=f"stage:{stage.pk}").order_by("pk")
    first = brought.values_list("pk", flat=True).first() or 0
    rounds = stage.rounds.filter(session__in=sessions).exclude(state=RoundState.DRAWN)
    if rounds.exists() or entries.filter(verb__in=SHOWN_BY, pk__gt=first).exists():
        sentence = _("Hands that follow from this value may have been seen: it stays.")
        raise ValueRefused("hands_known", sentence, about=f"stage:{stage.pk}")
