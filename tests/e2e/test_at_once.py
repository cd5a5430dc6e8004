"""Fifty clients in several processes send for the same turn of a play, at the same moment.

Of conflicting actions exactly one is accepted at each seq, a repeated one has one answer, nobody
meets an error of the server, and the log has no gap and no double. On PostgreSQL two web processes
share the work.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from engine.bots import make_bot
from tests.e2e import trial
from tests.services import ROOT, Installation

CLIENTS = 50
PROCESSES = 4
#: On most turns a handful competes, which is quick; on some turns everybody.
A_HANDFUL = 9
SEED = 20
Request = dict[str, Any]


class Crowd:
    """The processes, and what came back from all of them."""

    def __init__(self, processes: list[subprocess.Popen[str]]) -> None:
        self.processes = processes

    def send(self, requests: list[Request]) -> list[dict[str, Any]]:
        """Send all at once; the answers with the keys that they were sent under."""
        for number, process in enumerate(self.processes):
            assert process.stdin is not None
            process.stdin.write(json.dumps(requests[number::PROCESSES]) + "\n")
            process.stdin.flush()
        found = []
        for process in self.processes:
            assert process.stdout is not None
            found += json.loads(process.stdout.readline())
        assert len(found) == len(requests)
        return found


@contextmanager
def crowd(urls: list[str]) -> Iterator[Crowd]:
    """The clients, ready to send."""
    sizes = [len(range(number, CLIENTS, PROCESSES)) for number in range(PROCESSES)]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.crowd", str(size), *urls],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )
        for size in sizes
    ]  # fmt: skip
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        yield Crowd(processes)
    finally:
        for process in processes:
            process.kill()
            process.communicate()


class Seat:
    """A player's token, and what it shows."""

    def __init__(self, http: httpx.Client, url: str, code: str) -> None:
        self.http, self.url = http, f"{url}/api/v1/"
        answer = http.post(f"{self.url}sessions/", json={"code": code})
        self.token: str = answer.json()["token"]

    def get(self, path: str) -> Any:
        """An answer that is there."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return self.http.get(self.url + path, headers=headers).raise_for_status().json()


def players_of_one_table(http: httpx.Client, urls: list[str], codes: list[str]) -> list[Seat]:
    """Signed in, each at one of the servers."""
    seats = [Seat(http, urls[number % len(urls)], code) for number, code in enumerate(codes)]
    at = [seat.get("me/table/")["table"]["id"] for seat in seats]
    return [seat for seat, table in zip(seats, at, strict=True) if table == at[0]]


class Turn:
    """What everybody sends for one seq, and what has to come back."""

    def __init__(self, views: dict[str, dict[str, Any]], source: random.Random) -> None:
        self.views = views  # by token
        self.source = source
        self.movers = [token for token, view in views.items() if view["expected"]]
        first = views[self.movers[0]]
        self.play, self.seq = first["id"], first["seq"]
        self.sealed = first["expected"]["type"] == "double"
        self.accepted = 0

    def actions(self, token: str) -> list[dict[str, Any]]:
        """Legal actions of a mover that contradict each other, as far as there are any."""
        view = self.views[token]
        found = []
        for number in range(4):
            action = make_bot("chance", self.source.randrange(1000) + number).choose(view)
            if action not in found:
                found.append(action)
        return found

    def requests(self, count: int) -> list[Request]:
        """Of the movers' clients some share a key; everybody else sends out of turn."""
        made = []
        others = [token for token in self.views if token not in self.movers] or self.movers
        choices = {token: self.actions(token) for token in self.movers}
        for number in range(count):
            group = "same" if number % 3 == 0 else "own" if number % 3 == 1 else "late"
            token = self.source.choice(others if group == "late" else self.movers)
            options = choices.get(token) or [{"type": "pass"}]
            action = options[0] if group == "same" else self.source.choice(options)
            unique = "" if group == "same" else f"-{number}"
            key = f"{self.play[:4]}-{self.seq}-{token[-6:]}-{group}{unique}"
            body = {"seq": self.seq, "action": action}
            path = f"/api/v1/plays/{self.play}/actions/"
            made.append({"token": token, "path": path, "key": key, "body": body})
        self.source.shuffle(made)
        return made

    def check(self, requests: list[Request], answers: list[dict[str, Any]]) -> list[str]:
        """Assert that exactly one action was accepted of each who was asked; the winners' keys."""
        whose = {request["key"]: request["token"] for request in requests}
        accepted: dict[str, dict[str, list[str]]] = {}
        fresh = 0
        for answer in answers:
            told = (self.seq, answer["status"], answer["body"])
            if answer["status"] == 201:
                by_key = accepted.setdefault(whose[answer["key"]], {})
                by_key.setdefault(answer["key"], []).append(answer["body"])
                fresh += not answer["replayed"]
            else:
                assert answer["status"] in (409, 422), told
                code = json.loads(answer["body"])["code"]
                assert code in ("stale", "illegal_action", "already_chosen"), told
        tried = {whose[key] for key in whose} & set(self.movers)
        assert set(accepted) == tried
        assert len(tried) == 1 or self.sealed
        for by_key in accepted.values():
            ((_key, bodies),) = by_key.items()  # one key a player
            assert len(set(bodies)) == 1  # and one answer to it, however often it was sent
        assert fresh == len(tried)
        self.accepted = fresh
        return [key for by_key in accepted.values() for key in by_key]


def test_fifty_clients_at_once_are_one_action_a_turn(installation: Installation) -> None:
    drawn = trial.prepare(installation, players=6, rounds=1, boards=1)
    urls = [installation.serve()]
    if os.environ["FUSHI_TEST_SERVICES"] == "full":
        urls.append(installation.serve())
    trial.step(installation, "release", drawn.stage)
    source = random.Random(SEED)
    with httpx.Client(trust_env=False, timeout=60) as http, crowd(urls) as clients:
        seats = players_of_one_table(http, urls, drawn.codes)
        actions = play_against_each_other(seats, clients, source)
        log = seats[0].get(f"plays/{actions[0].play}/log/")["entries"]
    seqs = [entry["seq"] for entry in log if entry["seq"] is not None]
    assert seqs == list(range(1, len(seqs) + 1))
    revealed = sum(entry["kind"] == "doubles_revealed" for entry in log)
    assert sum(turn.accepted for turn in actions) == len(seqs) - revealed + 2 * revealed
    assert len(actions) > 10
    installation.manage("check_log")


def play_against_each_other(seats: list[Seat], clients: Crowd, source: random.Random) -> list[Turn]:
    """A whole play; in the end a request of each turn is repeated. The turns."""
    turns: list[Turn] = []
    sent: list[Request] = []
    first_answers: dict[str, str] = {}
    while True:
        views = {seat.token: view for seat in seats if (view := seat.get("me/play/")["play"])}
        if not any(view["expected"] for view in views.values()):
            break
        turn = Turn(views, source)
        everybody = turn.seq < 3 or turn.sealed or turn.seq % 12 == 0
        requests = turn.requests(CLIENTS if everybody else A_HANDFUL)
        answers = clients.send(requests)
        winners = turn.check(requests, answers)
        turns.append(turn)
        sent += [request for request in requests if request["key"] in winners][:1]
        first_answers |= {a["key"]: a["body"] for a in answers if a["status"] == 201}
    # Long after, and at whichever process, a repeated request has its first answer.
    for answer in clients.send(sent[:CLIENTS]):
        assert (answer["status"], answer["replayed"]) == (201, True)
        assert answer["body"] == first_answers[answer["key"]]
    return turns
