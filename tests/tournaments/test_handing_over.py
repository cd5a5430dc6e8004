"""Who may hand an event over and bring it in, when, what goes along, and who people are there."""

from __future__ import annotations

import io
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.crypto import decrypt
from games.models import BoardSet, Person, Player, SealedDouble
from games.services.issue_code import issue_code
from tournaments.api.directing import shapes
from tournaments.errors import HandOverRefused, NotPermitted
from tournaments.models import (
    AuditEntry,
    DirtyMark,
    Entrant,
    Event,
    Field,
    Registration,
    Role,
    RoleAssignment,
)
from tournaments.origins import Way, origin
from tournaments.queries.desk import actor_names
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.announce import announce
from tournaments.services.bring_in import bring_in, look_into
from tournaments.services.hand_over import hand_over
from tournaments.services.issue_api_key import issue_api_key
from tournaments.services.remove_person import remove_person
from tournaments.services.reveal_session import reveal_session
from tournaments.services.webhooks import make_webhook

from .directing import with_key
from .event_files import end, ended_stage, handed_over
from .factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_for_real,
    play_stage,
    plays_of,
    release,
)
from .people import user_with
from .read.conforms import faults
from .rows import empty

pytestmark = pytest.mark.django_db


def administrator(name: str = "boss") -> Actor:
    """Whoever made the first account of an installation."""
    return Actor.of(User.objects.create_superuser(name), origin(Way.CONSOLE, {}))


def test_an_event_is_handed_over_when_it_is_over_and_nothing_is_secret(tmp_path: Path) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    event, file = stage.event, tmp_path / "event.zip"

    def refusal() -> str:
        event.refresh_from_db()
        with pytest.raises(HandOverRefused) as fault:
            hand_over(event, SYSTEM, file)
        assert not file.exists()
        return fault.value.code

    assert refusal() == "not_finished"
    play_stage(stage)
    count_and_publish(stage)
    assert refusal() == "not_revealed"
    reveal_session(stage.sessions.get(), SYSTEM)
    assert refusal() == "not_official", "results may be disputed for half an hour"
    Event.objects.update(official_at=timezone.now())
    mark = DirtyMark.objects.create(field=Field.objects.all()[0], cause="test")
    assert refusal() == "not_counted"
    mark.delete()
    event.refresh_from_db()
    hand_over(event, SYSTEM, file)
    assert file.exists()


def test_an_owner_hands_over_and_an_administrator_brings_in(tmp_path: Path) -> None:
    event, file = ended_stage().event, tmp_path / "event.zip"
    owner, director = (user_with(event, role) for role in (Role.OWNER, Role.DIRECTOR))
    for user in (director, user_with(None, None)):
        with pytest.raises(NotPermitted):
            hand_over(event, Actor.of(user), file)
    key, _secret = issue_api_key(event, Role.DIRECTOR, "program", SYSTEM)
    with pytest.raises(NotPermitted):
        hand_over(event, Actor.with_key(key), file)
    assert not file.exists()
    hand_over(event, Actor.of(owner, "console 192.0.2.7"), file)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.verb, entry.actor, entry.origin) == (
        "hand_over",
        f"user:{owner.pk}",
        "console 192.0.2.7",
    )
    empty()
    organiser = user_with(ended_stage().event, Role.OWNER)
    for actor in (Actor.of(organiser), Actor.with_key(key)):
        for verb in (look_into, bring_in):
            with pytest.raises(NotPermitted):
                verb(file, actor)
    boss = administrator()
    brought = bring_in(file, boss, "brought")
    assert list(RoleAssignment.objects.filter(event=brought).values_list("user", "role")) == [
        (boss.user.pk if boss.user else 0, "owner")
    ]
    entry = AuditEntry.objects.filter(event=brought).latest("pk")
    assert (entry.verb, entry.actor, entry.origin) == ("bring_in", boss.reference, "console")


