"""An event run from beginning to end in the admin, and what that never shows or allows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Board, BoardSet
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


def press(client: Client, model: str, row: Any, verb: str, reason: str = "") -> str:
    """Press a button of a row's page; the text of the page that follows."""
    address = page(f"{model}_change", row.pk)
    shown = client.get(address).content.decode()
    assert f'action="do/{verb}/"' in shown
    answer = client.post(page(f"{model}_do", row.pk, verb), {"reason": reason}, follow=True)
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

    press(desk, "session", stage.sessions.get(), "reveal")
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

    def test_a_drawn_event_takes_nobody(self, desk: Client) -> None:
        event = drawn_stage().event
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
            assert "BJ" not in shown

    def test_staff_without_a_role_in_the_event_is_refused_by_the_service(self) -> None:
        staff = User.objects.create_user("s", is_staff=True)
        staff.user_permissions.set(Permission.objects.all())
        client = Client()
        client.force_login(staff)
        stage = new_stage()
        assert "does not allow" in press(client, "stage", stage, "draw")
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
