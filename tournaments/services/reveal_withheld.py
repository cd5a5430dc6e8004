"""Reveal the last rounds: open every board that was withheld, all at once. Audited."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Board
from tournaments.errors import OpenRefused
from tournaments.models import Event
from tournaments.tasks import hint_publish

from .actors import Actor
from .audit import record
from .opening import open_to_everybody, round_of_board, withheld_boards


def reveal_withheld(event: Event, actor: Actor, reason: str = "") -> list[int]:
    """Open the withheld boards and withhold nothing any more; return their numbers.

    Boards that are still in play open as usual when they are finished. Raises NotPermitted;
    OpenRefused with `nothing_withheld`.
    """
    actor.require(event)
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        boards = list(withheld_boards(event).order_by("number").values_list("pk", flat=True))
        if not (event.withheld_rounds or boards):
            raise OpenRefused("nothing_withheld", _("Nothing is withheld in this event."))
        before, now = {"withheld_rounds": event.withheld_rounds}, timezone.now()
        Event.objects.filter(pk=event.pk).update(withheld_rounds=0)
        opened, stages = [], set()
        for board_id in boards:
            board = Board.objects.select_for_update(no_key=True).get(pk=board_id)
            round_ = round_of_board(board)
            if board.opened_at is not None or round_ is None:
                continue
            open_to_everybody(board, round_.stage, now)
            after = {"stage": round_.stage_id, "board": board.number}
            record(event, actor, "open_board", f"board:{board.pk}", reason=reason, after=after)
            opened.append(board.number)
            stages.add(round_.stage_id)
        target, after = f"event:{event.pk}", {"withheld_rounds": 0, "boards": opened}
        record(event, actor, "reveal_withheld", target, reason=reason, before=before, after=after)
        for stage_id in stages:
            hint_publish(stage_id)
    return opened
