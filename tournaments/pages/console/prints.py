"""Printed sheets: what stands on paper when the hall plays with cards, or the network is gone.

Sheets without secrets answer GET. Hands and codes answer POST alone, are never stored by a browser,
and each print of them is in the audit: the services see to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from engine.cards import format_card
from engine.dealing import DealtBoard
from engine.rulesets import Doubling
from games.policy import ruleset_from_data
from games.services.issue_code import pin_of
from tournaments.models import Entrant, Stage, TeamMember
from tournaments.pages.qr import qr_picture
from tournaments.queries.sheets import SheetRound, SheetTable, itineraries, sheet_rounds
from tournaments.services.actors import RUNNING
from tournaments.services.issue_entrant_codes import code_holders, issue_entrant_codes
from tournaments.services.issue_event_table_codes import issue_event_table_codes
from tournaments.services.print_hands import print_hands_of
from tournaments.stage_ends import stage_to_direct

from .base import Directing, console, show, whole
from .sheets import send_sheets

#: The sheets that hold no secret, with the templates of the page and of some sheets.
SHEETS = {
    "seating": ("print/seating.html", "print/parts/seating.html"),
    "itineraries": ("print/itineraries.html", "print/parts/itineraries.html"),
    "table-cards": ("print/table_cards.html", "print/parts/table_cards.html"),
    "slips": ("print/slips.html", "print/parts/slips.html"),
}
LOCAL = ("localhost", "127.0.0.1", "[::1]")
BIDS = (1, 2, 3)
PORTION = 100
"""How many sheets are sent at once."""


@dataclass(frozen=True, slots=True)
class Pocket:
    """One pocket of a pack: `position` 1 …, or None for the kitty; cards high to low."""

    position: int | None
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """The sheet of a board's pack; `address` is where its label's QR code leads."""

    number: int
    pockets: tuple[Pocket, ...]
    address: str
    qr: str


@dataclass(frozen=True, slots=True)
class TableSlip:
    """A table's result slip; `code` is empty unless it was issued for this print."""

    table: SheetTable
    code: str
    qr: str


@dataclass(frozen=True, slots=True)
class CodeSlip:
    """A code as it is handed out."""

    number: int
    name: str
    team: str
    code: str
    pin: str
    qr: str


@console
def prints_page(request: Directing) -> HttpResponseBase:
    """What can be printed, for one round or for all; what is missing before it can be."""
    stage = stage_to_direct(request.event)
    return show(
        request,
        "console/prints.html",
        "prints",
        stage=stage,
        rounds=[] if stage is None else list(stage.rounds.order_by("number")),
        entrants=request.event.entrants.exists(),
        plays=_plays(request),
        is_local=_is_local(request),
    )


