"""The director's console: who sees it, what it costs, and a day's decisions through its forms."""

from __future__ import annotations

import csv
import datetime
import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.cards import format_card
from games.deals import deal_of
from games.models import Call, Dispute, Play, PlayerToken, Seat
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    new_stage,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.pages.console_addresses import console_addresses
from tests.tournaments.people import user_with
from tournaments.models import AuditEntry, Event, Incident, Role, Round, Ruling, Stage
from tournaments.queries import pending
from tournaments.services import create_event, create_stage, draw_stage
from tournaments.services.actors import SYSTEM
from tournaments.services.rehearse import planned_plays
from tournaments.services.rule_scores import rule_scores

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "rounds/",
    "entrants/",
    "print/",
    "rulings/",
    "audit/",
    "settings/",
    "rounds/1/tables/1/",
]


def browser(event: Event, role: Role | None = Role.DIRECTOR, name: str = "") -> Client:
    """The browser of somebody with a role in the event."""
    client = Client()
    client.force_login(user_with(event, role, name))
    return client


@pytest.fixture
def stage() -> Stage:
    """Nine players; two boards were played at table 1, one at table 2, none at table 3."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    for play in plays_of(release(stage)):
        if play.table.number + play.board.number <= 3:
            finish(play, facts(1, 2))
    return stage


def address(stage: Stage, page: str = "") -> str:
    return f"/direct/{stage.event.slug}/{page}"


@pytest.mark.parametrize("page", PAGES)
def test_only_who_has_a_role_sees_the_console(stage: Stage, page: str) -> None:
    elsewhere = create_event(name="Autumn Cup", actor=SYSTEM)
    path = address(stage, page)
    assert browser(stage.event, Role.VIEWER).get(path).status_code == 200
    assert browser(elsewhere, Role.OWNER).get(path).status_code == 404
    assert Client().get(path).headers["Location"].startswith("/accounts/sign-in/")
    before = AuditEntry.objects.count()
    assert browser(stage.event, Role.SCORER).post(path, {"do": "draw"}).status_code == 403
    assert AuditEntry.objects.count() == before
    # A viewer gets no form that changes anything.
    shown = browser(stage.event, Role.VIEWER, "second viewer").get(path).content.decode()
    assert 'method="post"' not in shown.replace('class="languages" method="post"', "")


def test_the_hall_shows_first_who_is_behind(stage: Stage) -> None:
    page = browser(stage.event).get(address(stage)).content.decode()
    needs = page[page.index("needs-title") : page.index("tables-title")]
    # Table 3 is behind; then the tables that are not finished and where nobody is signed in.
    assert re.findall(r"<b>(\d+)</b>", needs) == ["3", "2", "3"]
    assert needs.index("1 board behind") < needs.index("nobody is signed in at seat A, B, C")
    assert "1 of 3 tables finished; 3 results are missing." in page


def test_a_table_is_found_by_number_and_by_name(stage: Stage) -> None:
    client = browser(stage.event)
    seat = plays_of(stage.rounds.get(number=1))[0].table.seats.get(letter="B")
    for search in ("1", seat.player.person.name):
        page = client.get(address(stage), {"q": search}).content.decode()
        hall = page[page.index('<ul class="hall">') :]
        numbers = re.findall(r"<b>(\d+)</b>", hall)
        assert "1" in numbers
        assert len(numbers) == 1


def statements(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_a_page_costs_as_many_statements_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 3 tables and at 60, a round in play: calls, disputes and rulings grow with the tables."""
    # However long the test takes, what is not counted yet is told.
    monkeypatch.setattr(pending, "PATIENCE", datetime.timedelta(0))
    counts = []
    for tables in (3, 60):
        stage = drawn_stage(entrants=3 * tables, rounds=2, boards=2)
        plays = plays_of(release(stage), board=1)[: tables - 1]
        for play in plays:
            result = finish(play, facts(1, 2))
            seat = play.table.seats.select_related("player").get(letter="B")
            now = timezone.now()
            Call.objects.create(table=play.table, player=seat.player, reason="other", at=now)
            Dispute.objects.create(play=play, result=result, seat="B", at=now)
        for play in plays[: tables // 3]:
            rule_scores(play, {"1": {"award": "average"}}, SYSTEM, "late")
        person = stage.event.entrants.values_list("player", flat=True)[0]
        client = browser(stage.event, name=f"director of {tables}")
        paths = list(console_addresses(stage.event.slug))
        searched = [f"{address(stage)}?q=player", f"{address(stage, 'entrants/')}?q=1"]
        counts.append(
            {
                path.replace(stage.event.slug, "").replace(person, ""): statements(client, path)
                for path in paths + searched
            }
        )
    assert counts[0] == counts[1]


def decide(client: Client, stage: Stage, body: dict[str, Any], reason: str) -> Any:
    """Post a decision, look at the difference, and do it with a reason."""
    shown = client.post(address(stage, "decide/"), body)
    assert shown.status_code == 200, shown
    found = re.search(r'name="preview" value="(\w+)"', shown.content.decode())
    assert found is not None
    return client.post(address(stage, "decide/"), {**body, "preview": found[1], "reason": reason})


def first_play(stage: Stage) -> Play:
    return plays_of(stage.rounds.get(number=1))[0]


def test_a_decision_is_shown_asks_for_a_reason_and_is_made(stage: Stage) -> None:
    client, play = browser(stage.event), first_play(stage)
    outcomes = {"award-1": "outcomes", "text-1": "60% +8, 40% −4", "award-2": "average_plus"}
    body = {"what": "scores", "play": play.pk, **outcomes}
    shown = client.post(address(stage, "decide/"), body)
    assert not Ruling.objects.exists()
    token = re.search(r'name="preview" value="(\w+)"', shown.content.decode())
    assert token is not None
    without = client.post(address(stage, "decide/"), {**body, "preview": token[1], "reason": " "})
    assert "Say why." in without.content.decode()
    assert not Ruling.objects.exists()
    done = client.post(address(stage, "decide/"), {**body, "preview": token[1], "reason": "late"})
    assert done.status_code == 302
    ruling = Ruling.objects.get()
    assert ruling.reason == "late"
    assert ruling.data["positions"]["1"] == {"outcomes": [[-4, "2/5"], [8, "3/5"]]}
    decide(client, stage, {"what": "reverse", "ruling": ruling.pk}, "it was table 2")
    assert Ruling.objects.filter(reverses=ruling).exists()


def test_what_cannot_be_decided_leads_back_with_a_sentence(stage: Stage) -> None:
    client, play = browser(stage.event), first_play(stage)
    table = address(stage, "rounds/1/tables/1/")
    for body, sentence in (
        (
            {"what": "scores", "play": play.pk, "award-1": "outcomes", "text-1": "much"},
            "Write outcomes as: 60% +8, 40% -4.",
        ),
        ({"what": "withdraw-board", "board": "99"}, "There is no such board."),
    ):
        answer = client.post(address(stage, "decide/"), {**body, "back": table}, follow=True)
        assert answer.redirect_chain == [(table, 302)]
        assert sentence in answer.content.decode()
    assert client.get(address(stage, "decide/")).headers["Location"] == address(stage)


def test_the_exported_audit_leaves_what_is_empty_empty(stage: Stage) -> None:
    client = browser(stage.event)
    body = {"do": "withdraw", "number": "1", "reason": "=2+3"}
    client.post(address(stage, "entrants/"), body)
    client.post(address(stage, "check-in/"), {"do": "check-in", "who": "2"})
    text = client.get(f"{address(stage, 'audit/')}?format=csv").content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    reasons = {line["verb"]: line["reason"] for line in lines}
    assert reasons["withdraw_entrant"] == "'=2+3"
    assert reasons["check_in"] == ""


def test_two_who_change_settings_at_once_lose_nothing(stage: Stage) -> None:
    """Each starts from the same page; what the slower did not touch stays as the faster left it."""
    client, page = browser(stage.event), address(stage, "settings/")
    form = client.get(page).context["form"]
    shown = {field.html_name: field.value() for field in form}
    before = {f"initial-{name}": value for name, value in shown.items()}
    body = {name: value for name, value in shown.items() if value is not False} | before
    body = {name: "" if value is None else value for name, value in body.items()}
    client.post(page, {**body, "do": "event", "place": "Hall A"})
    other = client.post(page, {**body, "do": "event", "law_text": "Be kind."}, follow=True)
    assert "The settings are saved." in other.content.decode()
    event = Event.objects.get(pk=stage.event_id)
    assert (event.place, event.law_text) == ("Hall A", "Be kind.")
    same = client.post(page, {**body, "do": "event", "place": "Hall B"}, follow=True)
    assert "Somebody else has changed this meanwhile: Place." in same.content.decode()
    assert Event.objects.get(pk=stage.event_id).place == "Hall A"


def test_the_hall_stays_with_the_stage_in_play_while_a_final_is_prepared(stage: Stage) -> None:
    client = browser(stage.event)
    create_stage(stage.event, rounds=1, boards_per_round=1, source=stage, actor=SYSTEM)
    assert "Nothing is drawn yet" not in client.get(address(stage)).content.decode()
    assert client.get(address(stage)).context["hall"].round.stage_id == stage.pk
    play = first_play(stage)
    table = client.get(address(stage, f"rounds/1/tables/{play.table.number}/"))
    assert table.context["desk"].table.table_id == play.table_id


def test_an_outdated_difference_is_shown_anew(stage: Stage) -> None:
    client, play = browser(stage.event), first_play(stage)
    body = {"what": "scores", "play": play.pk, "award-1": "average_minus"}
    late = client.post(address(stage, "decide/"), {**body, "preview": "0" * 32, "reason": "late"})
    assert "Something happened since" in late.content.decode()
    assert not Ruling.objects.exists()


def test_a_decision_leads_back_into_its_console_only(stage: Stage) -> None:
    client = browser(stage.event)
    body = {"what": "penalty", "number": "1", "percentage": "10"}
    for back in ("https://example.org/", "//example.org/", "/admin/"):
        done = decide(client, stage, {**body, "back": back}, "slow")
        assert done.headers["Location"] == address(stage)


def test_every_kind_of_decision_has_its_form(stage: Stage) -> None:
    client, play = browser(stage.event), first_play(stage)
    for body in (
        {"what": "hands", "play": play.pk, "mapping": "213"},
        {"what": "seats", "play": play.pk, "one": "A", "other": "C"},
        {"what": "correct", "play": play.pk, "landlord": "2", "bid": "3", "winner": "farmers"},
        {"what": "penalty", "number": "4", "percentage": "10"},
        {"what": "withdraw-play", "play": play.pk},
        {"what": "withdraw-board", "board": "2"},
    ):
        assert decide(client, stage, body, "why").status_code == 302
    assert Ruling.objects.count() == 5
    assert play.results.get(is_current=True).points == {"1": 3, "2": -6, "3": 3}
    play_round_rest(stage)
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def test_an_irregularity_is_recorded_in_the_drawer_and_reversed_from_the_list(
    stage: Stage,
) -> None:
    client, play = browser(stage.event), first_play(stage)
    Event.objects.filter(pk=stage.event_id).update(law_text="§ 12 An exposed card lies open.")
    drawer = client.get(address(stage, "rounds/1/tables/1/")).content.decode()
    assert "An exposed card lies open." in drawer
    body = {"what": "incident", "play": play.pk, "kind": "exposed_card", "seat": "B"}
    body |= {"text": "3 of hearts", "law": "§ 12", "percentage": "10"}
    decide(client, stage, body | {"decision": "stands"}, "nobody gained")
    decide(client, stage, body | {"decision": "penalty"}, "again")
    decide(client, stage, body | {"decision": "adjusted", "award-1": "average"}, "unplayable")
    assert [row.ruling is None for row in Incident.objects.order_by("pk")] == [True, False, False]
    listed = client.get(address(stage, "rulings/")).content.decode()
    for words in ("exposed card: 3 of hearts", "nobody gained", "§ 12", "it stands"):
        assert words in listed
    last = Incident.objects.latest("pk")
    decide(client, stage, {"what": "reverse-incident", "incident": last.pk}, "wrong board")
    assert Ruling.objects.filter(reverses=last.ruling).exists()
    assert "(reversed)" in client.get(address(stage, "rounds/1/tables/1/")).content.decode()


def test_a_scorer_notes_what_stands_but_rules_no_score(stage: Stage) -> None:
    scorer, play = browser(stage.event, Role.SCORER), first_play(stage)
    drawer = scorer.get(address(stage, "rounds/1/tables/1/")).content.decode()
    assert 'value="exposed_card"' in drawer
    body = {"what": "incident", "play": play.pk, "kind": "exposed_card", "decision": "stands"}
    decide(scorer, stage, body, "nobody gained")
    assert Incident.objects.get().decision == "stands"
    refused = body | {"decision": "penalty", "seat": "A", "percentage": "10"}
    assert scorer.post(address(stage, "decide/"), refused).status_code == 403
    assert not Ruling.objects.exists()


def play_round_rest(stage: Stage) -> None:
    for play in plays_of(stage.rounds.get(number=1)):
        if play.state != "finished":
            finish(play, facts(2, 1, "farmers"))


def test_the_settings_of_the_tables_are_changed_and_faults_shown_at_their_field() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    client, path = browser(event), f"/direct/{event.slug}/settings/"
    form = {"do": "event", "name": "Spring Cup", "timezone": "UTC", "all_pass": "void"}
    form |= {"disqualified_ranks": "vacant"}
    form |= {"start_seconds": "0", "on_timeout": "bot", "memory_aid": "full", "claims": "on"}
    form |= {"correction_minutes": "30", "law_text": "§ 12", "is_public": "on"}
    form |= {"spectator_delay": "0", "withheld_rounds": "0", "club_best": "3"}
    wrong = client.post(path, form | {"action_seconds": "1", "name": "Other"})
    assert wrong.status_code == 200
    assert "errorlist" in wrong.content.decode()
    assert client.post(path, form | {"action_seconds": "25"}).status_code == 302
    event.refresh_from_db()
    stored = (event.name, event.action_seconds, event.on_timeout, event.memory_aid, event.claims)
    assert stored == ("Spring Cup", 25, "bot", "full", True)
    assert (event.law_text, event.hints, event.is_public) == ("§ 12", False, True)


def test_a_round_goes_from_people_to_its_release_by_forms_alone() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    client = browser(event)
    home = f"/direct/{event.slug}/"
    settings = {"do": "stage", "rounds": "2", "boards": "2", "method": "matchpoints"}
    client.post(f"{home}settings/", settings)
    text = "name,club\n" + "\n".join(f"Player {n},Club {n}" for n in range(1, 10))
    wrong = client.post(f"{home}entrants/", {"do": "import", "text": text + "\n,x"})
    assert "Line 11" in wrong.content.decode()
    assert not event.entrants.exists()
    entered = client.post(f"{home}entrants/", {"do": "import", "text": text}).content.decode()
    assert len(re.findall(r"<code>\w{4} \w{4}</code>", entered)) == 9
    client.post(f"{home}rounds/", {"do": "draw"})
    assert "waits for its release" in client.get(home).content.decode()
    refused = client.post(f"{home}rounds/", {"do": "release", "round": "2"}, follow=True)
    assert "An earlier round is not released yet." in refused.content.decode()
    client.post(f"{home}rounds/", {"do": "release", "round": "1"})
    refused = client.post(f"{home}rounds/", {"do": "finish", "round": "1"}, follow=True)
    assert "6 plays are not finished" in refused.content.decode()


def test_a_board_is_taken_away_from_a_table_and_given_back(stage: Stage) -> None:
    client = browser(stage.event)
    play = next(p for p in plays_of(stage.rounds.get(number=1)) if p.state == "scheduled")
    path = address(stage, f"rounds/1/tables/{play.table.number}/")
    for do, state in (("not-played", "not_played"), ("to-be-played", "playing")):
        assert client.post(path, {"do": do, "play": play.pk}).status_code == 302
        play.refresh_from_db()
        assert play.state != state  # a reason is missing
        client.post(path, {"do": do, "play": play.pk, "reason": "out of time"})
        play.refresh_from_db()
        assert play.state == state


def test_a_call_and_a_dispute_stand_first_and_are_dealt_with(stage: Stage) -> None:
    client, play = browser(stage.event), first_play(stage)
    seat = play.table.seats.get(letter="A")
    call = Call.objects.create(
        table=play.table, player=seat.player, reason="wrong_board", at=timezone.now()
    )
    dispute = Dispute.objects.create(
        play=play, result=play.results.get(), seat="B", at=timezone.now()
    )
    page = client.get(address(stage)).content.decode()
    needs = page[page.index("needs-title") : page.index("tables-title")]
    assert needs.index("wrong board") < needs.index("disputes board 1") < needs.index("behind")
    path = address(stage, f"rounds/1/tables/{play.table.number}/")
    client.post(path, {"do": "take", "call": call.pk})
    client.post(path, {"do": "close", "call": call.pk, "reason": "put right"})
    client.post(path, {"do": "stands", "dispute": dispute.pk, "reason": "both agree now"})
    call.refresh_from_db()
    dispute.refresh_from_db()
    assert (call.state, dispute.settlement) == ("closed", "stands")


def test_the_audit_is_searched_and_exported(stage: Stage) -> None:
    client = browser(stage.event)
    decide(client, stage, {"what": "penalty", "number": "1", "percentage": "10"}, "=slow play")
    page = client.get(address(stage, "audit/"), {"q": "slow"}).content.decode()
    assert page.count("<tr>") == 2
    assert "director" in page
    exported = client.get(address(stage, "audit/"), {"q": "slow", "format": "csv"})
    lines = exported.content.decode("utf-8-sig").splitlines()
    assert len(lines) == 2
    assert ",'=slow play," in lines[1]


def test_the_audit_says_in_words_what_was_decided_about(stage: Stage) -> None:
    client, play = browser(stage.event), first_play(stage)
    rule_scores(play, {"1": {"award": "average"}}, SYSTEM, "late")
    client.post(address(stage, "entrants/"), {"do": "withdraw", "number": "3", "reason": "ill"})
    page = client.get(address(stage, "audit/")).content.decode()
    gone = stage.event.entrants.get(number=3)
    about = re.findall(r"<summary>(.*?)</summary><pre>(\w+:\w+)", page)
    told = {target: words for words, target in about}
    assert told[f"entrant:{gone.pk}"] == f"3 {gone.person.name}"
    assert told[f"stage:{stage.pk}"] == "Stage 1"
    assert told[f"round:{stage.rounds.get(number=1).pk}"] == "Round 1"
    assert told[f"event:{stage.event.pk}"] == stage.event.name
    ruling = Ruling.objects.get()
    place = "Round 1, table 1, board 1"
    assert told[f"ruling:{ruling.pk}"] == f"{ruling.get_kind_display()} · {place}"
    client.post(address(stage, "rounds/1/tables/3/"), {"do": "freeze", "reason": "a call"})
    assert (
        "<summary>Round 1, table 3</summary>"
        in client.get(address(stage, "audit/")).content.decode()
    )


def test_the_audit_tells_from_where_and_who(stage: Stage) -> None:
    client = browser(stage.event, name="anna")
    body = {"do": "withdraw", "number": "1", "reason": "ill"}
    forwarded = {"X-Forwarded-For": "203.0.113.9"}
    client.post(address(stage, "entrants/"), body, REMOTE_ADDR="192.0.2.7", headers=forwarded)
    page = address(stage, "audit/")
    for search in ("192.0.2.7", "ann"):
        assert "<td>console 192.0.2.7</td>" in client.get(page, {"q": search}).content.decode()
    assert "203.0.113.9" not in client.get(page).content.decode()
    text = client.get(page, {"format": "csv"}).content.decode("utf-8-sig")
    lines = {line["verb"]: line for line in csv.DictReader(io.StringIO(text))}
    mine = lines["withdraw_entrant"]
    user = User.objects.get(username="anna")
    assert mine["actor"] == f"user:{user.pk}"
    assert (mine["name"], mine["origin"]) == ("anna", "console 192.0.2.7")
    drawn = lines["draw_stage"]
    assert (drawn["actor"], drawn["name"], drawn["origin"]) == ("system", "", "system")


def test_a_key_is_shown_once_and_only_to_owners(stage: Stage) -> None:
    body = {"do": "key", "role": "viewer", "label": "screen"}
    refused = browser(stage.event).post(address(stage, "settings/"), body)
    assert refused.status_code == 403
    owner = User.objects.create_superuser("root")
    client = Client()
    client.force_login(owner)
    made = client.post(address(stage, "settings/"), body).content.decode()
    assert "fsk_" in made
    assert "fsk_" not in client.get(address(stage, "settings/")).content.decode()


def test_an_event_without_anything_says_the_next_step() -> None:
    stage = new_stage()
    page = browser(stage.event).get(address(stage)).content.decode()
    assert "Nothing is drawn yet." in page


def physical_stage() -> Stage:
    """Nine players with cards at three tables; round 1 is released."""
    stage = new_stage(entrants=9, rounds=1, boards=1)
    Event.objects.filter(pk=stage.event_id).update(physical=True)
    stage.event.refresh_from_db()
    draw_stage(stage, SYSTEM)
    release(stage)
    return stage


def test_a_scorer_types_in_a_slip_and_keeps_what_was_typed_when_it_is_refused() -> None:
    stage = physical_stage()
    client, play = browser(stage.event, Role.SCORER), first_play(stage)
    path = address(stage, f"rounds/1/tables/{play.table.number}/")
    lead = format_card(deal_of(play.board).hands[1][0])
    slip = {"do": "slip", "play": play.pk, "landlord": "2", "lead": lead, "bid": "3"}
    nobody = client.post(path, {**slip, "landlord": "nobody", "out_first": "2"}, follow=True)
    assert "say who was landlord" in nobody.content.decode()
    empty = client.post(path, {"do": "slip", "play": play.pk, "landlord": "", "bombs": "0"})
    assert "Say who was landlord, or that the board was passed out." in empty.content.decode()
    assert not play.results.exists()
    refused = client.post(path, {**slip, "out_first": "2", "bid": "7", "doubled": ["1", "3"]})
    page = refused.content.decode()
    assert "These facts cannot be" in page
    assert f'name="lead" size="4" maxlength="3" placeholder="10h" value="{lead}"' in page
    assert page.count(" checked") == 2
    assert client.post(path, {**slip, "out_first": "2"}).status_code == 302
    assert play.results.get().points == {"1": -3, "2": 6, "3": -3}
    assert AuditEntry.objects.get(verb="enter_slip").target == f"play:{play.pk}"
    again = client.post(path, {**slip, "out_first": "2"}).content.decode()
    assert "has its result" in again
    # Everything else stays with directors.
    assert client.post(path, {"do": "table-code"}).status_code == 403


def test_a_slip_of_a_board_that_all_passed_says_so() -> None:
    stage = physical_stage()
    client, play = browser(stage.event, Role.SCORER), first_play(stage)
    path = address(stage, f"rounds/1/tables/{play.table.number}/")
    client.post(path, {"do": "slip", "play": play.pk, "landlord": "nobody", "bombs": "0"})
    assert play.results.get().points == {"1": 0, "2": 0, "3": 0}


def test_a_tables_device_gets_its_code_from_the_drawer() -> None:
    stage = physical_stage()
    client = browser(stage.event)
    path = address(stage, "rounds/1/tables/2/")
    page = client.post(path, {"do": "table-code"}, follow=True).content.decode()
    assert re.search(r"The code of table 2: \w{4} \w{4}", page)


def test_more_time_for_all_moves_the_clock_on_the_wall(stage: Stage) -> None:
    client, round_ = browser(stage.event), stage.rounds.get(number=1)
    ends = timezone.now()
    Round.objects.filter(pk=round_.pk).update(ends_at=ends)
    client.post(address(stage), {"do": "extend", "seconds": "300"})
    round_.refresh_from_db()
    assert round_.ends_at == ends + datetime.timedelta(minutes=5)
    assert "data-ends=" in client.get(address(stage)).content.decode()


def test_the_last_ruling_is_undone_from_the_hall(stage: Stage) -> None:
    client = browser(stage.event)
    decide(client, stage, {"what": "penalty", "number": "1", "percentage": "10"}, "slow")
    page = client.get(address(stage)).content.decode()
    ruling = re.search(r'name="ruling" value="(\d+)"', page)
    assert ruling is not None
    assert "Undo the last ruling (penalty)" in page
    decide(client, stage, {"what": "reverse", "ruling": ruling[1]}, "the clock was wrong")
    assert "Undo the last ruling" not in client.get(address(stage)).content.decode()


def test_swiss_rounds_are_drawn_one_by_one_from_the_console() -> None:
    stage = new_stage(entrants=9, rounds=2, boards=1, kind="individual-swiss")
    client = browser(stage.event)
    assert "Draw round 1" in client.get(address(stage, "rounds/")).content.decode()
    client.post(address(stage, "rounds/"), {"do": "draw"})
    client.post(address(stage, "rounds/"), {"do": "release", "round": "1"})
    page = client.post(address(stage, "rounds/"), {"do": "draw-round"}, follow=True)
    assert "result" in page.content.decode()  # refused: they are missing
    play_round(stage.rounds.get(number=1), lambda _: facts(1, 2))
    count_and_publish(stage)
    client.post(address(stage, "rounds/"), {"do": "draw-round"})
    assert stage.rounds.get(number=2).state == "drawn"


def test_what_comes_after_the_last_round_is_on_the_page_of_rounds() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    client = browser(stage.event)
    rounds = address(stage, "rounds/")
    client.post(rounds, {"do": "release", "round": "1"})
    client.post(rounds, {"do": "open", "board": "1", "reason": "the press asks"})
    assert stage.sessions.get().board_set.boards.get(number=1).opened_at is not None
    assert "Reveal the secret" not in client.get(rounds).content.decode()
    play_round(stage.rounds.get(number=1), lambda _: facts(1, 2))
    assert "Reveal the secret" in client.get(rounds).content.decode()
    client.post(rounds, {"do": "reveal", "session": "1"})
    assert "The secret of the deals is revealed." in client.get(rounds).content.decode()


def test_fewer_tables_from_the_console() -> None:
    stage = drawn_stage(entrants=12, rounds=3, boards=1)
    client = browser(stage.event)
    client.post(address(stage, "rounds/"), {"do": "tables", "tables": "3", "reason": "a room less"})
    stage.refresh_from_db()
    assert stage.movement is not None
    assert [len(each["tables"]) for each in stage.movement["rounds"]] == [3, 3, 3]


def test_entrants_are_found_by_number_and_a_waiting_substitute_is_seen(stage: Stage) -> None:
    client = browser(stage.event)
    page = client.get(address(stage, "entrants/"), {"q": "4"}).content.decode()
    assert re.findall(r'name="number" value="(\d+)"', page)[0] == "4"
    assert "1 found" in page
    first = {"do": "substitute", "number": "4", "name": "Zhao Min", "reason": "ill"}
    client.post(address(stage, "entrants/"), first)
    page = client.get(address(stage, "entrants/"), {"q": "4"}).content.decode()
    assert "from round 2 on: Zhao Min" in page
    # Whoever has not seen her does not send her away; whoever has may.
    unseen = {"do": "substitute", "number": "4", "name": "Qian Duo"}
    refused = client.post(address(stage, "entrants/"), unseen, follow=True).content.decode()
    assert "Zhao Min is the substitute from round 2 on already." in refused
    waiting = re.search(r'name="instead" value="(\w+)"', page)
    assert waiting is not None
    client.post(address(stage, "entrants/"), {**unseen, "instead": waiting[1]})
    page = client.get(address(stage, "entrants/"), {"q": "4"}).content.decode()
    assert "from round 2 on: Qian Duo" in page


def test_a_rehearsal_is_begun_and_stopped_in_one_click_by_page_and_api(stage: Stage) -> None:
    client, page = browser(stage.event), address(stage, "rehearsals/")
    assert browser(stage.event, Role.VIEWER).post(page, {"do": "rehearse"}).status_code == 403
    shown = client.post(page, {"do": "rehearse", "bots": "chance"}, follow=True).content.decode()
    assert "The bots begin." in shown
    rehearsal = stage.event.rehearsals.get()
    again = client.post(page, {"do": "rehearse", "bots": "chance"}, follow=True).content.decode()
    assert "is being rehearsed already. (director," in again
    client.post(page, {"do": "cancel", "rehearsal": rehearsal.pk})
    assert stage.event.rehearsals.get().state == "cancelled"
    program = with_key(stage.event)
    made = program.post("rehearsals/", {"bots": "greedy", "seed": 7})
    assert made.status_code == 201
    (line, _first) = program.send("GET", "rehearsals/").json()["results"]
    assert (line["state"], line["done"], line["total"], line["bots"]) == (
        "waiting",
        0,
        12,
        "greedy",
    )
    stopped = program.post(f"rehearsals/{line['id']}/cancel/")
    assert stopped.json()["state"] == "cancelled"
    refused = program.post("rehearsals/", {"bots": "nobody"})
    assert refused.json()["refusal"] == "unknown_bots"
    assert with_key(stage.event, Role.VIEWER).post("rehearsals/").status_code == 403


def test_a_rehearsal_counts_only_who_goes_on() -> None:
    stage = new_stage(entrants=29, rounds=4, boards=3)
    create_stage(stage.event, rounds=2, boards_per_round=3, actor=SYSTEM, source=stage, last_rank=6)
    # Nine tables for 4 × 3 boards, then two for 2 × 3.
    assert planned_plays(stage.event) == 9 * 12 + 2 * 6


def test_bots_play_for_everybody_who_is_absent(stage: Stage) -> None:
    client = browser(stage.event)
    player = Seat.objects.get(table__number=3, letter="B").player
    PlayerToken.objects.create(player=player, token_hash="1")
    page = client.post(address(stage), {"do": "bots"}, follow=True).content.decode()
    # Table 3 alone has a board in play; one of its players is there.
    assert "Bots play on 2 seats." in page
    assert set(Seat.objects.exclude(bot="").values_list("table__number", "letter")) == {
        (3, "A"),
        (3, "C"),
    }
    entry = AuditEntry.objects.get(verb="seat_bots")
    assert entry.after == {"round": 1, "seats": 2, "bot": "greedy"}
    refused = client.post(address(stage), {"do": "bots"}, follow=True).content.decode()
    assert "Somebody or a bot is at every seat in play." in refused
    assert with_key(stage.event, Role.SCORER).post("rounds/1/bots/").status_code == 403
    assert with_key(stage.event).post("rounds/1/bots/", {"bot": "nobody"}).status_code == 422


def test_the_hall_turns_to_the_next_round_when_one_is_over(stage: Stage) -> None:
    client = browser(stage.event)
    play_round_rest(stage)
    part = client.get(address(stage), {"part": "hall"}).content.decode()
    assert part.startswith('<div id="hall"')  # in the place of the tables: a drawer stays open
    assert "Release round 2" in part
    page = client.get(address(stage)).content.decode()
    assert "Release round 2" in page
    assert "At least 6" not in page
    body = {"do": "release", "round": "2"}
    assert client.post(address(stage, "rounds/"), body).headers["Location"] == address(stage)
    assert "Round 2 of 2" in client.get(address(stage)).content.decode()
    # A page that waits has no head for a round under way: it is loaded anew.
    waiting = client.get(address(stage), {"part": "hall", "waiting": "1"})
    assert waiting.headers["HX-Refresh"] == "true"
