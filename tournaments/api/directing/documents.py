"""The director's resources as JSON: built by hand from rows, names only where a person is meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from games.models import Player
from games.services.issue_code import pin_of
from tournaments.entrants_file import split_categories
from tournaments.event_file.contents import Contents
from tournaments.models import (
    ApiKey,
    Elimination,
    Entrant,
    Event,
    Incident,
    Registration,
    Round,
    Ruling,
    Stage,
    TeamMember,
)
from tournaments.presets import Preset
from tournaments.queries.corrections import CorrectionLine
from tournaments.queries.deliveries import Hook
from tournaments.queries.registration import RegistrationLine, place_of
from tournaments.services.correct_person import data_of
from tournaments.services.table_policy import TABLE_SETTINGS

from .base import ShownOnce

Document = dict[str, Any]


def event(row: Event) -> Document:
    """The settings of an event."""
    return {
        "slug": row.slug,
        "name": row.name,
        "place": row.place,
        "starts_on": None if row.starts_on is None else str(row.starts_on),
        "timezone": row.timezone,
        "ruleset": row.ruleset["name"],
        "ruleset_hash": row.ruleset_hash,
        "all_pass": row.all_pass,
        "disqualified_ranks": row.disqualified_ranks,
        "club_best": row.club_best,
        "is_public": row.is_public,
        **{name: getattr(row, name) for name in TABLE_SETTINGS},
        "spectator_delay": row.spectator_delay,
        "withheld_rounds": row.withheld_rounds,
        "law_text": row.law_text,
        "registration": row.registration,
        "registration_approval": row.registration_approval,
        "registration_closes_at": (
            None if row.registration_closes_at is None else row.registration_closes_at.isoformat()
        ),
        "capacity": row.capacity,
        "state": row.state,
    }


def preset(name: str, each: Preset) -> Document:
    """What a kind of event usually is."""
    then = each.then
    return {
        "name": name,
        "label": str(each.label),
        "kind": each.kind,
        "method": each.method,
        "boards": each.boards,
        "plays_with": each.plays_with,
        "ruleset": each.ruleset,
        "then": None
        if then is None
        else {
            "name": str(then.names[1]),
            "kind": then.kind,
            "method": then.method,
            "boards": then.boards,
            "carry_over": then.carry_over,
        },
    }


def stage(row: Stage) -> Document:
    """The settings of a stage, and whether it is drawn."""
    return {
        "number": row.number,
        "name": row.name,
        "kind": row.kind,
        "method": row.method,
        "scoring": row.scoring,
        "cap": row.cap,
        "rounds_planned": row.rounds_planned,
        "boards_per_round": row.boards_per_round,
        "sessions_planned": row.sessions_planned,
        "reserve_boards": row.reserve_boards,
        "public_value_name": row.public_value_name,
        "out_below": row.out_below,
        "out_step": row.out_step,
        "out_until": row.out_until,
        "allow_repeats": row.allow_repeats,
        "separate_clubs": row.separate_clubs,
        "forbidden_pairs": row.forbidden_pairs,
        "bye_award": row.bye_award,
        "awards": row.awards,
        "tie_breaks": row.tie_breaks,
        "title_points": row.title_points,
        "source": None if row.source is None else row.source.number,
        "first_rank": row.first_rank,
        "last_rank": row.last_rank,
        "carry_over": row.carry_over,
        "carry_share": row.carry_share,
        "round_minutes": row.round_minutes,
        "seed": row.seed,
        "drawn": row.movement is not None,
        "certificate": row.certificate,
    }


def round_(row: Round) -> Document:
    """A round's state."""
    return {
        "number": row.number,
        "state": row.state,
        "first_board": row.first_board,
        "last_board": row.last_board,
        "released_at": None if row.released_at is None else row.released_at.isoformat(),
        "finished_at": None if row.finished_at is None else row.finished_at.isoformat(),
        "ends_at": None if row.ends_at is None else row.ends_at.isoformat(),
    }


def entered(event: Event, rows: Iterable[tuple[Entrant | TeamMember, str]]) -> ShownOnce:
    """New entrants, or the members of new teams; their `codes` by id, shown this once.

    The id of a member is that of the player. Where an event is played with cards the `pins` of the
    codes are told, too.
    """
    people = [
        (row, row.pk, code) if isinstance(row, Entrant) else (row, row.player_id, code)
        for row, code in rows
    ]
    names = [
        {
            **entrant(row if isinstance(row, Entrant) else row.entrant),
            "id": key,
            "name": row.person.name,
        }
        for row, key, _ in people
    ]
    secret = {"codes": {key: code for _, key, code in people}}
    if event.physical:
        secret["pins"] = {key: pin_of(code) for _, key, code in people}
    return ShownOnce({"entrants": names}, secret)


