"""A player over HTTP: signs in with a code, follows the stream, does what is expected.

It imports no Django and knows only what the API tells: demonstrations, substitutes, crash tests
and load all play through it. `python -m games.client URL < CODES` plays for one code a line.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import threading
import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import httpx

from engine.bots import STRENGTHS, Bot, make_bot

RETRY_SECONDS = (0.1, 1.0)  # between attempts while the server is away, doubled up to the second
SILENCE_SECONDS = 40.0  # after which a stream that says nothing is taken for dead
POLL_SECONDS = 5.0  # how long a quiet stream is trusted before the play is fetched anyway


@dataclass
class Tally:
    """What the players of one process did."""

    accepted: int = 0
    rejected: int = 0
    replayed: int = 0
    reconnects: int = 0
    codes: dict[str, int] = field(default_factory=dict)
    journal: TextIO | None = None

    def accept(self, view: dict[str, Any], action: dict[str, Any], answer: httpx.Response) -> None:
        """Count an accepted action; note it in the journal, with what the log says of it."""
        self.accepted += 1
        self.replayed += answer.headers.get("Idempotent-Replayed") == "true"
        if self.journal is not None:
            line = {
                "play": view["id"],
                "seq": view["seq"],
                "position": view["viewer"],
                "action": action,
                "entries": answer.json()["entries"],
            }
            self.journal.write(json.dumps(line) + "\n")

    def counts(self) -> dict[str, Any]:
        """All but the journal."""
        return {name: value for name, value in self.__dict__.items() if name != "journal"}

    def reject(self, code: str) -> None:
        """Count an answer that refused an action."""
        self.rejected += 1
        self.codes[code] = self.codes.get(code, 0) + 1


class StoppedError(Exception):
    """The player was told to stop while it waited for the server."""


async def server_sent_events(lines: AsyncIterator[str]) -> AsyncIterator[dict[str, str]]:
    """Yield the messages of a `text/event-stream` as {"event", "data", "id"}."""
    message: dict[str, str] = {}
    async for line in lines:
        if not line:
            if "data" in message:
                yield message
            message = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            joined = (
                f"{message['data']}\n{value}" if name == "data" and "data" in message else value
            )
            message[name] = joined


class TableClient:
    """One player. `run` plays whatever the server expects until `stop` is set."""

    def __init__(self, http: httpx.AsyncClient, code: str, bot: Bot, tally: Tally) -> None:
        self.http = http
        self.code = code
        self.bot = bot
        self.tally = tally
        self.stop = asyncio.Event()
        self._headers: dict[str, str] = {}
        self._wake = asyncio.Event()
        self._waiting_for: tuple[str, int] | None = None  # play and my position in it
        self._turn: dict[str, Any] | None = None  # a view that the stream brought
        self._acted_on: tuple[str, int] = ("", -1)  # play and seq of my last action

    async def run(self) -> None:
        """Sign in, then play and listen at the same time until stopped."""
        with suppress(StoppedError):
            credentials = {"code": self.code, "take_over": True}
            answer = await self._send("POST", "/api/v1/sessions/", credentials)
            answer.raise_for_status()
            self._headers = {"Authorization": f"Bearer {answer.json()['token']}"}
            listener = asyncio.create_task(self._listen())
            try:
                await self._play()
            finally:
                listener.cancel()
                await asyncio.gather(listener, return_exceptions=True)

    def end(self) -> None:
        """Let `run` return as soon as it can."""
        self.stop.set()
        self._wake.set()

    async def _play(self) -> None:
        while not self.stop.is_set():
            self._wake.clear()
            view, self._turn = self._turn, None
            if view is None or self._has_acted_on(view["id"], view["seq"]):
                view = await self._current_play()
            while view and view["expected"] and not self.stop.is_set():
                view = await self._act(view)
            self._waiting_for = (view["id"], view["viewer"]) if view else None
            try:
                await asyncio.wait_for(self._wake.wait(), POLL_SECONDS)
            except TimeoutError:
                continue

    async def _current_play(self) -> dict[str, Any] | None:
        answer = await self._send("GET", "/api/v1/me/play/")
        answer.raise_for_status()
        play: dict[str, Any] | None = answer.json()["play"]
        return play

    def _has_acted_on(self, play: str, seq: int) -> bool:
        """Say whether a view or an entry of this seq is older than my last action."""
        return play == self._acted_on[0] and seq <= self._acted_on[1]

    async def _act(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """Send the bot's action under one key, however often it takes; return the next view."""
        if view["expected"]["type"] == "claim":  # it does not judge claims: play goes on
            path, body = "claim/refuse/", {"claim": view["claim"]["id"]}
        else:
            self._acted_on = view["id"], view["seq"]
            path, body = "actions/", {"seq": view["seq"], "action": self.bot.choose(view)}
        key = {"Idempotency-Key": uuid.uuid4().hex}
        answer = await self._send("POST", f"/api/v1/plays/{view['id']}/{path}", body, key)
        if answer.status_code == 201:
            self.tally.accept(view, body["action"], answer)
            following: dict[str, Any] = answer.json()["view"]
            return following
        self.tally.reject(answer.json().get("code", str(answer.status_code)))
        await asyncio.sleep(RETRY_SECONDS[0])
        self._wake.set()  # look again at once: something else happened meanwhile
        return None

    async def _send(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        """Send until the server answers with anything but a failure of its own.

        Raises `StoppedError` when the player is told to stop while the server is away.
        """
        pause, longest = RETRY_SECONDS
        while True:
            try:
                answer = await self.http.request(
                    method, path, json=body, headers={**self._headers, **(headers or {})}
                )
                if answer.status_code not in (429, 502, 503, 504):
                    return answer
            except httpx.TransportError:
                pass
            if self.stop.is_set():
                raise StoppedError
            self.tally.reconnects += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(longest, 2 * pause)

    async def _listen(self) -> None:
        """Follow the stream for ever, resuming where it broke, and wake the player when needed."""
        last_id = ""
        while True:
            headers = {**self._headers, **({"Last-Event-ID": last_id} if last_id else {})}
            try:
                async with self.http.stream(
                    "GET", "/api/v1/me/stream/", headers=headers, timeout=SILENCE_SECONDS
                ) as answer:
                    if answer.status_code == 401:
                        return  # the next request says why
                    async for message in server_sent_events(answer.aiter_lines()):
                        last_id = message.get("id", last_id)
                        if self._concerns_me(message):
                            self._wake.set()
            except httpx.HTTPError:
                pass
            self._wake.set()
            await asyncio.sleep(RETRY_SECONDS[0])

    def _concerns_me(self, message: dict[str, str]) -> bool:
        """Say whether a message may mean that I am expected to do something."""
        if message.get("event") == "heartbeat":
            return False
        data = json.loads(message["data"])
        if message.get("event") == "turn":
            self._turn = data["play"]
            return True
        if self._waiting_for is None or data.get("play") != self._waiting_for[0]:
            return True
        if data.get("seq") is None:  # a notice: the table was stopped, or goes on
            return True
        if self._has_acted_on(data["play"], data["seq"]):
            return False
        if self._turn and self._turn["id"] == data["play"] and self._turn["seq"] >= data["seq"]:
            return False
        return data.get("phase") == "finished" or self._waiting_for[1] in data.get("to_act", ())


def _read_to_the_end(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    sys.stdin.read()
    loop.call_soon_threadsafe(ended.set)


async def play_all(
    url: str,
    codes: Iterable[str],
    tally: Tally,
    *,
    strength: str,
    seed: int,
    until_input_ends: bool,
) -> None:
    """Play for every code, until interrupted or until standard input ends."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=30, trust_env=False) as http:
        clients = [
            TableClient(http, code, make_bot(strength, seed + number), tally)
            for number, code in enumerate(codes)
        ]
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
        if until_input_ends:
            threading.Thread(target=_read_to_the_end, args=(loop, ended), daemon=True).start()
        tasks = [asyncio.create_task(client.run()) for client in clients]
        over = asyncio.create_task(ended.wait())
        await asyncio.wait([over, *tasks], return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        for client in clients:
            client.end()
        await asyncio.gather(*tasks)


def main() -> int:
    """Play for the codes on standard input."""
    parser = argparse.ArgumentParser(
        prog="python -m games.client",
        description="Bots that play over HTTP: one for each code on standard input, one a line, up"
        " to an empty line or the end. They play until interrupted, then print what they did.",
    )
    parser.add_argument("url", help="of the installation, e.g. http://localhost:8000")
    parser.add_argument("--strength", choices=STRENGTHS, default="greedy")
    parser.add_argument("--seed", type=int, default=0, help="of the bots' temperaments")
    parser.add_argument(
        "--until-input-ends",
        action="store_true",
        help="stop when standard input is closed (after the empty line)",
    )
    parser.add_argument(
        "--journal", metavar="FILE", help="write a line of JSON for every accepted action"
    )
    arguments = parser.parse_args()
    codes = list(iter(lambda: sys.stdin.readline().strip(), ""))
    if not codes:
        parser.error("there is no code on standard input")
    with ExitStack() as stack:
        tally = Tally()
        if arguments.journal:
            tally.journal = stack.enter_context(Path(arguments.journal).open("w", buffering=1))
        try:
            asyncio.run(
                play_all(
                    arguments.url,
                    codes,
                    tally,
                    strength=arguments.strength,
                    seed=arguments.seed,
                    until_input_ends=arguments.until_input_ends,
                )
            )
        except httpx.HTTPStatusError as fault:
            sys.stderr.write(f"{fault.request.url}: {fault.response.text}\n")
            return 1
    sys.stdout.write(json.dumps(tally.counts()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
