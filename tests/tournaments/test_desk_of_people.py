"""Who comes and goes: workbooks, doubts, check-in, disqualification, removal of data."""

from __future__ import annotations

import base64
import io
import zipfile
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone, translation
from openpyxl import Workbook

from games.models import Board, Call, CallReason, Person
from games.services.issue_code import issue_code
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.archive import write_archive
from tournaments.errors import ImportFaults, NotPermitted
from tournaments.models import AuditEntry, Entrant, Event, Role, Stage, StandingsVersion
from tournaments.services import create_event, import_entrants
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.announce import announce
from tournaments.services.penalise import penalise
from tournaments.services.remove_person import remove_person
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.substitute import substitute
from tournaments.services.withdraw_entrant import (
    disqualify_entrant,
    readmit_entrant,
    withdraw_entrant,
)

pytestmark = pytest.mark.django_db


def workbook(*rows: tuple[Any, ...]) -> bytes:
    """An XLSX file with these rows on its first sheet."""
    book, file = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    book.create_sheet("more").append(["not", "read"])
    book.save(file)
    return file.getvalue()


@pytest.fixture
def event() -> Event:
    return create_event(name="Spring Cup", actor=SYSTEM)


def test_a_workbook_is_entered_like_a_list(event: Event) -> None:
    file = workbook(
        ("姓名", "俱乐部", "编号", "rating"), ("王明", "北京", 7.0, 1500), (), ("Ada", None)
    )
    entered = import_entrants(event, file, SYSTEM)
    found = event.entrants.order_by("number").values_list(
        "number", "person__name", "club", "rating"
    )
    assert list(found) == [(1, "Ada", "", None), (7, "王明", "北京", 1500)]
    assert len(entered) == 2


def test_a_workbooks_faults_are_named_by_its_rows(event: Event) -> None:
    with pytest.raises(ImportFaults) as refused:
        import_entrants(
            event, workbook(("name", "number"), ("Ada", 1), ("Bo", "x"), ("", 1)), SYSTEM
        )
    assert [(e["line"], e["code"]) for e in refused.value.errors] == [
        (3, "number_invalid"),
        (4, "name_missing"),
        (4, "number_repeated"),
    ]
    with pytest.raises(ImportFaults) as refused:
        import_entrants(event, b"PK\x03\x04 and nothing else", SYSTEM)
    assert refused.value.errors[0]["code"] == "unreadable_workbook"
    assert not event.entrants.exists()


def test_an_error_of_the_spreadsheet_is_nobody_s_name(event: Event) -> None:
    file = workbook(("name", "club"), ("#REF!", "North"), ("Ada", "#n/a"), ("Bo", "South"))
    with pytest.raises(ImportFaults) as caught:
        import_entrants(event, file, SYSTEM)
    told = [(each["line"], each["field"], each["code"]) for each in caught.value.errors]
    assert told == [(2, "name", "cell_error"), (3, "club", "cell_error")]


def test_a_day_in_a_workbook_is_read_as_a_day(event: Event) -> None:
    file = workbook(("name", "club"), ("Ada", datetime(2026, 5, 1)))
    import_entrants(event, file, SYSTEM)
    assert event.entrants.get().club == "2026-05-01"


def test_a_workbook_comes_through_every_entrance(event: Event) -> None:
    director = with_key(event)
    file = base64.b64encode(workbook(("name",), ("Ada",))).decode()
    assert director.post("entrants/import/", {"file": file}).status_code == 201
    both = director.post("entrants/import/", {"file": file, "text": "name\nBo"})
    assert both.status_code == 400
    assert director.post("entrants/import/", {"file": "%%"}).status_code == 400
    client = Client()
    user = user_with(event, Role.DIRECTOR)
    client.force_login(user)
    upload = io.BytesIO(workbook(("name",), ("Bo",)))
    upload.name = "people.xlsx"
    client.post(f"/direct/{event.slug}/entrants/", {"do": "import", "file": upload})
    user.is_staff = True
    user.save()
    upload = io.BytesIO(workbook(("name",), ("Cy",)))
    upload.name = "people.xlsx"
    client.post(f"/admin/tournaments/event/{event.pk}/import/", {"file": upload, "text": ""})
    assert list(event.entrants.values_list("person__name", flat=True)) == ["Ada", "Bo", "Cy"]


