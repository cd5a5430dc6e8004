"""Boards that farmers lost although one of them passed with a winning play: for directors.

It finds and tells; whether it was kingmaking is for people to decide. Boards that the asker may
not see are `hidden`; who does not direct is told of opened boards only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.cards import format_card
from engine.missed_wins import MissedWin, missed_wins
from games.models import Play, PlayState, ResultSource
from games.queries import state_of
from games.services.replay import derive, logs_of
from tournaments.models import Round, RoundState, SeatResult, Stage, StandingsVersion

from .people import EntrantRef, entrants_of


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant with rank and percentage in a version; None and "" where it has no line."""

    entrant: EntrantRef
    rank: int | None
    percentage: str


@dataclass(frozen=True, slots=True)
class MissedWinLine:
    """Who passed at `at` on the cards `to_beat`, holding `cards`, which would have gone out.

    `version` is the newest standings that were published then; None before the first.
    """

    board: int
    table: int
    play_id: str
    position: int
    who: Placed
    partners: tuple[Placed, ...]
    cards: tuple[str, ...]
    to_beat: tuple[str, ...]
    at: datetime
    version: int | None


def missed_wins_of(
    round_: Round, *, hidden: Iterable[str] = (), opened_only: bool = False
) -> tuple[MissedWinLine, ...]:
    """All of a round by board and table, over its refereed plays; a constant number of statements.

    Only boards that count as lost now: a corrected result decides, too.
    """
    plays = Play.objects.filter(
        table__round_table__round=round_,
        state=PlayState.FINISHED,
        results__revision=1,
        results__source=ResultSource.LOG,
    ).filter(results__is_current=True, results__facts__winner="landlord")
    plays = plays.exclude(board__in=list(hidden))
    if opened_only:
        plays = plays.filter(board__opened_at__isnull=False)
    ordered = plays.order_by("board__number", "table__number")
    found = [
        (play, state.landlord, missed)
        for play in ordered.select_related("table", "board__board_set")
        for state in (state_of(play),)
        for missed in missed_wins(state)
    ]
    stage = round_.stage
    at = _times(found)
    people = entrants_of(stage.event_id)
    seats: dict[str, dict[int, str]] = {}
    rows = SeatResult.objects.filter(play__in=list(at), part=0)
    for play_id, position, entrant in rows.values_list("play", "position", "entrant"):
        seats.setdefault(play_id, {})[position] = entrant
    moments = [at[play.pk][missed.index] for play, _, missed in found]
    versions = _versions(stage, moments)
    lines = []
    for (play, landlord, missed), moment in zip(found, moments, strict=True):
        number, ranks = versions[moment]
        placed = {
            position: _placed(people[entrant], ranks)
            for position, entrant in seats[play.pk].items()
        }
        lines.append(
            MissedWinLine(
                board=play.board.number,
                table=play.table.number,
                play_id=play.pk,
                position=missed.position,
                who=placed[missed.position],
                partners=tuple(
                    each
                    for position, each in sorted(placed.items())
                    if position not in (missed.position, landlord)
                ),
                cards=tuple(map(format_card, missed.cards)),
                to_beat=tuple(map(format_card, missed.to_beat.cards)),
                at=moment,
                version=number,
            )
        )
    return tuple(lines)


def _times(found: list[tuple[Play, int | None, MissedWin]]) -> dict[str, list[datetime]]:
    """When each play of the cards was made, by the log; one statement."""
    plays = {play.pk: play for play, _landlord, _missed in found}
    logs = logs_of(Play.objects.filter(pk__in=list(plays)))
    return {
        pk: [
            entry.at
            for entry, _ in derive(play, logs[pk]).standing
            if entry.kind in ("play", "pass")
        ]
        for pk, play in plays.items()
    }


Ranks = Mapping[str, Mapping[str, Any]]


def _versions(
    stage: Stage, moments: Iterable[datetime]
) -> dict[datetime, tuple[int | None, Ranks]]:
    """The number of the version that was the newest at each moment, and its lines by entrant."""
    known = list(
        StandingsVersion.objects.filter(stage=stage)
        .order_by("number")
        .values_list("published_at", "number")
    )
    times = [published for published, _ in known]
    numbers = {
        moment: known[place - 1][1] if (place := bisect_right(times, moment)) else None
        for moment in moments
    }
    payloads = StandingsVersion.objects.filter(stage=stage, number__in=set(numbers.values()))
    lines: dict[int | None, Ranks] = {
        number: {row["entrant"]: row for row in payload["rows"]}
        for number, payload in payloads.values_list("number", "payload")
    }
    return {moment: (number, lines.get(number, {})) for moment, number in numbers.items()}


def _placed(entrant: EntrantRef, ranks: Ranks) -> Placed:
    row = ranks.get(entrant.id)
    return Placed(entrant, row["rank"] if row else None, row["percentage"] if row else "")


def released_rounds(stage: Stage) -> list[Round]:
    """The rounds that can have such boards, by number; one statement."""
    rounds = Round.objects.filter(stage=stage).exclude(state=RoundState.DRAWN)
    light = rounds.select_related("stage").defer("stage__movement", "stage__certificate")
    return list(light.order_by("number"))
