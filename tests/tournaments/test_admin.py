"""An event run from beginning to end in the admin, and what that never shows or allows."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.functional import Promise
from pytest_django import DjangoAssertNumQueries

from games.models import Board, BoardSet
from tournaments import services
from tournaments.admin.audit import SENTENCES
from tournaments.models import (
    AuditEntry,
    Entrant,
    Event,
    EventState,
    Role,
    RoleAssignment,
    Round,
    RoundState,
    Stage,
)
from tournaments.services.actors import SYSTEM
from tournaments.services.assign_role import assign_role

from .factories import PASSED_OUT, drawn_stage, entrants_text, new_stage, play_round, release

pytestmark = pytest.mark.django_db

Answer = Any  # Django's test response


@pytest.fixture
def desk() -> Client:
    """The browser of the installation's administrator."""
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def page(name: str, *args: object) -> str:
    return reverse(f"admin:tournaments_{name}", args=args)


class FormActions(HTMLParser):
    """The addresses that a page's forms post to, as a browser resolves them."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "form":
            self.found.append(urljoin(self.address, dict(attrs).get("action") or self.address))


def actions_of(client: Client, address: str) -> list[str]:
    """Where the forms of a page post to."""
    parser = FormActions(address)
    answer = client.get(address)
    assert answer.status_code == 200
    parser.feed(answer.content.decode())
    return parser.found


def press(client: Client, model: str, row: Any, verb: str, reason: str = "") -> str:
    """Press a button of a row's page; the text of the page that follows."""
    address = page(f"{model}_change", row.pk)
    found = [each for each in actions_of(client, address) if each.endswith(f"/do/{verb}/")]
    assert len(found) == 1
    answer = client.post(found[0], {"reason": reason}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


EVENT = {
    "name": "Spring Cup",
    "slug": "",
    "ruleset_name": "competition",
    "place": "Hangzhou",
    "starts_on": "",
    "timezone": "Asia/Shanghai",
    "all_pass": "void",
    "disqualified_ranks": "close",
    "start_seconds": "0",
    "on_timeout": "act",
    "memory_aid": "last",
    "correction_minutes": "30",
    "spectator_delay": "0",
    "withheld_rounds": "0",
    "club_best": "3",
    "is_public": "on",
}


def test_a_whole_event(desk: Client) -> None:
    answer = desk.post(page("event_add"), EVENT)
    assert answer.status_code == 302
    event = Event.objects.get(slug="spring-cup")
    assert (event.ruleset["name"], event.place) == ("competition", "Hangzhou")
    assert RoleAssignment.objects.get(event=event).role == Role.OWNER

    settings = {"rounds_planned": "2", "boards_per_round": "1", "bye_award": "50"}
    stage_form = {"event": event.pk, "kind": "individual-barometer", "method": "matchpoints"}
    desk.post(page("stage_add"), {**stage_form, **settings, "name": "", "seed": "3"})
    stage = Stage.objects.get(event=event)
    assert (stage.rounds_planned, stage.seed) == (2, 3)

    answer = desk.post(page("event_import", event.pk), {"text": entrants_text(9)})
    codes = re.findall(r">([0-9A-Z]{8})</code>", answer.content.decode())
    assert len(set(codes)) == 9
    assert "no-store" in answer["Cache-Control"]

    assert "Draw" in press(desk, "stage", stage, "draw")
    for number in (1, 2):
        round_ = Round.objects.get(stage=stage, number=number)
        press(desk, "round", round_, "release")
        assert "not finished" in press(desk, "round", round_, "finish")
        play_round(round_, lambda _: PASSED_OUT)
        round_.refresh_from_db()
        assert round_.state == RoundState.FINISHED
    event.refresh_from_db()
    assert event.state == EventState.FINISHED

    session = stage.sessions.get()
    press(desk, "session", session, "reveal")
    shown = desk.get(page("session_change", session.pk)).content.decode()
    revealed = BoardSet.objects.get().revealed_at
    assert revealed is not None
    assert formats.localize(timezone.localtime(revealed)) in shown
    assert BoardSet.objects.get().reveal is not None
    verbs = AuditEntry.objects.filter(event=event).order_by("at").values_list("verb", flat=True)
    assert [verb for verb in verbs if verb not in ("open_board", "finish_round")] == [
        "create_event",
        "create_stage",
        "import_entrants",
        "draw_stage",
        "release_round",
        "release_round",
        "finish_event",
        "reveal_session",
    ]


class TestImport:
    def test_faults_are_listed_by_line_and_the_text_is_kept(self, desk: Client) -> None:
        event = new_stage(entrants=6).event
        text = "name,number\nAnn,1\nBob,x\n"
        answer = desk.post(page("event_import", event.pk), {"text": text})
        shown = answer.content.decode()
        assert answer.status_code == 422
        assert "<td>2</td>" in shown  # the number 1 is taken
        assert "<td>3</td>" in shown
        assert "Bob,x" in shown
        assert event.entrants.count() == 6

    def test_a_file_may_be_given(self, desk: Client) -> None:
        event = new_stage(entrants=6).event
        file = SimpleUploadedFile("names.csv", "姓名\n林晓峰\n".encode("gb18030"))
        answer = desk.post(page("event_import", event.pk), {"file": file})
        assert "林晓峰" in answer.content.decode()
        assert event.entrants.count() == 7

    def test_a_file_and_pasted_text_at_once_are_refused(self, desk: Client) -> None:
        event = new_stage(entrants=6).event
        file = SimpleUploadedFile("names.csv", b"name\nAnn\n")
        answer = desk.post(page("event_import", event.pk), {"file": file, "text": "name\nBob\n"})
        assert answer.status_code == 422
        assert "There are a file and pasted text" in answer.content.decode()
        assert event.entrants.count() == 6

    def test_nobody_is_entered_once_the_last_round_is_released(self, desk: Client) -> None:
        stage = drawn_stage(rounds=1)
        release(stage)
        event = stage.event
        answer = desk.post(page("event_import", event.pk), {"text": "name\nLate\n"})
        assert answer.status_code == 422
        assert "drawn already" in answer.content.decode()


class TestButtons:
    def test_a_refused_draw_says_why_and_changes_nothing(self, desk: Client) -> None:
        stage = new_stage(entrants=9, rounds=5)
        assert "at most 4 rounds" in press(desk, "stage", stage, "draw")
        stage.refresh_from_db()
        assert stage.movement is None

    def test_a_draw_is_undone_with_its_reason(self, desk: Client) -> None:
        stage = drawn_stage()
        assert "Say why the draw is undone." in press(desk, "stage", stage, "undo-draw", " ")
        stage.refresh_from_db()
        assert stage.movement is not None
        press(desk, "stage", stage, "undo-draw", "a late entry")
        assert AuditEntry.objects.get(verb="undo_draw").reason == "a late entry"

    def test_a_round_begins_early_only_with_a_reason(self, desk: Client) -> None:
        stage = drawn_stage()
        release(stage)
        second = stage.rounds.get(number=2)
        assert "Say why" in press(desk, "round", second, "release-early")
        press(desk, "round", second, "release-early", "table 3 is slow")
        second.refresh_from_db()
        assert second.state == RoundState.RELEASED

    def test_the_reveal_is_offered_only_when_every_board_is_open(self, desk: Client) -> None:
        stage = drawn_stage(rounds=1, boards=1)
        address = page("session_change", stage.sessions.get().pk)
        assert "its deals would be known" in desk.get(address).content.decode()
        assert not any("reveal" in each for each in actions_of(desk, address))
        play_round(release(stage), lambda _: PASSED_OUT)
        assert any(each.endswith("/do/reveal/") for each in actions_of(desk, address))

    def test_a_button_that_makes_no_sense_any_more_does_nothing(self, desk: Client) -> None:
        stage = drawn_stage()
        answer = desk.post(page("stage_do", stage.pk, "draw"), follow=True)
        assert "cannot be done any more" in answer.content.decode()

    def test_buttons_are_never_pressed_by_a_link(self, desk: Client) -> None:
        stage = new_stage()
        assert desk.get(page("stage_do", stage.pk, "draw")).status_code == 404
        stage.refresh_from_db()
        assert stage.movement is None

    def test_new_codes_are_shown_once(self, desk: Client) -> None:
        event = new_stage(entrants=6).event
        chosen = [entrant.pk for entrant in event.entrants.all()[:2]]
        answer = desk.post(
            page("entrant_changelist"), {"action": "new_codes", "_selected_action": chosen}
        )
        assert len(re.findall(r">([0-9A-Z]{8})</code>", answer.content.decode())) == 2
        assert "no-store" in answer["Cache-Control"]
        assert AuditEntry.objects.get(verb="issue_codes").after == {"entrants": chosen}

    def test_an_entrant_is_withdrawn_and_let_in_again(self, desk: Client) -> None:
        entrant = new_stage(entrants=6).event.entrants.get(number=3)
        press(desk, "entrant", entrant, "withdraw", "ill")
        assert Entrant.objects.get(pk=entrant.pk).state == "withdrawn"
        press(desk, "entrant", entrant, "readmit")
        assert Entrant.objects.get(pk=entrant.pk).state == "active"

    def test_a_board_is_opened_with_a_reason(self, desk: Client) -> None:
        stage = drawn_stage()
        round_ = release(stage)
        board = Board.objects.get(number=1)
        address = page("round_boards", round_.pk)
        desk.post(address, {"board": board.pk, "reason": ""})
        assert Board.objects.get(pk=board.pk).opened_at is None
        desk.post(address, {"board": board.pk, "reason": "shown by mistake"})
        assert Board.objects.get(pk=board.pk).opened_at is not None


class TestChanging:
    def test_a_changed_setting_is_audited(self, desk: Client) -> None:
        event = new_stage(entrants=6).event
        desk.post(
            page("event_change", event.pk), {**EVENT, "name": "May Cup", "all_pass": "forced"}
        )
        event.refresh_from_db()
        assert (event.name, event.all_pass) == ("May Cup", "forced")
        entry = AuditEntry.objects.get(verb="change_event")
        assert entry.after == {
            "name": "May Cup",
            "place": "Hangzhou",
            "timezone": "Asia/Shanghai",
            "all_pass": "forced",
        }

    def test_a_refused_change_is_told(self, desk: Client) -> None:
        stage = drawn_stage()
        release(stage)
        form = {**EVENT, "all_pass": "forced"}
        answer = desk.post(page("event_change", stage.event_id), form, follow=True)
        assert "cannot be changed" in answer.content.decode()
        stage.event.refresh_from_db()
        assert stage.event.all_pass == "void"

    def test_roles_are_given_and_taken_away(self, desk: Client) -> None:
        event = new_stage(entrants=6).event
        user = User.objects.create_user("dora")
        desk.post(page("roleassignment_add"), {"event": event.pk, "user": user.pk, "role": "owner"})
        given = RoleAssignment.objects.get(event=event, user=user)
        take = {"action": "take_away", "_selected_action": [given.pk]}
        answer = desk.post(page("roleassignment_changelist"), take, follow=True)
        assert "at least one owner" in answer.content.decode()
        RoleAssignment.objects.create(
            event=event, user=User.objects.create_user("emil"), role=Role.OWNER
        )
        desk.post(page("roleassignment_changelist"), take)
        assert not RoleAssignment.objects.filter(user=user).exists()
        assert AuditEntry.objects.filter(verb="assign_role").count() == 2


def at_desk(event: Event, role: Role) -> Client:
    """The browser of somebody to whom the event's owner has given a role."""
    user = User.objects.create_user(f"the-{role}")
    assign_role(event, user, role, SYSTEM)
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    return client


def rows_of(event: Event) -> dict[str, Any]:
    """One row of each kind that belongs to an event, by model."""
    stage = event.stages.get()
    return {
        "event": event,
        "stage": stage,
        "round": stage.rounds.get(number=1),
        "session": stage.sessions.get(),
        "entrant": event.entrants.get(number=1),
    }


class TestRoles:
    @pytest.mark.parametrize("role", list(Role))
    def test_every_role_sees_its_own_event_and_no_other(self, role: Role) -> None:
        own, other = drawn_stage().event, drawn_stage().event
        client = at_desk(own, role)
        assert "Events" in client.get(reverse("admin:index")).content.decode()
        foreign = rows_of(other)
        for model, row in rows_of(own).items():
            assert client.get(page(f"{model}_change", row.pk)).status_code == 200
            assert client.get(page(f"{model}_change", foreign[model].pk)).status_code == 302
            listed = client.get(page(f"{model}_changelist")).content.decode()
            assert page(f"{model}_change", row.pk) in listed
            assert str(foreign[model].pk) not in re.findall(r"/([^/?]+)/change/", listed)
            assert f"exact={other.pk}" not in listed

    @pytest.mark.parametrize("role", [Role.OWNER, Role.DIRECTOR])
    def test_owner_and_director_run_their_event(self, role: Role) -> None:
        stage = new_stage()
        client = at_desk(stage.event, role)
        assert "no-store" in client.get(page("event_import", stage.event_id))["Cache-Control"]
        client.post(page("event_import", stage.event_id), {"text": "name\nLate\n"})
        assert stage.event.entrants.count() == 10
        press(client, "stage", stage, "draw")
        round_ = stage.rounds.get(number=1)
        press(client, "round", round_, "release")
        board = Board.objects.get(number=1)
        client.post(page("round_boards", round_.pk), {"board": board.pk, "reason": "shown"})
        assert Board.objects.get(pk=board.pk).opened_at is not None
        client.post(page("event_change", stage.event_id), {**EVENT, "name": "May Cup"})
        assert Event.objects.get(pk=stage.event_id).name == "May Cup"
        person = stage.event.entrants.get(number=1).person
        client.post(reverse("admin:games_person_change", args=[person.pk]), {"name": "Ann"})
        assert stage.event.entrants.get(number=1).person.name == "Ann"

    @pytest.mark.parametrize("role", [Role.SCORER, Role.VIEWER])
    def test_scorer_and_viewer_only_see(self, role: Role) -> None:
        stage = drawn_stage()
        event = stage.event
        client = at_desk(event, role)
        round_ = stage.rounds.get(number=1)
        for model, row in rows_of(event).items():
            address = page(f"{model}_change", row.pk)
            assert not any("/do/" in each for each in actions_of(client, address))
            assert 'name="_save"' not in client.get(address).content.decode()
        for address in (
            page("stage_do", stage.pk, "undo-draw"),
            page("round_do", round_.pk, "release"),
            page("event_change", event.pk),
            page("stage_add"),
            page("event_add"),
            page("roleassignment_add"),
            page("round_boards", round_.pk),
        ):
            assert client.post(address, {"reason": "mine"}).status_code == 403, address
        assert client.post(page("event_import", event.pk), {"text": "name\nX\n"}).status_code == 404
        chosen = {"action": "new_codes", "_selected_action": [event.entrants.all()[0].pk]}
        answer = client.post(page("entrant_changelist"), chosen, follow=True)
        assert not re.findall(r">([0-9A-Z]{8})</code>", answer.content.decode())
        assert not AuditEntry.objects.filter(verb="issue_codes").exists()
        stage.refresh_from_db()
        assert stage.movement is not None

    @pytest.mark.parametrize("role", list(Role))
    def test_no_role_opens_the_pages_of_the_tables(self, role: Role) -> None:
        stage = drawn_stage()
        release(stage)
        client = at_desk(stage.event, role)
        for name in ("boardset", "board", "play", "table", "player", "result"):
            assert client.get(reverse(f"admin:games_{name}_changelist")).status_code == 403

    def test_codes_are_not_given_in_an_event_that_one_only_sees(self) -> None:
        own, seen = new_stage().event, new_stage().event
        client = at_desk(own, Role.DIRECTOR)
        assign_role(seen, User.objects.get(), Role.VIEWER, SYSTEM)
        chosen = {"action": "new_codes", "_selected_action": [seen.entrants.all()[0].pk]}
        answer = client.post(page("entrant_changelist"), chosen, follow=True)
        assert "does not allow" in answer.content.decode()
        assert not AuditEntry.objects.filter(verb="issue_codes").exists()

    def test_the_account_page_leads_to_ones_events(self) -> None:
        event, other = new_stage().event, new_stage().event
        client = at_desk(event, Role.VIEWER)
        shown = client.get(reverse("welcome")).content.decode()
        assert reverse("direct", args=[event.slug]) in shown
        assert reverse("direct", args=[other.slug]) not in shown
        assert f'href="{reverse("new")}"' not in shown

    def test_an_owner_gives_and_changes_roles_of_the_own_event_only(self) -> None:
        own, other = new_stage().event, new_stage().event
        client = at_desk(own, Role.OWNER)
        user = User.objects.create_user("dora")
        assert not user.is_staff
        wanted = {"user": user.pk, "role": "viewer"}
        client.post(page("roleassignment_add"), {**wanted, "event": other.pk})
        assert not RoleAssignment.objects.filter(user=user).exists()
        client.post(page("roleassignment_add"), {**wanted, "event": own.pk})
        given = RoleAssignment.objects.get(user=user)
        user.refresh_from_db()
        assert (given.event, given.role, user.is_staff) == (own, "viewer", True)
        client.post(page("roleassignment_change", given.pk), {"role": "director"})
        given.refresh_from_db()
        assert given.role == "director"
        changed = AuditEntry.objects.filter(verb="assign_role", target=f"user:{user.pk}").first()
        assert changed is not None
        assert (changed.before, changed.after) == ({"role": "viewer"}, {"role": "director"})


class TestWords:
    def test_the_certificate_and_the_comparison_are_told_in_words(self, desk: Client) -> None:
        stage = drawn_stage()
        with translation.override("zh-hans"):
            shown = desk.get(
                page("stage_change", stage.pk), headers={"accept-language": "zh-hans"}
            ).content.decode()
        assert "9名牌手，2轮，每轮2副牌，3桌。" in shown
        assert "repeat_meetings" not in shown
        assert "matchpoints" not in shown

    def test_every_verb_of_the_audit_has_a_sentence(self) -> None:
        sources = Path(services.__file__).parent.glob("*.py")
        called = re.compile(r"record\(\s*[^()]+?,\s*\w+,\s*\"(\w+)\"")
        verbs = {verb for path in sources for verb in called.findall(path.read_text("utf-8"))}
        assert len(verbs) > 10
        assert verbs <= SENTENCES.keys()

    @pytest.mark.parametrize("application", ["games", "tournaments"])
    def test_every_related_row_has_a_name_that_can_be_translated(self, application: str) -> None:
        for model in apps.get_app_config(application).get_models():
            for field in model._meta.fields:
                if field.is_relation:
                    assert isinstance(field.verbose_name, Promise), field

    def test_the_audit_is_told_in_sentences_with_names(self, desk: Client) -> None:
        stage = new_stage()
        press(desk, "stage", stage, "draw")
        shown = desk.get(page("auditentry_changelist")).content.decode()
        assert "The stage was drawn" in shown
        assert ">root</td>" in shown
        assert f'<a href="{page("stage_change", stage.pk)}">stage</a>' in shown
        assert ">admin 127.0.0.1</td>" in shown
        found = desk.get(page("auditentry_changelist"), {"q": "admin 127"}).context["cl"]
        assert [entry.verb for entry in found.result_list] == ["draw_stage"]

    def test_plays_and_players_name_their_event(
        self, desk: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        stage = drawn_stage()
        release(stage)
        for name in ("player", "table", "play", "board"):
            address = reverse(f"admin:games_{name}_changelist")
            with django_assert_max_num_queries(12):
                shown = desk.get(address).content.decode()
            assert shown.count("Spring Cup") >= 3

    def test_the_pages_carry_the_name_of_the_program(self, desk: Client) -> None:
        shown = desk.get(reverse("admin:index")).content.decode()
        assert "Fushi" in shown
        assert "Django" not in shown


class TestLimits:
    def test_the_audit_can_only_be_read(self, desk: Client) -> None:
        stage = drawn_stage()
        entry = AuditEntry.objects.filter(event=stage.event).first()
        assert entry is not None
        assert desk.get(page("auditentry_changelist")).status_code == 200
        assert desk.get(page("auditentry_change", entry.pk)).status_code == 200
        assert desk.post(page("auditentry_change", entry.pk), {"verb": "x"}).status_code == 403
        assert desk.get(page("auditentry_add")).status_code == 403
        assert desk.post(page("auditentry_delete", entry.pk), {"post": "yes"}).status_code == 403
        entry.refresh_from_db()
        assert entry.verb != "x"

    @pytest.mark.parametrize("model", ["event", "stage", "round", "session", "entrant"])
    def test_nothing_is_deleted(self, desk: Client, model: str) -> None:
        stage = drawn_stage()
        row = {
            "event": stage.event,
            "stage": stage,
            "round": stage.rounds.first(),
            "session": stage.sessions.first(),
            "entrant": stage.event.entrants.first(),
        }[model]
        assert row is not None
        assert desk.get(page(f"{model}_changelist")).status_code == 200
        assert desk.post(page(f"{model}_delete", row.pk), {"post": "yes"}).status_code == 403

    def test_no_page_shows_a_secret_a_hand_or_a_snapshot(self, desk: Client) -> None:
        stage = drawn_stage()
        release(stage)
        board_set = BoardSet.objects.get()
        play = stage.rounds.get(number=1).tables.all()[0].table.plays.all()[0]
        assert play.snapshot is not None
        pages = [
            page("event_change", stage.event_id),
            page("stage_change", stage.pk),
            page("session_change", stage.sessions.get().pk),
            page("round_change", stage.rounds.get(number=1).pk),
            page("round_boards", stage.rounds.get(number=1).pk),
            *(
                reverse(f"admin:games_{name}_change", args=[pk])
                for name, pk in (
                    ("boardset", board_set.pk),
                    ("board", play.board_id),
                    ("play", play.pk),
                    ("table", play.table_id),
                )
            ),
        ]
        for address in pages:
            answer = desk.get(address)
            assert answer.status_code == 200, address
            shown = answer.content.decode()
            assert bytes(board_set.secret_encrypted).decode() not in shown
            assert "snapshot" not in shown
            assert not re.search(r"\bBJ\b", shown)

    def test_permissions_without_a_role_in_the_event_are_worth_nothing(self) -> None:
        staff = User.objects.create_user("s", is_staff=True)
        staff.user_permissions.set(Permission.objects.all())
        client = Client()
        client.force_login(staff)
        stage = new_stage()
        assert client.get(page("stage_change", stage.pk)).status_code == 403
        assert client.post(page("stage_do", stage.pk, "draw")).status_code == 404
        stage.refresh_from_db()
        assert stage.movement is None

    def test_an_outsider_sees_nothing(self) -> None:
        stage = drawn_stage()
        client = Client()
        client.force_login(User.objects.create_user("o"))
        for address in (page("stage_change", stage.pk), page("event_import", stage.event_id)):
            assert client.get(address).status_code == 302
        assert client.post(page("stage_do", stage.pk, "undo-draw")).status_code == 302
        stage.refresh_from_db()
        assert stage.movement is not None


class TestWhileItIsPlayed:
    def test_a_late_entry_by_the_import_page(self, desk: Client) -> None:
        stage = drawn_stage(entrants=9, rounds=3)
        release(stage)
        address = page("event_import", stage.event.pk)
        assert "from the next round" in desk.get(address).content.decode()
        answer = desk.post(address, {"text": "name\nLin"})
        assert re.search(r">([0-9A-Z]{8})</code>", answer.content.decode())
        stage.refresh_from_db()
        assert stage.movement is not None
        assert stage.movement["entrants"][-1] == 10

    def test_a_substitute_gets_a_code_and_the_entrant_plays_again(self, desk: Client) -> None:
        who = drawn_stage(entrants=9, rounds=3).event.entrants.get(number=1)
        found = [
            each for each in actions_of(desk, page("entrant_change", who.pk)) if "/do/" in each
        ]
        urls = {each.split("/")[-2]: each for each in found}
        assert set(urls) == {"withdraw", "disqualify", "substitute"}
        refused = desk.post(urls["substitute"], {"name": "", "reason": ""}, follow=True)
        assert not who.substitutions.exists()
        assert refused.status_code == 200
        answer = desk.post(urls["substitute"], {"name": "Zhao Min", "reason": "ill"})
        assert re.search(r">([0-9A-Z]{8})</code>", answer.content.decode())
        assert "no-store" in answer["Cache-Control"]
        press(desk, "entrant", who, "end-substitution", "well")
        assert who.substitutions.get().last_round == 0

    def test_withdrawal_and_fewer_tables(self, desk: Client) -> None:
        stage = drawn_stage(entrants=12, rounds=3)
        release(stage)
        press(desk, "entrant", stage.event.entrants.get(number=2), "withdraw", "ill")
        answer = desk.post(
            reverse("admin:tournaments_stage_do", args=[stage.pk, "limit-tables"]),
            {"most": "2", "reason": "a table broke"},
        )
        assert answer.status_code == 302
        stage.refresh_from_db()
        assert stage.movement is not None
        assert [len(one["tables"]) for one in stage.movement["rounds"]] == [4, 2, 2]
        assert stage.movement["version"] == 3


def test_the_form_of_a_stage_offers_what_suits_the_ruleset(desk: Client) -> None:
    event = services.create_event(name="Four Cup", ruleset="four-player", actor=SYSTEM)
    shown = desk.get(page("stage_add") + f"?event={event.pk}").content.decode()
    kinds = re.findall(
        r'<option value="([a-z-]+)"', shown.split('name="kind"')[1].split("</select>")[0]
    )
    assert kinds == ["individual-barometer", "individual-fixed-boards"]
    three = services.create_event(name="Three Cup", actor=SYSTEM)
    shown = desk.get(page("stage_add") + f"?event={three.pk}").content.decode()
    assert '<option value="teams-knockout"' in shown


def test_an_event_is_rehearsed_by_a_button(desk: Client) -> None:
    event = new_stage(entrants=6, rounds=1, boards=1).event
    shown = press(desk, "event", event, "rehearse")
    assert "Rehearse with bots" in shown
    assert event.rehearsals.get().state == "waiting"


class TestRefusedForms:
    def test_what_a_service_refuses_stands_in_the_form_and_the_input_stays(
        self, desk: Client
    ) -> None:
        stage = new_stage()
        wanted = EVENT | {"slug": stage.event.slug, "place": "Wuhan"}
        answer = desk.post(page("event_add"), wanted)
        assert answer.status_code == 200
        shown = answer.content.decode()
        assert "Another event has this address already." in shown
        assert 'value="Wuhan"' in shown
        assert Event.objects.count() == 1

    def test_rounds_and_boards_begin_with_one(self, desk: Client) -> None:
        event = new_stage().event
        wanted = {"event": event.pk, "rounds_planned": 0, "boards_per_round": 0}
        errors = desk.post(page("stage_add"), wanted).context["adminform"].form.errors
        assert {"rounds_planned", "boards_per_round"} <= set(errors)
        assert "a_stage_has" not in str(errors)
