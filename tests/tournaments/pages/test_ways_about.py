"""How whoever is signed in finds about: to the own account, and what a page says then."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.factories import drawn_stage, entrants_text, new_stage, release
from tests.tournaments.people import user_with
from tournaments.models import Entrant, EntrantState, Event, Role, Stage, StageKind
from tournaments.services import create_event, create_stage, draw_stage
from tournaments.services.actors import SYSTEM

pytestmark = pytest.mark.django_db


def browser(event: Event, role: Role) -> Client:
    client = Client()
    client.force_login(user_with(event, role))
    return client


def test_whoever_is_signed_in_comes_to_the_own_account_and_is_not_asked_again() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    director = browser(event, Role.DIRECTOR)
    assert 'href="/accounts/"' in Client().get("/").content.decode()
    assert Client().get("/accounts/").headers["Location"].startswith("/accounts/sign-in/")
    assert director.get("/accounts/sign-in/").headers["Location"] == "/accounts/"
    console = director.get(f"/direct/{event.slug}/").content.decode()
    assert '<a href="/accounts/">Signed in as director</a>' in console


def test_who_was_signed_out_meanwhile_is_told_that_nothing_was_changed() -> None:
    stage = new_stage(entrants=9)
    path, client = f"/direct/{stage.event.slug}/entrants/", Client()
    form = {"do": "withdraw", "number": "9", "reason": "ill"}
    page = client.post(path, form, follow=True).content.decode()
    assert "You were signed out, and nothing was changed." in page
    assert Entrant.objects.get(event=stage.event, number=9).state == EntrantState.ACTIVE
    assert "You were signed out" not in client.get(path, follow=True).content.decode()


def test_each_role_is_told_what_it_may_do() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    page = f"/direct/{event.slug}/"
    assert "Your role lets you look, not change." in (
        browser(event, Role.VIEWER).get(page).content.decode()
    )
    scorer = browser(event, Role.SCORER).get(page).content.decode()
    assert "As a scorer you type in result slips" in scorer
    assert "look, not change" not in scorer


def test_a_list_that_is_sent_again_is_said_to_be_entered() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    client, path = browser(event, Role.DIRECTOR), f"/direct/{event.slug}/entrants/"
    form = {"do": "import", "text": entrants_text(6)}
    again = "Everybody on this list is entered already"
    assert again not in client.post(path, form).content.decode()
    assert again in client.post(path, form).content.decode()
    longer = {"do": "import", "text": entrants_text(6) + "\nAda"}
    assert again not in client.post(path, longer).content.decode()


def test_one_person_is_entered_without_a_list() -> None:
    stage = new_stage(entrants=9)
    client, path = browser(stage.event, Role.DIRECTOR), f"/direct/{stage.event.slug}/entrants/"
    one = {"do": "one", "name": 'Ann "Ace", Wu', "club": "East"}
    client.post(path, one)
    ann = Entrant.objects.get(event=stage.event, number=10)
    assert (ann.person.name, ann.club) == ('Ann "Ace", Wu', "East")
    # Somebody of the same name and club is asked about, as in a list.
    again = client.post(path, one).content.decode()
    assert "They are different people: enter them all" in again
    assert "name,club\n&quot;Ann &quot;&quot;Ace&quot;&quot;, Wu&quot;,East" in again.replace(
        "\r", ""
    )


def test_who_comes_late_or_goes_is_told_with_the_round_from_which_all_is_drawn_anew() -> None:
    stage = drawn_stage(entrants=10, rounds=3, boards=2)
    release(stage)
    client, path = browser(stage.event, Role.DIRECTOR), f"/direct/{stage.event.slug}/entrants/"
    told = "From round 2 on everything is drawn anew: sheets printed before are old."
    assert told in client.post(path, {"do": "one", "name": "Ma"}).content.decode()
    gone = client.post(path, {"do": "withdraw", "number": "3", "reason": "ill"}, follow=True)
    assert told in gone.content.decode()


def test_who_withdrew_before_playing_is_named_and_no_longer_counted() -> None:
    stage = new_stage(entrants=9)
    client, slug = browser(stage.event, Role.DIRECTOR), stage.event.slug
    form = {"do": "withdraw", "number": "9"}
    answer = client.post(f"/direct/{slug}/entrants/?q=9", form, follow=True)
    assert answer.redirect_chain == [(f"/direct/{slug}/entrants/?q=9", 302)]
    gone = Entrant.objects.get(event=stage.event, number=9)
    assert gone.state == EntrantState.WITHDRAWN
    assert f"Done: 9 {gone.person.name}, withdrawn." in answer.content.decode()
    assert client.get(f"/api/v1/events/{slug}/").json()["entrants"] == 8


def test_a_line_up_is_told_by_names_and_stands_beside_its_team() -> None:
    event = create_event(name="League", actor=SYSTEM, ruleset="team-additive")
    stage = create_stage(
        event, rounds=1, boards_per_round=4, actor=SYSTEM, kind=StageKind.FOUR_LEAGUE
    )
    client, path = browser(event, Role.DIRECTOR), f"/direct/{event.slug}/entrants/"
    teams = [f"{team},{team} {n}" for team in ("Cranes", "Foxes") for n in range(1, 6)]
    small = client.post(path, {"do": "import", "text": "team,name\n" + "\n".join(teams[:8])})
    assert "The team “Foxes” has 3 members; it needs 4." in small.content.decode()
    client.post(path, {"do": "import", "text": "team,name\n" + "\n".join(teams)})
    draw_stage(stage, SYSTEM)
    body = {"do": "line-up", "number": "1", "places": "5 1 2 3", "reason": "their captain"}
    page = client.post(path, body, follow=True).content.decode()
    who = "5 Cranes 5, 1 Cranes 1, 2 Cranes 2, 3 Cranes 3"
    assert f"From round 1 on Cranes plays with {who}." in page
    assert "from round 1 on: 5, 1, 2, 3" in page
    assert 'placeholder="1 2 3 4"' in page
    release(Stage.objects.get(pk=stage.pk))
    # Four boards are played; the four extra ones only if the match is tied.
    hall = client.get(f"/direct/{event.slug}/").content.decode()
    assert "<span>0/4</span>" in hall
    assert "/8</span>" not in hall
