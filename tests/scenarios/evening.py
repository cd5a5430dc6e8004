"""An evening at a club, as its people have it: players and director speak over the API, by seat."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client

from engine.bots import make_bot
from engine.cards import format_card
from engine.hand import Phase
from engine.reported import remapped
from games.deals import deal_of
from games.models import ClockBeat, Play, SealedDouble, Table
from games.queries import state_of
from games.services.issue_code import issue_codes
from games.services.watch_clocks import watch_clocks
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import drawn_stage
from tests.tournaments.people import user_with
from tournaments.models import Event, Role, Round, SeatResult, Stage
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event

MOST_ACTIONS = 200


@dataclass
class Evening:
    """One released round of two boards; `codes` and `tokens` of everybody by table and seat."""

    stage: Stage
    director: Caller
    codes: dict[tuple[int, str], str] = field(default_factory=dict)
    tokens: dict[tuple[int, str], str] = field(default_factory=dict)

    @property
    def round_(self) -> Round:
        """Round 1 as it stands."""
        return self.stage.rounds.get(number=1)

    def table(self, number: int) -> Table:
        """A table as it stands."""
        return Table.objects.get(realm=self.stage.event_id, number=number)

    def play(self, table: int, board: int) -> Play:
        """A board at a table, as it stands."""
        plays = Play.objects.select_related("table", "board__board_set")
        return plays.get(table__realm=self.stage.event_id, table__number=table, board__number=board)

    def name(self, table: int, letter: str) -> str:
        """Who sits on a seat."""
        return self.table(table).seats.get(letter=letter).player.person.name

    def sign_in(self, table: int, letter: str, take_over: bool = False) -> Any:
        """Type the code of a seat on a device; the newest device speaks for it from now on."""
        body = {"code": self.codes[table, letter], "take_over": take_over}
        answer = Client().post("/api/v1/sessions/", body, "application/json")
        if answer.status_code == 201:
            self.tokens[table, letter] = answer.json()["token"]
        return answer

    def ask(self, table: int, letter: str, path: str, body: Any = None, key: str = "") -> Any:
        """A seated player reads an address of the API, or posts to it under a key."""
        given = {"Authorization": f"Bearer {self.tokens[table, letter]}"}
        if body is None:
            return Client().get(f"/api/v1/{path}", headers=given)
        given["Idempotency-Key"] = key or uuid.uuid4().hex
        return Client().post(f"/api/v1/{path}", json.dumps(body), "application/json", headers=given)

    def say(self, table: int, letter: str, verb: str, board: int, body: Any) -> Any:
        """A seated player reports, confirms or disputes."""
        return self.ask(table, letter, f"plays/{self.play(table, board).pk}/{verb}/", body)

    def slip(self, board: int, landlord: int = 1, hands: str = "123", **others: Any) -> Any:
        """The landlord led his highest card and won at 2."""
        deal = remapped(deal_of(self.play(1, board).board), hands)
        lead = format_card(deal.hand(landlord)[0])
        return {"landlord": landlord, "lead": lead, "bid": 2, "out_first": landlord, **others}

    def finish(self, table: int, board: int, **others: Any) -> None:
        """Seat A reports, B and C confirm."""
        body = self.slip(board, **others)
        assert self.say(table, "A", "result", board, body).status_code == 201
        for letter in "BC":
            assert self.say(table, letter, "confirm", board, {"report": 1}).status_code == 200

    def view(self, table: int, letter: str) -> Any:
        """What a player's device shows of the present play."""
        return self.ask(table, letter, "me/play/").json()["play"]

    def act(self, table: int, letter: str, action: dict[str, Any], key: str = "") -> Any:
        """A player acts on what the device shows."""
        view = self.view(table, letter)
        body = {"seq": view["seq"], "action": action}
        return self.ask(table, letter, f"plays/{view['id']}/actions/", body, key)

    def mover(self, table: int, board: int = 1) -> str:
        """The seat that is to act on a board in play."""
        play = self.play(table, board)
        state = state_of(play)
        sealed = SealedDouble.objects.filter(play=play).values_list("position", flat=True)
        chosen = set(sealed) if state.phase is Phase.DOUBLING else set()
        return str(play.positions[next(p for p in state.to_act if p not in chosen) - 1])

    def play_on(self, table: int, board: int = 1, until: str = "finished") -> None:
        """Let bots act through the API until the board is in a phase, or over."""
        bot = make_bot("greedy", 1)
        for _ in range(MOST_ACTIONS):
            if self.play(table, board).state == "finished":
                return
            letter = self.mover(table, board)
            view = self.view(table, letter)
            if view["phase"] == until:
                return
            assert self.act(table, letter, bot.choose(view)).status_code == 201
        raise AssertionError("the board does not end")

    def claim_the_rest(self, table: int) -> tuple[str, Any]:
        """Let the leader claim every card of board 1, one by one; the seat, and what it saw."""
        while True:
            self.play_on(table, until="playing")
            letter = self.mover(table)
            view = self.view(table, letter)
            if view["phase"] == "playing" and not view["to_beat"]:
                break
        plays = [{"cards": [card]} for card in view["hand"]]
        body = {"seq": view["seq"], "plays": plays}
        assert self.ask(table, letter, f"plays/{view['id']}/claim/", body).status_code == 201
        return letter, view

    def let_pass(self, seconds: float) -> int:
        """Let time pass at the tables, watched by the server; how much it found to do.

        A halted table's time is that of its halt.
        """
        passed = timedelta(seconds=seconds)
        Table.objects.filter(halted_at__isnull=False).update(halted_at=F("halted_at") - passed)
        moved = {"turn_at": F("turn_at") - passed, "due_at": F("due_at") - passed}
        Play.objects.filter(state="playing").update(**moved)
        ClockBeat.objects.all().delete()
        return watch_clocks()


def evening_with(physical: bool, entrants: int = 9, **settings: Any) -> Evening:
    """Everybody has signed in; round 1 is released."""
    reserves = settings.pop("reserve_boards", 0)
    stage = drawn_stage(entrants=entrants, rounds=1, boards=2, reserve_boards=reserves)
    change_event(stage.event, SYSTEM, {"physical": physical, **settings})
    round_ = release_round(stage.rounds.get(number=1), SYSTEM)
    evening = Evening(stage, with_key(stage.event))
    for seated in round_.tables.select_related("table"):
        seats = list(seated.table.seats.select_related("player"))
        for seat, code in zip(seats, issue_codes([s.player for s in seats]), strict=True):
            evening.codes[seated.number, seat.letter] = code
            evening.sign_in(seated.number, seat.letter)
    return evening


def console(event: Event, page: str = "") -> str:
    """A page of the console, the hall's first, as a director's browser shows it."""
    browser = Client()
    known = User.objects.filter(event_roles__event=event, event_roles__role=Role.DIRECTOR).first()
    browser.force_login(known or user_with(event, Role.DIRECTOR))
    return browser.get(f"/direct/{event.slug}/{page}").content.decode()


def values(position: int, mapping: str = "123") -> list[int | None]:
    """What the field of a position of board 1 holds, by table."""
    rows = SeatResult.objects.filter(
        field__board__number=1, field__mapping=mapping, position=position
    )
    return list(rows.order_by("play__table__number").values_list("value", flat=True))
