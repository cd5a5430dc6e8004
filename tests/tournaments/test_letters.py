"""Letters: asked for, confirmed, written with the fact, sent once, and ended by one click."""

from __future__ import annotations

import re
import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from games.db import write_transaction
from games.errors import Problem
from games.models import Board, Person, Player
from games.services import issue_code, sign_in
from tests.tournaments.people import user_with
from tests.tournaments.read.made_event import BOARD_1, BOARD_2, MadeEvent, make_event
from tournaments.models import Event, Failure, OutboxMessage, Role, Stage, Subscription
from tournaments.services import create_stage, draw_stage, import_entrants, release_round
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.change_event import change_event
from tournaments.services.copy_event import copy_event
from tournaments.services.create_event import create_event
from tournaments.services.failures import try_again
from tournaments.services.register import register
from tournaments.services.remove_person import remove_person
from tournaments.services.reveal_withheld import reveal_withheld
from tournaments.services.send_outbox import note_official, send_outbox
from tournaments.services.subscribe import Wish, confirm_subscription, subscribe
from tournaments.services.swap_drawn import swap_drawn
from tournaments.services.undo_release import undo_release

from .factories import count_and_publish, drawn_stage, facts, finish, play_round, plays_of

pytestmark = pytest.mark.django_db

SITE = "https://cup.example.org"
LI = "li@wei.example"
BOTH = Wish(LI, seating=True, results=True)


