"""The movement for the critic: certificate, whole schedule, and who is who."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from engine.movements.model import Movement
from engine.movements.separation import separation
from tournaments.models import Draw, Stage
from tournaments.movements import restrictions

from .edition import Edition, NotPublicError
from .people import EntrantRef, entrants_of
from .schedule import ScheduledRound, read_movement


@dataclass(frozen=True, slots=True)
class MovementVersion:
    """A draw: from which round it holds, why (`kind`), who came and went, and its certificate."""

    number: int
    kind: str
    label: str
    from_round: int
    at: datetime
    people: tuple[EntrantRef, ...]
    certificate: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableReason:
    """Why a table of a Swiss round is as it is: its scores, and the pairs who have met before."""

    scores: tuple[float, ...]
    spread: float
    repeats: tuple[tuple[EntrantRef, EntrantRef], ...]


@dataclass(frozen=True, slots=True)
class MovementPage:
    """The drawn movement. `certificate` is the engine's data (repeat_meetings, …).

    `versions` are the draws that led to it, the first one first.
    `unseparated` says who meets although they should not.
    `reasons` has for each round drawn from standings a reason a table.
    `rounds` name entrants by number; `people` maps the number to the entrant. `seed` and
    `movement` (the stored document) are all that the independent checker needs.
    """

    edition: Edition
    certificate: Mapping[str, Any]
    rounds: tuple[ScheduledRound, ...]
    people: Mapping[int, EntrantRef]
    seed: int
    movement: Mapping[str, Any]
    versions: tuple[MovementVersion, ...]
    reasons: Mapping[int, tuple[TableReason, ...]]
    unseparated: tuple[str, ...]


def movement_page(edition: Edition) -> MovementPage:
    """The movement and its certificate; four statements. Raises NotPublicError before the draw."""
    stage = Stage.objects.filter(id=edition.stage_id).first()
    if stage is None or stage.movement is None:
        raise NotPublicError
    people = {e.number: e for e in entrants_of(edition.event_id).values()}
    return MovementPage(
        edition=edition,
        certificate=stage.certificate or {},
        rounds=read_movement(stage.movement),
        people=people,
        seed=stage.seed,
        movement=stage.movement,
        versions=tuple(_versions(edition.stage_id, people)),
        reasons=dict(_reasons(edition.stage_id, people)),
        unseparated=tuple(unseparated(stage)),
    )


def unseparated(stage: Stage) -> list[str]:
    """A sentence for each forbidden pair, and each pair of a club late, that the draw could not
    keep apart."""
    if stage.movement is None or not (stage.separate_clubs or stage.forbidden_pairs):
        return []
    numbers = list(dict.fromkeys(stage.movement["entrants"]))
    apart = restrictions(stage, numbers)
    found = separation(entrants_apart(stage.movement), apart.clubs, apart.forbidden)
    sentences = {
        _("Round %(round)d: the numbers %(one)d and %(other)d, a forbidden pair, meet."): (
            found.forbidden
        ),
        _("Round %(round)d: the numbers %(one)d and %(other)d, of one club, meet."): (
            found.late_clubs
        ),
    }
    return [
        sentence % {"round": each.round, "one": numbers[each.first], "other": numbers[each.second]}
        for sentence, meetings in sentences.items()
        for each in dict.fromkeys(meetings)
    ]


def entrants_apart(data: Mapping[str, Any]) -> Movement:
    """A stored movement with entrants in the place of players: the members of a team are one."""
    movement = Movement.from_data(data)
    size = len(data["entrants"]) // len(set(data["entrants"]))
    if size == 1:
        return movement
    return replace(
        movement,
        rounds=tuple(
            replace(
                one,
                tables=tuple(
                    replace(table, players=tuple(player // size for player in table.players))
                    for table in one.tables
                ),
            )
            for one in movement.rounds
        ),
    )


def _reasons(
    stage_id: str | None, people: Mapping[int, EntrantRef]
) -> Iterator[tuple[int, tuple[TableReason, ...]]]:
    explained = Draw.objects.filter(
        stage_id=stage_id, undone_at=None, explanation__tables__isnull=False
    ).order_by("version")
    for number, tables, numbers in explained.values_list(
        "from_round", "explanation__tables", "inputs__entrants"
    ):
        yield (
            number,
            tuple(
                TableReason(
                    scores=tuple(table["scores"]),
                    spread=table["spread"],
                    repeats=tuple(
                        (people[numbers[one]], people[numbers[other]])
                        for one, other in table["repeats"]
                    ),
                )
                for table in tables
            ),
        )


def _versions(stage_id: str | None, people: Mapping[int, EntrantRef]) -> Iterator[MovementVersion]:
    draws = Draw.objects.filter(stage_id=stage_id, undone_at=None).order_by("version")
    for draw in draws.defer("replaced", "explanation"):
        named = [
            number for key in ("enter", "leave", "back") for number in draw.inputs.get(key, ())
        ]
        yield MovementVersion(
            number=draw.version,
            kind=draw.kind,
            label=draw.get_kind_display(),
            from_round=draw.from_round,
            at=draw.at,
            people=tuple(people[number] for number in named if number in people),
            certificate=draw.certificate,
        )
