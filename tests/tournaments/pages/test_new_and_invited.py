"""A new event by three questions; people invited by link; a new password by letter."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from tests.tournaments.people import user_with
from tournaments.models import AuditEntry, Event, Role, RoleAssignment
from tournaments.plans import Plan
from tournaments.presets import PRESETS
from tournaments.services import create_event, create_stage, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM

pytestmark = pytest.mark.django_db

PASSWORD = "seventeen-cards-each"


@pytest.fixture
def event() -> Event:
    return create_event(name="Spring Cup", actor=SYSTEM)


def signed_in(event: Event, role: Role) -> Client:
    client = Client()
    client.force_login(user_with(event, role))
    return client


def test_an_event_is_made_only_after_its_sentences_are_read(event: Event) -> None:
    owner = signed_in(event, Role.OWNER)
    wanted = {"name": "Club Night", "preset": "cards", "people": "28", "rounds": "4"}
    shown = owner.post("/new/", wanted).content.decode()
    # 28 people: nine tables and one who sits out; 4 × 4 boards of 7 minutes are 1 h 52 min.
    assert "4 rounds of 4 boards, 9 tables: 16 boards each." in shown
    assert "1 person sits out each round: 4 boards fewer each time." in shown
    assert "about 1 h 52 min" in shown
    assert not Event.objects.filter(name="Club Night").exists()
    made = owner.post("/new/", {**wanted, "sure": "1"})
    new = Event.objects.get(name="Club Night")
    assert made.headers["Location"] == f"/direct/{new.slug}/"
    assert new.physical
    assert new.stages.get().rounds_planned == 4
    page = owner.get(f"/direct/{new.slug}/").content.decode()
    assert "✓" in page[: page.index("At least 6 are entered")]
    assert new.stages.get().round_minutes == 28
    refused = owner.post("/new/", {**wanted, "name": " ", "sure": "1"}).content.decode()
    assert "needs a name" in refused
    assert 'value="28"' in refused  # what was answered stays


@pytest.mark.parametrize(
    ("preset", "people", "hours", "said"),
    [
        # 150 minutes: 7 rounds of 4 boards would fit, but nine people meet all others in 4:
        # so 150 / (4 × 5) = 7 boards in each.
        ("club", 9, "2.5", "4 rounds of 7 boards, 3 tables: 28 boards each."),
        ("club", 30, "2", "6 rounds of 4 boards, 10 tables: 24 boards each."),
        ("cards", 30, "2", "4 rounds of 4 boards, 10 tables: 16 boards each."),
        ("school", 31, "1", "4 rounds of 3 boards, 10 tables: 12 boards each."),
        # 240 minutes, of which the final has 96: 144 / (8 × 5) = 3 rounds, then 96 / 40 = 2.
        ("final", 27, "4", "3 rounds of 8 boards, 9 tables: 24 boards each."),
        ("final", 27, "4", "Then the best 9 play 16 boards more, in 2 rounds."),
        ("out-and-fixed", 24, "4", "Then the best 6 play 12 boards more, in 2 rounds."),
        # More rounds than six people have others to meet: the number of boards is what counts.
        ("fixed", 6, "2", "4 rounds of 6 boards, 2 tables: 24 boards each."),
        ("threes", 28, "1", "9 teams of three; in each of 2 rounds three teams meet"),
    ],
)
def test_three_answers_become_rounds_and_boards(
    event: Event, preset: str, people: int, hours: str, said: str
) -> None:
    owner = signed_in(event, Role.OWNER)
    wanted = {"name": "Cup", "preset": preset, "people": str(people), "hours": hours}
    assert said in owner.post("/new/", wanted).content.decode()
    made = owner.post("/new/", {**wanted, "sure": "1"})
    assert made.status_code == 302


def test_more_rounds_than_opponents_are_told_and_can_be_drawn(event: Event) -> None:
    owner = signed_in(event, Role.OWNER)
    wanted = {"name": "Small", "preset": "club", "people": "9", "rounds": "6", "boards": "2"}
    shown = owner.post("/new/", wanted).content.decode()
    assert "Only 4 rounds are possible without a second meeting: some meet twice." in shown
    owner.post("/new/", {**wanted, "sure": "1"})
    stage = Event.objects.get(name="Small").stages.get()
    import_entrants(stage.event, "name\n" + "\n".join(f"P {n}" for n in range(9)), SYSTEM)
    assert draw_stage(stage, SYSTEM).rounds.count() == 6


def test_a_copy_brings_stages_settings_and_people(event: Event) -> None:
    owner = signed_in(event, Role.OWNER)
    create_stage(event, rounds=3, boards_per_round=2, actor=SYSTEM)
    create_stage(event, rounds=1, boards_per_round=8, actor=SYSTEM)
    import_entrants(event, "name\nAda\nBo", SYSTEM)
    wanted = {"name": "Autumn Cup", "copy": event.slug, "with_entrants": "on"}
    shown = owner.post("/new/", wanted).content.decode()
    assert "All settings and stages of Spring Cup, nothing drawn." in shown
    assert "2 entrants can come along" in shown
    owner.post("/new/", {**wanted, "sure": "1"})
    copy = Event.objects.get(name="Autumn Cup")
    assert list(copy.stages.values_list("rounds_planned", "boards_per_round")) == [(3, 2), (1, 8)]
    assert copy.entrants.count() == 2


def test_who_organises_nothing_makes_no_event(event: Event) -> None:
    assert signed_in(event, Role.SCORER).get("/new/").status_code == 403


def link_from(owner: Client, event: Event, role: str) -> str:
    page = owner.post(f"/direct/{event.slug}/settings/", {"do": "invite", "role": role})
    found = re.search(r"(/accounts/invitation/[^<]+)", page.content.decode())
    assert found is not None
    return found[1]


def test_a_link_gives_one_role_to_whoever_makes_an_account(event: Event) -> None:
    owner = signed_in(event, Role.OWNER)
    link = link_from(owner, event, "scorer")
    guest = Client()
    account = {"username": "sam", "password1": PASSWORD, "password2": PASSWORD}
    assert guest.post(link, {**account, "password2": "other"}).status_code == 200
    assert guest.post(link, account).headers["Location"] == f"/direct/{event.slug}/"
    assert RoleAssignment.objects.get(user__username="sam").role == "scorer"
    # Opening a link of a higher role changes nothing for who has one.
    assert guest.post(link_from(owner, event, "owner")).status_code == 302
    assert RoleAssignment.objects.get(user__username="sam").role == "scorer"


def test_a_link_works_once(event: Event) -> None:
    owner = signed_in(event, Role.OWNER)
    link, other = link_from(owner, event, "director"), link_from(owner, event, "director")
    assert link != other
    account = {"password1": PASSWORD, "password2": PASSWORD}
    dora = Client()
    assert dora.post(link, {**account, "username": "dora"}).status_code == 302
    assert dora.get(link).headers["Location"] == f"/direct/{event.slug}/"
    stranger = Client()
    assert stranger.get(link).status_code == 404
    assert stranger.post(link, {**account, "username": "eve"}).status_code == 404
    assert not User.objects.filter(username="eve").exists()
    assert AuditEntry.objects.get(verb="accept_invitation").after == {"role": "director"}
    assert stranger.post(other, {**account, "username": "emil"}).status_code == 302


def test_a_link_ends_with_the_rights_of_who_made_it(event: Event) -> None:
    owner = signed_in(event, Role.OWNER)
    link = link_from(owner, event, "director")
    assert Client().get(link[:-3] + "x/").status_code == 404
    RoleAssignment.objects.filter(role="owner").update(role="director")
    assert Client().get(link).status_code == 404


def test_only_owners_invite(event: Event) -> None:
    director = signed_in(event, Role.DIRECTOR)
    body = {"do": "invite", "role": "viewer"}
    assert director.post(f"/direct/{event.slug}/settings/", body).status_code == 403


def test_a_forgotten_password_is_set_anew_by_letter() -> None:
    user = User.objects.create_user("dora", "dora@example.org", PASSWORD)
    client = Client()
    answers = [client.post("/accounts/reset/", {"email": each}) for each in ("x@y.org", user.email)]
    assert [each.headers["Location"] for each in answers] == ["/accounts/reset/sent/"] * 2
    (letter,) = mail.outbox
    found = re.search(r"http://testserver(/accounts/reset/\S+)", str(letter.body))
    assert found is not None
    form = client.get(found[1]).headers["Location"]
    new = "three-bottom-cards"
    done = client.post(form, {"new_password1": new, "new_password2": new})
    assert done.headers["Location"] == "/accounts/"
    user.refresh_from_db()
    assert user.check_password(new)
    assert "too old" in Client().get(found[1]).content.decode()


@pytest.mark.parametrize(
    ("preset", "people", "plays_with", "sentence"),
    [
        # 28 people sit at 9 tables of three: with 4 boards a round, 9/4 rounded up is 3.
        ("cards", 28, "cards", "needed 9 times, once for every table; 3 are enough"),
        ("club", 6, "phones", "1 round of 12 boards, 2 tables: 12 boards each."),
        ("threes", 13, "phones", "4 teams of three play all together at 4 tables"),
        ("threes", 6, "phones", "at least 9 are needed"),
        ("teams", 7, "phones", "at least 8 are needed"),
        ("teams", 16, "cards", "Four-a-side is played on phones"),
    ],
)
def test_a_plan_says_what_a_draw_will_do(
    preset: str, people: int, plays_with: str, sentence: str
) -> None:
    plan = Plan.fitting("Cup", people, 240, plays_with, PRESETS[preset])
    assert sentence in " ".join(plan.sentences())


def test_teams_that_are_to_meet_again_are_told_so_and_can_be_drawn(event: Event) -> None:
    owner = signed_in(event, Role.OWNER)
    # Six teams of three: two of the others in the first round, so that no second one is possible.
    wanted = {"name": "Six", "preset": "threes", "people": "18", "rounds": "2", "boards": "3"}
    told = "Only 1 round is possible without a second meeting: some meet twice."
    assert told in owner.post("/new/", wanted).content.decode()
    owner.post("/new/", {**wanted, "sure": "1"})
    new = Event.objects.get(name="Six")
    lines = [f"Team {team},Player {team}-{n}" for team in range(6) for n in range(3)]
    import_entrants(new, "team,name\n" + "\n".join(lines), SYSTEM)
    assert draw_stage(new.stages.get(), SYSTEM).rounds.count() == 2
