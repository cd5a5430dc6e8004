"""The signed summary of a version: who came where, and the hashes of everything else about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.utils import translation

from engine.summary import FORMAT
from tournaments import queries
from tournaments.models import Event
from tournaments.queries import Edition, commitments
from tournaments.signing import signed

Maker = Callable[[Edition], bytes]


def signed_summary(edition: Edition, files: Mapping[str, Maker]) -> dict[str, Any]:
    """The document; `files` are hashed as they are in English, whatever the reader's language."""
    with translation.override("en"):
        made = signed(_summary(edition, files))
    return {"summary": made.document, "signature": made.signature}


def summary_json(edition: Edition, files: Mapping[str, Maker]) -> bytes:
    """The document as a file."""
    text = json.dumps(signed_summary(edition, files), ensure_ascii=False, indent=1)
    return text.encode() + b"\n"


def _summary(edition: Edition, files: Mapping[str, Maker]) -> dict[str, Any]:
    official_at = Event.objects.values_list("official_at", flat=True).get(pk=edition.event_id)
    return {
        "format": FORMAT,
        "event": {
            "slug": edition.slug.partition(".")[0],
            "name": edition.name,
            "place": edition.place,
            "starts_on": edition.starts_on.isoformat() if edition.starts_on else None,
            "timezone": edition.timezone,
        },
        "stage": {
            "number": edition.stage_number,
            "kind": edition.kind,
            "method": edition.method,
            "ruleset": edition.ruleset,
        },
        "version": edition.version,
        "published_at": _moment(edition.published_at),
        "official_at": _moment(official_at),
        "boards": list(edition.boards),
        "ranking": [
            {
                "rank": row.rank,
                "number": row.entrant.number,
                "name": str(row.entrant.name),
                "club": row.entrant.club,
                "country": row.entrant.country,
                "score": str(row.score),
                "percentage": row.percentage,
                "boards": row.boards,
                "points": row.points,
            }
            for row in queries.standings(edition).rows
        ],
        "commitments": [
            {
                "session": each.session,
                "commitment": each.commitment,
                "secret_sha256": _hash_of_secret(each.reveal),
            }
            for each in commitments(edition)
        ],
        "files": {name: sha256(make(edition)).hexdigest() for name, make in files.items()},
    }


def _moment(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).isoformat()


def _hash_of_secret(reveal: Mapping[str, Any] | None) -> str | None:
    """The hash of a revealed secret's bytes; None before it is revealed."""
    return None if reveal is None else sha256(bytes.fromhex(reveal["secret"])).hexdigest()
