"""Type in the result slip of any table, through the same checks as the players' own reports."""

from __future__ import annotations

from games.models import Play, Report
from games.services.answers import Answer, RequestKey
from games.services.report_result import report_result
from games.slips import Slip
from games.speakers import Speaker
from tournaments.models import Event, Role
from tournaments.sight import refuse_hidden

from .actors import Actor
from .audit import record

SCORING = (Role.OWNER, Role.DIRECTOR, Role.SCORER)


def enter_slip(
    event: Event, play_id: str, slip: Slip, actor: Actor, request: RequestKey, *, sure: bool = False
) -> Answer:
    """Let a slip count at once as the result of a board without one, also of a board in play.

    A slip that does not fit the cards is audited, too: its refusal tells something of them. Raises
    NotPermitted; BoardHidden; the problems of `report_result`.
    """
    actor.require(event, *SCORING)
    boards = Play.objects.filter(pk=play_id, table__realm=event.pk)
    refuse_hidden(actor, event, boards.values_list("board_id", flat=True))

    def audit(play: Play, report: Report | None) -> None:
        target = f"play:{play.pk}"
        if report is None:
            record(event, actor, "refuse_slip", target, after={"facts": slip.result().to_data()})
        else:
            after = {"facts": report.facts, "hands": report.hands, "report": report.number}
            record(event, actor, "enter_slip", target, after={**after, "sure": sure})

    speaker = Speaker(actor.reference, realm=event.pk)
    return report_result(speaker, play_id, slip, request, sure=sure, also=audit)
