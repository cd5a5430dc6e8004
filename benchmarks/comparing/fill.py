"""A large event with results, quickly: drawn and released by the services, results in bulk.

What the comparison reads is complete (plays, facts, seat results); there is no action log.
"""

from __future__ import annotations

import random
from typing import Any

from django.utils import timezone

from games.models import Board, Play, PlayState, Result, ResultSource, Table
from tests.tournaments.brute_force import competition_points
from tests.tournaments.factories import drawn_stage, random_facts
from tournaments.models import Round, RoundState, Stage
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.seat_results import derived_seats, write_seats

BATCH = 2000


def drawn(tables: int, rounds: int, boards: int, *, empty_rounds: int = 0) -> Stage:
    """An event of 3 × `tables` players; `empty_rounds` more are drawn and stay without results."""
    stage = drawn_stage(entrants=3 * tables, rounds=rounds + empty_rounds, boards=boards)
    for round_ in stage.rounds.order_by("number"):
        if round_.number <= rounds:
            release_round(round_, SYSTEM, early=True, reason="for the measurement")
            _finish(round_, random.Random(round_.number))
    seats: dict[Any, Any] = dict(derived_seats(stage.pk))
    write_seats(seats)
    return stage


def _finish(round_: Round, source: random.Random) -> None:
    """End every play of a round with random facts, and open its boards."""
    now = timezone.now()
    plays = Play.objects.filter(table__round_table__round=round_)
    results = []
    for play in plays:
        facts = random_facts(source)
        points = {str(place): value for place, value in competition_points(facts).items()}
        results.append(
            Result(play=play, source=ResultSource.SLIP, facts=facts, points=points, at=now)
        )
    Result.objects.bulk_create(results, batch_size=BATCH)
    plays.update(state=PlayState.FINISHED, finished_at=now)
    Table.objects.filter(round_table__round=round_).update(finished_at=now)
    Board.objects.filter(plays__in=plays).update(opened_at=now)
    Round.objects.filter(pk=round_.pk).update(state=RoundState.FINISHED, finished_at=now)
