"""Two directors do the same at once: one wins, the other is told what happened and who did it.

The servers are processes of their own on the database of this test: one where SQLite is embedded,
two on PostgreSQL. Each director sends to another one where there are two.
"""

from __future__ import annotations

import os
import re
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from engine.actions import action_from_data
from engine.bots import make_bot
from engine.hand import view
from games.db import write_transaction
from games.models import LogEntry, Play, PlayState, Table
from games.queries import chairs_of, state_of
from games.services.do_action import do_action
from tests.services import Installation, clean_environment
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.factories import count_and_publish, drawn_stage, facts, finish, plays_of
from tests.tournaments.people import user_with
from tournaments.models import AuditEntry, Entrant, Role, Ruling, Stage, Substitution
from tournaments.services.actors import SYSTEM
from tournaments.services.issue_api_key import issue_api_key

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage() -> Stage:
    return drawn_stage(entrants=9, rounds=3, boards=4)


@pytest.fixture
def addresses(stage: Stage, tmp_path: Path) -> Iterator[list[str]]:
    """Where the event is served: one address, or two on servers."""
    full = os.environ["FUSHI_TEST_SERVICES"] == "full"
    given = connection.settings_dict
    url = f"sqlite:///{given['NAME']}"
    if full:
        user = given["USER"] + (f":{given['PASSWORD']}" if given["PASSWORD"] else "")
        url = f"postgresql://{user}@{given['HOST']}:{given['PORT']}/{given['NAME']}"
    own = {"REDIS_URL": os.environ["REDIS_URL"]} if full else {}
    environment = clean_environment(
        DATABASE_URL=url,
        FUSHI_VAR_DIR=str(tmp_path),
        SECRET_KEY=settings.SECRET_KEY,
        ALLOWED_HOSTS="127.0.0.1",
        FUSHI_REDIS_NAMESPACE=f"fushi-{uuid.uuid4().hex[:8]}",
        **own,
    )
    installation = Installation(tmp_path, environment)
    try:
        yield [installation.serve() for _ in range(2 if full else 1)]
    finally:
        installation.close()


@dataclass
class Program:
    """A director's program at one of the servers."""

    reference: str
    client: httpx.Client

    def send(self, method: str, path: str, body: Any, **headers: str) -> httpx.Response:
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        return self.client.request(method, path, json=body, headers=headers)


