"""Nobody outside can tell how an unopened board went: two rounds that differ in nothing but the
results of boards not opened yet are the same for the public, byte for byte.

An attacker reads the whole public stream and, after every finished play, every public address,
with ids that he could not even know. Ids, deals and clock are the same in both runs; the hands
are really played, through the service that the API calls.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from engine.actions import action_from_data
from engine.bots import make_bot
from engine.movements.model import Movement
from engine.movements.model import Round as DrawnRound
from engine.movements.model import Table as DrawnTable
from games.deals import deal_of
from games.models import Board, Play, PlayerToken, Result
from games.queries import play_view
from games.services import RequestKey, Wish, act, issue_codes, sign_in
from tournaments.caching import kept
from tournaments.queries.progress import progress
from tournaments.tasks import sweep

from .listening import Heard, Spectator
from .made_event import START, MadeEvent, make_event

pytestmark = pytest.mark.django_db(transaction=True)

#: The seed of the bots by (table, board), in the order in which the plays are played.
Seeds = dict[tuple[int, int], int]
Page = tuple[str, int, bytes, dict[str, str]]
Reader = Callable[[MadeEvent, dict[str, list[str]]], list[Page]]


def table(*players: int) -> DrawnTable:
    """Two boards with rotating positions."""
    a, b, c = players
    return DrawnTable((a, b, c), ((a, b, c), (b, c, a)))


def movement(tables: int) -> Movement:
    """A first round with this many tables, and one that is drawn behind it."""
    chairs = list(range(3 * tables))
    first = [table(*chairs[3 * place : 3 * place + 3]) for place in range(tables)]
    second = [table(*chairs[place::tables]) for place in range(tables)]
    rounds = (DrawnRound(tuple(first)), DrawnRound(tuple(second)))
    return Movement(players=3 * tables, boards_per_round=2, rounds=rounds, construction="by hand")


def in_order(tables: int) -> Seeds:
    """Table after table, each its boards 1 and 2: both open at the last table."""
    return {(place, board): 1 for place in range(1, tables + 1) for board in (1, 2)}


@dataclass
class Clock:
    """The time of a run, which goes on between two steps only."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Transcript:
    """What the public could read: after each step all pages, and what the stream said."""

    steps: list[list[Page]] = field(default_factory=list)
    said: list[list[Heard]] = field(default_factory=list)
    points: dict[tuple[int, int], Any] = field(default_factory=dict)