@pytest.fixture(autouse=True)
def mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a mail server, and it is empty."""
    monkeypatch.setattr(settings, "SENDS_MAIL", True)
    mail.outbox = []


def wants(event: Event, person: Person, wish: Wish = BOTH, language: str = "en") -> Subscription:
    """Somebody who has asked and confirmed."""
    with translation.override(language):
        row = subscribe(event, person, wish, SITE)
    assert row is not None
    confirm_subscription(row)
    OutboxMessage.objects.update(sent_at=timezone.now())
    return row


def letters() -> list[Any]:
    """What is sent now."""
    mail.outbox = []
    send_outbox()
    return list(mail.outbox)


def link_in(text: str, word: str) -> str:
    """The path of the only link of a letter that has a word in it."""
    (found,) = {each for each in re.findall(r"https://\S+", text) if word in each}
    return str(found).removeprefix(SITE)


def swapped(stage: Stage, *numbers: int) -> None:
    """Have two entrants change places in round 1."""
    stage.refresh_from_db()
    one, other = (stage.event.entrants.get(number=number) for number in numbers)
    assert stage.movement is not None
    swap_drawn(stage, 1, one, other, SYSTEM, "brothers", stage.movement["version"])


def test_an_address_gets_one_letter_until_it_is_confirmed_by_a_click() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    person = stage.event.entrants.get(number=4).person
    subscribe(stage.event, person, BOTH, SITE)
    release_round(stage.rounds.get(), SYSTEM)
    (first,) = letters()
    assert first.to == [LI]
    assert first.subject == "Spring Cup: please confirm your address"
    assert "List-Unsubscribe" not in first.extra_headers
    assert letters() == []
    link, client = link_in(first.body, "confirm"), Client()
    # Programs that look at letters open the link, and confirm nothing by that.
    assert "Yes, send them" in client.get(link).content.decode()
    assert Subscription.objects.get().confirmed_at is None
    assert "is confirmed" in client.post(link).content.decode()
    assert Subscription.objects.get().confirmed_at is not None
    assert letters() == [], "what happened before is not told"
    assert client.get(link[:-2] + "x/").status_code == 404
    subscribe(stage.event, person, Wish("other@wei.example", True, True), SITE)
    assert Subscription.objects.get().confirmed_at is None, "another address is to be confirmed"
    assert client.post(link).status_code == 404


def test_a_seat_is_told_once_while_it_stays_the_same_and_again_when_it_changes() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    import_entrants(event, "name\n" + "\n".join(f"Player {n}" for n in range(1, 10)), SYSTEM)
    stage = create_stage(event, rounds=2, boards_per_round=1, actor=SYSTEM, kind="individual-swiss")
    people = {each.number: each.person for each in event.entrants.all()}
    wants(event, people[4])
    wants(event, people[5], Wish("five@example.org", seating=False, results=True))
    draw_stage(stage, SYSTEM)
    (drawn,) = letters()
    round_ = stage.rounds.get()
    told = Client().get(f"/api/v1/events/{event.slug}/rounds/1/").json()
    table, seat = re.findall(r"round 1, table (\d), seat ([ABC])", drawn.subject)[0]
    assert f"table {table}, seat {seat}" in drawn.body
    assert f"{seat} Player 4" in drawn.body
    assert "It begins when the director releases it." in drawn.body
    assert f"{SITE}/e/spring-cup.1/rounds/1/" in drawn.body
    chairs = told["tables"][int(table) - 1]["seats"]
    assert {"seat": seat, "name": "Player 4"} in [
        {"seat": each["seat"], "name": each["entrant"]["name"]} for each in chairs
    ]
    # Places are changed: whoever is concerned hears of it with the release.
    other = next(e for e in told["tables"][int(table) % 3]["seats"])["entrant"]["number"]
    swapped(stage, 4, other)
    release_round(round_, SYSTEM)
    (released,) = letters()
    assert released.subject != drawn.subject
    assert f"It has begun: your code opens your table at {SITE}/play/" in released.body
    undo_release(round_, SYSTEM, "too early")
    release_round(round_, SYSTEM)
    assert letters() == [], "it is the same seat"


def test_a_letter_of_a_seat_that_is_not_theirs_any_more_is_not_sent() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    wants(stage.event, stage.event.entrants.get(number=1).person)
    round_ = stage.rounds.get()
    release_round(round_, SYSTEM)
    undo_release(round_, SYSTEM, "too early")
    swapped(stage, 1, 5)
    assert letters() == []
    assert OutboxMessage.objects.get(kind="round_released").dropped_because == "drawn_anew"


def made_with_reader(language: str = "en") -> MadeEvent:
    """The made event with E5 as a reader."""
    made = make_event()
    wants(made.event, made.entrant(5).person, language=language)
    return made


def play(made: MadeEvent, board: int, outcomes: Any) -> None:
    """End a board at all tables, and publish."""
    for table, outcome in enumerate(outcomes, 1):
        made.finish(board, table, outcome)
    made.publish()


def test_results_are_told_at_the_end_of_a_round_with_the_readers_own_boards() -> None:
    made = made_with_reader()
    play(made, 1, BOARD_1)
    play(made, 2, BOARD_2)
    assert [each.kind for each in OutboxMessage.objects.filter(sent_at=None)] == []
    play(made, 3, (facts(1, 1), facts(1, 1), facts(1, 1)))
    (letter,) = letters()
    # E5: +8 (4 of 4), +2 (3 of 4), and board 3 as C of table 2 in position … equal at all tables.
    assert letter.subject == "Spring Cup: place 1"
    assert "count the boards 1–3" in letter.body
    assert "You have place 1 with 75.0 %." in letter.body
    assert "Board 1: points +8, score 4 of 4" in letter.body
    assert "Board 2: points +2, score 3 of 4" in letter.body
    assert f"{SITE}/e/spring-cup.1/entrants/{made.entrant(5).pk}/" in letter.body
    made.publish()
    assert letters() == [], "nothing new was published"


def test_letters_tell_nothing_of_boards_that_are_not_opened() -> None:
    made = made_with_reader()
    for board, outcomes in ((1, BOARD_1), (2, BOARD_2)):
        play(made, board, outcomes)
    made.finish(3, 2, facts(3, 3, bombs=5))  # E5 has +96 or −96 there
    Subscription.objects.update(confirmed_at=timezone.now())
    from tournaments.services.notify import tell_standings

    with write_transaction():
        tell_standings(made.stage, made.stage.versions.latest("number"))
    (letter,) = letters()
    assert "Board 2" in letter.body
    assert "Board 3" not in letter.body
    assert "count the boards 1–2" in letter.body
    stored = {repr(sorted(each)) for each in OutboxMessage.objects.values_list("data", flat=True)}
    assert stored <= {"['note', 'stage', 'version']", "[]"}, "no result and no address is kept"


def test_letters_are_in_the_language_that_was_chosen() -> None:
    made = made_with_reader("zh-hans")
    play(made, 1, BOARD_1)
    play(made, 2, BOARD_2)
    play(made, 3, (facts(1, 1), facts(1, 1), facts(1, 1)))
    (letter,) = letters()
    assert letter.subject == "Spring Cup：第 1 名"
    assert "第 1 副：得分 +8，比赛分 4/4" in letter.body


def test_the_official_standings_are_told_once_when_the_correction_period_is_over() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    wants(stage.event, stage.event.entrants.get(number=1).person)
    release_round(stage.rounds.get(), SYSTEM)
    play_round(stage.rounds.get(), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    letters()
    assert note_official() == []
    Board.objects.update(opened_at=timezone.now() - timedelta(minutes=31))
    assert note_official() == [stage.event]
    assert note_official() == []
    (letter,) = letters()
    assert letter.subject.startswith("Spring Cup: official, place ")
    stage.event.refresh_from_db()
    assert stage.event.official_at is not None


def test_nothing_is_official_while_boards_are_withheld() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    change_event(stage.event, SYSTEM, {"withheld_rounds": 1})
    for number in (1, 2):
        release_round(stage.rounds.get(number=number), SYSTEM)
        play_round(stage.rounds.get(number=number), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    Board.objects.exclude(opened_at=None).update(opened_at=timezone.now() - timedelta(hours=1))
    assert note_official() == []
    reveal_withheld(stage.event, SYSTEM)
    assert note_official() == [], "the last boards have only just opened"
    Board.objects.update(opened_at=timezone.now() - timedelta(hours=1))
    assert note_official() == [stage.event]


def test_one_click_ends_the_letters_without_signing_in() -> None:
    made = made_with_reader()
    release_round(made.stage.rounds.get(number=2), SYSTEM, early=True, reason="haste")
    (letter,) = letters()
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = link_in(letter.body, "/letters/end/")
    assert letter.extra_headers["List-Unsubscribe"] == f"<{SITE}{link}>"
    stranger = Client(enforce_csrf_checks=True)
    assert "Send me no more" in stranger.get(link).content.decode()
    assert Subscription.objects.get().seating
    for board, outcomes in ((1, BOARD_1), (2, BOARD_2), (3, BOARD_1)):
        play(made, board, outcomes)
    done = stranger.post(link, {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert "no letters of this event any more" in done.content.decode()
    assert letters() == []
    assert OutboxMessage.objects.get(kind="standings").dropped_because == "not_wanted"
    assert Person.objects.get(pk=made.entrant(5).person_id).email == LI
    assert stranger.post("/letters/end/made-up/").status_code == 404


class Broken(EmailBackend):
    """A mail server that accepts nothing."""

    def send_messages(self, messages: Any) -> int:
        raise smtplib.SMTPServerDisconnected(f"not to {LI}")


def test_what_cannot_be_sent_is_tried_again_later_then_parked_and_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = made_with_reader()
    release_round(made.stage.rounds.get(number=2), SYSTEM, early=True, reason="haste")
    good = settings.EMAIL_BACKEND
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "tests.tournaments.test_letters.Broken")
    waits = []
    for _ in range(6):
        assert send_outbox() == 0
        assert send_outbox() == 0, "it is not tried before its time"
        failure = Failure.objects.get()
        waits.append(round((failure.retry_at - timezone.now()).total_seconds()))
        Failure.objects.update(retry_at=timezone.now())
    assert waits == [10, 40, 160, 640, 2560, 10240]
    failure = Failure.objects.get()
    assert (failure.tries, failure.error) == (6, "SMTPServerDisconnected")
    assert failure.parked_at is not None
    client = Client()
    client.force_login(user_with(made.event, Role.DIRECTOR))
    page = client.get(f"/direct/{made.slug}/").content.decode()
    assert "A letter (a round is released) could not be sent" in page
    assert LI not in page + caplog.text
    monkeypatch.setattr(settings, "EMAIL_BACKEND", good)
    assert letters() == [], "it waits for a person"
    assert try_again(made.event, SYSTEM) == 1
    assert len(letters()) == 1
    assert not Failure.objects.exists()
    assert letters() == []


def test_a_letter_that_a_dead_process_had_begun_is_not_sent_again_by_itself() -> None:
    made = made_with_reader()
    release_round(made.stage.rounds.get(number=2), SYSTEM, early=True, reason="haste")
    waiting = OutboxMessage.objects.filter(sent_at=None)
    now = timezone.now()
    waiting.update(claimed_until=now + timedelta(minutes=9), begun_at=now)
    assert letters() == [], "another process has it"
    waiting.update(claimed_until=now - timedelta(seconds=1))
    assert letters() == []
    failure = Failure.objects.get()
    assert (failure.error, failure.parked_at is None) == ("InterruptedSendingError", False)
    try_again(made.event, SYSTEM)
    assert len(letters()) == 1


def test_a_letter_that_was_claimed_and_not_begun_is_sent_when_the_claim_is_over() -> None:
    made = made_with_reader()
    release_round(made.stage.rounds.get(number=2), SYSTEM, early=True, reason="haste")
    OutboxMessage.objects.filter(sent_at=None).update(claimed_until=timezone.now())
    assert len(letters()) == 1


def test_without_a_mail_server_nobody_is_offered_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_event()
    monkeypatch.setattr(settings, "SENDS_MAIL", False)
    with pytest.raises(Problem) as refusal:
        subscribe(made.event, made.entrant(1).person, BOTH, SITE)
    assert refusal.value.code == "no_mail"
    change_event(made.event, SYSTEM, {"registration": True})
    assert 'name="letters"' not in Client().get(f"/e/{made.slug}/enter/").content.decode()


def at_the_table(player: Player) -> Client:
    """A phone that is signed in."""
    client = Client(headers={"Origin": "http://testserver"})
    client.cookies["fushi_player"] = sign_in(issue_code(player), take_over=True).token
    return client


def test_a_player_asks_on_the_own_phone_and_sees_how_it_stands() -> None:
    made = make_event()
    phone = at_the_table(made.entrant(5).player)
    assert Client().get("/play/letters/")["Location"] == "/play/"
    assert 'name="email"' in phone.get("/play/letters/").content.decode()
    wrong = phone.post("/play/letters/", {"email": "nobody", "seating": "on"})
    assert wrong.status_code == 400
    assert "This is not an e-mail address." in wrong.content.decode()
    phone.post("/play/letters/", {"email": LI, "seating": "on"})
    assert "is on its way to you" in phone.get("/play/letters/").content.decode()
    row = Subscription.objects.get()
    assert (row.person_id, row.seating, row.results, row.site) == (
        made.entrant(5).person_id, True, False, "http://testserver",
    )  # fmt: skip
    confirm_subscription(row)
    assert "is confirmed" in phone.get("/play/letters/").content.decode()
    foreign = phone.post(
        "/play/letters/", {"email": ""}, headers={"Origin": "https://evil.example"}
    )
    assert foreign.status_code == 404
    phone.post("/play/letters/", {"email": ""})
    assert Person.objects.get(pk=row.person_id).email == ""
    for page in (f"/e/{made.slug}/entrants/{made.entrant(5).pk}/", f"/e/{made.slug}/rounds/1/"):
        assert LI not in Client().get(page).content.decode()


def test_the_api_asks_likewise() -> None:
    made = make_event()
    token = sign_in(issue_code(made.entrant(5).player)).token
    client = Client(headers={"Authorization": f"Bearer {token}"})
    wish = {"email": LI, "seating": True, "results": True}
    answer = client.put("/api/v1/me/letters/", wish, content_type="application/json")
    assert answer.json() == {
        **wish, "available": True, "confirmed": False, "language": "en",
    }  # fmt: skip
    assert client.get("/api/v1/me/letters/").json() == answer.json()
    assert answer["Cache-Control"] == "private, no-store"
    assert len(letters()) == 1


def test_nobody_floods_an_address_with_requests_to_confirm() -> None:
    made = make_event()
    person = made.entrant(1).person
    for _ in range(3):
        subscribe(made.event, person, BOTH, SITE)
        subscribe(made.event, person, Wish(LI, False, False), SITE)
    with pytest.raises(Problem) as refusal:
        subscribe(made.event, person, BOTH, SITE)
    assert refusal.value.code == "throttled"
    for number in range(2, 5):
        subscribe(made.event, made.entrant(number).person, BOTH, SITE)
    with pytest.raises(Problem) as refusal:
        subscribe(made.event, made.entrant(5).person, BOTH, SITE)
    assert refusal.value.status == 429


def test_who_enters_by_the_page_may_ask_at_once_and_hears_once_in() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    change_event(event, SYSTEM, {"registration": True})
    form = {"name": "Li Wei", "email": LI, "letters": "on"}
    assert Client().post(f"/e/{event.slug}/enter/", form).status_code == 302
    (letter,) = letters()
    assert letter.to == [LI]
    row = register(event, "192.0.2.7", name="Chen", email="chen@example.org")
    assert not Subscription.objects.filter(person=row.person).exists()


def test_removing_a_person_removes_the_address_and_the_letters() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    person = stage.event.entrants.get(number=9).person
    wants(stage.event, person)
    for play_ in plays_of(stage.rounds.get()):
        finish(play_, facts(1))
    remove_person(person, Actor.of(user_with(stage.event, Role.OWNER)))
    assert not Subscription.objects.exists()
    assert not OutboxMessage.objects.exists()
    assert Person.objects.get(pk=person.pk).email == ""


def test_a_copy_of_an_event_mails_nobody() -> None:
    made = made_with_reader()
    copy = copy_event(
        made.event, SYSTEM, name="Copy", slug="copy", with_entrants=True, is_public=False
    )
    stage = Stage.objects.get(event=copy)
    draw_stage(stage, SYSTEM)
    release_round(stage.rounds.get(number=1), SYSTEM)
    assert letters() == []


def test_a_release_costs_the_same_with_many_readers() -> None:
    counts = []
    for readers in (1, 8):
        stage = drawn_stage(entrants=9, rounds=1, boards=1)
        for number in range(1, readers + 1):
            person = stage.event.entrants.get(number=number).person
            wants(stage.event, person, Wish(f"{readers}-{number}@example.org", True, True))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            release_round(stage.rounds.get(), SYSTEM)
        counts.append(len(queries))
    assert counts[0] == counts[1]
