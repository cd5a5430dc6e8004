"""What of an event is in its file: every model and every column, by name.

A model or a column that is not named here is in no file. Codes, devices, tokens, keys, addresses,
accounts and what only the sending installation can decrypt are left out on purpose, with a reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q

from games.models import Person, Player, SealedDouble
from tournaments.models import Event


@dataclass(frozen=True)
class Kept:
    """A model whose rows of an event are in the file.

    `paths` lead from a row to the event's id, `columns` are carried and `left` are not: these are
    made anew where the event is brought in, or stay empty.
    """

    label: str
    paths: tuple[str, ...]
    columns: tuple[str, ...]
    left: tuple[str, ...] = ()

    @cached_property
    def model(self) -> type[models.Model]:
        """The class."""
        return apps.get_model(self.label)


def _kept(label: str, paths: str, columns: str, left: str = "") -> Kept:
    return Kept(label, tuple(paths.split()), tuple(columns.split()), tuple(left.split()))


#: Those first that others point at.
KEPT = (
    _kept("games.person", "", "name is_bot created_at", "email"),
    _kept(
        "games.player",
        "realm",
        "person realm is_active created_at",
        "code_hash code_issued_at pin_hash",
    ),
    _kept("games.announcement", "realm", "realm text at"),
    _kept(
        "games.boardset",
        "session__stage__event",
        "realm description commitment first_board public_value created_at revealed_at reveal",
        "secret_encrypted",  # with the sender's key; it is in the reveal
    ),
    _kept(
        "games.board",
        "board_set__session__stage__event",
        "board_set kind number attempt fingerprint opened_at opens_at",
    ),
    _kept(
        "games.table",
        "realm",
        "realm number policy released_at finished_at is_frozen is_paused is_claimed halted_at",
    ),
    _kept("games.seat", "table__realm", "table letter player bot"),
    _kept(
        "games.play",
        "table__realm",
        "table board order positions state snapshot seq started_at finished_at turn_at due_at"
        " pools time_used",
    ),
    _kept(
        "games.call",
        "table__realm",
        "table play player reason text is_automatic state at taken_at taken_by closed_at closed_by"
        " note",
    ),
    _kept(
        "games.claim",
        "play__table__realm",
        "play seat position seq hand plays waiting_for state at due_at seconds_left ended_at"
        " ended_by",
    ),
    _kept(
        "games.logentry",
        "table__realm",
        "table number play seq kind position data phase to_act automatic deadline at time_used",
    ),
    _kept("games.sealeddouble", "play__table__realm", "play position value automatic is_void at"),
    _kept(
        "games.result",
        "play__table__realm",
        "play revision is_current source facts hands points at",
    ),
    _kept(
        "games.report",
        "play__table__realm",
        "play number seat reference facts points lead out_first hands state at",
    ),
    _kept(
        "games.confirmation",
        "report__play__table__realm result__play__table__realm",
        "report result seat by_pin at",
    ),
    _kept(
        "games.dispute",
        "play__table__realm",
        "play report result seat reason by_pin at settlement settled_by settled_at",
    ),
    _kept("games.misfitreport", "play__table__realm", "play reference body_hash at"),
    _kept(
        "tournaments.event",
        "pk",
        "slug name place starts_on timezone ruleset ruleset_hash all_pass action_seconds"
        " pool_seconds start_seconds on_timeout hints memory_aid claims law_text paused_at physical"
        " travellers confirm_results correction_minutes spectator_delay withheld_rounds"
        " disqualified_ranks club_best registration registration_approval registration_closes_at"
        " capacity state official_at is_public created_at",
    ),
    _kept(
        "tournaments.entrant",
        "event",
        "event number person player club country rating categories state checked_in_at",
    ),
    _kept("tournaments.teammember", "entrant__event", "entrant place player"),
    _kept(
        "tournaments.stage",
        "event",
        "event number name kind method scoring rounds_planned boards_per_round round_minutes"
        " sessions_planned reserve_boards public_value_name allow_repeats separate_clubs"
        " forbidden_pairs cap out_below out_step out_until bye_award awards tie_breaks title_points"
        " source first_rank last_rank carry_over carry_share seed movement certificate pending_note"
        " keeps_next compact_at",
    ),
    _kept("tournaments.session", "stage__event", "stage number board_set"),
    _kept(
        "tournaments.draw",
        "stage__event",
        "stage version kind from_round inputs explanation certificate replaced at undone_at",
    ),
    _kept(
        "tournaments.elimination",
        "stage__event",
        "stage entrant round why value threshold actor made_at reversed_at",
    ),
    _kept(
        "tournaments.round",
        "stage__event",
        "stage session number first_board last_board state released_at cut_at finished_at ends_at",
    ),
    _kept("tournaments.roundtable", "round__stage__event", "round number table"),
    _kept("tournaments.bye", "round__stage__event", "round entrant"),
    _kept("tournaments.sitting", "entrant__event", "seat entrant member"),
    _kept(
        "tournaments.substitution",
        "stage__event",
        "stage entrant player first_round last_round",
    ),
    _kept("tournaments.lineup", "stage__event", "stage entrant from_round places"),
    _kept("tournaments.field", "stage__event", "stage board mapping position expected generation"),
    _kept(
        "tournaments.fieldgeneration",
        "field__stage__event",
        "field number results top_numerator top_denominator counted_at",
    ),
    _kept(
        "tournaments.frequencyrow",
        "field__stage__event",
        "field generation value weight_numerator weight_denominator score_numerator"
        " score_denominator",
    ),
    _kept(
        "tournaments.seatresult",
        "round__stage__event",
        "play round field entrant position part value weight_numerator weight_denominator award",
    ),
    _kept(
        "tournaments.ruling",
        "stage__event",
        "reason actor reverses made_at stage kind play board entrant data",
    ),
    _kept(
        "tournaments.incident",
        "stage__event",
        "reason actor reverses made_at stage play kind seat text decision law ruling",
    ),
    _kept(
        "tournaments.standingsversion",
        "stage__event",
        "stage number manifest payload note is_kept published_at",
    ),
    _kept(
        "tournaments.auditentry", "event", "event actor origin verb target reason before after at"
    ),
)

#: Why no row of these is in the file.
LEFT_OUT = {
    "auth.user": "accounts are the sender's",
    "auth.group": "they belong to accounts",
    "sessions.session": "they belong to accounts",
    "games.playertoken": "it opens what is the sender's",
    "games.signinfailure": "it is kept for a minute",
    "games.clockbeat": "it is of a server that runs",
    "games.tabledevice": "its code is the sender's, and it has nothing more to report",
    "games.tabletoken": "it opens what is the sender's",
    "games.pinfailure": "it is kept to end guessing",
    "games.idempotentrequest": "it belongs to credentials",
    "tournaments.roleassignment": "accounts are the sender's",
    "tournaments.apikey": "it opens what is the sender's",
    "tournaments.dirtymark": "an event with work to do is not handed over",
    "tournaments.standingsmark": "an event with work to do is not handed over",
    "tournaments.failure": "an event with work to do is not handed over",
    "tournaments.subscription": "it has an address, for the sender alone",
    "tournaments.webhook": "it has an address and a secret of the sender's",
    "tournaments.outboxmessage": "it goes to who subscribed at the sender",
    "tournaments.practice": "it is of visitors of the sender",
    "tournaments.registration": "it is an address under which somebody looks at the sender",
    "tournaments.rehearsal": "it is of bots, and has an event of its own",
    "tournaments.seenboard": "nothing is hidden any more; the audit tells it",
    "tournaments.signingkey": "it is the sender's",
}

#: Texts that name who acted, by a number that has a meaning at the sender alone.
ACTORS = frozenset(
    {
        ("games.call", "taken_by"),
        ("games.call", "closed_by"),
        ("games.claim", "ended_by"),
        ("games.report", "reference"),
        ("games.dispute", "settled_by"),
        ("games.misfitreport", "reference"),
        ("tournaments.elimination", "actor"),
        ("tournaments.ruling", "actor"),
        ("tournaments.incident", "actor"),
        ("tournaments.auditentry", "actor"),
    }
)
#: Documents that name rows by numbers, and texts that do: see `numbers`.
NAMING = frozenset(
    {
        ("games.logentry", "data"),
        ("tournaments.standingsversion", "manifest"),
        ("tournaments.auditentry", "target"),
        ("tournaments.auditentry", "before"),
        ("tournaments.auditentry", "after"),
    }
)
#: Documents that name no row, or by its random id alone, which stays.
SELF_CONTAINED = frozenset(
    {
        ("games.boardset", "description"),
        ("games.boardset", "reveal"),
        ("games.table", "policy"),
        ("games.play", "snapshot"),
        ("games.play", "pools"),
        ("games.play", "time_used"),
        ("games.logentry", "time_used"),
        ("games.claim", "hand"),
        ("games.claim", "plays"),
        ("games.result", "facts"),
        ("games.result", "points"),
        ("games.report", "facts"),
        ("games.report", "points"),
        ("tournaments.event", "ruleset"),
        ("tournaments.entrant", "categories"),
        ("tournaments.stage", "awards"),
        ("tournaments.stage", "forbidden_pairs"),
        ("tournaments.stage", "tie_breaks"),
        ("tournaments.stage", "title_points"),
        ("tournaments.stage", "movement"),
        ("tournaments.stage", "certificate"),
        ("tournaments.draw", "inputs"),
        ("tournaments.draw", "explanation"),
        ("tournaments.draw", "certificate"),
        ("tournaments.draw", "replaced"),
        ("tournaments.lineup", "places"),
        ("tournaments.ruling", "data"),
        ("tournaments.standingsversion", "payload"),
    }
)


def rows_of(kept: Kept, event: Event) -> Iterator[models.Model]:
    """The rows of an event that go into its file, by their key."""
    rows = kept.model._base_manager.order_by("pk")
    if kept.model is Person:
        rows = rows.filter(pk__in=Player.objects.filter(realm=event.pk).values("person"))
    else:
        of_event = Q()
        for path in kept.paths:
            of_event |= Q(**{path: event.pk})
        rows = rows.filter(of_event)
    if kept.model is SealedDouble:
        yield from _revealed(rows)
        return
    for row in rows.iterator(chunk_size=2000):
        if kept.label == "tournaments.auditentry":
            row.origin = row.origin.partition(" ")[0]  # type: ignore[attr-defined]
        yield row


def _revealed(rows: models.QuerySet[Any]) -> Iterator[SealedDouble]:
    """Those sealed doubles alone that everybody at the table has seen."""
    for row in rows.filter(is_void=False).select_related("play").iterator(chunk_size=2000):
        if str(row.position) in (row.play.snapshot or {}).get("doubles", {}):
            yield row
