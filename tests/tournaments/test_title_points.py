"""Title points: what ranks bring, how equal ones share, and where the table is set."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.directing import with_key
from tests.tournaments.factories import new_stage
from tests.tournaments.people import user_with
from tests.tournaments.read.made_event import in_the_middle
from tournaments.errors import EventRefused
from tournaments.models import Role, Stage, StandingsVersion
from tournaments.services.publish_standings import Outcome, publish_standings
from tournaments.services.stage_checks import title_points_from
from tournaments.services.title_points import with_title_points


def told(ranks: list[int], table: list[int], boards: int = 4) -> list[str]:
    payload: dict[str, Any] = {"rows": [{"rank": rank, "boards": boards} for rank in ranks]}
    return [row["title_points"] for row in with_title_points(payload, table)["rows"]]


def test_each_rank_brings_its_own_and_further_ones_nothing() -> None:
    assert told([1, 2, 3, 4], [25, 18, 15]) == ["25", "18", "15", "0"]


def test_equal_ranks_share_the_places_that_they_take() -> None:
    # Three on rank 2 take places 2, 3, 4: (18 + 15 + 12) / 3.
    assert told([1, 2, 2, 2, 5], [25, 18, 15, 12, 10]) == ["25", "15", "15", "15", "10"]
    # Two on rank 3 of a table of three take 15 and nothing.
    assert told([1, 2, 3, 3], [25, 18, 15]) == ["25", "18", "15/2", "15/2"]


def test_who_played_no_board_has_none_and_without_a_table_nothing_is_said() -> None:
    assert told([1, 2], [25, 18], boards=0) == ["0", "0"]
    payload = {"rows": [{"rank": 1, "boards": 4}]}
    assert with_title_points(payload, []) is payload


@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=6),
    table=st.lists(st.integers(0, 50), min_size=1, max_size=30),
)
def test_all_that_the_places_bring_is_given_and_no_more(sizes: list[int], table: list[int]) -> None:
    from fractions import Fraction

    ranks = [1 + sum(sizes[:i]) for i, size in enumerate(sizes) for _ in range(size)]
    assert sum(map(Fraction, told(ranks, table))) == sum(table[: len(ranks)])


def test_points_are_read_as_people_write_them() -> None:
    assert title_points_from("25, 18，15 12、10") == [25, 18, 15, 12, 10]
    assert title_points_from(" ") == []
    for bad in ("25, x", "25, -1", "2.5", "1" * 8):
        with pytest.raises(EventRefused) as refused:
            title_points_from(bad)
        assert refused.value.code == "bad_title_points"


@pytest.mark.django_db
def test_a_table_set_in_the_console_comes_with_the_next_version() -> None:
    made = in_the_middle()
    client = Client()
    client.force_login(user_with(made.event, Role.DIRECTOR))
    settings = f"/direct/{made.slug}/settings/"
    page = f"/e/{made.slug}/standings/"
    assert "Title points" not in client.get(page).content.decode()
    form = {"do": "ranking", "number": 1, "title_points": "25, 18, 15, 12"}
    client.post(settings, {**form, "tie_break": ["total_points", "", "lot"]})
    stage = Stage.objects.get(pk=made.stage.pk)
    assert (stage.title_points, stage.tie_breaks) == ([25, 18, 15, 12], ["total_points", "lot"])
    made.publish()
    assert "Title points" in client.get(page).content.decode()
    assert "Title points" not in client.get(f"{page}?version=2").content.decode()
    shown = client.get(settings).content.decode()
    assert 'value="25, 18, 15, 12"' in shown
    assert shown.count('<option value="lot" selected>') == 1


@pytest.mark.django_db
def test_a_table_and_a_chain_are_set_before_the_draw_and_publish_nothing() -> None:
    stage = new_stage()
    client = Client()
    client.force_login(user_with(stage.event, Role.DIRECTOR))
    form = {"do": "ranking", "number": 1, "title_points": "25, 18", "tie_break": ["lot"]}
    client.post(f"/direct/{stage.event.slug}/settings/", form)
    assert publish_standings(stage.pk) is Outcome.UNCHANGED
    assert publish_standings(stage.pk) is Outcome.NOT_DUE
    assert not StandingsVersion.objects.exists()


@pytest.mark.django_db
def test_a_table_is_set_by_the_api() -> None:
    made = in_the_middle()
    director = with_key(made.event)
    read = director.send("GET", "stages/1/")
    tag = {"If-Match": read["ETag"]}
    told = director.send("PATCH", "stages/1/", {"title_points": [10, 5]}, **tag).json()
    assert told["title_points"] == [10, 5]
    again = {"If-Match": director.send("GET", "stages/1/")["ETag"]}
    bad = director.send("PATCH", "stages/1/", {"title_points": [-1]}, **again)
    assert bad.status_code == 400
