"""What changes who plays takes effect from the round that a director names on the page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.factories import drawn_stage, release
from tests.tournaments.people import user_with
from tournaments.models import LineUp, Role, Stage, Substitution
from tournaments.services import create_event, create_stage
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_stage import draw_stage
from tournaments.services.import_entrants import import_entrants

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = drawn_stage(entrants=12, rounds=4, boards=3)
    release(stage)
    return stage


def owner(stage: Stage) -> User:
    return user_with(stage.event, Role.OWNER, "owner")


def posted(stage: Stage, page: str, **form: str) -> str:
    client = Client()
    client.force_login(User.objects.filter(username="owner").first() or owner(stage))
    answer = client.post(f"/direct/{stage.event.slug}/{page}", form, follow=True)
    assert answer.status_code == 200
    stage.refresh_from_db()
    return str(answer.content.decode())


def seated(stage: Stage, number: int) -> list[bool]:
    """In which of the rounds an entrant sits at a table or has a bye."""
    assert stage.movement is not None
    numbers = stage.movement["entrants"]
    found = []
    for each in stage.movement["rounds"]:
        indexes = [*each["byes"], *(p for table in each["tables"] for p in table["players"])]
        found.append(number in {numbers[index] for index in indexes})
    return found


def test_who_leaves_after_the_next_round_still_plays_it(stage: Stage) -> None:
    why = {"reason": "a train"}
    posted(stage, "entrants/", do="withdraw", number="5", from_round="4", **why)
    assert seated(stage, 5) == [True, True, True, False]
    refused = posted(stage, "entrants/", do="withdraw", number="6", from_round="1", **why)
    assert "Round 1 is released" in refused
    assert seated(stage, 6) == [True] * 4


def test_who_comes_later_than_the_next_round_is_entered_from_theirs(stage: Stage) -> None:
    form = {"do": "import", "text": "name\nLin Xia", "from_round": "3", "reason": "a late train"}
    page = posted(stage, "entrants/", **form)
    assert "from round (empty" in page
    assert seated(stage, 13) == [False, False, True, True]


def test_a_substitute_and_fewer_tables_begin_with_the_round_that_is_named(stage: Stage) -> None:
    form = {"do": "substitute", "number": "2", "name": "Zhao Min", "from_round": "3"}
    posted(stage, "entrants/", reason="ill", **form)
    assert Substitution.objects.get().first_round == 3
    posted(stage, "rounds/", do="tables", tables="3", from_round="4", reason="a room less")
    assert stage.movement is not None
    assert [len(each["tables"]) for each in stage.movement["rounds"]] == [4, 4, 4, 3]


def test_a_line_up_names_places_beyond_nine_and_its_round() -> None:
    event = create_event(name="Cup", actor=SYSTEM)
    kind = "teams-round-robin"
    stage = create_stage(event, rounds=2, boards_per_round=3, kind=kind, actor=SYSTEM)
    lines = [f"{team}{n},{team}" for team in "ABCDEFGHI" for n in range(1, 12)]
    import_entrants(stage.event, "name,team\n" + "\n".join(lines), SYSTEM)
    draw_stage(stage, SYSTEM)
    posted(stage, "entrants/", do="line-up", number="1", places="10 2 11", from_round="2")
    posted(stage, "entrants/", do="line-up", number="2", places="321")
    made = LineUp.objects.order_by("entrant__number").values_list("places", "from_round")
    assert list(made) == [([10, 2, 11], 2), ([3, 2, 1], 1)]


def test_a_session_that_is_not_there_is_not_revealed(stage: Stage) -> None:
    client = Client()
    client.force_login(owner(stage))
    form = {"do": "reveal", "session": "7"}
    assert client.post(f"/direct/{stage.event.slug}/rounds/", form).status_code == 404