def at_once(*asked: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Ask everything at the same moment; the answers in the order of the questions."""
    start = threading.Barrier(len(asked))

    def ask(one: Callable[[], httpx.Response]) -> httpx.Response:
        start.wait(20)
        return one()

    with ThreadPoolExecutor(len(asked)) as pool:
        return list(pool.map(ask, asked))


@dataclass
class Two:
    """Two directors' programs."""

    dora: Program
    emil: Program

    def collide(
        self,
        path: str,
        *bodies: Any,
        method: str = "POST",
        lost: str,
        code: str = "refused",
        **how: str,
    ) -> tuple[httpx.Response, httpx.Response]:
        """Let both send; return who won and who lost, who was told of the other."""
        pair = (self.dora, self.emil)
        one, other = at_once(
            *(
                lambda each=each, body=body: each.send(method, path, body, **how)
                for each, body in zip(pair, (bodies * 2)[:2], strict=True)
            )
        )
        won, refused = sorted((one, other), key=lambda answer: answer.status_code)
        assert won.status_code in (200, 201), won.text
        assert refused.status_code in (409, 412), (path, refused.text)
        told = refused.json()
        assert told["code"] == code, told
        assert told.get("refusal", told["code"]) == lost, told
        winner = pair[0] if won is one else pair[1]
        assert told["changed_by"]["actor"] == winner.reference
        assert told["changed_by"]["at"]
        return won, refused


@pytest.fixture
def two(stage: Stage, addresses: list[str]) -> Iterator[Two]:
    """Each with a key of the event."""
    programs = []
    for number, name in enumerate(("dora", "emil")):
        row, key = issue_api_key(stage.event, Role.DIRECTOR, name, SYSTEM)
        base = f"{addresses[number % len(addresses)]}/api/v1/events/{stage.event.slug}/"
        client = httpx.Client(
            base_url=base,
            headers={"Authorization": f"Bearer {key}"},
            timeout=30,
            trust_env=False,
        )
        programs.append(Program(f"key:{row.pk}", client))
    yield Two(*programs)
    for each in programs:
        each.client.close()


def act_at(table: Table, actions: int) -> Play:
    """Let bots take some actions at a table."""
    bot = make_bot("chance", 1)
    play = Play.objects.select_related("table", "board__board_set").get(
        table=table, state=PlayState.PLAYING
    )
    for _ in range(actions):
        with write_transaction():
            state = state_of(play)
            position = state.to_act[0]
            chosen = action_from_data(bot.choose(view(state, position).to_data()))
            do_action(play, state, position, chosen, chairs_of(play.table_id), timezone.now())
            play.refresh_from_db()
    return play


def entries(verb: str) -> int:
    return AuditEntry.objects.filter(verb=verb).count()


def test_of_two_decisions_about_the_same_one_counts_and_the_other_is_told(
    stage: Stage, two: Two, addresses: list[str]
) -> None:
    key = {"Idempotency-Key": "sent twice"}
    sent = [lambda: two.dora.send("POST", "rounds/1/release/", {}, **key)] * 4
    answers = [(told.status_code, told.text) for told in at_once(*sent)]
    assert answers == [(200, answers[0][1])] * 4
    assert entries("release_round") == 1
    back = {"reason": "once more"}
    two.collide("rounds/1/undo-release/", back, lost="not_released")
    two.collide("rounds/1/release/", {}, lost="not_drawn")
    assert Table.objects.count() == 3
    tables = list(Table.objects.order_by("number"))

    play = act_at(tables[2], 2)
    undo = {"reason": "misclick", "seq": play.seq}
    two.collide(f"tables/{tables[2].pk}/undo/", undo, lost="stale", code="stale")
    assert LogEntry.objects.filter(play=play, kind="undone").count() == entries("undo_action") == 1
    two.collide(f"tables/{tables[2].pk}/freeze/", {"reason": "quarrel"}, lost="already_frozen")
    two.collide("pause/", {"reason": "alarm"}, lost="already_paused")
    two.collide("resume/", {"reason": "false alarm"}, lost="not_paused")

    for each in plays_of(stage.rounds.get(number=1)):
        if each.table_id != tables[2].pk:
            finish(each, facts(1, 2))
    first, second, *_ = plays_of(stage.rounds.get(number=1), board=1)
    third, *_ = plays_of(stage.rounds.get(number=1), board=2)
    right = [{"facts": facts(2, bid), "reason": "misread"} for bid in (1, 3)]
    two.collide(f"plays/{first.pk}/correct/", *right, lost="decided_meanwhile")
    assert first.results.count() == 2
    award = [
        {"kind": "scores", "play": second.pk, "positions": {"1": {"award": name}}, "reason": "late"}
        for name in ("average", "average_minus")
    ]
    two.collide("rulings/", *award, lost="decided_meanwhile")
    seats = {"kind": "seats", "play": third.pk, "seats": ["A", "B"], "reason": "wrong chairs"}
    two.collide("rulings/", seats, lost="decided_meanwhile")
    away = {"kind": "withdrawn", "board": 3, "reason": "a card was missing"}
    won, _ = two.collide("rulings/", away, lost="already_withdrawn")
    assert Ruling.objects.count() == 3
    back = {"reason": "it was found"}
    two.collide(f"rulings/{won.json()['made']['id']}/reverse/", back, lost="already_reversed")

    entrant = Entrant.objects.get(number=1)
    slow = {"entrant": entrant.pk, "percentage": "10", "reason": "slow"}
    two.collide("penalties/", slow, lost="decided_meanwhile")
    assert Ruling.objects.filter(kind="penalty").count() == entries("rule_penalty") == 1
    tried = {**slow, "dry_run": True}
    shown = [one.send("POST", "penalties/", tried) for one in (two.dora, two.emil)]
    tokens = [{**slow, "preview": answer.json()["preview"]} for answer in shown]
    two.collide("penalties/", *tokens, lost="preview_outdated", code="preview_outdated")
    assert Ruling.objects.filter(kind="penalty").count() == 2

    names = [{"entrant": entrant.pk, "name": name, "reason": "ill"} for name in ("Zhao", "Qian")]
    two.collide("substitutions/", *names, lost="has_substitute")
    assert Substitution.objects.count() == 1
    leaver = {"entrant": Entrant.objects.get(number=5).pk, "reason": "a train"}
    won_back = two.collide("withdrawals/", leaver, lost="already_withdrawn")
    assert won_back[0].status_code == 201
    assert entries("withdraw_entrant") == 1

    tag = two.dora.send("GET", "settings/", None).headers["ETag"]
    places = [{"place": "Hall 1"}, {"place": "Hall 2"}]
    two.collide(
        "settings/", *places, method="PATCH", lost="changed_meanwhile",
        code="changed_meanwhile", **{"If-Match": tag},
    )  # fmt: skip
    assert entries("change_event") == 1

    on_their_pages(stage, addresses)
    for each in plays_of(stage.rounds.get(number=1)):
        if each.table_id == tables[2].pk:
            finish(each, facts(3, 1))
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def on_their_pages(stage: Stage, addresses: list[str]) -> None:
    """The same by two browsers: a penalty whose difference both have seen, and a release."""
    browsers = [Browser(stage, name, addresses[n % len(addresses)]) for n, name in enumerate("de")]
    body = {"what": "penalty", "number": "2", "percentage": "10"}
    for each in browsers:
        page = each.post("decide/", body).text
        found = re.search(r'name="preview" value="(\w+)"', page)
        assert found is not None
        each.shown = found[1]
    answers = at_once(
        *(
            lambda each=each: each.post(
                "decide/", {**body, "preview": each.shown, "reason": "loud"}
            )
            for each in browsers
        )
    )
    won, lost = sorted(answers, key=lambda answer: "Something happened since" in answer.text)
    assert "Done: A penalty of 10 %" in won.text
    assert "Something happened since" in lost.text
    winner = browsers[answers.index(won)].name
    assert re.search(rf"\({winner}, \d\d:\d\d:\d\d: A penalty was given\)", lost.text)
    assert Ruling.objects.filter(kind="penalty", entrant__number=2).count() == 1

    body = {"do": "release", "round": "2", "early": "on", "reason": "time"}
    answers = at_once(*(lambda each=each: each.post("rounds/", body) for each in browsers))
    lost = next(answer for answer in answers if "released already" in answer.text)
    winner = browsers[1 - answers.index(lost)].name
    assert re.search(rf"\({winner}, \d\d:\d\d:\d\d: A round was released\)", lost.text)
    assert Table.objects.filter(round_table__round__number=2).count() == 2  # eight are left
    for each in browsers:
        each.client.close()


class Browser:
    """A director's browser, signed in, with its token for forms."""

    def __init__(self, stage: Stage, name: str, address: str) -> None:
        client = Client()
        client.force_login(user_with(stage.event, Role.DIRECTOR, name))
        self.name, self.shown = name, ""
        self.client = httpx.Client(
            base_url=f"{address}/direct/{stage.event.slug}/",
            cookies={"sessionid": client.cookies["sessionid"].value},
            follow_redirects=True,
            timeout=30,
            trust_env=False,
        )
        page = self.client.get("rounds/")
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert found is not None
        self.token = found[1]

    def post(self, path: str, body: dict[str, str]) -> httpx.Response:
        return self.client.post(path, data={**body, "csrfmiddlewaretoken": self.token})