@console
def sheet_page(request: Directing, sheet: str) -> HttpResponseBase:
    """A sheet without a secret; slips get their tables' new codes by POST."""
    if sheet not in SHEETS:
        raise Http404
    stage, rounds = _wanted(request, request.POST or request.GET)
    codes: dict[int, str] = {}
    if request.method == "POST":
        if sheet != "slips":
            raise Http404
        codes = _table_codes(request, rounds)
    rules = ruleset_from_data(request.event.ruleset)

    def make(thing: Any) -> object:
        return _table_slip(request, thing[1], codes) if sheet == "slips" else thing

    return send_sheets(
        request,
        SHEETS[sheet],
        _things(sheet, rounds),
        make,
        stage=stage,
        rounds=rounds,
        rules=rules,
        doubling=rules.doubling is not Doubling.OFF,
        bids=BIDS,
        codes=codes,
        is_local=_is_local(request),
        portion=max(1, PORTION // len(rounds[0].tables)) if sheet == "seating" else PORTION,
    )


@console
def hands_page(request: Directing) -> HttpResponseBase:
    """The hands of each board's pack. Owners and directors only, with a reason, audited."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("direct-prints", args=[request.event.slug]))
    stage, rounds = _wanted(request, request.POST)
    numbers = [each.round.number for each in rounds]
    printed = stage.rounds.select_related("stage__event", "session__board_set").filter(
        number__in=numbers
    )
    reason = request.POST.get("reason", "")
    dealt = print_hands_of(printed.order_by("number"), request.actor, reason)
    several = request.event.stages.count() > 1
    event = f"{stage.event.slug}.{stage.number}" if several else stage.event.slug
    return send_sheets(
        request,
        ("print/hands.html", "print/parts/hands.html"),
        dealt,
        lambda board: _pack(request, event, board),
        portion=PORTION,
        stage=stage,
        rounds=rounds,
        plays=_plays(request),
        is_local=_is_local(request),
    )


@console
def codes_page(request: Directing) -> HttpResponseBase:
    """New codes for everybody, each on a slip; those from before end."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("direct-prints", args=[request.event.slug]))
    if request.role not in RUNNING:
        raise PermissionDenied
    issued = issue_entrant_codes(request.event, code_holders(request.event), request.actor)
    return send_sheets(
        request,
        ("print/codes.html", "print/parts/codes.html"),
        issued,
        lambda one: _code_slip(request, *one),
        portion=PORTION,
        play=_play_address(request),
        is_local=_is_local(request),
    )


def _things(sheet: str, rounds: tuple[SheetRound, ...]) -> Sequence[object]:
    """What the sheets of one kind are about, one after the other."""
    if sheet == "seating":
        return rounds
    if sheet == "itineraries":
        return itineraries(rounds)
    return [(round_, table) for round_ in rounds for table in round_.tables]


def _wanted(request: Directing, form: Mapping[str, str]) -> tuple[Stage, tuple[SheetRound, ...]]:
    """The stage that is directed now and the rounds asked for; nothing drawn is the one 404."""
    stage = stage_to_direct(request.event)
    text = form.get("round", "")
    number = whole(text)
    if stage is None or (text and number is None):
        raise Http404
    rounds = sheet_rounds(stage, number)
    if not rounds:
        raise Http404
    return stage, rounds


def _pack(request: Directing, event: str, board: DealtBoard) -> Pack:
    address = request.build_absolute_uri(reverse("board", args=[event, board.number]))
    hands = [Pocket(position, _texts(cards)) for position, cards in enumerate(board.deal.hands, 1)]
    pockets = (*hands, Pocket(None, _texts(board.deal.kitty)))
    return Pack(board.number, pockets, address, qr_picture(address))


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards)


def _code_slip(request: Directing, holder: Entrant | TeamMember, code: str) -> CodeSlip:
    team = holder.entrant.person.name if isinstance(holder, TeamMember) else holder.club
    qr = qr_picture(f"{_play_address(request)}#{code}")
    return CodeSlip(holder.number, holder.person.name, team, code, pin_of(code), qr)


def _table_codes(request: Directing, rounds: tuple[SheetRound, ...]) -> dict[int, str]:
    """New codes for the devices of these rounds' tables, by the tables' numbers."""
    numbers = {each.seating.number for round_ in rounds for each in round_.tables}
    return dict(issue_event_table_codes(request.event, sorted(numbers), request.actor))


def _table_slip(request: Directing, table: SheetTable, codes: Mapping[int, str]) -> TableSlip:
    """A table's slip: its QR code signs in with the code, or leads into the console."""
    number = table.seating.number
    code = codes.get(number, "")
    places = [request.event.slug, table.round.number, number]
    drawer = request.build_absolute_uri(reverse("direct-table", args=places))
    address = f"{_play_address(request)}#{code}" if code else drawer
    return TableSlip(table, code, qr_picture(address))


def _play_address(request: Directing) -> str:
    return request.build_absolute_uri(reverse("table-client"))


def _plays(request: Directing) -> bool:
    """Whether the server knows that this person plays in the event."""
    return request.actor.person_in(request.event) is not None


def _is_local(request: Directing) -> bool:
    """Whether phones cannot follow a QR code, since it names this machine as it calls itself."""
    return request.get_host().startswith(LOCAL)
