"""The documents of an event: its overview, its commitments."""

from __future__ import annotations

from tournaments import queries
from tournaments.api.documents.base import Document, moment
from tournaments.api.documents.rounds import round_line
from tournaments.api.documents.standings import standing
from tournaments.stored import in_order


def event_line(line: queries.EventLine) -> Document:
    """An event in the list."""
    return {
        "slug": line.slug,
        "name": line.name,
        "place": line.place,
        "starts_on": line.starts_on.isoformat() if line.starts_on else None,
        "state": line.state,
    }


def overview(page: queries.EventOverview) -> Document:
    """An event with its rounds, the best of its standings and its commitments."""
    edition = page.edition
    return {
        "slug": edition.slug,
        "name": edition.name,
        "place": edition.place,
        "starts_on": edition.starts_on.isoformat() if edition.starts_on else None,
        "timezone": edition.timezone,
        "state": edition.state,
        "ruleset": edition.ruleset,
        "all_pass": edition.all_pass,
        "format": edition.kind,
        "method": edition.method,
        "scoring": edition.scoring,
        "bye_award": edition.bye_award,
        "awards": list(edition.awards),
        "cap": edition.cap,
        "tie_breaks": list(edition.tie_breaks),
        "entrants": page.entrant_count,
        "version": edition.version,
        "published_at": moment(edition.published_at),
        "boards": list(edition.boards),
        "boards_in_play": edition.boards_in_play,
        "rounds": [round_line(each) for each in page.rounds],
        "standings": [standing(row) for row in page.standings.rows],
        "commitments": [
            {"session": each.session, "commitment": each.commitment} for each in page.commitments
        ],
    }


def commitments(page: queries.CommitmentPage) -> Document:
    """The commitments, with what is needed to verify the opened boards."""
    return {
        "sessions": [
            {
                "session": each.session,
                "commitment": each.commitment,
                "committed_at": moment(each.committed_at),
                "description": in_order(each.description),
                "canonical": each.canonical,
                "public_value": each.public_value or None,
                "revealed_at": moment(each.revealed_at),
                "reveal": in_order(each.reveal),
                "deals": page.deals[each.session],
            }
            for each in page.commitments
        ]
    }