def entrant(row: Entrant) -> Document:
    """An entrant's state."""
    return {"id": row.pk, "number": row.number, "state": row.state}


def person_data(key: str, player: Player) -> Document:
    """What is known of a player, under the id by which they were asked for."""
    data: Document = {"id": key, **data_of(player)}
    for name in ("number", "rating"):
        if name in data:
            data[name] = int(data[name]) if data[name] else None
    if "categories" in data:
        data["categories"] = split_categories(data["categories"])
    return data


def registration(line: RegistrationLine, *, with_contact: bool) -> Document:
    """A registration, and the person's e-mail for who runs the event."""
    row = line.row
    contact = {"email": row.person.email} if with_contact else {}
    return {
        "id": row.pk,
        "name": row.person.name,
        "club": row.club,
        "country": row.country,
        **contact,
        "state": row.state,
        "place": line.place,
        "is_double": line.is_double,
        "entrant": row.entrant_id,
        "reason": row.reason,
        "made_at": row.made_at.isoformat(),
    }


def decided(row: Registration) -> Document:
    """What became of a registration; nothing of the person, since the answer is kept."""
    return {
        "id": row.pk,
        "state": row.state,
        "place": place_of(row),
        "entrant": row.entrant_id,
        "reason": row.reason,
    }


def ruling(row: Ruling) -> Document:
    """A ruling; `reversed_by` is the row that undid it."""
    undone = Ruling.objects.filter(reverses=row.pk).values_list("pk", flat=True).first()
    return ruling_line(row, undone)


def ruling_line(row: Ruling, undone: int | None, *, is_hidden: bool = False) -> Document:
    """The same, from rows that were read together; without what was ruled if that `is_hidden`."""
    return {
        "id": str(row.pk),
        "kind": row.kind,
        "play": row.play_id,
        "board": row.board.number if row.board is not None else None,
        "entrant": row.entrant_id,
        "data": {} if is_hidden else row.data,
        "reason": "" if is_hidden else row.reason,
        "is_hidden": is_hidden,
        "actor": row.actor,
        "made_at": row.made_at.isoformat(),
        "reverses": None if row.reverses_id is None else str(row.reverses_id),
        "reversed_by": None if undone is None else str(undone),
    }


def correction(line: CorrectionLine) -> Document:
    """A corrected result."""
    return {
        "id": str(line.id),
        "play": line.play,
        "table": line.table,
        "board": line.board,
        "before": line.before,
        "after": line.after,
        "reason": line.reason,
        "actor": line.actor,
        "made_at": line.at.isoformat(),
        "is_newest": line.is_newest,
    }


def incident(row: Incident) -> Document:
    """An irregularity and its decision; `reversed_by` is the row that undid it."""
    undone = getattr(row, "reversed_by", None)
    return {
        "id": str(row.pk),
        "play": row.play_id,
        "table": row.play.table.number,
        "board": row.play.board.number,
        "kind": row.kind,
        "seat": row.seat,
        "text": row.text,
        "decision": row.decision,
        "law": row.law,
        "ruling": None if row.ruling_id is None else str(row.ruling_id),
        "reason": row.reason,
        "actor": row.actor,
        "made_at": row.made_at.isoformat(),
        "reverses": None if row.reverses_id is None else str(row.reverses_id),
        "reversed_by": None if undone is None else str(undone.pk),
    }


def elimination(row: Elimination) -> Document:
    """Somebody who is out after a round, and why."""
    return {
        "id": str(row.pk),
        "entrant": row.entrant_id,
        "round": row.round,
        "why": row.why,
        "value": row.value,
        "threshold": row.threshold,
        "made_at": row.made_at.isoformat(),
        "reversed_at": None if row.reversed_at is None else row.reversed_at.isoformat(),
    }


def key(row: ApiKey) -> Document:
    """A key without itself."""
    return {
        "id": str(row.pk),
        "role": row.role,
        "label": row.label,
        "created_at": row.created_at.isoformat(),
        "last_used_at": None if row.last_used_at is None else row.last_used_at.isoformat(),
        "revoked": row.revoked_at is not None,
    }


def webhook(hook: Hook) -> Document:
    """A webhook without its secret, with what became of its last messages."""
    row = hook.row
    return {
        "id": str(row.pk),
        "url": row.url,
        "topics": row.topics,
        "created_at": row.created_at.isoformat(),
        "ended_at": None if row.ended_at is None else row.ended_at.isoformat(),
        "deliveries": [
            {
                "type": each.kind,
                "made_at": each.made_at.isoformat(),
                "state": each.state,
                "status": each.status,
                "tries": each.tries,
                "why": each.why,
            }
            for each in hook.deliveries
        ],
    }


def contents(found: Contents) -> Document:
    """What the file of an event holds."""
    return {**asdict(found), "written_at": found.written_at.isoformat()}
