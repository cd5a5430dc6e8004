"""People who enter an event by its own page: places, waiting list, approval, and who decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.errors import Problem
from games.models import Person
from tests.tournaments.directing import with_key
from tests.tournaments.factories import entrants_text, new_stage, release
from tests.tournaments.people import director_of, outsider, scorer_of, user_with
from tests.tournaments.test_concurrency import in_threads
from tests.tournaments.test_desk_of_people import everything_stored
from tournaments.errors import EventRefused, ImportFaults, NotPermitted, RulingRefused
from tournaments.models import AuditEntry, Event, Registration, Role, Stage
from tournaments.services import create_event, draw_stage, import_entrants, undo_draw
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.change_event import change_event
from tournaments.services.copy_event import copy_event
from tournaments.services.create_event import create_stage
from tournaments.services.decide_registration import approve_registration, refuse_registration
from tournaments.services.register import register
from tournaments.services.remove_person import remove_person
from tournaments.services.withdraw_entrant import readmit_entrant, withdraw_entrant

pytestmark = pytest.mark.django_db

HERE = "192.0.2.7"


def opened(**settings: Any) -> Event:
    """An event that takes entries."""
    event = create_event(name="Spring Cup", actor=SYSTEM)
    return change_event(event, SYSTEM, {"registration": True, **settings})


def names(*people: str) -> Callable[[Event], list[Registration]]:
    """Enter these, one after the other."""
    return lambda event: [register(event, HERE, name=name) for name in people]


def states(event: Event) -> dict[str, str]:
    """Everybody who entered by the page, and what became of it."""
    return dict(event.registrations.values_list("person__name", "state"))


def test_whoever_enters_is_in_without_a_code_and_sees_so() -> None:
    event = opened()
    client = Client()
    address = f"/e/{event.slug}/enter/"
    assert f'href="{address}"' in client.get(f"/e/{event.slug}/").content.decode()
    form = {"name": "  Li   Wei ", "club": "North", "country": "China", "email": "li@wei.example"}
    answer = client.post(address, form)
    assert answer.status_code == 302
    entrant = event.entrants.get()
    assert (entrant.number, entrant.person.name, entrant.club, entrant.country) == (
        1,
        "Li Wei",
        "North",
        "China",
    )
    assert entrant.person.email == "li@wei.example"
    assert not entrant.player.code_hash
    page = client.get(answer["Location"])
    assert "You are entered, with the number 1." in page.content.decode()
    assert "li@wei.example" not in page.content.decode()
    assert not page.cookies
    assert "no-store" in page["Cache-Control"]
    withdraw_entrant(entrant, SYSTEM)
    assert "do not play any more" in client.get(answer["Location"]).content.decode()
    chinese = client.get(answer["Location"], headers={"Accept-Language": "zh-hans"})
    assert "您已报名但不再参赛" in chinese.content.decode()
    entry = AuditEntry.objects.get(verb="register")
    assert entry.target == f"registration:{event.registrations.get().pk}"
    assert "Li Wei" not in str([entry.before, entry.after, entry.reason])


def test_the_waiting_list_moves_up_in_its_order() -> None:
    event = opened(capacity=2)
    names("A", "B", "C", "D", "E")(event)
    assert states(event) == {
        "A": "entered",
        "B": "entered",
        "C": "waiting",
        "D": "waiting",
        "E": "waiting",
    }
    fourth = event.registrations.get(person__name="D")
    page = Client().get(f"/e/{event.slug}/enter/{fourth.pk}/").content.decode()
    assert "You are on the waiting list, place 2." in page
    first = event.entrants.get(person__name="A")
    withdraw_entrant(first, director_of(event))
    assert states(event)["C"] == "entered"
    assert states(event)["D"] == "waiting"
    assert AuditEntry.objects.get(verb="take_from_waiting_list").actor == "system"
    page = Client().get(f"/e/{event.slug}/enter/{fourth.pk}/").content.decode()
    assert "place 1." in page
    # Who comes back is the director's to let in; nobody has to go for it.
    readmit_entrant(first, SYSTEM)
    assert event.entrants.filter(state="active").count() == 3
    withdraw_entrant(first, SYSTEM)
    assert states(event)["D"] == "waiting"
    change_event(event, SYSTEM, {"capacity": 4})
    assert sorted(event.entrants.filter(state="active").values_list("person__name", flat=True)) == [
        "B",
        "C",
        "D",
        "E",
    ]


def test_nobody_new_passes_those_who_wait() -> None:
    event = opened(capacity=1)
    names("A", "B")(event)
    # A place that became free without any of our verbs.
    event.entrants.update(state="withdrawn")
    names("C")(event)
    assert states(event) == {"A": "entered", "B": "entered", "C": "waiting"}


def test_approval_enters_refusal_says_why_and_both_can_be_undone() -> None:
    event = opened(registration_approval=True, capacity=1)
    a, b, c = names("A", "B", "C")(event)
    director = director_of(event)
    page = Client().get(f"/e/{event.slug}/enter/{a.pk}/").content.decode()
    assert "waits for the organiser" in page
    assert not event.entrants.exists()
    assert approve_registration(a, director).state == "entered"
    assert approve_registration(b, director).state == "waiting"
    with pytest.raises(RulingRefused) as no_reason:
        refuse_registration(c, director, " ")
    assert no_reason.value.code == "reason_missing"
    refuse_registration(c, director, "Members only.")
    page = Client().get(f"/e/{event.slug}/enter/{c.pk}/").content.decode()
    assert "Your entry was refused." in page
    assert "Members only." in page
    assert approve_registration(c, director, "is a member").state == "waiting"
    assert approve_registration(c, director).state == "entered"  # above the number of places
    assert event.entrants.count() == 2
    for row in (a, c):
        with pytest.raises(EventRefused) as twice:
            approve_registration(row, director)
        assert twice.value.code == "already_active"
        with pytest.raises(EventRefused) as too_late:
            refuse_registration(row, director, "no")
        assert too_late.value.code == "already_active"
    verbs = AuditEntry.objects.exclude(actor="system").order_by("pk")
    assert list(verbs.values_list("verb", "reason")) == [
        ("approve_registration", ""),
        ("approve_registration", ""),
        ("refuse_registration", "Members only."),
        ("approve_registration", "is a member"),
        ("approve_registration", ""),
    ]


def test_two_of_one_name_and_club_are_the_organisers_to_tell_apart() -> None:
    event = opened(registration_approval=True)
    import_entrants(event, "name,club\nLi Wei,North", SYSTEM)
    with pytest.raises(ImportFaults) as refused:
        register(event, HERE, name="LI WEI", club="north")
    assert [each["code"] for each in refused.value.errors] == ["already_entered"]
    register(event, HERE, name="Ada")
    with pytest.raises(ImportFaults) as refused:
        register(event, HERE, name="ada")
    assert [each["code"] for each in refused.value.errors] == ["already_registered"]
    row = register(event, HERE, name="Bo", club="West")
    import_entrants(event, "name,club\nBo,West", SYSTEM)
    with pytest.raises(EventRefused) as doubt:
        approve_registration(row, SYSTEM)
    assert doubt.value.code == "already_entered"
    client = Client()
    client.force_login(user_with(event, Role.DIRECTOR))
    address = f"/direct/{event.slug}/entrants/"
    assert "they are different people" in client.get(address).content.decode()
    form = {"registration": row.pk, "do": "approve"}
    assert event.entrants.filter(person__name="Bo").count() == 1
    client.post(address, form)
    assert event.entrants.filter(person__name="Bo").count() == 1
    client.post(address, {**form, "sure": "on"})
    assert event.entrants.filter(person__name="Bo").count() == 2


def test_every_fault_of_the_form_is_told_at_once_and_what_was_typed_stays() -> None:
    event = opened()
    form = {"name": "", "club": "x" * 81, "country": "a\u202eb", "email": "nobody"}
    answer = Client().post(f"/e/{event.slug}/enter/", form)
    page = answer.content.decode()
    assert answer.status_code == 422
    for sentence in ("The name is missing.", "at most 80 fit", "U+202E", "not an e-mail address"):
        assert sentence in page, sentence
    assert 'value="nobody"' in page
    assert not Person.objects.exists()
    chinese = Client().post(f"/e/{event.slug}/enter/", form, headers={"Accept-Language": "zh-hans"})
    assert "这不是电子邮件地址。" in chinese.content.decode()


def test_nobody_enters_what_is_closed_drawn_off_hidden_or_for_teams() -> None:
    event = opened()
    address, form = f"/e/{event.slug}/enter/", {"name": "Ada"}
    row = register(event, HERE, name="Bo")
    cached = Client().get(f"/e/{event.slug}/")["ETag"]
    past = timezone.now() - timedelta(seconds=1)
    Event.objects.update(registration_closes_at=past)
    page = Client().get(f"/e/{event.slug}/", headers={"If-None-Match": cached})
    assert page.status_code == 200  # it closed by itself, and yet the page is another
    assert "Enter this event" not in page.content.decode()
    answer = Client().post(address, form)
    assert answer.status_code == 409
    assert "Entries are closed" in answer.content.decode()
    change_event(event, SYSTEM, {"registration_closes_at": None})
    create_stage(event, rounds=1, boards_per_round=1, kind="teams-round-robin", actor=SYSTEM)
    assert Client().post(address, form).status_code == 409
    event.stages.all().delete()
    change_event(event, SYSTEM, {"registration": False})
    assert Client().get(address).status_code == 404
    assert Client().post(address, form).status_code == 404
    assert Client().get(f"{address}{row.pk}/").status_code == 200
    change_event(event, SYSTEM, {"registration": True, "is_public": False})
    for path in (address, f"{address}{row.pk}/"):
        assert Client().get(path).status_code == 404
    assert Client().post(address, form).status_code == 404
    assert list(event.entrants.values_list("person__name", flat=True)) == ["Bo"]
    team = create_event(name="Team Cup", actor=SYSTEM)
    import_entrants(team, "name,team\nA,Reds\nB,Reds\nC,Reds", SYSTEM)
    with pytest.raises(EventRefused) as refused:
        change_event(team, SYSTEM, {"registration": True})
    assert refused.value.code == "teams_enter_by_list"


@pytest.fixture
def drawn() -> Stage:
    """Nine who were imported; one more waits, and one waits for approval; then it is drawn."""
    stage = new_stage(entrants=9, rounds=1, boards=1)
    change_event(stage.event, SYSTEM, {"registration": True, "capacity": 9})
    register(stage.event, HERE, name="Late")
    change_event(stage.event, SYSTEM, {"registration_approval": True})
    register(stage.event, HERE, name="Later")
    return draw_stage(stage, SYSTEM)


def test_after_the_draw_nothing_moves_until_it_is_undone(drawn: Stage) -> None:
    event = drawn.event
    answer = Client().post(f"/e/{event.slug}/enter/", {"name": "Latest"})
    assert answer.status_code == 409
    assert "The event is drawn." in answer.content.decode()
    assert "Enter this event" not in Client().get(f"/e/{event.slug}/").content.decode()
    asked = event.registrations.get(person__name="Later")
    with pytest.raises(EventRefused) as refused:
        approve_registration(asked, SYSTEM)
    assert refused.value.code == "already_drawn"
    withdraw_entrant(event.entrants.get(number=4), SYSTEM)
    assert states(event) == {"Late": "waiting", "Later": "requested"}
    undo_draw(drawn, SYSTEM)
    assert states(event) == {"Late": "entered", "Later": "requested"}


def test_only_who_runs_the_event_answers(drawn: Stage) -> None:
    undo_draw(drawn, SYSTEM)
    event = drawn.event
    Person.objects.filter(name="Later").update(email="later@example.org")
    row = event.registrations.get(person__name="Later")
    for actor in (outsider(), scorer_of(event)):
        with pytest.raises(NotPermitted):
            approve_registration(row, actor)
        with pytest.raises(NotPermitted):
            refuse_registration(row, actor, "no")
    address = f"/direct/{event.slug}/entrants/"
    for role, status in ((Role.SCORER, 403), (Role.VIEWER, 403), (Role.DIRECTOR, 302)):
        client = Client()
        client.force_login(user_with(event, role, f"a-{role}"))
        page = client.get(address).content.decode()
        assert "Later" in page
        assert ("later@example.org" in page) == (status == 302)
        for do in ("approve", "refuse", "forget"):
            form = {"registration": row.pk, "do": do, "sure": "on"}
            if do == "forget":
                status = 403  # an owner's
            answer = client.post(address, form)
            assert answer.status_code == status, (role, do)
    director, viewer = with_key(event), with_key(event, Role.VIEWER)
    listed = director.send("GET", "registrations/").json()["results"]
    assert [(each["name"], each["state"], each["place"]) for each in listed] == [
        ("Late", "waiting", 1),
        ("Later", "waiting", 2),
    ]
    assert listed[1]["email"] == "later@example.org"
    assert "email" not in viewer.send("GET", "registrations/").json()["results"][0]
    path = f"registrations/{row.pk}/"
    assert viewer.post(f"{path}approve/").status_code == 403
    other = with_key(create_event(name="Other", actor=SYSTEM))
    assert other.post(f"{path}approve/").status_code == 404
    missing = director.post(f"{path}refuse/")
    assert (missing.status_code, missing.json()["refusal"]) == (422, "reason_missing")
    assert director.post(f"{path}refuse/", {"reason": "full"}).json()["state"] == "refused"
    made = director.post(f"{path}approve/").json()
    assert (made["state"], made["place"]) == ("waiting", 2)
    assert director.post(f"{path}approve/").json()["state"] == "entered"
    again = director.post(f"{path}approve/")
    assert (again.status_code, again.json()["refusal"]) == (409, "already_active")


def test_settings_are_read_and_changed_by_the_api_and_the_page() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM, timezone="Asia/Shanghai")
    director = with_key(event)
    read = director.send("GET", "settings/")
    wanted = {
        "registration": True,
        "registration_approval": True,
        "registration_closes_at": "2030-05-01T09:30:00Z",
        "capacity": 12,
    }
    made = director.send("PATCH", "settings/", wanted, **{"If-Match": read["ETag"]}).json()
    assert {name: made[name] for name in wanted} == {
        **wanted,
        "registration_closes_at": "2030-05-01T09:30:00+00:00",
    }
    client = Client()
    client.force_login(user_with(event, Role.OWNER))
    address = f"/direct/{event.slug}/settings/"
    page = client.get(address).content.decode()
    assert 'value="2030-05-01T17:30"' in page
    fields = dict(
        re.findall(
            r'<input type="(?:text|number|date|hidden)" name="([\w-]+)" value="([^"]*)"', page
        )
    )
    fields |= {"all_pass": "void", "on_timeout": "act", "memory_aid": "last", "is_public": "on"}
    fields |= {"disqualified_ranks": "close", "registration": "on", "capacity": "8"}
    client.post(address, {**fields, "do": "event", "registration_closes_at": "2030-05-02T08:00"})
    event.refresh_from_db()
    assert event.capacity == 8
    assert not event.registration_approval
    assert event.registration_closes_at.isoformat() == "2030-05-02T00:00:00+00:00"  # type: ignore[union-attr]
    assert "Entries close at" in Client().get(f"/e/{event.slug}/enter/").content.decode()
    made_like_it = copy_event(
        event, SYSTEM, name="Next", slug="next", with_entrants=False, is_public=True
    )
    assert (made_like_it.registration, made_like_it.capacity) == (False, 8)


def test_an_event_is_made_with_its_places_by_the_api() -> None:
    organiser = User.objects.create_superuser("olga")
    wanted = {
        "name": "Open Cup",
        "registration": True,
        "registration_approval": True,
        "registration_closes_at": "2099-01-01T12:00:00Z",
        "capacity": 12,
    }
    sent = {"Idempotency-Key": "one", "Content-Type": "application/json"}
    client = Client()
    client.force_login(organiser)
    made = client.post("/api/v1/events/", wanted, "application/json", headers=sent)
    assert made.status_code == 201, made.content
    told = made.json()
    assert (told["registration"], told["registration_approval"]) == (True, True)
    assert (told["registration_closes_at"], told["capacity"]) == ("2099-01-01T12:00:00+00:00", 12)
    event = Event.objects.get()
    assert Client().post(f"/e/{event.slug}/enter/", {"name": "Ada"}).status_code == 302
    assert states(event) == {"Ada": "requested"}


def test_who_waits_for_an_answer_is_in_the_readiness_list_and_needs_the_director() -> None:
    event = opened(registration_approval=True)
    browser = Client()
    browser.force_login(user_with(event, Role.DIRECTOR))
    hall, entrants = f"/direct/{event.slug}/", f"/direct/{event.slug}/entrants/"
    assert "has an answer (0 wait)" in browser.get(hall).content.decode()
    names("Ada", "Bo")(event)
    page = browser.get(hall).content.decode()
    assert f'<a href="{entrants}">Everybody who asked to enter has an answer (2 wait).</a>' in page
    import_entrants(event, entrants_text(9), SYSTEM)
    stage = create_stage(event, rounds=2, boards_per_round=1, actor=SYSTEM)
    release(draw_stage(stage, SYSTEM))
    page = browser.get(hall).content.decode()
    assert f'<a href="{entrants}">2 people ask to enter and wait for an answer</a>' in page
    for row in event.registrations.all():
        refuse_registration(row, SYSTEM, "drawn")
    assert "ask to enter" not in browser.get(hall).content.decode()


def test_an_owner_removes_by_the_api_what_somebody_who_asked_had_entered() -> None:
    event = opened(registration_approval=True)
    names("Ada Lovelace")(event)
    row = event.registrations.get()
    path = f"registrations/{row.pk}/removal/"
    assert with_key(event, Role.DIRECTOR).post(path).status_code == 403
    assert with_key(event, Role.OWNER).post(path).json() == {"id": row.pk, "is_removed": True}
    assert "Lovelace" not in everything_stored()


def test_one_address_enters_so_many_and_another_site_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournaments.services.register.PER_ADDRESS", 2)
    event = opened()
    address = f"/e/{event.slug}/enter/"
    foreign = Client().post(address, {"name": "X"}, headers={"Origin": "https://else.example"})
    assert foreign.status_code == 404
    own = Client().post(address, {"name": "A"}, headers={"Origin": "http://testserver"})
    assert own.status_code == 302
    assert Client().post(address, {"name": "B"}).status_code == 302
    refused = Client().post(address, {"name": "C"})
    assert refused.status_code == 429
    assert 590 <= int(refused["Retry-After"]) <= 600
    assert "Many people have entered" in refused.content.decode()
    assert Client(REMOTE_ADDR="203.0.113.9").post(address, {"name": "C"}).status_code == 302
    Registration.objects.update(made_at=timezone.now() - timedelta(minutes=11))
    assert Client().post(address, {"name": "D"}).status_code == 302
    assert "127.0.0.1" not in everything_stored()
    monkeypatch.setattr("tournaments.services.register.MOST_LIVE", 0)
    with pytest.raises(EventRefused) as full:
        register(event, HERE, name="E")
    assert full.value.code == "registration_full"


def test_nothing_is_left_of_somebody_who_was_removed() -> None:
    event = opened(registration_approval=True)
    owner = user_with(event, Role.OWNER)
    client, traces = Client(), ("Zebediah", "quux.example", "Quux United", "Quuxland")
    client.force_login(owner)
    who = {
        "name": "Zebediah Quux",
        "club": "Quux United",
        "country": "Quuxland",
        "email": "z@quux.example",
    }
    director = with_key(event)
    rows = []
    for decide in ("", "approve", "refuse"):
        row = register(event, HERE, **who)
        rows.append(row)
        if decide:
            reason = {"reason": "Zebediah Quux is known."}
            assert director.post(f"registrations/{row.pk}/{decide}/", reason).status_code == 200
        assert all(trace in everything_stored() for trace in traces)
        form = {"registration": row.pk, "do": "forget", "sure": "on"}
        address = f"/direct/{event.slug}/entrants/"
        assert client.post(address, form).status_code == 302
        stored = everything_stored()
        for trace in traces:
            assert trace not in stored, (decide, trace)
    states_now = [Registration.objects.get(pk=row.pk).state for row in rows]
    assert states_now == ["refused", "entered", "refused"]
    with pytest.raises(EventRefused) as refused:
        approve_registration(rows[0], SYSTEM)
    assert refused.value.code == "person_removed"
    assert "(removed)" in Client().get(f"/e/{event.slug}/enter/{rows[0].pk}/").content.decode()


def test_an_owner_of_one_event_does_not_remove_who_asked_another_one() -> None:
    event, other = opened(), create_event(name="Other", actor=SYSTEM)
    row = register(event, HERE, name="Ada")
    row.entrant = None  # asked in another event, plays nowhere
    Registration.objects.create(
        event=other, person=row.person, state="requested", made_at=timezone.now()
    )
    with pytest.raises(NotPermitted):
        remove_person(row.person, Actor.of(user_with(event, Role.OWNER)))
    assert Person.objects.get(pk=row.person_id).name == "Ada"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_on_the_last_place_are_one_in_and_one_waiting() -> None:
    event = opened(capacity=3)
    import_entrants(event, entrants_text(2), SYSTEM)
    in_threads(*(lambda name=name: register(event, HERE, name=name) for name in ("A", "B", "C")))
    assert sorted(states(event).values()) == ["entered", "waiting", "waiting"]
    assert sorted(event.entrants.values_list("number", flat=True)) == [1, 2, 3]
    # One goes while two ask: the places are kept, and nobody is lost.
    gone = event.entrants.get(number=1)
    in_threads(
        lambda: withdraw_entrant(gone, SYSTEM),
        lambda: register(event, HERE, name="D"),
        lambda: register(event, HERE, name="E"),
    )
    assert event.entrants.filter(state="active").count() == 3
    assert sorted(states(event).values()) == ["entered"] * 2 + ["waiting"] * 3


@pytest.mark.django_db(transaction=True)
def test_the_same_person_twice_at_once_is_entered_once() -> None:
    event = opened()
    refused = []

    def enter() -> None:
        try:
            register(event, HERE, name="Ada", club="North")
        except (ImportFaults, Problem) as fault:
            refused.append(fault)

    in_threads(enter, enter)
    assert event.entrants.count() == Registration.objects.count() == len(refused) == 1
