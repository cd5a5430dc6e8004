"""A program that runs an event: every step is a call of the API, as an owner, director or player.

It reads nothing but the API's answers. Results of tables with cards are slips that fit the dealt
hands; on phones the players act themselves.
"""

from __future__ import annotations

import json
import random
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from engine.bots import make_bot
from games.models.plays import UNFINISHED
from tournaments.models import Event, Role, Stage

from .directing import Caller
from .factories import entrants_text, random_facts

MOST_ACTIONS = 400


def teams_text(teams: int, size: int, first: int = 1) -> str:
    """A list of teams with one reserve each."""
    rows = [f"Team {t},T{t} P{p}" for t in range(first, first + teams) for p in range(1, size + 2)]
    return "\n".join(["team,name", *rows])


def posted(answer: Any, status: tuple[int, ...] = (200, 201)) -> Any:
    """The answer of a call that has to succeed."""
    assert answer.status_code in status, answer.content.decode()
    return answer.json()


@dataclass
class Organiser:
    """Somebody in a browser who may create events."""

    client: Client

    def get(self, path: str) -> Any:
        """Read below /api/v1/."""
        return self.client.get(f"/api/v1/{path}")

    def post(self, path: str, body: Any) -> Any:
        """Post below /api/v1/ with a fresh key of repetition."""
        key = {"Idempotency-Key": uuid.uuid4().hex}
        return self.client.post(f"/api/v1/{path}", body, "application/json", headers=key)

    def director(self, slug: str) -> Caller:
        """A program with a new key of a director of an event of theirs."""
        made = posted(
            self.post(f"events/{slug}/keys/", {"role": Role.DIRECTOR, "label": "program"})
        )
        event = Event.objects.get(slug=slug)
        return Caller(event, {"Authorization": f"Bearer {made['key']}"})


def organiser() -> Organiser:
    """A new one."""
    client = Client()
    client.force_login(User.objects.create_user(uuid.uuid4().hex, is_superuser=True))
    return Organiser(client)


