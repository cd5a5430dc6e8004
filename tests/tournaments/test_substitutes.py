"""A substitute plays, the entrant is ranked, and the record names who sat."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, Seat
from tournaments.errors import EventRefused, NotPermitted
from tournaments.models import Entrant, Role, Stage, Substitution
from tournaments.queries.my_event import my_event
from tournaments.services.actors import SYSTEM
from tournaments.services.substitute import end_substitution, substitute
from tournaments.services.withdraw_entrant import withdraw_entrant

from .brute_force import assert_equals_brute_force
from .directing import with_key
from .factories import count_and_publish, drawn_stage, facts, play_round, release
from .people import outsider, scorer_of, user_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return drawn_stage(entrants=9, rounds=4, boards=2)


def entrant(stage: Stage, number: int = 1) -> Entrant:
    return stage.event.entrants.get(number=number)


def sitter(stage: Stage, round_number: int) -> str:
    """The name of who sits for entrant 1 in a round."""
    seats = Seat.objects.filter(
        table__round_table__round__stage=stage, table__round_table__round__number=round_number
    )
    return seats.get(sitting__entrant__number=1).player.person.name


def test_a_substitute_plays_rounds_2_and_3(stage: Stage) -> None:
    who = entrant(stage)
    play_round(release(stage, 1), lambda _: facts(1))
    _, code = substitute(who, SYSTEM, "a fever", name="Zhao Min")
    assert code is not None
    stand_in = Player.objects.get(person__name="Zhao Min")
    mine = my_event(stand_in)
    assert mine is not None
    assert mine.entrant.number == 1
    for number in (2, 3):
        play_round(release(stage, number), lambda _: facts(2, 2))
    end_substitution(who, SYSTEM, "well again")
    play_round(release(stage, 4), lambda _: facts(3))
    assert [sitter(stage, number) for number in (1, 2, 3, 4)] == [
        "Player 1",
        "Zhao Min",
        "Zhao Min",
        "Player 1",
    ]
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    rows = {row["number"]: row for row in stage.versions.latest("number").payload["rows"]}
    assert rows[1]["boards"] == 8
    assert len(rows) == 9


def test_pages_and_api_name_who_sat(stage: Stage) -> None:
    substitute(entrant(stage), SYSTEM, name="Zhao Min")
    client, slug = Client(), stage.event.slug
    assert "Zhao Min" in client.get(f"/e/{slug}/rounds/1/").content.decode()
    play_round(release(stage, 1), lambda _: facts(1))
    count_and_publish(stage)
    assert "Zhao Min" in client.get(f"/e/{slug}/rounds/1/").content.decode()
    assert "Zhao Min" in client.get(f"/e/{slug}/boards/1/").content.decode()
    assert "Zhao Min" in client.get(f"/e/{slug}/entrants/{entrant(stage).pk}/").content.decode()
    tables = client.get(f"/api/v1/events/{slug}/rounds/1/").json()["tables"]
    named = {
        (chair["entrant"]["number"], chair["player"])
        for table in tables
        for chair in table["seats"]
        if chair["player"]
    }
    assert named == {(1, "Zhao Min")}


def test_one_substitute_relieves_another_and_may_come_again(stage: Stage) -> None:
    who = entrant(stage)
    first, _ = substitute(who, SYSTEM, name="Zhao Min")
    release(stage, 1)
    substitute(who, SYSTEM, name="Qian Duo")
    play_round(stage.rounds.get(number=1), lambda _: facts(1))
    play_round(release(stage, 2), lambda _: facts(1))
    _, code = substitute(who, SYSTEM, player=first.player)
    assert code is None
    release(stage, 3)
    assert [sitter(stage, number) for number in (1, 2, 3)] == ["Zhao Min", "Qian Duo", "Zhao Min"]


def test_a_substitute_who_never_sat_leaves_no_trace_in_the_seats(stage: Stage) -> None:
    substitute(entrant(stage), SYSTEM, name="Zhao Min")
    end_substitution(entrant(stage), SYSTEM)
    release(stage, 1)
    assert sitter(stage, 1) == "Player 1"


class TestRefusals:
    def code_of(self, stage: Stage, **options: object) -> str:
        with pytest.raises(EventRefused) as caught:
            substitute(entrant(stage), SYSTEM, **options)  # type: ignore[arg-type]
        return caught.value.code

    def test_without_a_name(self, stage: Stage) -> None:
        assert self.code_of(stage, name="  ") == "name_missing"

    def test_who_has_a_seat(self, stage: Stage) -> None:
        assert self.code_of(stage, player=entrant(stage, 2).player) == "plays_already"

    def test_who_plays_for_another(self, stage: Stage) -> None:
        made, _ = substitute(entrant(stage, 2), SYSTEM, name="Zhao Min")
        assert self.code_of(stage, player=made.player) == "plays_already"

    def test_of_another_event(self, stage: Stage) -> None:
        other = drawn_stage(entrants=9)
        assert self.code_of(stage, player=entrant(other).player) == "not_in_this_event"

    def test_for_a_released_round(self, stage: Stage) -> None:
        release(stage, 1)
        assert self.code_of(stage, name="Zhao Min", from_round=1) == "round_released"

    def test_after_the_last_round(self, stage: Stage) -> None:
        assert self.code_of(stage, name="Zhao Min", from_round=5) == "no_round_left"

    def test_for_who_withdrew(self, stage: Stage) -> None:
        withdraw_entrant(entrant(stage), SYSTEM)
        assert self.code_of(stage, name="Zhao Min") == "entrant_withdrawn"

    def test_nobody_to_relieve(self, stage: Stage) -> None:
        with pytest.raises(EventRefused) as caught:
            end_substitution(entrant(stage), SYSTEM)
        assert caught.value.code == "no_substitute"

    def test_who_has_no_right(self, stage: Stage) -> None:
        for actor in (scorer_of(stage.event), outsider()):
            with pytest.raises(NotPermitted):
                substitute(entrant(stage), actor, name="Zhao Min")
            with pytest.raises(NotPermitted):
                end_substitution(entrant(stage), actor)


class TestSomebodyWhoIsCalledTheSame:
    def test_a_person_who_plays_does_not_sit_for_another(self) -> None:
        stage = drawn_stage(entrants=9, rounds=2, boards=1)
        other = entrant(stage, 2).person.name
        for name in (other, other.upper(), f" {other} "):
            with pytest.raises(EventRefused) as caught:
                substitute(entrant(stage), SYSTEM, name=name)
            assert caught.value.code == "same_name"
        assert not Substitution.objects.exists()
        made, _code = substitute(entrant(stage), SYSTEM, name=other, sure=True)
        assert made.player.person.name == other
        assert made.player.person_id != entrant(stage, 2).person_id

    def test_nor_does_a_substitute_who_sits_for_somebody_else(self) -> None:
        stage = drawn_stage(entrants=9, rounds=2, boards=1)
        substitute(entrant(stage, 2), SYSTEM, name="Zhao Min")
        with pytest.raises(EventRefused, match="Zhao Min"):
            substitute(entrant(stage, 3), SYSTEM, name="Zhao Min")
        withdraw_entrant(entrant(stage, 5), SYSTEM)
        substitute(entrant(stage, 3), SYSTEM, name=entrant(stage, 5).person.name)

    def test_a_name_that_cannot_be_read_is_refused(self) -> None:
        stage = drawn_stage(entrants=9, rounds=2, boards=1)
        names = {"  ": "name_missing", "A" * 81: "bad_name", "A\u202eB": "bad_name"}
        for name, code in names.items():
            with pytest.raises(EventRefused) as caught:
                substitute(entrant(stage), SYSTEM, name=name)
            assert caught.value.code == code

    def test_the_page_asks_and_takes_the_answer(self) -> None:
        stage = drawn_stage(entrants=9, rounds=2, boards=1)
        browser = Client()
        browser.force_login(user_with(stage.event, Role.DIRECTOR))
        address = f"/direct/{stage.event.slug}/entrants/"
        name = entrant(stage, 2).person.name
        form = {"do": "substitute", "number": "1", "name": name, "reason": "ill"}
        page = browser.post(address, form).content.decode()
        assert f"Somebody called {name} plays already." in page
        assert 'name="reason" value="ill"' in page
        browser.post(address, {**form, "sure": "on"})
        assert Substitution.objects.get().player.person.name == name
        program = with_key(stage.event)
        body = {"entrant": entrant(stage, 3).pk, "name": name, "reason": "ill"}
        assert program.post("substitutions/", body).json()["refusal"] == "same_name"
        assert program.post("substitutions/", {**body, "sure": True}).status_code == 201
