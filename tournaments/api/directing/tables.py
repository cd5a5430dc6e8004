"""The hall under way: pause and announce for all; freeze, undo, extend at one table; calls."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.serializers import StrictCharField, StrictIntegerField
from games.api.views import answer
from games.models import Call, Table
from tournaments.queries.calls import call_line, live_calls, told_call
from tournaments.services.announce import announce
from tournaments.services.answer_call import close_call, take_call
from tournaments.services.direct_table import (
    extend_turn,
    seat_substitute_bot,
    undo_last_action,
    withdraw_open_claim,
)
from tournaments.services.freeze_table import freeze_table, resume_table
from tournaments.services.pause_event import pause_event, resume_event

from . import examples, shapes
from .base import EventDirectingView, body_of
from .describe import changes, reads
from .requests import Extension, Reasoned


class Announcement(Reasoned):
    """What all players are told."""

    text = StrictCharField(max_length=300)


class Undoing(Reasoned):
    """Why, and which action: `seq` is the one that was seen last (409 `stale` if there is more)."""

    seq = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


class BotAtSeat(Reasoned):
    """Which bot for which seat; null gives the player his seat back."""

    seat = StrictCharField(max_length=1)
    bot = serializers.ChoiceField(["chance", "greedy", "planner"], allow_null=True)


class PauseView(EventDirectingView):
    """All tables stop."""

    @changes(
        "pause_event", "Pause all tables", Reasoned, shapes.TablesHalted, examples=examples.PAUSE
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """No action is taken and no clock runs until `resume`."""
        reason = body_of(request, Reasoned)["reason"]
        return self.once(
            request, lambda: {"tables": pause_event(self.event, self.actor, reason=reason)}
        )


class ResumeView(EventDirectingView):
    """All tables go on."""

    @changes("resume_event", "Let all tables go on", Reasoned, shapes.TablesHalted)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Every clock goes on from where it was; a table that is frozen as well stays so."""
        reason = body_of(request, Reasoned)["reason"]
        return self.once(
            request, lambda: {"tables": resume_event(self.event, self.actor, reason=reason)}
        )


