"""Bring the public value that a stage announced: from now on its deals can be derived. Audited.

Owns the refusals. A value is brought once; `correct_public_value` puts a mistyped one right.
"""

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.create_board_set import set_public_value
from tournaments import hints
from tournaments.errors import ValueRefused
from tournaments.models import Session, Stage
from tournaments.public_values import sessions_of_draw

from .actors import Actor
from .audit import record
from .stage_checks import LONGEST_VALUE, is_plain


def bring_public_value(
    stage: Stage, actor: Actor, value: str, *, session: int | None = None
) -> list[Session]:
    """Give the value to every session of the drawn stage that waits for it, or to one; return them.

    White space around the value is left away; nothing else of it is changed. Their boards come
    into being: a deal that the archive has takes the next attempt. Raises NotPermitted;
    ValueRefused with `bad_value` (empty, too long, or not one line), `not_drawn`,
    `unknown_session`, `no_value_announced` or `value_is_given`.
    """
    actor.require(stage.event)
    value = checked_value(value)
    with write_transaction():
        stage = Stage.objects.select_for_update(no_key=True, of=("self",)).get(pk=stage.pk)
        waiting = _waiting(stage, session)
        for each in waiting:
            set_public_value(each.board_set, value)
        after = {
            "name": stage.public_value_name,
            "value": value,
            "sessions": [each.number for each in waiting],
        }
        record(stage.event, actor, "bring_public_value", f"stage:{stage.pk}", after=after)
        hints.event_changed(stage.event_id, "public_value")
    return waiting


def checked_value(value: str) -> str:
    """A value without the white space around it. Raises ValueRefused("bad_value")."""
    value = value.strip()
    if not is_plain(value):
        sentence = _("A public value has from 1 to %(most)d characters of one line.")
        raise ValueRefused("bad_value", sentence % {"most": LONGEST_VALUE})
    return value


def _waiting(stage: Stage, number: int | None) -> list[Session]:
    """The sessions that are meant, all of which wait. Raises ValueRefused."""
    if stage.movement is None:
        raise ValueRefused("not_drawn", _("This stage is not drawn."), about=f"stage:{stage.pk}")
    sessions = sessions_of_draw(stage)
    if number is not None:
        sessions = [each for each in sessions if each.number == number]
        if not sessions:
            raise ValueRefused("unknown_session", _("There is no such session."))
    if not any(each.board_set.description["public_value_name"] for each in sessions):
        sentence = _("No public value was announced: the deals follow from the secret alone.")
        raise ValueRefused("no_value_announced", sentence)
    waiting = [each for each in sessions if each.board_set.missing_value]
    if not waiting:
        sentence = _("The public value is entered already.")
        raise ValueRefused("value_is_given", sentence, about=f"stage:{stage.pk}")
    return waiting