def test_nothing_that_opens_something_at_the_sender_is_in_the_file(tmp_path: Path) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    event = stage.event
    round_ = release(stage)
    played = plays_of(round_)[0]
    play_for_real(played)
    never = SealedDouble.objects.create(
        play=plays_of(round_)[1], position=1, value=True, at=timezone.now()
    )
    for play in plays_of(round_)[1:]:
        finish(play, facts(1, 2))
    player = Player.objects.filter(realm=event.pk)[0]
    code = issue_code(player)
    Person.objects.filter(pk=player.person_id).update(email="chen@example.org")
    Registration.objects.create(
        event=event,
        person=Person.objects.create(name="Nobody Entered", email="n@example.org"),
        state="refused",
        made_at=timezone.now(),
    )
    owner = user_with(event, Role.OWNER, "clubowner")
    _key, secret = issue_api_key(event, "viewer", "screen", Actor.of(owner, "console 192.0.2.99"))
    make_webhook(event, "https://hooks.example.org/abc", ["standings"], SYSTEM)
    end(event)
    rows = BoardSet.objects.values_list("secret_encrypted", flat=True)
    encrypted = [bytes(each).decode() for each in rows]
    file = handed_over(event, tmp_path / "event.zip")
    with zipfile.ZipFile(file) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist()).decode()
        sealed = archive.read("games.sealeddouble.jsonl").decode()
    player.refresh_from_db()
    for secret_text in (
        code, str(player.code_hash), "chen@example.org", "n@example.org", "Nobody Entered",
        "clubowner", "192.0.2.99", secret, "hooks.example.org/abc", *encrypted,
    ):  # fmt: skip
        assert secret_text not in content
    assert "fsk_" not in content
    assert f'"pk": {never.pk},' not in sealed, "a sealed choice that nobody ever saw"
    kept = SealedDouble.objects.exclude(pk=never.pk).values_list("pk", flat=True)
    assert all(f'"pk": {pk},' in sealed for pk in kept)


def test_secrets_are_this_installations_and_who_decided_is_no_account_here(
    tmp_path: Path, settings: Settings
) -> None:
    event = ended_stage().event
    user = user_with(event, Role.OWNER, "elsewhere")
    announce(event, "Well played.", Actor.of(user, "console 192.0.2.7"))
    secrets = {each.pk: decrypt(each.secret_encrypted) for each in BoardSet.objects.all()}
    file = handed_over(event, tmp_path / "event.zip")
    empty()
    User.objects.create(pk=user.pk, username="somebody else")
    settings.SECRET_KEY = "of another installation"
    brought = bring_in(file, SYSTEM)
    sets = BoardSet.objects.filter(session__stage__event=brought)
    assert {each.pk: decrypt(each.secret_encrypted) for each in sets} == secrets
    entry = AuditEntry.objects.get(event=brought, verb="announce")
    assert entry.actor.startswith(f"user:{user.pk}@")
    assert entry.origin == "console"
    name = actor_names({entry.actor})[entry.actor]
    assert name == f"account {user.pk} elsewhere ({entry.actor.partition('@')[2]})"


def test_people_who_are_known_keep_the_name_that_they_have_here(tmp_path: Path) -> None:
    event = ended_stage().event
    people = [each.person for each in event.entrants.order_by("number")[:3]]
    file = handed_over(event, tmp_path / "event.zip")
    empty()
    Person.objects.create(pk=people[0].pk, name="Chen Wei")
    Person.objects.create(pk=people[1].pk, name=people[1].name)
    boss = administrator()
    found = look_into(file, boss)
    assert (found.people, found.known) == (9, 2)
    assert [(each.there, each.here) for each in found.renamed] == [("Player 1", "Chen Wei")]
    brought = bring_in(file, boss)
    names = [str(each.person) for each in brought.entrants.order_by("number")[:3]]
    assert names == ["Chen Wei", "Player 2", "Player 3"]
    assert Person.objects.count() == 9


def test_who_was_removed_here_stays_removed(tmp_path: Path) -> None:
    event = ended_stage().event
    person = event.entrants.get(number=1).person
    announce(event, "Well played, Player 1!", SYSTEM)
    file = handed_over(event, tmp_path / "event.zip")
    empty()
    here = Person.objects.create(pk=person.pk, name="Player 1", email="p@example.org")
    remove_person(here, SYSTEM)
    brought = bring_in(file, SYSTEM)
    entrant = brought.entrants.get(number=1)
    assert (str(entrant.person), entrant.club) == ("(removed)", "")
    said = AuditEntry.objects.get(event=brought, verb="announce").after
    assert said == {"text": "Well played, …!"}
    assert brought.entrants.get(number=2).club == "Club 1"