def test_people_of_one_name_and_club_are_two_if_the_organiser_says_so(event: Event) -> None:
    text = "name,club\nLi Wei,North\nLi Wei,North"
    with pytest.raises(ImportFaults) as refused:
        import_entrants(event, text, SYSTEM)
    assert refused.value.are_doubts
    client = Client()
    client.force_login(user_with(event, Role.DIRECTOR))
    form = {"do": "import", "text": text}
    page = client.post(f"/direct/{event.slug}/entrants/", form).content.decode()
    assert "They are different people" in page
    client.post(f"/direct/{event.slug}/entrants/", {**form, "sure": "on"})
    again = with_key(event).post("entrants/import/", {"text": text, "sure": True})
    assert again.status_code == 201
    assert event.entrants.count() == Person.objects.count() == 4
    with pytest.raises(ImportFaults) as refused:  # one number is never two people's
        import_entrants(event, "name,number\nA,9\nB,9", SYSTEM, sure=True)
    assert not refused.value.are_doubts


def test_the_desk_checks_in_by_code_number_or_name() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    event = stage.event
    one = {e.number: e for e in event.entrants.select_related("player")}
    client = Client()
    client.force_login(user_with(event, Role.SCORER))
    address = f"/direct/{event.slug}/check-in/"
    assert "9 of 9 are missing" in client.get(address).content.decode()
    code = issue_code(one[3].player)
    for who in (f"http://hall.example/play/#{code}", "5", "player 7"):
        client.post(address, {"do": "check-in", "who": who})
    here = event.entrants.filter(checked_in_at__isnull=False).order_by("number")
    assert list(here.values_list("number", flat=True)) == [3, 5, 7]
    several = client.post(address, {"do": "check-in", "who": "Player"}).content.decode()
    assert "Who is it?" in several
    client.post(address, {"do": "check-out", "number": "5"})
    scorer = with_key(event, Role.SCORER)
    assert scorer.post("check-in/", {"who": "nobody"}).json()["errors"][0]["field"] == "who"
    assert scorer.post("check-in/", {"who": "Player"}).json()["refusal"] == "entrant_ambiguous"
    assert scorer.post("check-in/", {"who": "9"}).json()["is_here"] is True
    listed = scorer.send("GET", "check-in/").json()
    assert [row["number"] for row in listed["missing"]] == [1, 2, 4, 5, 6, 8]
    director = Client()
    director.force_login(user_with(event, Role.DIRECTOR))
    assert "(6 are missing)" in director.get(f"/direct/{event.slug}/").content.decode()
    assert "Not checked in:" in director.get(f"/direct/{event.slug}/rounds/").content.decode()
    withdraw_entrant(one[4], SYSTEM)
    assert scorer.post("check-in/", {"who": "4"}).json()["errors"][0]["field"] == "who"
    viewer = Client()
    viewer.force_login(user_with(event, Role.VIEWER))
    assert viewer.post(address, {"do": "check-in", "who": "1"}).status_code == 403


