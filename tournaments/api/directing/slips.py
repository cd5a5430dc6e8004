"""What directors and scorers do with results of tables: slips, disputes, boards not played."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from engine.dealing_reveal import deals_to_data
from games.api.problems import not_found
from games.api.result_requests import BoardOfTable, ResultRequest, slip_of
from games.api.serializers import StrictCharField, StrictIntegerField, StrictSerializer
from games.api.views import answer, given, request_key
from games.models import Dispute, Play, Report, ReportState
from games.sse import time_text
from tournaments.services.enter_slip import SCORING, enter_slip
from tournaments.services.issue_event_table_codes import MOST_TABLES, issue_event_table_codes
from tournaments.services.mark_not_played import mark_not_played, mark_to_be_played
from tournaments.services.print_hands import print_hands
from tournaments.services.settle_dispute import accept_report, settle_dispute

from . import examples, shapes
from .base import EventDirectingView, ShownOnce, body_of
from .describe import changes, reads
from .requests import Reasoned
from .rounds import RoundView
from .rulings import play_of


class TablesWanted(StrictSerializer):
    """The tables that get a code each, by their numbers."""

    tables = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=MOST_TABLES), min_length=1, max_length=1000
    )


class Settlement(Reasoned):
    """What was decided: `stands` or `corrected`."""

    decision = StrictCharField(max_length=10)


class TableCodesView(EventDirectingView):
    """Codes of tables' devices."""

    @changes(
        "issue_table_codes",
        "Give tables codes for their shared devices",
        TablesWanted,
        shapes.TableCodes,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Those before end, and sign out; the new ones are in this answer only."""
        numbers = body_of(request, TablesWanted)["tables"]

        def issue() -> ShownOnce:
            made = issue_event_table_codes(self.event, numbers, self.actor)
            codes = [{"table": number, "code": code} for number, code in made]
            return ShownOnce({"tables": [number for number, _code in made]}, {"codes": codes})

        return self.once(request, issue)


class RoundPlaysView(RoundView):
    """The boards of a round at every table."""

    @reads("round_plays", "The boards of a round at every table, and what waits", shapes.RoundPlays)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """States only: no facts, so that whoever plays too may look."""
        round_ = self.round_(number)
        plays = Play.objects.filter(table__round_table__round=round_).order_by(
            "table__number", "order"
        )
        waiting = dict(
            Report.objects.filter(
                play__in=plays, state__in=[ReportState.WAITING, ReportState.DISPUTED]
            ).values_list("play_id", "state")
        )
        rows = plays.values_list(
            "pk", "table__number", "table_id", "board__number", "positions", "state"
        )
        lines = [
            {
                "play": pk,
                "table": table,
                "table_id": table_id,
                "board": board,
                "positions": positions,
                "state": state,
                "report": waiting.get(pk),
            }
            for pk, table, table_id, board, positions, state in rows
        ]
        return answer({"round": number, "plays": lines})


class DealsView(RoundView):
    """The hands of a round, to make up packs."""

    @changes(
        "print_hands",
        "Get the deals of a round for making up packs of cards",
        Reasoned,
        shapes.DealsOfRound,
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """A file `fushi-deals-1`, in the first answer only; audited. Whoever plays leaves it to
        somebody who does not.
        """
        reason = body_of(request, Reasoned)["reason"]
        round_ = self.round_(number)

        def make() -> ShownOnce:
            dealt = print_hands(round_, self.actor, reason)
            document = deals_to_data(round_.session.board_set_id, dealt)
            return ShownOnce({"round": number}, {"file": document})

        return self.once(request, make)


class SlipView(EventDirectingView):
    """A result slip."""

    roles = SCORING

    @changes(
        "enter_slip",
        "Type in the result slip of a table",
        ResultRequest,
        BoardOfTable,
        201,
        examples=examples.RESULT,
    )
    def post(self, request: Request, slug: str, play_id: str) -> HttpResponse:
        """The facts, checked as the players' own; they count at once. `seat` and `pin` are not
        for this.
        """
        wanted = body_of(request, ResultRequest)
        for name in ("seat", "pin"):
            if name in wanted:
                raise ValidationError({name: [_("This field is not known.")]}, "unknown_field")
        key = request_key(request, self.actor.reference)
        slip = slip_of(wanted)
        return given(enter_slip(self.event, play_id, slip, self.actor, key, sure=wanted["sure"]))


class AcceptView(EventDirectingView):
    """A report without all confirmations."""

    @changes(
        "accept_report",
        "Let a report count without further confirmations",
        Reasoned,
        shapes.PlayInState,
    )
    def post(self, request: Request, slug: str, play_id: str) -> HttpResponse:
        """Its disputes are settled with it."""
        reason = body_of(request, Reasoned)["reason"]
        play = play_of(self, play_id)
        return self.once(
            request, lambda: _state(accept_report(self.event, play, self.actor, reason))
        )


class NotPlayedView(EventDirectingView):
    """A board that a table does not play."""

    @changes(
        "mark_not_played",
        "Take a board away from a table",
        Reasoned,
        shapes.PlayInState,
    )
    def post(self, request: Request, slug: str, play_id: str) -> HttpResponse:
        """No ruling and no penalty; one result less is expected of the board.

        One that has begun is broken off only where it counts for nobody: it is withdrawn, or every
        position has an artificial or assigned score. Otherwise 409 `has_begun`.
        """
        reason = body_of(request, Reasoned)["reason"]
        play = play_of(self, play_id)
        return self.once(request, lambda: _state(mark_not_played(play, self.actor, reason)))


class ToBePlayedView(EventDirectingView):
    """The way back."""

    @changes("mark_to_be_played", "Give a board back to its table", Reasoned, shapes.PlayInState)
    def post(self, request: Request, slug: str, play_id: str) -> HttpResponse:
        """While the board is closed and the round under way."""
        reason = body_of(request, Reasoned)["reason"]
        play = play_of(self, play_id)
        return self.once(request, lambda: _state(mark_to_be_played(play, self.actor, reason)))


class DisputesView(EventDirectingView):
    """The queue of disputes."""

    @reads("event_disputes", "The open disputes, oldest first", shapes.DisputeList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What is disputed counts on, if it counted."""
        rows = Dispute.objects.filter(play__table__realm=self.event.pk, settled_at=None)
        found = rows.select_related("play__board", "play__table", "report", "result")
        hidden = self.hidden
        lines = [_dispute(row, row.play.board_id in hidden) for row in found.order_by("pk")]
        return answer({"results": lines})


class SettleView(EventDirectingView):
    """A decision."""

    @changes("settle_dispute", "Decide a dispute", Settlement, shapes.DisputeSettled)
    def post(self, request: Request, slug: str, dispute_id: int) -> HttpResponse:
        """It `stands`, or was `corrected` (by `correct/`, before this)."""
        wanted = body_of(request, Settlement)
        rows = Dispute.objects.filter(pk=dispute_id, play__table__realm=self.event.pk)
        dispute = rows.select_related("play__board", "play__table", "report", "result").first()
        if dispute is None:
            raise not_found()

        def decide() -> dict[str, Any]:
            made = settle_dispute(
                self.event, dispute, wanted["decision"], self.actor, wanted["reason"]
            )
            return {"id": made.pk, "settlement": made.settlement}

        return self.once(request, decide)


def _state(play: Play) -> dict[str, Any]:
    return {"play": play.pk, "state": play.state}


def _dispute(row: Dispute, is_hidden: bool) -> dict[str, Any]:
    return {
        "id": row.pk,
        "play": row.play_id,
        "table": row.play.table.number,
        "board": row.play.board.number,
        "seat": row.seat,
        "reason": "" if is_hidden else row.reason,
        "report": row.report.number if row.report else None,
        "revision": row.result.revision if row.result else None,
        "at": time_text(row.at),
    }
