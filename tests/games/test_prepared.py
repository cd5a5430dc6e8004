"""A prepared query finds what its queryset finds, in every thread, compiled once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.db.models import F

from games.models import LogEntry, Play
from games.prepared import PreparedInsert, PreparedObjects, PreparedRows, PreparedUpdate
from tests.games.hall import Hall

plays = PreparedObjects(
    lambda table, state: Play.objects.select_related("table", "board").filter(
        table=table, state=state
    ),
    str,
    str,
)
numbers = PreparedRows(
    lambda table, number: (
        LogEntry.objects.filter(table=table, number__gt=number)
        .order_by("-number")
        .values_list("number", "data", "at")
    ),
    str,
    int,
)


def test_objects_are_those_of_the_queryset_with_their_relations(
    hall: Hall, django_assert_num_queries: object
) -> None:
    hall.auction(0)
    play = plays.first(hall.table.pk, "playing")
    assert play is not None
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert play.table.number == 4
        assert play.board.number == 1
    plain = Play.objects.values().get(state="playing")
    assert {name: getattr(play, name) for name in plain} == plain
    assert plays.first(hall.table.pk, "finished") is None
    play.state = "finished"
    play.save(update_fields=["state"])
    again = plays.first(hall.table.pk, "finished")
    assert again == play


def test_rows_are_those_of_the_queryset(hall: Hall) -> None:
    hall.auction(0, 1)
    for after in (0, 1, 3):
        wanted = LogEntry.objects.filter(number__gt=after).order_by("-number")
        found = numbers(hall.table.pk, after)
        assert found == list(wanted.values_list("number", "data", "at"))


def test_a_written_row_reads_back_as_the_ordinary_way_writes_it(hall: Hall) -> None:
    hall.auction(1)
    model = LogEntry.objects.get(seq=1)
    columns = [field.attname for field in LogEntry._meta.concrete_fields if field.attname != "id"]
    values = {name: getattr(model, name) for name in columns} | {"number": 40, "seq": None}
    values["data"] = {"value": 1, "说": ["\u2028", None, 1.5]}
    PreparedInsert(LogEntry)(LogEntry(**values))
    found = LogEntry.objects.get(number=40)
    assert {name: getattr(found, name) for name in columns} == values


def test_an_update_writes_its_fields_of_its_row_only(hall: Hall) -> None:
    play, other = Play.objects.order_by("order")[:2]
    play.seq, play.snapshot, play.positions = 17, {"a": None}, "XYZ"
    PreparedUpdate(Play, "seq", "snapshot")(play)
    found = Play.objects.get(pk=play.pk)
    assert (found.seq, found.snapshot, found.positions) == (17, {"a": None}, "ABC")
    untouched = Play.objects.values().get(pk=other.pk)
    assert untouched == {name: getattr(other, name) for name in untouched}


def test_every_thread_asks_over_its_own_connection(committed_hall: Hall) -> None:
    def ask() -> int:
        try:
            return len(numbers(committed_hall.table.pk, 0))
        finally:
            connections.close_all()

    assert ask() == 1
    with ThreadPoolExecutor(2) as pool:
        found = [pool.submit(ask) for _ in range(4)]
        assert [each.result() for each in found] == [1] * 4
    assert ask() == 1


def test_a_parameter_that_does_not_reach_the_query_is_refused(db: None) -> None:
    vanishing = PreparedRows(
        lambda name, other: (
            Play.objects.filter(table=name).annotate(same=F("pk")).values_list("pk")
        ),
        str,
        str,
    )
    with pytest.raises(ValueError, match="every parameter"):
        vanishing("a", "b")
