"""Events for tests, through the services; and plays that end with given facts, without a card.

A faked play takes the same way as a played one from its result on: the row, the signal, the
transaction. Its result counts as typed in, since it has no log.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from engine.actions import action_from_data
from engine.bots import make_bot
from engine.hand import Result as Facts
from engine.payoff import points
from games.db import write_transaction
from games.models import Play, PlayerToken, PlayState, Result, ResultSource, Table
from games.models.plays import UNFINISHED
from games.policy import TablePolicy
from games.queries import play_view
from games.services import RequestKey, Wish, act
from games.signals import play_finished
from tournaments.models import Round, Stage
from tournaments.services import (
    create_event,
    create_stage,
    draw_stage,
    import_entrants,
    release_round,
)
from tournaments.services.actors import SYSTEM
from tournaments.tasks import sweep

PASSED_OUT: dict[str, Any] = {
    "landlord": None,
    "bid": 0,
    "bombs": 0,
    "rockets": 0,
    "spring": None,
    "doubled": [],
    "redoubled": False,
    "winner": None,
    "passed_out": True,
}


def entrants_text(count: int) -> str:
    """A list of `count` entrants, three to a club."""
    rows = [f"Player {number},Club {(number + 2) // 3}" for number in range(1, count + 1)]
    return "\n".join(["name,club", *rows])


def new_stage(entrants: int = 9, rounds: int = 2, boards: int = 2, **settings: Any) -> Stage:
    """An event with its entrants and one stage, not drawn."""
    event = create_event(name="Spring Cup", actor=SYSTEM)
    import_entrants(event, entrants_text(entrants), SYSTEM)
    settings = {"seed": 1, **settings}
    return create_stage(event, rounds=rounds, boards_per_round=boards, actor=SYSTEM, **settings)


def drawn_stage(entrants: int = 9, rounds: int = 2, boards: int = 2, **settings: Any) -> Stage:
    """The same, drawn; nothing is released."""
    return draw_stage(new_stage(entrants, rounds, boards, **settings), SYSTEM)


def release(stage: Stage, number: int = 1) -> Round:
    """Release a round of a drawn stage."""
    return release_round(stage.rounds.get(number=number), SYSTEM)


def facts(landlord: int, bid: int = 1, winner: str = "landlord", **others: Any) -> dict[str, Any]:
    """The facts of a played board; without more, nobody doubled and nothing special happened."""
    return {
        **PASSED_OUT,
        "landlord": landlord,
        "bid": bid,
        "winner": winner,
        "passed_out": False,
        **others,
    }


def random_facts(source: random.Random) -> dict[str, Any]:
    """Facts as they may be in a game under `competition`, passed out now and then."""
    if source.random() < 0.1:
        return PASSED_OUT
    landlord = source.randint(1, 3)
    farmers = [position for position in (1, 2, 3) if position != landlord]
    doubled = [position for position in farmers if source.random() < 0.3]
    winner = source.choice(["landlord", "farmers"])
    spring = {"landlord": "spring", "farmers": "anti_spring"}[winner]
    return facts(
        landlord,
        source.randint(1, 3),
        winner,
        bombs=source.choice([0, 0, 1, 2]),
        rockets=source.choice([0, 0, 1]),
        spring=spring if source.random() < 0.1 else None,
        doubled=doubled,
        redoubled=bool(doubled) and source.random() < 0.2,
    )


def finish(play: Play, what: dict[str, Any]) -> Result:
    """End a play with these facts, as the last action of it does: one transaction, one signal."""
    with write_transaction():
        play = (
            Play.objects.select_related("table", "board")
            .select_for_update(of=("self", "table"))
            .get(pk=play.pk)
        )
        now = timezone.now()
        play.state = PlayState.FINISHED
        play.finished_at = now
        play.save(update_fields=["state", "finished_at"])
        unfinished = play.table.plays.filter(state__in=UNFINISHED)
        if not unfinished.exists():
            Table.objects.filter(pk=play.table_id).update(finished_at=now)
        result = Result.objects.create(
            play=play, source=ResultSource.SLIP, facts=what, points=points_of(play, what), at=now
        )
        play_finished.send(sender=Play, play=play, result=result)
    return result


def correct(play: Play, what: dict[str, Any]) -> Result:
    """Replace a play's result by a correction, as a director does."""
    with write_transaction():
        play = Play.objects.select_related("table", "board").get(pk=play.pk)
        last = play.results.get(is_current=True)
        Result.objects.filter(pk=last.pk).update(is_current=False)
        result = Result.objects.create(
            play=play,
            revision=last.revision + 1,
            source=ResultSource.CORRECTION,
            facts=what,
            points=points_of(play, what),
            at=timezone.now(),
        )
        play_finished.send(sender=Play, play=play, result=result)
    return result


def points_of(play: Play, what: dict[str, Any]) -> dict[str, int]:
    """The points of facts by position, as games stores them."""
    policy = TablePolicy.from_data(play.table.policy)
    signed = points(Facts.from_data(what), policy.rules(), policy.bet)
    return {str(position): value for position, value in signed.items()}


def play_for_real(play: Play, seed: int = 1) -> None:
    """Play a board in progress to its end by bots, action by action through the service."""
    bot = make_bot("chance", seed)
    tokens = {
        seat.player: PlayerToken.objects.get_or_create(
            player=seat.player, revoked_at=None, defaults={"token_hash": seat.player.pk}
        )[0]
        for seat in play.table.seats.select_related("player__person")
    }
    while (now := Play.objects.select_related("table", "board").get(pk=play.pk)).state == "playing":
        for player, token in tokens.items():
            view = play_view(now, player)
            if not view["expected"]:
                continue
            action = action_from_data(bot.choose(view))
            key = RequestKey(f"token:{token.pk}", "POST", play.pk, f"{view['seq']}", "")
            act(token, play.pk, Wish(view["seq"], action), key)
            break


def plays_of(round_: Round, board: int | None = None) -> list[Play]:
    """The plays of a round by board and table, or those of one board."""
    plays = Play.objects.filter(table__round_table__round=round_)
    if board is not None:
        plays = plays.filter(board__number=board)
    return list(plays.select_related("table", "board").order_by("board__number", "table__number"))


def play_round(round_: Round, facts_of: Callable[[Play], dict[str, Any]]) -> None:
    """End every play of a round, board by board."""
    for play in plays_of(round_):
        finish(play, facts_of(play))


def play_stage(stage: Stage, seed: int = 1) -> None:
    """Release and end every round with random facts, without counting anything."""
    source = random.Random(seed)
    for round_ in stage.rounds.order_by("number"):
        release_round(round_, SYSTEM)
        play_round(round_, lambda _: random_facts(source))


def count_and_publish(stage: Stage) -> None:
    """Do what the worker does, until nothing is marked or due (without waiting half a second)."""
    stage.versions.update(published_at=timezone.now() - datetime.timedelta(seconds=1))
    sweep()