@pytest.fixture
def played() -> Stage:
    """Nine players, one board, over and published; ranks 1 to 9 in three groups of three."""
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    play_round(release(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    return stage


def ranks(stage: Stage) -> dict[str, int]:
    """Everybody's rank in the newest version."""
    count_and_publish(stage)
    newest = StandingsVersion.objects.filter(stage=stage).latest("number")
    return {row["entrant"]: row["rank"] for row in newest.payload["rows"]}


@pytest.mark.parametrize("rule", ["close", "vacant"])
def test_ranks_of_the_disqualified_close_up_or_stay_vacant(played: Stage, rule: str) -> None:
    Event.objects.update(disqualified_ranks=rule)
    played = Stage.objects.get(pk=played.pk)
    before = ranks(played)
    first = next(pk for pk, rank in before.items() if rank == 1)
    gone = played.event.entrants.get(pk=first)
    tied = sum(rank == 1 for rank in before.values())
    disqualify_entrant(gone, SYSTEM, "showed a hand")
    after = ranks(played)
    assert first not in after
    expected = {
        pk: rank - (rule == "close" and rank > 1) for pk, rank in before.items() if pk != first
    }
    assert after == expected
    assert tied >= 1
    assert (
        gone.person.name not in Client().get(f"/e/{played.event.slug}/standings/").content.decode()
    )
    readmit_entrant(Entrant.objects.get(pk=first), SYSTEM, "it was another")
    assert ranks(played) == before


def test_who_is_disqualified_in_the_middle_plays_no_round_more() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    play_round(release(stage), lambda _: facts(1))
    director = with_key(stage.event)
    entrant = stage.event.entrants.get(number=4)
    refused = director.post("disqualifications/", {"entrant": entrant.pk})
    assert (refused.status_code, refused.json()["refusal"]) == (422, "reason_missing")
    made = director.post("disqualifications/", {"entrant": entrant.pk, "reason": "left"})
    assert made.json()["state"] == "disqualified"
    second = release(stage, 2)
    assert not second.tables.filter(table__seats__player=entrant.player).exists()
    assert entrant.pk not in ranks(stage)


def later(stage: Stage) -> None:
    """Let the correction period pass."""
    opened = Board.objects.filter(opened_at__isnull=False)
    opened.update(opened_at=F("opened_at") - timedelta(minutes=31))


def test_after_the_correction_period_only_an_owner_changes_and_it_shows(played: Stage) -> None:
    play = plays_of(played.rounds.get())[0]
    entrant = played.event.entrants.get(number=1)
    director = Actor.of(user_with(played.event, Role.DIRECTOR))
    owner = Actor.of(user_with(played.event, Role.OWNER))
    awards = {"1": {"award": "average"}}
    assert rule_scores(play, awards, director, "within the period").pk
    count_and_publish(played)
    assert StandingsVersion.objects.latest("number").note == ""
    later(played)
    ruling = rule_scores(play, awards, owner, "the appeal of table 1")
    for late in (
        lambda: rule_scores(play, awards, director, "late"),
        lambda: penalise(played, entrant, "10", director, "late"),
        lambda: reverse_ruling(ruling, director, "late"),
        lambda: disqualify_entrant(entrant, director, "late"),
    ):
        with pytest.raises(NotPermitted) as refused:
            late()
        assert refused.value.code == "correction_period_over"
    penalise(played, entrant, "10", owner, "and of table 2")
    count_and_publish(played)
    version = StandingsVersion.objects.latest("number")
    assert (version.note, version.is_kept) == ("the appeal of table 1 · and of table 2", True)
    page = Client().get(f"/e/{played.event.slug}/standings/").content.decode()
    assert "Changed after the correction period: the appeal of table 1" in page


NAME = "Zebediah Quux"


def everything_stored() -> str:
    """All text of all tables of the database."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [str(row) for row in cursor.fetchall()]
    return "\n".join(found)


def test_a_removed_name_is_in_no_table_page_or_archive(tmp_path: Any) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    event = stage.event
    entrant = event.entrants.select_related("person", "player").get(number=2)
    Person.objects.filter(pk=entrant.person_id).update(name=NAME, email="z@quux.example")
    Entrant.objects.filter(pk=entrant.pk).update(club="Quux United", country="Quuxland", rating=9)
    round_ = release(stage)
    code = issue_code(entrant.player)
    table = round_.tables.filter(table__seats__player=entrant.player).get().table
    Call.objects.create(
        table=table,
        player=entrant.player,
        reason=CallReason.OTHER,
        text=f"I am {NAME}",
        at=timezone.now(),
    )
    director = with_key(event)
    director.post(f"entrants/{entrant.pk}/code/")
    director.send("GET", "calls/")
    call = Call.objects.get()
    director.post(f"calls/{call.pk}/take/")
    announce(event, f"Birthday of {NAME}!", SYSTEM)
    play_round(round_, lambda _: facts(1))
    penalise(stage, entrant, "10", SYSTEM, f"{NAME} was late")
    count_and_publish(stage)
    before = ranks(stage)
    scorer = Actor.of(user_with(event, Role.DIRECTOR))
    with pytest.raises(NotPermitted):
        remove_person(entrant.person, scorer)
    assert NAME in everything_stored()
    removed = with_key(event, Role.OWNER).post(f"entrants/{entrant.pk}/removal/")
    assert removed.status_code == 200, removed.content
    stored = everything_stored()
    for trace in (NAME, "Zebediah", "quux.example", "Quux United", "Quuxland"):
        assert trace not in stored, trace
    assert AuditEntry.objects.get(verb="remove_person").target == f"person:{entrant.person_id}"
    assert ranks(stage) == before
    address = f"/e/{event.slug}/standings/"
    assert "(removed)" in Client().get(address).content.decode()
    chinese = Client().get(address, headers={"Accept-Language": "zh-hans"}).content.decode()
    assert "（已删除）" in chinese
    person = Person.objects.get(pk=entrant.person_id)
    person.save()  # what is shown is not stored
    with translation.override("zh-hans"):
        assert str(Person.objects.get(pk=person.pk)) == "（已删除）"
    path = tmp_path / "backup.zip"
    write_archive(path)
    with zipfile.ZipFile(path) as archive:
        kept = b"\n".join(archive.read(name) for name in archive.namelist()).decode()
    assert NAME not in kept
    assert "(removed)" not in kept
    answer = Client().post("/api/v1/sessions/", {"code": code}, "application/json")
    assert answer.status_code == 401


def test_nobody_is_removed_who_still_has_a_board_to_play() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    release(stage)
    entrant = stage.event.entrants.get(number=2)
    refused = with_key(stage.event, Role.OWNER).post(f"entrants/{entrant.pk}/removal/")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "still_playing")


def test_members_and_substitutes_are_removed_from_the_page_too() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    event = stage.event
    entrant = event.entrants.get(number=2)
    substitution, _code = substitute(entrant, SYSTEM, name=NAME, from_round=2)
    owner, director = Client(), Client()
    owner.force_login(user_with(event, Role.OWNER))
    director.force_login(user_with(event, Role.DIRECTOR))
    address = f"/direct/{event.slug}/entrants/"
    page = owner.get(address).content.decode()
    assert f'<option value="{substitution.player_id}">{NAME}</option>' in page
    assert page.count("Remove the personal data") == 9
    form = {"do": "remove", "number": "2", "player": substitution.player_id, "sure": "on"}
    assert director.post(address, form).status_code == 403
    assert owner.post(address, {**form, "number": "3"}).status_code == 404
    assert NAME in everything_stored()
    assert owner.post(address, form).status_code == 302
    assert NAME not in everything_stored()
    assert entrant.person.name == "Player 2"
    assert owner.post(address, form).status_code == 404  # nothing is left to remove

    team = create_event(name="Team Cup", actor=SYSTEM)
    import_entrants(team, f"name,team\n{NAME},Reds\nAda,Reds\nBo,Reds", SYSTEM)
    member = team.entrants.get().members.get(place=1)
    captain = Client()
    captain.force_login(user_with(team, Role.OWNER, "captain"))
    form = {"do": "remove", "number": "1", "player": member.player_id}
    unsure = captain.post(f"/direct/{team.slug}/entrants/", form, follow=True)
    assert "it cannot be undone" in unsure.content.decode()
    assert NAME in everything_stored()
    form["sure"] = "on"
    assert captain.post(f"/direct/{team.slug}/entrants/", form).status_code == 302
    assert NAME not in everything_stored()
    kept = team.entrants.get()
    assert (kept.person.name, kept.members.count()) == ("Reds", 3)
