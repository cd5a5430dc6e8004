"""The edition of an event: one published version, and what every public answer reads by.

Owns the choice of the version, its manifest and which boards count. Nothing outside the edition
is ever shown: a board is public exactly when it is opened and its fields are in the manifest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db.models import Exists, OuterRef

from tournaments.formats import format_of
from tournaments.models import Event, Field, Round, RoundState, Stage, StandingsVersion

from .address import split


class NotPublicError(LookupError):
    """There is nothing public at this address: missing, unopened or hidden, always the same."""

    code = "not_found"


@dataclass(frozen=True, slots=True)
class RoundRef:
    """A round as everybody may know it. `state` is drawn, released, playing or finished.

    `ends_at` is when its planned time is over; None without a planned time.
    """

    number: int
    state: str
    first_board: int
    last_board: int
    released_at: datetime | None
    finished_at: datetime | None
    ends_at: datetime | None = None

    @property
    def boards(self) -> range:
        """The numbers of its boards."""
        return range(self.first_board, self.last_board + 1)

    @property
    def is_under_way(self) -> bool:
        """Whether it was released and has not ended."""
        return self.state in (RoundState.RELEASED, RoundState.PLAYING)


@dataclass(frozen=True, slots=True)
class FieldRef:
    """A field that the edition counts, at its generation; `expected` results in the end."""

    id: int
    generation: int
    board_id: str
    board_number: int
    position: int
    mapping: str
    expected: int


@dataclass(frozen=True, slots=True)
class StageRef:
    """A stage of the event, to be chosen by `address`."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Edition:
    """An event, or one of its stages, as one published version tells it.

    `slug` is the address. `version` is 0 before the first publication; `is_newest` tells whether
    there was none after it when it was read.

    `fields` are those of the manifest, by board number, mapping and position. `ruleset` is the
    name, `all_pass` "void" or "forced", `kind` the format, `method` the comparison method,
    `scoring` what the ranks go by, `bye_award` the least percentage of a bye, `awards` what rulings
    bring (empty: the usual), `cap` the most that a
    board of four-a-side brings, `state` the event's. `spectator_delay` is how many minutes a board
    stays closed after its last table has finished it; the last `withheld_rounds` stay closed until
    they are revealed. Of an event that `is_hidden` only its people see the pages. The standings are
    official since `official_at`; None while results may be corrected. `club_best` entrants count
    for a club. `people_enter` says whether they may enter themselves, while entries are open.
    """

    event_id: str
    slug: str
    name: str
    place: str
    starts_on: date | None
    timezone: str
    state: str
    ruleset: str
    all_pass: str
    spectator_delay: int
    withheld_rounds: int
    people_enter: bool
    official_at: datetime | None
    is_hidden: bool
    club_best: int
    stages: tuple[StageRef, ...]
    stage_number: int
    stage_id: str | None
    kind: str
    method: str
    scoring: str
    bye_award: int
    awards: tuple[int, ...]
    cap: int | None
    tie_breaks: tuple[str, ...]
    rounds_planned: int
    boards_per_round: int
    version: int
    published_at: datetime | None
    is_newest: bool
    fields: tuple[FieldRef, ...]
    rounds: tuple[RoundRef, ...]

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the event; UTC if its name is none."""
        try:
            return ZoneInfo(self.timezone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @property
    def event_slug(self) -> str:
        """The address of the whole event."""
        return split(self.slug)[0]

    @property
    def stage_addresses(self) -> tuple[tuple[StageRef, str], ...]:
        """Every stage with its address."""
        return tuple((stage, f"{self.event_slug}.{stage.number}") for stage in self.stages)

    @property
    def has_teams(self) -> bool:
        """Whether teams are ranked, and so there are matches."""
        return bool(self.kind) and format_of(self.kind).teams

    @property
    def has_partners(self) -> bool:
        """Whether its matches are four-a-side."""
        return bool(self.kind) and format_of(self.kind).partners

    @property
    def boards(self) -> tuple[int, ...]:
        """The numbers of the boards that this version counts, ascending."""
        return tuple(dict.fromkeys(field.board_number for field in self.fields))

    @property
    def board_ranges(self) -> tuple[tuple[int, int], ...]:
        """The same numbers as ranges (first, last): "counts boards 1–8"."""
        return ranges(self.boards)

    @property
    def boards_in_play(self) -> int:
        """How many boards of released rounds this version does not count yet.

        In four-a-side those that a finished round did not need, and extra boards, are not among
        them.
        """
        over = {RoundState.DRAWN, *([RoundState.FINISHED] if self.has_partners else [])}
        most = self.boards_per_round if self.has_partners else None
        released = {
            number
            for each in self.rounds
            if each.state not in over
            for number in each.boards[:most]
        }
        return len(released - set(self.boards))

    @property
    def current_round(self) -> RoundRef | None:
        """The newest round that was released, ended or not; None before the first."""
        released = [each for each in self.rounds if each.state != RoundState.DRAWN]
        return released[-1] if released else None

    def round_of_board(self, number: int) -> int | None:
        """The number of the round in which board `number` is played."""
        return next((each.number for each in self.rounds if number in each.boards), None)

    def fields_of_board(self, number: int) -> tuple[FieldRef, ...]:
        """The fields of an opened board. Raises NotPublicError for any other number."""
        found = tuple(field for field in self.fields if field.board_number == number)
        if not found:
            raise NotPublicError
        return found


def ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Ascending numbers as ranges (first, last): 1 2 3 5 → (1, 3), (5, 5)."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def edition(slug: str, version: int | None = None, *, hidden: bool = False) -> Edition:
    """The edition of the public event `slug`, or with `hidden` of one that is not.

    It is the newest version, or the one asked for.

    Version 0 is the state before the first publication: no standings, no boards. Five statements,
    whatever the size of the event. Raises NotPublicError for an event that is missing or hidden,
    and for a version that does not exist.
    """
    name, number = split(slug)
    event = Event.objects.filter(slug=name, is_public=not hidden).values().first()
    if event is None:
        raise NotPublicError
    stages = _stages(event["id"])
    stage = _chosen(stages, number)
    published = _version(stage["id"] if stage else None, version)
    return Edition(
        event_id=event["id"],
        slug=slug,
        name=event["name"],
        place=event["place"],
        starts_on=event["starts_on"],
        timezone=event["timezone"],
        state=event["state"],
        ruleset=event["ruleset"].get("name", ""),
        all_pass=event["all_pass"],
        is_hidden=hidden,
        spectator_delay=event["spectator_delay"],
        withheld_rounds=event["withheld_rounds"],
        people_enter=event["registration"],
        official_at=event["official_at"],
        club_best=event["club_best"],
        stages=tuple(StageRef(each["number"], each["name"]) for each in stages),
        stage_number=stage["number"] if stage else 0,
        stage_id=stage["id"] if stage else None,
        kind=stage["kind"] if stage else "",
        method=stage["method"] if stage else "",
        scoring=stage["scoring"] if stage else "",
        bye_award=stage["bye_award"] if stage else 0,
        awards=tuple(stage["awards"]) if stage else (),
        cap=stage["cap"] if stage else None,
        tie_breaks=tuple(stage["tie_breaks"]) if stage else (),
        rounds_planned=stage["rounds_planned"] if stage else 0,
        boards_per_round=stage["boards_per_round"] if stage else 0,
        version=published["number"] if published else 0,
        published_at=published["published_at"] if published else None,
        is_newest=published["is_newest"] if published else version is None,
        fields=_fields(stage["id"], published["manifest"]) if stage and published else (),
        rounds=rounds_of(stage["id"]) if stage else (),
    )


def _stages(event_id: str) -> list[dict[str, Any]]:
    rows = Stage.objects.filter(event_id=event_id).order_by("number")
    rows = rows.annotate(is_drawn=Exists(Round.objects.filter(stage=OuterRef("pk"))))
    columns = ("id", "number", "name", "kind", "rounds_planned", "boards_per_round")
    scores = ("method", "scoring", "bye_award", "awards", "cap", "tie_breaks")
    return list(rows.values(*columns, *scores, "is_drawn"))


def _chosen(stages: list[dict[str, Any]], number: int | None) -> dict[str, Any] | None:
    """The stage asked for, or the one being played; None for an event without stages."""
    if number is not None:
        found = next((each for each in stages if each["number"] == number), None)
        if found is None:
            raise NotPublicError
        return found
    drawn = [each for each in stages if each["is_drawn"]]
    return drawn[-1] if drawn else next(iter(stages), None)


def _version(stage_id: str | None, number: int | None) -> dict[str, Any] | None:
    if number == 0 or (stage_id is None and number is None):
        return None
    versions = StandingsVersion.objects.filter(stage_id=stage_id)
    if number is not None:
        versions = versions.filter(number=number)
    newer = StandingsVersion.objects.filter(stage=stage_id, number__gt=OuterRef("number"))
    versions = versions.annotate(is_newest=~Exists(newer))
    columns = ("number", "manifest", "published_at", "is_newest")
    found = versions.order_by("-number").values(*columns).first()
    if found is None and number is not None:
        raise NotPublicError
    return dict(found) if found else None


def _fields(stage_id: str, manifest: Mapping[str, int]) -> tuple[FieldRef, ...]:
    rows = (
        Field.objects.filter(stage_id=stage_id, board__opened_at__isnull=False)
        .order_by("board__number", "mapping", "position")
        .values_list("id", "board_id", "board__number", "position", "mapping", "expected")
    )
    return tuple(
        FieldRef(row[0], manifest[str(row[0])], *row[1:]) for row in rows if str(row[0]) in manifest
    )


def rounds_of(stage_id: str) -> tuple[RoundRef, ...]:
    """The rounds of a stage, drawn ones too, by number; one statement."""
    rows = (
        Round.objects.filter(stage_id=stage_id)
        .order_by("number")
        .values_list(
            "number",
            "state",
            "first_board",
            "last_board",
            "released_at",
            "finished_at",
            "ends_at",
        )
    )
    return tuple(RoundRef(*row) for row in rows)
