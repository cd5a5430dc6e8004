"""A public value that a stage announces: committed to by name, brought once, before any deal."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.deal import Deal
from engine.dealing import DealSetDescription, commitment, deal, fingerprint
from games.crypto import decrypt
from games.deals import deal_of
from games.models import Board, BoardSet, Play, Table
from tournaments.errors import EventRefused, NotPermitted, TournamentError, ValueRefused
from tournaments.models import AuditEntry, Role, Stage
from tournaments.services import draw_stage, release_round, reveal_session, undo_draw
from tournaments.services.actors import SYSTEM
from tournaments.services.add_round import add_round
from tournaments.services.assign_role import assign_role
from tournaments.services.bring_public_value import bring_public_value
from tournaments.services.change_event import change_stage
from tournaments.services.copy_event import copy_event
from tournaments.services.correct_public_value import correct_public_value
from tournaments.services.print_hands import print_hands
from tournaments.services.undo_release import undo_release
from tournaments.simulation import simulate

from .directing import with_key
from .factories import count_and_publish, drawn_stage, facts, new_stage, play_round, release
from .people import director_of, outsider, scorer_of, user_with

pytestmark = pytest.mark.django_db

NAME = "closing value of the index on 2026-12-01"


def waiting_stage(**settings: Any) -> Stage:
    """Nine players, two rounds of two boards, drawn; the deals wait for the value."""
    return drawn_stage(**{"public_value_name": NAME, **settings})


def code_of(value: str, stage: Stage, **options: Any) -> str:
    with pytest.raises(ValueRefused) as caught:
        bring_public_value(stage, SYSTEM, value, **options)
    return caught.value.code


def set_of(stage: Stage, number: int = 1) -> BoardSet:
    return stage.sessions.get(number=number).board_set


def test_the_name_is_in_what_is_committed_to_and_no_board_exists_before_the_value() -> None:
    stage = waiting_stage()
    board_set = set_of(stage)
    assert board_set.description["public_value_name"] == NAME
    text = json.dumps(
        board_set.description, ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    secret = decrypt(board_set.secret_encrypted)
    assert hashlib.sha256(secret + text.encode()).hexdigest() == board_set.commitment
    assert not Board.objects.exists()
    bring_public_value(stage, director_of(stage.event), "  3312.75\n")
    board_set.refresh_from_db()
    assert board_set.public_value == "3312.75"
    assert list(board_set.boards.values_list("number", "attempt")) == [(n, 0) for n in range(1, 5)]
    entry = AuditEntry.objects.get(verb="bring_public_value")
    assert entry.after == {"name": NAME, "value": "3312.75", "sessions": [1]}


def test_every_deal_follows_from_the_value_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.dealing.new_secret", lambda: b"the same secret!")
    dealt: list[list[Deal]] = []
    for value in ("3312.75", "3312.76"):
        stage = waiting_stage()
        bring_public_value(stage, SYSTEM, value)
        boards = set_of(stage).boards.select_related("board_set").order_by("number")
        dealt.append([deal_of(each) for each in boards])
        context = (b"the same secret!", DealSetDescription.from_data(set_of(stage).description))
        assert dealt[-1] == [deal(*context, public_value=value, number=n) for n in range(1, 5)]
    assert not {fingerprint(each) for each in dealt[0]} & {fingerprint(each) for each in dealt[1]}


def test_a_deal_that_the_archive_has_takes_the_next_attempt_once_the_value_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.dealing.new_secret", lambda: b"the same secret!")
    for attempt in (0, 1):
        stage = waiting_stage()
        bring_public_value(stage, SYSTEM, "7")
        assert set(set_of(stage).boards.values_list("attempt", flat=True)) == {attempt}
    assert Board.objects.values("fingerprint").distinct().count() == 8


def test_without_a_name_everything_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.dealing.new_secret", lambda: b"the same secret!")
    stage = drawn_stage()
    board_set = set_of(stage)
    expected = DealSetDescription(board_set.pk, stage.event.slug, "1", "1", boards=4)
    assert board_set.commitment == commitment(b"the same secret!", expected)
    text = (
        '{"boards":4,"event":"spring-cup","public_value_name":null,"reserves":0,"session":"1",'
        f'"set_id":"{board_set.pk}","stage":"1","version":"fushi-deal-1"}}'
    )
    digest = hashlib.sha256(b"the same secret!" + text.encode()).hexdigest()
    assert board_set.commitment == digest
    assert board_set.boards.count() == 4
    assert code_of("7", stage) == "no_value_announced"
    release(stage)


@pytest.mark.parametrize("value", ["", "  \n", "x" * 201, "1\n2", "1\x002", "\ud800"])
def test_a_value_that_cannot_be_kept_is_refused(value: str) -> None:
    stage = waiting_stage()
    assert code_of(value, stage) == "bad_value"
    assert not Board.objects.exists()


@pytest.mark.parametrize("name", [" ", "x" * 201, "a\nb", " a"])
def test_a_name_that_cannot_be_committed_to_is_refused(name: str) -> None:
    with pytest.raises(EventRefused) as caught:
        new_stage(public_value_name=name)
    assert caught.value.code == "bad_value_name"


def test_nothing_is_released_printed_or_dealt_without_the_value() -> None:
    stage = waiting_stage(reserve_boards=1)
    stage.event.physical = True
    stage.event.save(update_fields=["physical"])
    round_ = stage.rounds.get(number=1)
    for attempt in (
        lambda: release_round(round_, SYSTEM),
        lambda: print_hands(round_, SYSTEM, "packs"),
    ):
        with pytest.raises(ValueRefused) as caught:
            attempt()
        assert caught.value.code == "value_is_missing"
        assert NAME in caught.value.detail
    with pytest.raises(TournamentError):
        reveal_session(stage.sessions.get(), SYSTEM)
    assert not Table.objects.exists()
    assert not Board.objects.exists()
    bring_public_value(stage, SYSTEM, "7")
    round_ = stage.rounds.get(number=1)
    assert len(print_hands(round_, SYSTEM, "packs")) == 2
    release_round(round_, SYSTEM)


@pytest.mark.parametrize(("kind", "entrants"), [
    ("individual-swiss", 9), ("individual-own-deals", 9), ("individual-fixed-boards", 6),
    ("individual-score-out", 12), ("individual-mitchell", 15),
])  # fmt: skip
def test_every_format_waits_and_is_then_played(kind: str, entrants: int) -> None:
    stage = waiting_stage(entrants=entrants, kind=kind)
    with pytest.raises(ValueRefused):
        release(stage)
    assert not Board.objects.exists()
    assert simulate(stage.event) > 0


def test_the_value_is_brought_once_and_only_by_who_runs_the_event() -> None:
    stage = new_stage(public_value_name=NAME)
    assert code_of("7", stage) == "not_drawn"
    stage = draw_stage(stage, SYSTEM)
    for actor in (scorer_of(stage.event), outsider()):
        with pytest.raises(NotPermitted):
            bring_public_value(stage, actor, "7")
    assert code_of("7", stage, session=2) == "unknown_session"
    bring_public_value(stage, director_of(stage.event), "7")
    assert code_of("8", stage) == code_of("7", stage, session=1) == "value_is_given"
    release(stage)
    assert code_of("8", stage) == "value_is_given"
    assert set_of(stage).public_value == "7"


def test_sessions_may_have_values_of_their_own_and_their_own_boards() -> None:
    stage = waiting_stage(sessions=2)
    brought = bring_public_value(stage, SYSTEM, "one", session=2)
    assert [each.number for each in brought] == [2]
    assert [b.number for b in set_of(stage, 2).boards.all()] == [3, 4]
    with pytest.raises(ValueRefused):
        release(stage)
    assert [each.number for each in bring_public_value(stage, SYSTEM, "two")] == [1]
    assert [s.board_set.public_value for s in stage.sessions.order_by("number")] == ["two", "one"]
    release(stage)


def test_a_round_that_is_added_waits_for_a_value_of_its_own() -> None:
    stage = waiting_stage(rounds=1)
    bring_public_value(stage, SYSTEM, "7")
    play_round(release(stage), lambda _: facts(1))
    add_round(stage, SYSTEM, "time is left")
    stage = Stage.objects.get(pk=stage.pk)
    assert set_of(stage, 2).missing_value == NAME
    brought = bring_public_value(stage, SYSTEM, "8")
    assert [each.number for each in brought] == [2]
    assert [b.number for b in set_of(stage, 2).boards.all()] == [3, 4]


def test_a_new_draw_keeps_the_sets_of_the_same_name_and_their_value() -> None:
    stage = waiting_stage()
    bring_public_value(stage, SYSTEM, "7")
    stage = draw_stage(undo_draw(stage, SYSTEM), SYSTEM)
    assert code_of("8", stage) == "value_is_given"
    with pytest.raises(EventRefused) as caught:
        change_stage(stage, SYSTEM, {"public_value_name": "the temperature at noon"})
    assert caught.value.code == "already_drawn"
    stage = undo_draw(stage, SYSTEM)
    change_stage(stage, SYSTEM, {"public_value_name": "the temperature at noon"})
    stage = draw_stage(Stage.objects.get(pk=stage.pk), SYSTEM)
    assert [each.number for each in bring_public_value(stage, SYSTEM, "9")] == [2]


def test_a_copy_of_the_event_announces_no_value() -> None:
    stage = waiting_stage()
    user = user_with(stage.event, Role.OWNER)
    user.is_superuser = True
    user.save()
    copied = copy_event(
        stage.event, SYSTEM, name="Next", slug="next", with_entrants=True, is_public=True
    )
    assert copied.stages.get().public_value_name == ""


def test_anybody_verifies_such_a_session_with_the_engine_alone(
    client: Client, tmp_path: Path
) -> None:
    stage = waiting_stage(rounds=1)
    page = f"/e/{stage.event.slug}/verify/"
    before = client.get(page).content.decode()
    assert NAME in before
    bring_public_value(stage, SYSTEM, "3312.75")
    assert "3312.75" in client.get(page).content.decode()
    play_round(release(stage), lambda _: facts(1))
    count_and_publish(stage)
    reveal = reveal_session(stage.sessions.get(), SYSTEM)
    assert reveal["public_value"] == "3312.75"
    (session,) = client.get(f"/api/v1/events/{stage.event.slug}/commitment/").json()["sessions"]
    assert session["description"]["public_value_name"] == NAME
    (tmp_path / "reveal.json").write_text(json.dumps(session["reveal"]))
    (tmp_path / "deals.json").write_text(json.dumps(session["deals"]))
    command = [sys.executable, "-m", "engine", "verify-deals", str(tmp_path / "reveal.json")]
    command += ["--deals", str(tmp_path / "deals.json"), "--commitment", session["commitment"]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(session["deals"]["deals"]) == 2
    (tmp_path / "reveal.json").write_text(json.dumps({**session["reveal"], "public_value": "7"}))
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_programs_announce_and_bring_it() -> None:
    stage = new_stage()
    program = with_key(stage.event)
    etag = program.send("GET", "stages/1/").headers["ETag"]
    wanted = {"public_value_name": NAME}
    changed = program.send("PATCH", "stages/1/", wanted, **{"If-Match": etag})
    assert changed.json()["public_value_name"] == NAME
    program.post("draw/")
    refused = program.post("rounds/1/release/")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "value_is_missing")
    assert refused.json()["params"] == {"name": NAME, "session": 1}
    assert program.post("public-value/", {"value": " "}).status_code in (400, 422)
    key = {"Idempotency-Key": "same"}
    made = program.post("public-value/", {"value": " 3312.75 "}, **key)
    assert (made.status_code, made.json()) == (200, {"public_value": "3312.75", "sessions": [1]})
    again = program.post("public-value/", {"value": " 3312.75 "}, **key)
    assert again.json() == made.json()
    refused = program.post("public-value/", {"value": "7"})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "value_is_given")
    assert program.post("rounds/1/release/").status_code == 200


def test_the_console_tells_what_is_missing_and_takes_it(client: Client) -> None:
    stage = new_stage()
    client.force_login(user_with(stage.event, Role.DIRECTOR))
    base = f"/direct/{stage.event.slug}/"
    change_stage(stage, SYSTEM, {"public_value_name": NAME})
    client.post(f"{base}rounds/", {"do": "draw"})
    point = f'>The announced value is entered: {NAME}.</a> <span class="muted">'
    assert f"{point}The deals follow from it too" in client.get(base).content.decode()
    shown = client.get(f"{base}rounds/").content.decode()
    assert f"No round is released before the announced value is entered: {NAME}." in shown
    told = client.post(f"{base}rounds/", {"do": "release", "round": "1"}, follow=True)
    assert "is to be entered first" in told.content.decode()
    assert not Play.objects.exists()
    client.post(f"{base}rounds/", {"do": "value", "session": "", "value": "3312.75 "})
    assert set_of(stage).public_value == "3312.75"
    assert f"{point}done" in client.get(base).content.decode()
    assert "is entered:" not in client.get(f"{base}rounds/").content.decode().split("<table")[1]
    client.post(f"{base}rounds/", {"do": "release", "round": "1"})
    assert Play.objects.exists()


def test_the_page_costs_as_many_statements_however_many_sessions_wait(client: Client) -> None:
    counts = set()
    for sessions in (1, 4):
        stage = waiting_stage(rounds=4, sessions=sessions)
        user = User.objects.create_user(f"director{sessions}")
        assign_role(stage.event, user, Role.DIRECTOR, SYSTEM)
        client.force_login(user)
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/direct/{stage.event.slug}/rounds/")
        counts.add(len(captured))
    assert len(counts) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_bring_it_at_once_one_wins() -> None:
    stage = waiting_stage()

    def bring(value: str) -> str:
        try:
            bring_public_value(stage, SYSTEM, value)
        except ValueRefused as refused:
            return refused.code
        finally:
            connections.close_all()
        return value

    with ThreadPoolExecutor(2) as pool:
        told = set(pool.map(bring, ("7", "8")))
    assert len(told & {"7", "8"}) == 1
    assert "value_is_given" in told
    assert set_of(stage).public_value in told
    assert Board.objects.count() == 4


class TestAMistypedValue:
    def test_is_put_right_and_the_deals_are_those_of_the_right_one(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("engine.dealing.new_secret", lambda: b"the same secret!")
        right = waiting_stage()
        bring_public_value(right, SYSTEM, "3312.75")
        expected = [deal_of(each) for each in set_of(right).boards.order_by("number")]
        Board.objects.all().delete()  # the archive would have the later deals take other attempts
        description = set_of(right).description
        stage = waiting_stage()
        BoardSet.objects.filter(pk=set_of(stage).pk).update(description=description)
        bring_public_value(stage, SYSTEM, "3312.57")
        wrong = [deal_of(each) for each in set_of(stage).boards.order_by("number")]
        given = correct_public_value(stage, director_of(stage.event), " 3312.75 ", "two digits")
        assert [each.number for each in given] == [1]
        board_set = set_of(stage)
        assert board_set.public_value == "3312.75"
        now = [deal_of(each) for each in board_set.boards.order_by("number")]
        assert now == expected != wrong
        entry = AuditEntry.objects.get(verb="correct_public_value")
        assert entry.before == {"values": {"1": "3312.57"}}
        assert entry.after == {"value": "3312.75", "sessions": [1]}
        assert entry.reason == "two digits"
        release(stage)
        assert Play.objects.filter(state="playing").count() == 3

    def test_stays_once_anybody_may_have_seen_a_hand(self) -> None:
        stage = waiting_stage()
        bring_public_value(stage, SYSTEM, "1")
        round_ = release(stage)
        assert refused(stage, "2") == "hands_known"
        undo_release(round_, SYSTEM, "too early")
        assert refused(stage, "2") == "hands_known"
        stage = draw_stage(undo_draw(stage, SYSTEM, "anew"), SYSTEM)
        assert refused(stage, "2") == "hands_known"
        assert set_of(stage).public_value == "1"

    def test_stays_once_its_hands_were_printed(self) -> None:
        stage = drawn_stage(public_value_name=NAME)
        stage.event.physical = True
        stage.event.save()
        bring_public_value(stage, SYSTEM, "1")
        print_hands(stage.rounds.get(number=1), SYSTEM, "packs")
        assert refused(stage, "2") == "hands_known"

    def test_is_told_apart_from_a_value_that_is_missing_or_right(self) -> None:
        stage = waiting_stage()
        assert refused(stage, "2") == "no_value_yet"
        bring_public_value(stage, SYSTEM, "1")
        assert refused(stage, "1") == "same_value"
        assert refused(stage, " ") == "bad_value"
        with pytest.raises(TournamentError, match="Say why"):
            correct_public_value(stage, SYSTEM, "2", " ")
        with pytest.raises(NotPermitted):
            correct_public_value(stage, scorer_of(stage.event), "2", "a digit")

    def test_is_put_right_in_the_console_and_by_the_api(self, client: Client) -> None:
        stage = waiting_stage()
        client.force_login(user_with(stage.event, Role.DIRECTOR))
        address = f"/direct/{stage.event.slug}/rounds/"
        assert "Correct the public value" not in client.get(address).content.decode()
        bring_public_value(stage, SYSTEM, "3312.57")
        assert 'value="3312.57"' in client.get(address).content.decode()
        form = {"do": "correct-value", "session": "1", "value": "3312.7", "reason": "a digit"}
        client.post(address, form)
        assert set_of(stage).public_value == "3312.7"
        program = with_key(stage.event)
        body = {"value": "3312.75", "reason": "another digit"}
        told = program.post("public-value/correct/", body).json()
        assert told == {"public_value": "3312.75", "sessions": [1]}
        release(stage)
        assert "Correct the public value" not in client.get(address).content.decode()
        late = program.post("public-value/correct/", {**body, "value": "1"})
        assert (late.status_code, late.json()["refusal"]) == (409, "hands_known")


def refused(stage: Stage, value: str) -> str:
    with pytest.raises(ValueRefused) as caught:
        correct_public_value(stage, SYSTEM, value, "mistyped")
    return caught.value.code