def addresses(made: MadeEvent) -> list[str]:
    """Every public address of the event, with the ids of everything that there is."""
    plays = Play.objects.filter(table__realm=made.event.pk).order_by("board__number", "pk")
    paths = [
        "",
        "standings/",
        "standings/?version=1",
        f"standings/?around={made.entrant(1).pk}&limit=3",
        "rounds/",
        *(f"rounds/{number}/" for number in (1, 2, 3)),
        "boards/",
        *(f"boards/{number}/" for number in (1, 2, 3, 9)),
        *(f"plays/{play}/" for play in plays.values_list("pk", flat=True)),
        *(f"entrants/{made.entrant(number).pk}/" for number in (1, 5)),
        "movement/",
    ]
    tables = range(1, made.event.entrants.count() // 3 + 2)
    api = ["cross-table/", "entrants/", "commitment/", "plays/", "plays/?board=1", "plays/?board=2"]
    api += [f"rounds/{number}/tables/{table}/" for number in (1, 2) for table in tables]
    shown = [f"tables/{table}/?round={number}" for number in (1, 2) for table in tables]
    shown += [
        "standings/cross-table/",
        "movement/movement.json",
        "verify/",
        "verify/1/deals.json",
        "verify/1/reveal.json",
    ]
    return [
        "/",
        "/api/v1/events/",
        *(f"/api/v1/events/{made.slug}/{path}" for path in (*paths, *api)),
        *(f"/e/{made.slug}/{path}" for path in (*paths, *shown)),
    ]


def read_everything(made: MadeEvent, tags: dict[str, list[str]]) -> list[Page]:
    """All answers; a tag is told as how many different ones its address had before."""
    kept.clear()  # every answer is made now
    client, pages = Client(), []
    for address in addresses(made):
        response = client.get(address)
        headers = dict(response.items())
        if "ETag" in headers:
            known = tags.setdefault(address, [])
            if headers["ETag"] not in known:
                known.append(headers["ETag"])
            headers["ETag"] = str(known.index(headers["ETag"]))
        pages.append((address, response.status_code, response.content, headers))
    return pages


def play_out(play: Play, tokens: dict[str, PlayerToken], seed: int) -> None:
    """Play a board to its end, as three bots over the API do."""
    bot = make_bot("chance", seed)
    players = [seat.player for seat in play.table.seats.select_related("player__person")]
    keys = itertools.count(1)
    while (now := Play.objects.select_related("table", "board").get(pk=play.pk)).state == "playing":
        for player in players:
            view = play_view(now, player)
            if view["expected"]:
                wish = Wish(view["seq"], action_from_data(bot.choose(view)))
                key = RequestKey(
                    f"token:{tokens[player.pk].pk}", "POST", play.pk, str(next(keys)), ""
                )
                act(tokens[player.pk], play.pk, wish, key)
                break


def run(seeds: Seeds, clock: Clock, read: Reader = read_everything) -> Transcript:
    """Play round 1 in the order of `seeds`; write down all that was public after every play."""
    made = make_event("spring-cup", movement(len(seeds) // 2))
    players = [entrant.player for entrant in made.entrants]
    tokens = {}
    for player, code in zip(players, issue_codes(players), strict=True):
        sign_in(code)
        tokens[player.pk] = player.tokens.get()
    transcript = Transcript()
    tags: dict[str, list[str]] = {}
    with Spectator(made.slug) as spectator:
        told = len(spectator.heard)
        for (table_number, board), seed in seeds.items():
            clock.now += timedelta(seconds=10)
            play = made.play(board, table_number)
            play_out(play, tokens, seed)
            sweep()
            transcript.points[table_number, board] = Result.objects.get(play=play).points
            spectator.wait_for(lambda: spectator.known == progress(made.slug).to_data())
            heard = spectator.heard
            transcript.said.append(sorted(heard[told:], key=repr))
            told = len(heard)
            transcript.steps.append(read(made, tags))
    return transcript


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, secrets that are the same in each run."""
    standing = Clock()
    monkeypatch.setattr("django.utils.timezone.now", standing)
    monkeypatch.setattr("engine.dealing.new_secret", lambda: b"a secret of the tests, 256 bits.")
    return standing


@pytest.fixture
def twice(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Callable[[Seeds, Seeds], Any]:
    """Two runs from the same beginning, the second in an emptied database."""

    def both(one: Seeds, other: Seeds) -> tuple[Transcript, Transcript]:
        found = []
        for seeds in (one, other):
            call_command("flush", interactive=False, verbosity=0)
            clock.now = START
            source = random.Random(7)
            same = SimpleNamespace(token_bytes=source.randbytes)
            monkeypatch.setattr("games.ids.secrets", same)
            found.append(run(seeds, clock))
        return found[0], found[1]

    return both


def differing(one: list[Page], other: list[Page]) -> Iterator[str]:
    for here, there in zip(one, other, strict=True):
        if here != there:
            yield here[0]


def test_results_of_an_unopened_board_change_nothing_that_is_public(
    twice: Callable[[Seeds, Seeds], tuple[Transcript, Transcript]],
) -> None:
    same = in_order(tables=2)
    one, other = twice(same, {**same, (1, 2): 2})
    assert one.points[1, 2] != other.points[1, 2]
    for place in range(3):  # until the last play opens board 2
        assert one.said[place] == other.said[place], place
        assert list(differing(one.steps[place], other.steps[place])) == [], place
    # Now the two events are told as they were: the comparison above does see a difference.
    last = set(differing(one.steps[3], other.steps[3]))
    assert {"/api/v1/events/spring-cup/standings/", "/api/v1/events/spring-cup/boards/2/"} <= last
    assert {"/e/spring-cup/standings/", "/e/spring-cup/boards/2/"} <= last
    assert "/api/v1/events/spring-cup/boards/1/" not in last


def test_the_stream_tells_openings_and_versions_and_no_single_result(clock: Clock) -> None:
    said = run(in_order(tables=3), clock, read=lambda made, tags: []).said
    begun = {"round": 1, "state": "playing", "tables": 3, "tables_finished": 0}
    assert said[:4] == [
        [("round", begun)],  # table 1 has finished board 1 …
        [("round", begun | {"tables_finished": 1})],  # … and board 2
        [],  # table 2 has finished board 1, which table 3 has still to play
        [("round", begun | {"tables_finished": 2})],
    ]
    assert said[4] == [("board", {"board": 1, "opened": True}), ("version", {"version": 1})]
    assert ("board", {"board": 2, "opened": True}) in said[5]
    assert ("version", {"version": 2}) in said[5]


def test_the_cards_of_an_unopened_board_stand_nowhere(clock: Clock) -> None:
    made = make_event("spring-cup", movement(2))
    board = Board.objects.select_related("board_set").get(pk=made.board(1).pk)
    names = deal_of(board).to_data()["hands"]["1"]
    for _, _, content, _ in read_everything(made, {}):
        text = content.decode()
        assert board.fingerprint not in text
        assert '", "'.join(names) not in text
        assert '","'.join(names) not in text