@dataclass
class Program:
    """An event that is run by calls; `codes` are those of its players by their names."""

    director: Caller
    source: random.Random
    physical: bool
    ruleset: str
    codes: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    deals: dict[int, dict[str, Any]] = field(default_factory=dict)
    shown: set[tuple[str, str]] = field(default_factory=set)
    teams: bool = False
    #: Whether a board is still to be played card by card, on phones.
    by_cards: bool = True

    @classmethod
    def creating(
        cls, seed: str, *, physical: bool = True, ruleset: str = "competition", **settings: Any
    ) -> Program:
        """Create an event as an organiser in a browser does, and make a director's key."""
        caller = organiser()
        wanted = {"name": seed[:100], "physical": physical, "ruleset": ruleset, **settings}
        made = posted(caller.post("events/", wanted))
        return cls(caller.director(made["slug"]), random.Random(seed), physical, ruleset)

    @classmethod
    def planned(cls, preset: str, answers: dict[str, Any]) -> Program:
        """Create an event like a preset, by the three answers."""
        caller = organiser()
        made = posted(caller.post(f"presets/{preset}/", {"name": preset, **answers}))["made"]
        director = caller.director(made["slug"])
        return cls(director, random.Random(preset), made["physical"], made["ruleset"])

    # --- the director -------------------------------------------------------------------------

    def post(self, path: str, body: Any = None, status: tuple[int, ...] = (200, 201)) -> Any:
        """The director does something that has to succeed."""
        return posted(self.director.post(path, body), status)

    def get(self, path: str = "") -> Any:
        """Anybody, or the director, reads."""
        return posted(self.director.send("GET", path))

    def refused(self, path: str, body: Any = None) -> str:
        """The director asks for something that is refused: the code of the refusal."""
        answer = self.director.post(path, body)
        assert answer.status_code in (409, 422), answer.content.decode()
        return str(answer.json()["refusal"])

    def decide(self, path: str, body: dict[str, Any]) -> Any:
        """Show a decision's difference first, and then make exactly what was shown.

        What was decided before in the same way is made at once.
        """
        kind = (path.split("/")[0], body.get("kind", ""))
        if kind in self.shown:
            return self.post(path, body)["made"]
        self.shown.add(kind)
        shown = posted(self.director.post(path, {**body, "dry_run": True}))
        assert shown["made"] is None
        made = self.post(path, {**body, "preview": shown["preview"]})
        assert made["changes"] == shown["changes"]
        return made["made"]

    def enter(self, count: int, size: int = 1) -> None:
        """Import so many players, or teams of so many with a reserve each."""
        self.teams = size > 1
        self.let_in({"text": teams_text(count, size) if self.teams else entrants_text(count)})

    def let_in(self, wanted: dict[str, Any]) -> None:
        """Import a list, and keep everybody's code."""
        made = self.post("entrants/import/", wanted)
        self.codes |= {each["name"]: made["codes"][each["id"]] for each in made["entrants"]}

    def entrants(self) -> dict[int, str]:
        """The ids of the entrants by number, as everybody reads them."""
        return {each["number"]: each["id"] for each in self.get("entrants/?limit=1000")["results"]}

    def entrant(self, number: int) -> str:
        """The id of an entrant."""
        return self.entrants()[number]

    def plays(self, number: int) -> list[dict[str, Any]]:
        """The plays of a round, by board and table."""
        found = self.get(f"rounds/{number}/plays/")["plays"]
        return sorted(found, key=lambda play: (play["board"], play["table"]))

    def stage(self, number: int = 1) -> Stage:
        """A stage as stored, for the oracle."""
        return self.director.event.stages.select_related("event").get(number=number)

    def get_stage(self, number: int, path: str) -> Any:
        """Anybody reads what belongs to a stage."""
        address = f"/api/v1/events/{self.director.event.slug}.{number}/{path}"
        return posted(self.director.client.get(address))

    # --- the tables ---------------------------------------------------------------------------

    def release(self, number: int) -> None:
        """Release a round; where cards are played, read the hands for the packs."""
        self.post(f"rounds/{number}/release/")
        if self.physical:
            file = self.post(f"rounds/{number}/deals/", {"reason": "packs"})["file"]
            self.deals |= {deal["number"]: deal for deal in file["deals"]}

    def play_out(self, number: int) -> None:
        """Have every board of a round end that still has to be played, at every table.

        Boards may be added while it goes on: a tied match of four-a-side is played off.
        """
        while waiting := [play for play in self.plays(number) if play["state"] in UNFINISHED]:
            for play in waiting if self.physical else waiting[:1]:
                self.finish(play, number)

    def finish(self, play: dict[str, Any], number: int) -> None:
        """End one board: by the players of table 1, elsewhere by the director with their slip.

        On phones all pass, and the director corrects the result; one board is played card by card.
        """
        if not self.physical:
            if self.by_cards and (play["table"], number) == (1, 1):
                self.by_cards = False
                return self.play_by_bots(play, number)
            self.pass_out(play, number)
            self.correct(play)
            return None
        slip = {**self.slip(play), "sure": True}
        if play["table"] > 1:
            self.post(f"plays/{play['play']}/result/", slip)
            return None
        one, *others = self.seated(number, 1).values()
        self.ask(one, f"plays/{play['play']}/result/", slip)
        for code in others:
            self.ask(code, f"plays/{play['play']}/confirm/", {"report": 1})
        return None

    def pass_out(self, play: dict[str, Any], number: int) -> None:
        """Nobody bids."""
        codes = self.seated(number, play["table"])
        for letter in play["positions"]:
            view = self.ask(codes[letter], "me/play/")["play"]
            assert view["id"] == play["play"], view
            self.act(codes[letter], view, {"type": "bid", "value": 0})

    def play_by_bots(self, play: dict[str, Any], number: int) -> None:
        """A board is played card by card: every player does what a bot advises."""
        bot = make_bot("greedy", 1)
        codes = self.seated(number, play["table"])
        for _ in range(MOST_ACTIONS):
            for code in codes.values():
                view = self.ask(code, "me/play/")["play"]
                if view is None or view["id"] != play["play"] or view["phase"] == "finished":
                    return
                if view["expected"]:
                    self.act(code, view, bot.choose(view))
        raise AssertionError("the board does not end")

    def act(self, code: str, view: dict[str, Any], action: dict[str, Any]) -> None:
        """A player acts on what the device shows."""
        self.ask(code, f"plays/{view['id']}/actions/", {"seq": view["seq"], "action": action})

    def correct(self, play: dict[str, Any], what: dict[str, Any] | None = None) -> Any:
        """The director corrects a passed-out result by its facts."""
        what = what or random_facts(self.source)
        if self.ruleset == "team-additive":
            what = {**what, "doubled": [], "redoubled": False}
        if what["passed_out"]:
            return None
        return self.decide(f"plays/{play['play']}/correct/", {"facts": what, "reason": "as told"})

    def slip(self, play: dict[str, Any]) -> dict[str, Any]:
        """A slip that fits the board's hands; passed out now and then."""
        source = self.source
        if source.random() < 0.1:
            return {"passed_out": True}
        hands = list(self.deals[play["board"]]["hands"].values())
        positions = range(1, len(hands) + 1)
        landlord, winner = source.choice(positions), source.choice(positions)
        farmers = [position for position in positions if position != landlord]
        # The rules for four know no doubling, and bombs that double only from six cards on.
        doubled = [each for each in farmers if len(hands) == 3 and source.random() < 0.3]
        spring = source.random() < 0.1
        return {
            "landlord": landlord,
            "lead": hands[landlord - 1][0],
            "bid": source.randint(1, 3),
            "out_first": winner,
            "doubled": doubled,
            "redoubled": bool(doubled) and source.random() < 0.2,
            "bombs": 0 if spring or len(hands) > 3 else source.randint(0, bombs_in(hands)),
            "spring": spring,
        }

    def seated(self, number: int, table: int) -> dict[str, str]:
        """The codes of who sits at a table of a round, by seat."""
        seating = self.get(f"rounds/{number}/?limit=1000")["tables"]
        chairs = next(each for each in seating if each["number"] == table)["seats"]
        return {
            chair["seat"]: self.codes[chair["player"] or chair["entrant"]["name"]]
            for chair in chairs
        }

    def ask(self, code: str, path: str, body: Any = None) -> Any:
        """Whoever has a code reads or posts; the device is signed in first."""
        if code not in self.tokens:
            signed = Client().post("/api/v1/sessions/", {"code": code}, "application/json")
            self.tokens[code] = posted(signed)["token"]
        headers = {"Authorization": f"Bearer {self.tokens[code]}"}
        if body is None:
            return posted(Client().get(f"/api/v1/{path}", headers=headers))
        headers["Idempotency-Key"] = uuid.uuid4().hex
        return posted(
            Client().post(f"/api/v1/{path}", json.dumps(body), "application/json", headers=headers)
        )


def bombs_in(hands: Iterable[Iterable[str]]) -> int:
    """How many bombs of four the hands hold, without the kitty."""
    found = 0
    for hand in hands:
        ranks = Counter(card[:-1] for card in hand if not card.endswith("J"))
        found += sum(count == 4 for count in ranks.values())
    return found
