"""Write transactions take turns, nest, roll back; hints follow the commit and never hurt."""

from __future__ import annotations

import fcntl
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection, connections, transaction

from games import db
from games.db import send_hint, write_transaction


def in_thread(function: Any) -> Any:
    """Call with a database connection that the thread closes itself."""
    try:
        return function()
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_a_write_transaction_inside_another_belongs_to_it() -> None:
    @write_transaction()
    def create_both() -> None:
        Group.objects.create(name="outer")
        with write_transaction():
            Group.objects.create(name="inner")
        raise RuntimeError("after both")

    with pytest.raises(RuntimeError, match="after both"):
        create_both()
    assert not Group.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_service_may_be_decorated() -> None:
    @write_transaction()
    def create(name: str) -> Group:
        assert connection.in_atomic_block
        return Group.objects.create(name=name)

    create("a")
    create("b")
    assert Group.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_many_threads_lose_no_update() -> None:
    group = Group.objects.create(name="0")

    def increment() -> None:
        for _ in range(10):
            with write_transaction():
                found = Group.objects.select_for_update().get(pk=group.pk)
                found.name = str(int(found.name) + 1)
                found.save()

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(in_thread, increment) for _ in range(6)]:
            done.result()
    group.refresh_from_db()
    assert group.name == "60"


def test_waiting_threads_are_served_in_the_order_of_their_coming() -> None:
    queue = db._Queue()
    served: list[int] = []

    def wait(number: int) -> None:
        with queue:
            served.append(number)

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(8)]
    with queue:
        for number, thread in enumerate(threads):
            thread.start()
            while len(queue._waiting) <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert served == list(range(8))


def test_another_process_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "database.sqlite3"
    entered = threading.Event()

    def write() -> None:
        with db._turn(str(path)):
            entered.set()

    with open(f"{path}.writing", "a") as held_elsewhere:
        fcntl.flock(held_elsewhere, fcntl.LOCK_EX)
        thread = threading.Thread(target=write)
        thread.start()
        assert not entered.wait(0.1)
    assert entered.wait(10)
    thread.join()


class Recorder:
    """Stands for a Celery task: remembers what is published, or fails as a broker does."""

    name = "recorder"

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault
        self.published: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def apply_async(self, args: tuple[Any, ...], **options: Any) -> None:
        self.published.append((args, options))
        if self.fault is not None:
            raise self.fault


@pytest.fixture(autouse=True)
def rested_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "_broker", db._Broker())


@pytest.mark.django_db(transaction=True)
def test_a_hint_goes_out_after_the_commit_and_without_retrying() -> None:
    task = Recorder()
    with transaction.atomic():
        send_hint(task, 7, "field")
        assert task.published == []
    options = {"retry": False, "ignore_result": True, "countdown": 0.0}
    assert task.published == [((7, "field"), options)]


@pytest.mark.django_db(transaction=True)
def test_a_hint_that_rests_is_sent_once_and_others_are_not_held_up() -> None:
    task = Recorder()
    for number in (7, 7, 8, 7):
        send_hint(task, number, rest=60.0)
    assert [args for args, _ in task.published] == [(7,), (8,)]
    often = Recorder()
    for _ in range(2):
        send_hint(often, 9)
    for _ in range(2):
        send_hint(often, 9, after=0.5, rest=0.5)
    assert [options["countdown"] for _, options in often.published] == [0.0, 0.0, 0.5]


@pytest.mark.django_db(transaction=True)
def test_no_hint_goes_out_for_what_was_rolled_back() -> None:
    task = Recorder()

    @write_transaction()
    def fail() -> None:
        send_hint(task, 7)
        raise RuntimeError("rolled back")

    with pytest.raises(RuntimeError, match="rolled back"):
        fail()
    assert task.published == []


@pytest.mark.django_db(transaction=True)
def test_a_broken_broker_is_not_noticed_and_not_asked_again_at_once() -> None:
    task = Recorder(fault=ConnectionError("refused"))
    for _ in range(3):
        with transaction.atomic():
            send_hint(task, 7)
    assert len(task.published) == 1
