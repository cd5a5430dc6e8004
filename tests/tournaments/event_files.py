"""Events that are over, their files, and all that is told of them wherever they are."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.test import Client

from tournaments.event_file import write
from tournaments.exports import FILES
from tournaments.models import Event, Stage, StandingsVersion
from tournaments.services.actors import SYSTEM
from tournaments.services.hand_over import hand_over
from tournaments.services.reveal_session import reveal_session
from tournaments.services.send_outbox import note_official
from tournaments.signing import signed

from .factories import count_and_publish, drawn_stage, play_stage

DOCUMENTS = (
    *("", "standings/", "standings/clubs/", "cross-table/", "rounds/", "boards/", "statistics/"),
    *("entrants/", "matches/", "movement/", "commitment/", "plays.ndjson"),
)


def end(event: Event) -> Event:
    """Reveal what is secret, and let the correction period be over."""
    Event.objects.filter(pk=event.pk).update(correction_minutes=0)
    for stage in event.stages.all():
        count_and_publish(stage)
        for session in stage.sessions.filter(board_set__revealed_at=None):
            reveal_session(session, SYSTEM)
    note_official()
    event.refresh_from_db()
    assert event.official_at is not None
    return event


def ended_stage(**settings: Any) -> Stage:
    """A small event that is over, with its only stage."""
    stage = drawn_stage(**{"entrants": 9, "rounds": 2, "boards": 1, **settings})
    play_stage(stage)
    count_and_publish(stage)
    end(stage.event)
    return stage


def handed_over(event: Event, path: Path) -> Path:
    """The event's file, written by the server itself."""
    hand_over(event, SYSTEM, path)
    return path


def told(slug: str) -> dict[str, bytes]:
    """Everything that everybody reads of an event, by address: every version, document and file."""
    return dict(_told(slug))


def _told(slug: str) -> Iterator[tuple[str, bytes]]:
    client = Client(headers={"Accept-Language": "en", "Host": "localhost"})

    def read(address: str) -> tuple[str, bytes]:
        answer: Any = client.get(address)
        content = answer.getvalue() if answer.streaming else answer.content
        assert answer.status_code in (200, 404), (address, answer.status_code)
        return address, content

    for version in StandingsVersion.objects.filter(stage__event__slug=slug).order_by("pk"):
        at = f"{slug}.{version.stage.number}"
        pinned = f"?version={version.number}"
        for name in DOCUMENTS:
            yield read(f"/api/v1/events/{at}/{name}{pinned}")
        plays, content = read(f"/api/v1/events/{at}/plays/{pinned}&limit=1000")
        yield plays, content
        for each in json.loads(content)["results"]:
            yield read(f"/api/v1/events/{at}/plays/{each['id']}/{pinned}")
        boards = json.loads(read(f"/api/v1/events/{at}/boards/{pinned}")[1])["results"]
        for each in boards:
            yield read(f"/api/v1/events/{at}/boards/{each['number']}/{pinned}")
            yield read(f"/api/v1/events/{at}/boards/{each['number']}/partings/{pinned}")
        for entrant in version.stage.event.entrants.order_by("number"):
            yield read(f"/api/v1/events/{at}/entrants/{entrant.pk}/{pinned}")
        for name in FILES:
            address, content = read(f"/e/{at}/files/{name}{pinned}")
            yield address, _unsigned(content) if name == "summary.json" else content
    for page in ("verify/", "verify/1/reveal.json", "verify/1/deals.json", "movement/"):
        yield read(f"/e/{slug}/{page}")


def _unsigned(content: bytes) -> bytes:
    """A signed summary without what says who signed it."""
    try:
        summary = json.loads(content)["summary"]
    except ValueError:
        return content
    summary.pop("key")
    return json.dumps(summary, sort_keys=True).encode()


def changed(
    path: Path, change: Mapping[str, Callable[[list[dict[str, Any]]], Any]], *, sign: bool = True
) -> Path:
    """A copy of a file whose members' rows were changed by hand, signed and hashed again."""
    copy = path.with_name(f"changed-{uuid4().hex}.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        manifest = json.loads(old.read(write.MANIFEST))["event_file"]
        for name in old.namelist():
            label, content = name.removesuffix(".jsonl"), old.read(name)
            if label in change and name != write.MANIFEST:
                rows = [json.loads(line) for line in content.splitlines()]
                rows = change[label](rows) or rows
                lines = [json.dumps(row) + "\n" for row in rows]
                content = "".join(lines).encode()
                manifest["rows"][label] = len(rows)
            if name != write.MANIFEST:
                new.writestr(name, content)
                if sign:
                    manifest["sha256"][name] = write.hash_of(new.open(name))
        if write.MANIFEST in change:
            change[write.MANIFEST]([manifest])
        made = signed(manifest)
        document = {"event_file": made.document, "signature": made.signature}
        new.writestr(write.MANIFEST, json.dumps(document))
    return copy