def test_who_was_removed_there_is_not_named_here_either(tmp_path: Path) -> None:
    event = ended_stage().event
    person = event.entrants.get(number=1).person
    remove_person(person, SYSTEM)
    file = handed_over(event, tmp_path / "event.zip")
    empty()
    Person.objects.create(pk=person.pk, name="Player 1")
    brought = bring_in(file, SYSTEM)
    entrant = brought.entrants.get(number=1)
    assert str(entrant.person) == "(removed)"
    assert entrant.person_id != person.pk, "who is known here is not tied to the event again"
    assert str(Person.objects.get(pk=person.pk)) == "Player 1"
    assert not Entrant.objects.filter(person=person.pk).exists()


def test_a_program_fetches_the_file_and_an_administrator_sends_it(tmp_path: Path) -> None:
    event = ended_stage().event
    owner = with_key(event, Role.OWNER)
    address = f"/api/v1/events/{event.slug}/hand-over/"
    fetched = owner.client.get(address, headers=owner.headers)
    assert fetched["Content-Type"] == "application/zip"
    assert fetched["Content-Disposition"] == 'attachment; filename="spring-cup.zip"'
    entry = AuditEntry.objects.latest("pk")
    assert (entry.verb, (entry.after or {})["sha256"]) == (
        "hand_over",
        sha256(fetched.content).hexdigest(),
    )
    Event.objects.update(official_at=None)
    early = owner.client.get(address, headers=owner.headers)
    assert (early.status_code, early.json()["refusal"]) == (409, "not_official")
    empty()
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))

    def send(key: str, content: bytes = fetched.content, **fields: str) -> Any:
        body = {"file": io.BytesIO(content), **fields}
        answer = client.post("/api/v1/bring-in/", body, headers={"Idempotency-Key": key})
        if answer.status_code < 300:
            assert faults(shapes.EventBroughtIn(), answer.json()) == []
        return answer

    looked = send("1", dry_run="true")
    assert looked.status_code == 200
    assert looked.json()["made"] is None
    assert looked.json()["contents"]["people"] == 9
    assert not Event.objects.exists()
    made = send("2", slug="brought")
    assert (made.status_code, made.json()["made"]["slug"]) == (201, "brought")
    again = send("2", slug="brought")
    assert (again.json(), again["Idempotent-Replayed"]) == (made.json(), "true")
    assert send("2", slug="other").status_code == 422
    assert send("3").json()["refusal"] == "brought_in_already"
    assert send("4", b"no file").json()["refusal"] == "bad_file"
    assert send("5", mood="good").status_code == 400
    assert Event.objects.get().slug == "brought"


def test_a_file_of_one_event_is_no_archive_of_an_installation(tmp_path: Path) -> None:
    file = handed_over(ended_stage().event, tmp_path / "event.zip")
    empty()
    with pytest.raises(CommandError, match="file of one event"):
        call_command("restore", str(file))
    assert not Event.objects.exists()


def test_the_mark_of_the_first_sender_stays_when_an_event_goes_on(tmp_path: Path) -> None:
    event = ended_stage().event
    user = user_with(event, Role.OWNER, "club")
    announce(event, "Well played.", Actor.of(user))
    file = handed_over(event, tmp_path / "club.zip")
    empty()
    region = administrator("region")
    brought = bring_in(file, region)
    club = AuditEntry.objects.get(event=brought, verb="announce").actor
    announce(brought, "Welcome.", region)
    file = handed_over(brought, tmp_path / "region.zip")
    empty()
    brought = bring_in(file, administrator("federation"))
    said = AuditEntry.objects.filter(event=brought, verb="announce").order_by("pk")
    actors = [entry.actor for entry in said]
    assert actors[0] == club
    assert actors[1].startswith(f"{region.reference}@")
    assert actors[1].partition("@")[2] != club.partition("@")[2], "each has its own key"
    verbs = [entry.verb for entry in AuditEntry.objects.filter(event=brought).order_by("pk")]
    assert [verb for verb in verbs if verb in ("hand_over", "bring_in")] == ["bring_in"] * 2