class AnnouncementsView(EventDirectingView):
    """Something for everybody."""

    @changes("announce", "Tell all players something", Announcement, shapes.AnnouncementMade, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """It reaches every open stream of the event's players at once."""
        text = body_of(request, Announcement)["text"]

        def make() -> dict[str, str]:
            announce(self.event, text, self.actor)
            return {"text": text.strip()}

        return self.once(request, make, 201)


class TableView(EventDirectingView):
    """Base: finds a table of the event by the id that its players' views name."""

    def table(self, table_id: str) -> Table:
        """Raises `Problem` (404)."""
        rows = Table.objects.filter(round_table__round__stage__event=self.event, pk=table_id)
        found = rows.first()
        if found is None:
            raise not_found()
        return found


class FreezeView(TableView):
    """One table stops."""

    @changes(
        "freeze_table", "Freeze a table", Reasoned, shapes.TableFrozen, examples=examples.FREEZE
    )
    def post(self, request: Request, slug: str, table_id: str) -> HttpResponse:
        """Its clock stands until `resume`."""
        reason = body_of(request, Reasoned)["reason"]
        table = self.table(table_id)

        def make() -> dict[str, str]:
            freeze_table(table, self.actor, reason=reason)
            return {"table": table.pk, "halted": "frozen"}

        return self.once(request, make)


class ResumeTableView(TableView):
    """One table goes on."""

    @changes("resume_table", "End a table's freeze", Reasoned, shapes.TableResumed)
    def post(self, request: Request, slug: str, table_id: str) -> HttpResponse:
        """Its clock goes on from where it was, unless the event is paused."""
        reason = body_of(request, Reasoned)["reason"]
        table = self.table(table_id)

        def make() -> dict[str, str]:
            resume_table(table, self.actor, reason=reason)
            return {"table": table.pk}

        return self.once(request, make)


class UndoActionView(TableView):
    """The last action, taken back."""

    @changes(
        "undo_action",
        "Take the last action at a table back",
        Undoing,
        shapes.ActionUndone,
        examples=examples.UNDO_ACTION,
    )
    def post(self, request: Request, slug: str, table_id: str) -> HttpResponse:
        """The log keeps both; the row that undoes has the `seq` of the answer. Needs a reason."""
        wanted = body_of(request, Undoing)
        reason, seen = wanted["reason"], wanted.get("seq")
        table = self.table(table_id)
        hides = bool(self.hidden)  # how many actions there were tells something, too

        def make() -> dict[str, int | None]:
            seq = undo_last_action(table, self.actor, reason=reason, seen=seen)
            return {"seq": None if hides else seq}

        return self.once(request, make)


class WithdrawClaimView(TableView):
    """A claim, taken away."""

    @changes(
        "withdraw_claim", "Make the open claim at a table void", Reasoned, shapes.ClaimWithdrawn
    )
    def post(self, request: Request, slug: str, table_id: str) -> HttpResponse:
        """Play goes on from where it was; the hand has been shown. Needs a reason."""
        reason = body_of(request, Reasoned)["reason"]
        table = self.table(table_id)
        return self.once(
            request, lambda: {"claim": withdraw_open_claim(table, self.actor, reason=reason)}
        )


class ExtendView(TableView):
    """More time."""

    @changes("extend_turn", "Give whoever is to act more time", Extension, shapes.TurnExtended)
    def post(self, request: Request, slug: str, table_id: str) -> HttpResponse:
        """Time that has run out counts from now."""
        wanted = body_of(request, Extension)
        table = self.table(table_id)

        def make() -> dict[str, int]:
            extend_turn(table, wanted["seconds"], self.actor, reason=wanted["reason"])
            return {"seconds": wanted["seconds"]}

        return self.once(request, make)


class BotView(TableView):
    """A bot in a player's stead."""

    @changes(
        "seat_bot", "Let a bot act for a player, or the player again", BotAtSeat, shapes.BotOfSeat
    )
    def post(self, request: Request, slug: str, table_id: str) -> HttpResponse:
        """What it does is marked as automatic."""
        wanted = body_of(request, BotAtSeat)
        table = self.table(table_id)
        seat, bot = wanted["seat"], wanted["bot"]

        def make() -> dict[str, str | None]:
            seat_substitute_bot(table, seat, bot or "", self.actor, reason=wanted["reason"])
            return {"seat": seat, "bot": bot}

        return self.once(request, make)


class CallsView(EventDirectingView):
    """Who calls."""

    @reads("calls", "The calls that are open or taken, oldest first", shapes.CallList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """`reason` is wrong_board, irregularity, time (the clock's) or other."""
        return answer({"results": live_calls(self.event, self.hidden)})


class CallView(EventDirectingView):
    """Base: finds a call of the event."""

    def call(self, call_id: int) -> Call:
        """Raises `Problem` (404)."""
        rows = Call.objects.filter(table__round_table__round__stage__event=self.event, pk=call_id)
        found = rows.select_related("table", "play__board", "player__person").first()
        if found is None:
            raise not_found()
        return found


class TakeCallView(CallView):
    """A director deals with a call."""

    @changes("take_call", "Take a call", Reasoned, shapes.CallLine)
    def post(self, request: Request, slug: str, call_id: int) -> HttpResponse:
        """Of two directors one gets it."""
        body_of(request, Reasoned)
        call, hidden = self.call(call_id), self.hidden
        return self.once(request, lambda: call_line(told_call(take_call(call, self.actor), hidden)))


class CloseCallView(CallView):
    """A call is dealt with."""

    @changes("close_call", "Close a call", Reasoned, shapes.CallLine)
    def post(self, request: Request, slug: str, call_id: int) -> HttpResponse:
        """`reason` is kept as the note of what was done."""
        note = body_of(request, Reasoned)["reason"]
        call, hidden = self.call(call_id), self.hidden
        return self.once(
            request, lambda: call_line(told_call(close_call(call, self.actor, note=note), hidden))
        )
