"""A prepared query finds what its queryset finds, in every thread, compiled once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.db.models import F

from games.models import LogEntry, Play
from games.prepared import PreparedObjects, PreparedRows
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
