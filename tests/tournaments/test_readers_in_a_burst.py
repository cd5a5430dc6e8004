"""While results arrive, each answer is one version from end to end, whatever it is read from.

Two processes end plays, so that one board after the other opens; a director corrects board 1 once
after each version; a thread counts and publishes without pause; readers fetch the newest version.
"""

from __future__ import annotations

import csv
import io
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from tournaments.models import DirtyMark, FrequencyRow, SeatResult, Stage, StandingsVersion
from tournaments.tasks import sweep

from .factories import correct, count_and_publish, drawn_stage, plays_of, random_facts, release
from .test_concurrency import ROOT, environment

pytestmark = pytest.mark.django_db(transaction=True)

publishing = import_module("tournaments.services.publish_standings")
EVENT = "/e/spring-cup"
API = "/api/v1/events/spring-cup"
#: What a reader has read: the version it says it is, and its figures.
Read = tuple[int, dict[Any, Any]]


def standings_of_api(client: Client) -> Read:
    told = client.get(f"{API}/standings/").json()
    return told["version"], {
        row["entrant"]["number"]: (row["rank"], Fraction(row["score"]), row["percentage"])
        for row in told["results"]
    }


def standings_of_page(client: Client) -> Read:
    page = client.get(f"{EVENT}/standings/", headers={"Accept-Language": "en"}).content.decode()
    version = re.search(r"Version (\d+)", page)
    rows = re.findall(r'<tr data-key="(\w+)">(.*?)</tr>', page, re.DOTALL)
    found = {key: Fraction(re.findall(r'total" data-sort="([^"]*)"', row)[0]) for key, row in rows}
    return int(version[1]) if version else 0, found


def lines_of(client: Client, name: str) -> tuple[int, list[dict[str, str]]]:
    response = client.get(f"{EVENT}/files/{name}")
    version = re.search(r"-v(\d+)\.csv", response["Content-Disposition"])
    assert version is not None
    return int(version[1]), list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def standings_of_file(client: Client) -> Read:
    version, lines = lines_of(client, "standings.csv")
    return version, {int(line["number"]): Fraction(line["score"]) for line in lines}


def totals_of_results(client: Client) -> Read:
    """Each entrant's scores of the file of all results, added up."""
    version, lines = lines_of(client, "results.csv")
    totals: dict[int, Fraction] = {}
    for line in lines:
        number = int(line["number"])
        totals[number] = totals.get(number, Fraction(0)) + Fraction(line["score"])
    return version, totals


def tables_of_last_board(client: Client) -> Read:
    """The frequency tables of the board opened last, by board and position."""
    number = client.get(f"{API}/boards/").json()["results"][-1]["number"]
    told = client.get(f"{API}/boards/{number}/").json()
    return told["version"], {
        (number, table["position"]): {
            line["points"]: (Fraction(line["weight"]), Fraction(line["score"]))
            for line in table["lines"]
        }
        for table in told["frequency"]
    }


READERS: tuple[Callable[[Client], Read], ...] = (
    standings_of_api,
    standings_of_page,
    standings_of_file,
    totals_of_results,
    tables_of_last_board,
)


def expected(what: str, figures: dict[Any, Any], version: StandingsVersion) -> dict[Any, Any]:
    """What a reader must have read of a version: its payload, and the tables of its manifest."""
    rows = version.payload["rows"]
    match what:
        case "standings_of_api":
            return {
                row["number"]: (row["rank"], Fraction(row["score"]), row["percentage"])
                for row in rows
            }
        case "standings_of_page":
            return {row["entrant"]: Fraction(row["score"]) for row in rows}
        case "standings_of_file":
            return {row["number"]: Fraction(row["score"]) for row in rows}
        case "totals_of_results":
            return {row["number"]: Fraction(row["score"]) for row in rows if row["boards"]}
    board = next(iter(figures))[0]
    tables: dict[Any, dict[int, tuple[Fraction, Fraction]]] = {}
    lines = FrequencyRow.objects.filter(field__board__number=board).select_related("field")
    for line in lines:
        if version.manifest.get(str(line.field_id)) == line.generation:
            tables.setdefault((board, line.field.position), {})[line.value] = (
                Fraction(line.weight_numerator, line.weight_denominator),
                Fraction(line.score_numerator, line.score_denominator),
            )
    return tables


def correct_after_each_version(stage: Stage, times: int) -> None:
    """Correct one result of board 1 after the other, each when the one before is published."""
    plays = plays_of(stage.rounds.get(), board=1)
    source = random.Random(7)
    deadline = time.monotonic() + 60
    while times:
        waits = Stage.objects.filter(pk=stage.pk, marks=None, versions__number__gte=1)
        if waits.exists() and not DirtyMark.objects.filter(field__board__number=1).exists():
            correct(plays[times % len(plays)], random_facts(source))
            times -= 1
        assert time.monotonic() < deadline, "nothing is published any more"
        time.sleep(0.01)


def test_readers_never_see_a_mixture_of_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "SPACING", timedelta(milliseconds=20))
    stage = drawn_stage(entrants=9, rounds=1, boards=12)
    release(stage)
    done = threading.Event()
    read: list[tuple[str, Read]] = []

    def again_and_again(do: Callable[[], object]) -> None:
        try:
            while not done.is_set():
                do()
        finally:
            connections.close_all()

    def reader(first: int) -> Callable[[], None]:
        client = Client()

        def read_all() -> None:
            for function in (*READERS[first:], *READERS[:first]):
                if Stage.objects.filter(pk=stage.pk, versions__isnull=False).exists():
                    read.append((function.__name__, function(client)))

        return read_all

    command = [sys.executable, "-m", "tests.tournaments.hand", "play", stage.pk]
    players = [
        subprocess.Popen([*command, part], cwd=ROOT, env=environment()) for part in ("0/2", "1/2")
    ]
    with ThreadPoolExecutor(3) as pool:
        tasks = [pool.submit(again_and_again, do) for do in (sweep, reader(0), reader(2))]
        try:
            correct_after_each_version(stage, 6)
            assert [player.wait(60) for player in players] == [0, 0]
        finally:
            done.set()
            for player in players:
                player.kill()
        for task in tasks:
            task.result()
    count_and_publish(stage)
    assert SeatResult.objects.count() == 3 * 3 * 12
    versions = {each.number: each for each in stage.versions.all()}
    assert {name for name, _ in read} == {function.__name__ for function in READERS}
    assert len({number for _, (number, _) in read}) > 3, "the readers saw many versions"
    for name, (number, figures) in read:
        assert figures == expected(name, figures, versions[number]), (name, number)
