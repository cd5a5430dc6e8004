"""Three people at a table, over HTTP: Ada (seat A), Bo (seat B), Cy (seat C), and Dee, an outsider,
who has seat D at a table of partners.

Everything goes through Django's test client and the middleware, as a real request would.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.bots import make_bot
from engine.deal import Deal
from engine.hand import Phase
from engine.rulesets import get
from games.deals import deal_of
from games.models import Board, Person, Play, Player, Table
from games.policy import TablePolicy
from games.queries import state_of
from games.services import (
    TableSpec,
    create_board_set,
    create_tables,
    issue_codes,
    release_tables,
)

NAMES = ("Ada", "Bo", "Cy", "Dee")
Answer = Any  # Django's test response, whose type differs from HttpResponse


@dataclass
class Caller:
    """A person with a device."""

    player: Player
    code: str
    token: str = ""
    http: Client = field(default_factory=Client)
    heard: list[Answer] = field(default_factory=list)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send JSON (a text is sent as it is) and remember the answer."""
        given = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        answer = self.http.generic(
            method,
            f"/api/v1/{path}",
            "" if body is None else data,
            content_type="application/json",
            headers=given | named,
        )
        self.heard.append(answer)
        return answer

    def sign_in(self, take_over: bool = False) -> Answer:
        """Sign in with the own code; keep the token of a success."""
        answer = self.send("POST", "sessions/", {"code": self.code, "take_over": take_over})
        if answer.status_code == 201:
            self.token = answer.json()["token"]
        return answer

    def view(self) -> dict[str, Any]:
        """My present play; fails without one."""
        play: dict[str, Any] = self.send("GET", "me/play/").json()["play"]
        return play

    def act(self, play: str, seq: int, action: dict[str, Any], key: str = "") -> Answer:
        """Send an action under `key`, or under a new one."""
        body = {"seq": seq, "action": action}
        return self.send(
            "POST", f"plays/{play}/actions/", body, Idempotency_Key=key or uuid.uuid4().hex
        )


@dataclass
class Hall:
    """A released table with its people and its boards."""

    table: Table
    people: dict[str, Caller]
    boards: list[Board]

    @property
    def ada(self) -> Caller:
        return self.people["Ada"]

    @property
    def bo(self) -> Caller:
        return self.people["Bo"]

    @property
    def cy(self) -> Caller:
        return self.people["Cy"]

    @property
    def dee(self) -> Caller:
        return self.people["Dee"]

    @property
    def seated(self) -> list[Caller]:
        return [self.ada, self.bo, self.cy]

    @property
    def play(self) -> Play:
        """The play in progress, fresh from the database, or the last one."""
        plays = Play.objects.select_related("table", "board__board_set").filter(table=self.table)
        return plays.filter(state="playing").first() or plays.order_by("-order")[0]

    def deal(self, number: int = 1) -> Deal:
        """What was dealt on a board."""
        return deal_of(self.boards[number - 1])

    def at(self, position: int) -> Caller:
        """Who holds a position in the play in progress."""
        play = self.play
        letter = play.holders(state_of(play).landlord)[position - 1]
        return self.people[NAMES["ABCD".index(letter)]]

    def do(self, position: int, kind: str, value: Any = None) -> Answer:
        """Have the holder of a position bid, double, redouble, pass, or play ranks; expect 201."""
        named = {"play": "ranks", "pass": None}.get(kind, "value")
        action = {"type": kind} if named is None else {"type": kind, named: value}
        play = self.play
        answer = self.at(position).act(play.pk, play.seq, action)
        assert answer.status_code == 201, answer.content
        return answer

    def auction(self, *bids: int) -> None:
        """Bid from position 1 on."""
        for position, value in enumerate(bids, 1):
            self.do(position, "bid", value)

    def play_on(
        self,
        seed: int = 1,
        bot: str = "chance",
        until: Callable[[dict[str, Any]], bool] = lambda view: False,
        watch: Callable[[], None] = lambda: None,
    ) -> int:
        """Let bots play the present play to its end, or until a mover's view is as wanted.

        Calls `watch` after each action. Returns the number of accepted actions.
        """
        brain = make_bot(bot, seed)
        play, count = self.play, 0
        while play.state == "playing":
            state = state_of(play)
            sealed = set(play.sealed_doubles.values_list("position", flat=True))
            chosen = sealed if state.phase is Phase.DOUBLING else set()
            position = next(p for p in state.to_act if p not in chosen)
            caller = self.at(position)
            view = caller.view()
            if until(view):
                return count
            answer = caller.act(play.pk, view["seq"], brain.choose(view))
            assert answer.status_code == 201, answer.content
            count += 1
            watch()
            play.refresh_from_db()
        return count


def open_hall(
    monkeypatch: pytest.MonkeyPatch,
    *,
    positions: Sequence[str] = ("ABC",),
    secret: int = 1,
    ruleset: str = "competition",
    all_pass: str = "void",
    release: bool = True,
    number: int = 4,
    **policy: Any,
) -> Hall:
    """A hall with one board for each entry of `positions`, dealt from a secret of the test.

    `policy` are further fields of the table policy, such as `action_seconds`.
    """
    digest = sha256(f"a secret of the tests {secret}".encode()).digest()
    monkeypatch.setattr("engine.dealing.new_secret", lambda: digest)
    board_set = create_board_set(
        realm="hall", event="e", stage="s", session="1", boards=len(positions), set_id=f"s{secret}"
    )
    boards = list(board_set.boards.select_related("board_set").order_by("number"))
    players = [
        Player.objects.create(person=Person.objects.create(name=name), realm="hall")
        for name in NAMES
    ]
    spec = TableSpec(
        realm="hall",
        number=number,
        seats=dict(zip("ABCD" if policy.get("partners") else "ABC", players, strict=False)),
        policy=TablePolicy(get(ruleset).to_data(), all_pass=all_pass, **policy),
        plays=list(zip(boards, positions, strict=True)),
    )
    table = create_tables([spec])[0]
    people = {
        name: Caller(player, code)
        for name, player, code in zip(NAMES, players, issue_codes(players), strict=True)
    }
    if release:
        release_tables([table], timezone.now())
    hall = Hall(table, people, boards)
    for caller in people.values():
        caller.sign_in()
        caller.heard.clear()
    return hall
