"""A whole table client in one file, with the standard library: `python table_client.py URL CODE`.

It knows no rules of Dou Dizhu and nothing of Fushi but the published schema (/api/v1/schema/): it
does one of the things that the server expects. Give `TableClient` another `choose` to play better;
`rlcard_agent.py` lets a program made by others sit at the table.
"""

from __future__ import annotations

import json
import random
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

View = dict[str, Any]
Action = dict[str, Any]
SILENCE = 35.0  # seconds without a heartbeat after which a line counts as dead
AWAY = {429, 502, 503, 504}  # the server asks to be tried again


def anything(view: View) -> Action:
    """Choose blindly among what is expected."""
    expected = view["expected"]
    if expected["type"] != "play":
        return {"type": expected["type"], "value": random.choice(expected["choices"])}
    if expected["may_pass"] and (not expected["choices"] or random.random() < 0.3):
        return {"type": "pass"}
    return {"type": "play", "ranks": random.choice(expected["choices"])}


class TableClient:
    """One player at the table; `choose` turns a view that expects something into an action."""

    def __init__(self, url: str, code: str, choose: Callable[[View], Action] = anything) -> None:
        self.url = url.rstrip("/") + "/api/v1/"
        self.choose = choose
        self.token = ""
        self.last_id = ""
        self.seen: View = {"id": "", "seq": 0, "viewer": 0}  # my newest view
        self.token = self.ask("POST", "sessions/", {"code": code, "take_over": True})["token"]

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Request:
        """A request with the token, and with a body in JSON if there is one."""
        data = None if body is None else json.dumps(body).encode()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if data is not None:
            headers["Content-Type"] = "application/json"
        return Request(self.url + path, data, headers, method=method)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The answer; an unreachable server is asked again. Raises HTTPError for a refusal."""
        while True:
            try:
                with urlopen(self.request(method, path, body, **headers), timeout=30) as answer:
                    return json.load(answer)
            except HTTPError as refusal:
                if refusal.code not in AWAY:
                    raise
                time.sleep(float(refusal.headers.get("Retry-After", 1)))
            except (URLError, ConnectionError, TimeoutError) as fault:
                print(f"{self.url} cannot be reached ({fault}); trying again", file=sys.stderr)
                time.sleep(1)

    def act(self, view: View) -> View | None:
        """Send an action under one key, so that a retry never acts twice; the view afterwards."""
        if view["expected"]["type"] == "claim":  # it knows no rules: play goes on
            body, path = {"claim": view["claim"]["id"]}, f"plays/{view['id']}/claim/refuse/"
        else:
            body = {"seq": view["seq"], "action": self.choose(view)}
            path = f"plays/{view['id']}/actions/"
        try:
            answer = self.ask("POST", path, body, Idempotency_Key=uuid.uuid4().hex)
        except HTTPError as refusal:
            if refusal.code not in (404, 409):  # somebody was faster: look again
                raise
            return self.look()
        after: View | None = answer["view"]
        return after

    def look(self) -> View | None:
        """My view of the present play, None between plays."""
        play: View | None = self.ask("GET", "me/play/")["play"]
        return play

    def messages(self) -> Iterator[tuple[str, Any]]:
        """Events of my stream, until the line breaks."""
        resume = {"Last_Event_ID": self.last_id} if self.last_id else {}
        with urlopen(self.request("GET", "me/stream/", **resume), timeout=SILENCE) as stream:
            message: dict[str, str] = {}
            for line in stream:
                name, _, value = line.decode().rstrip("\r\n").partition(":")
                if name:
                    message[name] = value.removeprefix(" ")
                elif "data" in message:
                    self.last_id = message.get("id", self.last_id)
                    yield message["event"], json.loads(message["data"])
                    message = {}

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play whatever comes until `until()`; returns also when another device takes over."""
        while not until():
            try:
                self.go_on(self.look())
                for event, data in self.messages():
                    if event in ("taken_over", "signed_out"):
                        return
                    if event == "turn":
                        self.go_on(data["play"])
                    elif event in ("seating", "reset") or (event == "entry" and self.news(data)):
                        self.go_on(self.look())
                    if until():
                        return
            except HTTPError as refusal:
                if refusal.code == 401:  # the token has ended
                    return
                raise
            except (URLError, ConnectionError, TimeoutError):
                time.sleep(1)

    def news(self, data: Any) -> bool:
        """Whether an entry asks something of me that I do not know from a `turn` already."""
        seen = self.seen
        if data["seq"] is None or data["play"] != seen["id"]:  # a notice, or another board
            return True
        return seen["viewer"] in data["to_act"] and data["seq"] > seen["seq"]

    def go_on(self, view: View | None) -> None:
        """Do what is expected as long as it is me who is expected to do something."""
        while view:
            self.seen = view
            self.last_id = self.last_id or view["event_id"]
            view = self.act(view) if view["expected"] else None


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        TableClient(sys.argv[1], sys.argv[2]).play()
    except HTTPError as refusal:  # such as a wrong code, in the server's words
        sys.exit(json.load(refusal)["detail"])
