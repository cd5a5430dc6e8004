"""A person's name and other data are corrected by page and API; the audit keeps no text of them."""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Person
from tests.tournaments.directing import with_key
from tests.tournaments.factories import drawn_stage, new_stage, play_stage
from tests.tournaments.people import director_of, user_with
from tournaments.errors import EventRefused, ImportFaults, NotPermitted
from tournaments.models import AuditEntry, Entrant, Event, Role, Stage
from tournaments.services import create_event, import_entrants
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.assign_role import assign_role
from tournaments.services.correct_person import correct_person
from tournaments.services.link_player import link_player
from tournaments.services.remove_person import remove_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Six entrants, nothing drawn: number 2 is Bo of the club East."""
    stage = new_stage(entrants=6, rounds=2, boards=1)
    bo = entrant(stage.event, 2)
    Person.objects.filter(pk=bo.person_id).update(name="Bo")
    Entrant.objects.filter(pk=bo.pk).update(club="East", rating=1500)
    return stage


def entrant(event: Event, number: int) -> Entrant:
    rows = Entrant.objects.select_related("person", "player", "event")
    return rows.get(event=event, number=number)


def correct(stage: Stage, of: int = 2, **wanted: str) -> list[str]:
    return correct_person(stage.event, entrant(stage.event, of).player, SYSTEM, wanted)


def codes(caught: pytest.ExceptionInfo[ImportFaults]) -> list[tuple[str, str]]:
    return [(each["field"], each["code"]) for each in caught.value.errors]


def test_all_data_are_corrected_and_the_audit_keeps_no_text_of_them(stage: Stage) -> None:
    changed = correct(stage, name="  Bo  Li ", club="West", country="CN", number="9", rating="1600")
    assert changed == ["name", "club", "country", "number", "rating"]
    bo = entrant(stage.event, 9)
    assert (bo.person.name, bo.club, bo.country, bo.rating) == ("Bo Li", "West", "CN", 1600)
    (entry,) = AuditEntry.objects.filter(target=f"person:{bo.person_id}")
    assert (entry.verb, entry.event_id) == ("correct_person", stage.event_id)
    assert (entry.before, entry.after) == ({"number": 2}, {"changed": changed, "number": 9})
    kept = json.dumps([entry.before, entry.after]) + entry.reason
    assert not any(word in kept for word in ("Bo", "Li", "East", "West", "CN"))


def test_what_is_as_it_should_be_writes_nothing(stage: Stage) -> None:
    assert correct(stage, name="Bo", club="East", rating="1500") == []
    assert not AuditEntry.objects.filter(verb="correct_person").exists()


def test_every_fault_is_told_by_its_field_and_nothing_changes(stage: Stage) -> None:
    with pytest.raises(ImportFaults) as caught:
        correct(stage, name=" ", club="x" * 81, number="3", rating="many")
    assert codes(caught) == [
        ("name", "name_missing"),
        ("club", "club_too_long"),
        ("rating", "rating_invalid"),
        ("number", "number_taken"),
    ]
    assert entrant(stage.event, 2).person.name == "Bo"
    with pytest.raises(ImportFaults) as caught:
        correct(stage, number="")
    assert codes(caught) == [("number", "number_invalid")]


def test_somebody_of_the_same_name_and_club_is_asked_about(stage: Stage) -> None:
    cai = entrant(stage.event, 3)
    with pytest.raises(ImportFaults) as caught:
        correct(stage, 3, name="bo", club="EAST")
    assert codes(caught) == [("name", "already_entered")]
    wanted = {"name": "bo", "club": "EAST"}
    correct_person(stage.event, cai.player, SYSTEM, wanted, sure=True)
    assert entrant(stage.event, 3).person.name == "bo"


def test_numbers_stay_once_the_event_is_drawn_and_names_do_not() -> None:
    stage = drawn_stage(entrants=6, rounds=1, boards=1)
    with pytest.raises(EventRefused) as caught:
        correct(stage, number="9")
    assert caught.value.code == "already_drawn"
    assert correct(stage, name="Somebody", club="Else") == ["name", "club"]


def test_a_new_number_is_that_of_forbidden_pairs_too(stage: Stage) -> None:
    Stage.objects.filter(pk=stage.pk).update(forbidden_pairs=[[2, 5], [1, 3]])
    correct(stage, number="9")
    stage.refresh_from_db()
    assert stage.forbidden_pairs == [[9, 5], [1, 3]]


def test_another_s_correction_of_the_same_is_not_written_over(stage: Stage) -> None:
    bo, seen = entrant(stage.event, 2), {"name": "Bo", "club": "East"}
    correct(stage, name="Bob")
    with pytest.raises(EventRefused) as caught:
        correct_person(stage.event, bo.player, SYSTEM, {"name": "Bo Li"}, seen=seen)
    assert caught.value.code == "changed_meanwhile"
    correct_person(stage.event, bo.player, SYSTEM, {"club": "West"}, seen=seen)
    assert (entrant(stage.event, 2).person.name, entrant(stage.event, 2).club) == ("Bob", "West")


def test_of_a_member_of_a_team_the_name_is_corrected() -> None:
    event = create_event(name="Cup of teams", actor=SYSTEM)
    text = "team,name\n" + "\n".join(f"{t},{t}{n}" for t in ("North", "South") for n in (1, 2, 3))
    import_entrants(event, text, SYSTEM)
    member = entrant(event, 1).members.select_related("player__person").get(place=2)
    correct_person(event, member.player, SYSTEM, {"name": "Ada"})
    assert Person.objects.get(pk=member.player.person_id).name == "Ada"
    with pytest.raises(EventRefused) as caught:
        correct_person(event, member.player, SYSTEM, {"club": "x"})
    assert caught.value.code == "not_an_entrant"


def test_only_who_runs_the_event_corrects_and_nobody_gives_a_removed_name_back() -> None:
    stage = drawn_stage(entrants=6, rounds=1, boards=1)
    bo = entrant(stage.event, 2)
    scorer = Actor.of(user_with(stage.event, Role.SCORER))
    with pytest.raises(NotPermitted):
        correct_person(stage.event, bo.player, scorer, {"name": "X"})
    play_stage(stage)
    remove_person(bo.person, SYSTEM)
    with pytest.raises(EventRefused) as caught:
        correct_person(stage.event, bo.player, SYSTEM, {"name": "X"})
    assert caught.value.code == "person_removed"


def test_the_api_tells_and_corrects_the_data(stage: Stage) -> None:
    bo, key = entrant(stage.event, 2), with_key(stage.event)
    path = f"entrants/{bo.pk}/data/"
    before = key.send("GET", path).json()
    assert before == {
        "id": bo.pk, "name": "Bo", "club": "East", "country": "", "number": 2, "rating": 1500,
        "categories": [],
    }  # fmt: skip
    seen = {name: before[name] for name in ("name", "rating")}
    made = key.post(path, {"name": "Bo Li", "rating": None, "seen": seen})
    assert (made.json()["name"], made.json()["rating"]) == ("Bo Li", None)
    again = key.post(path, {"name": "Bob", "seen": seen})
    assert (again.status_code, again.json()["refusal"]) == (409, "changed_meanwhile")
    assert again.json()["changed_by"]["verb"] == "correct_person"
    faulty = key.post(path, {"name": "\u202eBo", "number": 3})
    assert faulty.status_code == 422
    assert {each["field"] for each in faulty.json()["errors"]} == {"name", "number"}
    assert with_key(stage.event, Role.VIEWER).post(path, {"name": "X"}).status_code == 403
    assert key.post("entrants/none/data/", {"name": "X"}).status_code == 404


def test_the_page_keeps_what_was_typed_until_it_is_right(stage: Stage) -> None:
    bo = entrant(stage.event, 2)
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    address = reverse("direct-person", args=[stage.event.slug, bo.player_id])
    listed = browser.get(reverse("direct-entrants", args=[stage.event.slug])).content.decode()
    assert f'href="{address}"' in listed
    page = browser.get(address).content.decode()
    assert 'name="seen-club" value="East"' in page
    form = {"name": "Bo Li", "seen-name": "Bo", "club": "West", "seen-club": "East"}
    refused = browser.post(address, {**form, "number": "3", "seen-number": "2"})
    text = unescape(refused.content.decode())
    assert "The number 3 belongs to an entrant already." in text
    assert 'value="Bo Li"' in text
    assert 'value="West"' in text
    made = browser.post(address, {**form, "number": "2", "seen-number": "2"}, follow=True)
    assert "The data are corrected." in made.content.decode()
    assert entrant(stage.event, 2).person.name == "Bo Li"
    late = unescape(browser.post(address, form | {"name": "Bob"}).content.decode())
    assert "Somebody else has changed this meanwhile" in late
    assert 'name="seen-name" value="Bo Li"' in late  # and is what the next attempt starts from


def test_who_is_removed_leaves_who_when_and_why_in_the_audit_but_no_address() -> None:
    stage = drawn_stage(entrants=6, rounds=1, boards=1)
    bo = entrant(stage.event, 2)
    user = user_with(None, None, "bo")
    assign_role(stage.event, user, Role.DIRECTOR, SYSTEM)
    link_player(stage.event, user, bo.player, SYSTEM)
    browser = Client(REMOTE_ADDR="192.0.2.7")
    browser.force_login(user)
    rounds = reverse("direct", args=[stage.event.slug])
    browser.post(rounds, {"do": "announce", "text": "Tea.", "reason": ""})
    other = Client(REMOTE_ADDR="192.0.2.8")
    other.force_login(user_with(stage.event, Role.DIRECTOR))
    other.post(rounds, {"do": "announce", "text": "Cake."})
    assert AuditEntry.objects.get(actor=f"user:{user.pk}").origin == "console 192.0.2.7"
    play_stage(stage)
    remove_person(bo.person, SYSTEM)
    entry = AuditEntry.objects.get(actor=f"user:{user.pk}")
    assert (entry.verb, entry.origin) == ("announce", "console")
    assert AuditEntry.objects.filter(origin="console 192.0.2.8").exists()


def test_a_director_of_another_event_corrects_nothing(stage: Stage) -> None:
    elsewhere = director_of(drawn_stage(entrants=9).event)
    with pytest.raises(NotPermitted):
        correct_person(stage.event, entrant(stage.event, 2).player, elsewhere, {"name": "X"})
