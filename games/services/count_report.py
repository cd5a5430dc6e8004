"""Make a report count: it becomes the play's result, as if the last card had fallen here."""

from __future__ import annotations

from datetime import datetime

from games.models import Play, PlayState, Report, ReportState, Result, ResultSource, Table
from games.models.plays import UNFINISHED
from games.queries import last_number
from games.signals import play_finished

from .announce import announce
from .end_claim import drop_claim
from .notices import write_notice
from .start_play import start_next_play


def count_report(play: Play, report: Report, at: datetime) -> Result:
    """Accept an open report of a play whose table is locked, and move the table on."""
    was_playing = play.state == PlayState.PLAYING
    if was_playing and play.table.is_claimed:
        drop_claim(play, report.reference, at)
    Report.objects.filter(pk=report.pk).update(state=ReportState.ACCEPTED)
    report.state = ReportState.ACCEPTED
    play.state = PlayState.FINISHED
    play.finished_at = at
    play.turn_at = play.due_at = None
    play.save(update_fields=["state", "finished_at", "turn_at", "due_at"])
    own = "".join(str(number) for number in range(1, len(play.positions) + 1))
    result = Result.objects.create(
        play=play,
        source=ResultSource.SLIP,
        facts=report.facts,
        points=report.points,
        hands="" if report.hands == own else report.hands,
        at=at,
    )
    told = {"result": {"facts": report.facts, "points": report.points}, "report": report.number}
    write_notice(play.table, play, "result_counted", told, at)
    move_on(play.table, was_playing, at)
    play_finished.send(sender=Play, play=play, result=result)
    return result


def move_on(table: Table, was_playing: bool, at: datetime) -> None:
    """After a play ended otherwise than by its last action: begin the next, or finish the table."""
    number = last_number(table.pk) + 1
    if was_playing:
        bots = list(table.seats.exclude(bot="").values_list("letter", flat=True))
        begun = start_next_play(table, number, at, bots)
        if begun is not None:
            begun.save()
            announce(begun)
            return
    if Play.objects.filter(table=table, state__in=UNFINISHED).exists():
        return
    Table.objects.filter(pk=table.pk).update(finished_at=at)
    table.finished_at = at
    write_notice(table, None, "table_finished", {}, at)
