"""An event goes in a file to an installation with others, and tells the same there as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models

from games.models import Claim, LogEntry, Person, Result
from tournaments.archive import archived_models
from tournaments.event_file.decisions import ACTORS, KEPT, LEFT_OUT, NAMING, SELF_CONTAINED
from tournaments.event_file.numbers import points_at
from tournaments.models import AuditEntry, Event, Role, Ruling, StandingsVersion
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.bring_in import bring_in
from tournaments.services.penalise import penalise
from tournaments.services.rebuild import rebuild
from tournaments.services.reverse_ruling import reverse_ruling

from .event_files import end, ended_stage, handed_over, told
from .factories import count_and_publish
from .happenings import EVERYTHING
from .people import user_with
from .rows import empty, everything
from .test_every_format import FORMATS, Setup, run

pytestmark = pytest.mark.django_db
USUAL = ("individual-swiss-10", "teams-knockout-5")
PLAYED = [
    pytest.param(setup, id=str(setup), marks=[] if str(setup) in USUAL else [pytest.mark.slow])
    for setup in FORMATS
]


def test_every_model_and_column_has_a_decision() -> None:
    known = {model._meta.label_lower for model in archived_models()}
    kept = [each.label for each in KEPT]
    assert len(kept) == len(set(kept))
    assert set(kept) | set(LEFT_OUT) == known
    assert not set(kept) & set(LEFT_OUT)
    for each in KEPT:
        columns = {field.name for field in each.model._meta.local_concrete_fields}
        assert {"id", *each.columns, *each.left} == columns, each.label
        assert not set(each.columns) & set(each.left), each.label
        assert not each.model._meta.local_many_to_many, each.label


def test_what_a_row_names_is_in_the_file_before_it() -> None:
    before: list[str] = []
    for each in KEPT:
        before.append(each.label)
        for column, label in points_at(each).items():
            assert label in before, (each.label, column)


def test_every_document_and_every_reference_is_looked_at() -> None:
    documents, texts = set(), set()
    for each in KEPT:
        for name in each.columns:
            field = apps.get_model(each.label)._meta.get_field(name)
            if isinstance(field, models.JSONField):
                documents.add((each.label, name))
            elif isinstance(field, models.CharField) and (
                name in ("actor", "reference", "target") or name.endswith("_by")
            ):
                texts.add((each.label, name))
    assert documents == SELF_CONTAINED | (NAMING - {("tournaments.auditentry", "target")})
    assert texts == ACTORS | {("tournaments.auditentry", "target")}


@pytest.mark.parametrize("setup", PLAYED)
def test_all_that_happened_is_told_the_same_beside_another_event(
    setup: Setup, tmp_path: Path
) -> None:
    program = run(setup, EVERYTHING)
    event = end(program.director.event)
    before, rows = told(event.slug), everything()
    decided = audit_of(event)
    assert len(before) > 40
    file = handed_over(event, tmp_path / "event.zip")
    empty()
    other = ended_stage(entrants=12).event
    theirs = told(other.slug)
    brought = bring_in(file, SYSTEM)
    assert brought.slug == event.slug
    now = told(brought.slug)
    assert [address for address in before if now.get(address) != before[address]] == []
    assert now.keys() == before.keys()
    assert told(other.slug) == theirs
    assert rebuild(brought).differences == rebuild(other).differences == []
    for label in ("games.LogEntry", "games.Result", "tournaments.Incident", "games.Dispute"):
        kept = apps.get_model(label)._base_manager.count()
        of_other = 12 * 2 // 3 if label == "games.Result" else 0
        assert kept >= len(rows[label]) + of_other > 0, label
    assert audit_of(brought)[: len(decided)] == decided
    last = AuditEntry.objects.filter(event=brought).latest("pk")
    assert last.verb == "bring_in"
    assert (last.after or {})["slug"] == event.slug


def audit_of(event: Event) -> list[tuple[Any, ...]]:
    """The audit with each ruling, incident and person that it names told by what it is."""
    rulings = {row.pk: (row.made_at, row.kind) for row in Ruling.objects.filter(stage__event=event)}

    def named(document: Any) -> Any:
        if not isinstance(document, dict):
            return document
        numbers = ("ruling", "incident", "dispute", "fields")
        told = {name: value for name, value in document.items() if name not in numbers}
        if "ruling" in document:
            told["ruling"] = rulings.get(document["ruling"])
        return told

    found = []
    for row in AuditEntry.objects.filter(event=event).order_by("pk"):
        noun, _colon, key = row.target.partition(":")
        about: Any = rulings[int(key)] if noun == "ruling" else row.target.partition("@")[0]
        about = noun if noun == "session" else about
        way = row.origin.partition(" ")[0]
        who = row.actor.partition("@")[0]
        found.append(
            (who, way, row.verb, about, row.reason, named(row.before), named(row.after), row.at)
        )
    return found


def test_numbers_are_given_anew_and_all_that_names_them_follows(tmp_path: Path) -> None:
    stage = ended_stage()
    owner = Actor.of(user_with(stage.event, Role.OWNER))
    entrant = stage.event.entrants.order_by("number")[0]
    made = penalise(stage, entrant, "10", owner, "late")
    reverse_ruling(made, owner, "not late")
    result = Result.objects.filter(play__table__realm=stage.event_id)[0]
    claim = Claim.objects.create(
        play=result.play, seat="A", position=1, seq=1, hand=[], plays=[], waiting_for="",
        state="accepted", at=result.at,
    )  # fmt: skip
    LogEntry.objects.create(
        table=result.play.table, number=99, play=result.play, kind="claim", at=result.at,
        data={"claim": str(claim.pk), "outcome": "accepted"},
    )  # fmt: skip
    count_and_publish(stage)
    newest = StandingsVersion.objects.filter(stage=stage).latest("number")
    old = (made.pk, claim.pk, newest.pk, newest.manifest, newest.payload)
    file = handed_over(stage.event, tmp_path / "event.zip")
    empty()
    ended_stage(entrants=9)
    event = bring_in(file, SYSTEM, "brought")
    ruling, reversal = Ruling.objects.filter(stage__event=event).order_by("pk")
    assert reversal.reverses == ruling
    assert (ruling.pk, reversal.pk) != (old[0], old[0] + 1)
    assert ruling.actor.startswith(f"user:{owner.reference[5:]}@")
    reversed_, ruled = AuditEntry.objects.filter(event=event, target=f"ruling:{ruling.pk}")
    named = [(row or {})["ruling"] for row in (ruled.after, reversed_.before, reversed_.after)]
    assert named == [ruling.pk, ruling.pk, reversal.pk]
    now = Claim.objects.get()
    assert now.pk > old[1]
    assert LogEntry.objects.get(kind="claim").data["claim"] == str(now.pk)
    version = StandingsVersion.objects.filter(stage__event=event).latest("number")
    assert version.payload == old[4]
    assert version.manifest != old[3]
    fields = {str(pk) for pk in version.stage.fields.values_list("pk", flat=True)}
    assert set(version.manifest) <= fields


def test_the_commands_bring_it_in_once_and_under_another_address(tmp_path: Path) -> None:
    stage = ended_stage()
    file = tmp_path / "event.zip"
    call_command("hand_over", stage.event.slug, str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="here already"):
        call_command("bring_in", str(file))
    with pytest.raises(CommandError, match="no event"):
        call_command("hand_over", "nothing", str(file))
    empty()
    other = ended_stage().event
    assert other.slug == stage.event.slug
    with pytest.raises(CommandError, match="has this address"):
        call_command("bring_in", str(file))
    with pytest.raises(CommandError, match="lower-case"):
        call_command("bring_in", str(file), "--slug", "Not This")
    call_command("bring_in", str(file), "--look")
    assert Event.objects.count() == 1
    call_command("bring_in", str(file), "--slug", "brought")
    assert {each.slug for each in Event.objects.all()} == {other.slug, "brought"}
    assert Person.objects.count() == 18
