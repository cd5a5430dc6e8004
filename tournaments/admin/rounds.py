"""Rounds: release, finish, and the boards of a round with their opening."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.models import Board, PlayState
from tournaments.models import Round, RoundState
from tournaments.services.finish_round import finish_round
from tournaments.services.open_board import open_board
from tournaments.services.release_round import release_round
from tournaments.services.undo_release import undo_release

from .roles import own
from .verbs import Link, Verb, VerbAdmin, actor_of, refusals_told

RELEASE = Verb("release", _("Release"), lambda row, actor, _reason: release_round(row, actor))
RELEASE_EARLY = Verb(
    "release-early",
    _("Release although an earlier round is still being played"),
    lambda row, actor, reason: release_round(row, actor, early=True, reason=reason),
    asks_reason=True,
    needs_reason=True,
)
UNDO_RELEASE = Verb(
    "undo-release", _("Take the release back"), undo_release, asks_reason=True, needs_reason=True
)
FINISH = Verb("finish", _("Finish"), finish_round, asks_reason=True)


@admin.register(Round)
class RoundAdmin(VerbAdmin):
    """A round: made by the draw, moved on by its buttons."""

    list_display = ("number", "stage", "first_board", "last_board", "state", "table_count")
    event_path = "stage__event"
    edits = False
    list_filter = ("state", own("stage__event"), own("stage"))
    list_select_related = ("stage__event",)
    fields = readonly_fields = (
        "stage",
        "number",
        "first_board",
        "last_board",
        "state",
        "released_at",
        "finished_at",
        "table_count",
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        """Count the tables along; leave the stage's whole movement where it is."""
        rounds = super().get_queryset(request).annotate(table_total=Count("tables"))
        return rounds.defer("stage__movement", "stage__certificate")

    @admin.display(description=_("tables"))
    def table_count(self, round_: Round) -> int:
        """Return how many tables play."""
        return int(getattr(round_, "table_total", 0))

    def verbs(self, row: Round) -> Sequence[Verb]:
        """Return what the round's state allows."""
        if row.state == RoundState.DRAWN:
            earlier = Round.objects.filter(stage=row.stage_id, number__lt=row.number)
            states = set(earlier.values_list("state", flat=True))
            if RoundState.DRAWN in states:
                return ()
            return (RELEASE,) if states <= {RoundState.FINISHED} else (RELEASE_EARLY,)
        return () if row.state == RoundState.FINISHED else (FINISH, UNDO_RELEASE)

    def links(self, row: Round) -> Sequence[Link]:
        """Return the ways to the round's boards and to its stage."""
        return (
            Link(_("Boards"), reverse("admin:tournaments_round_boards", args=[row.pk])),
            Link(_("Stage"), reverse("admin:tournaments_stage_change", args=[row.stage_id])),
        )

    def get_urls(self) -> list[URLPattern]:
        """Add the page of the round's boards."""
        view = self.admin_site.admin_view(self.boards_view)
        return [
            path("<str:object_id>/boards/", view, name="tournaments_round_boards"),
            *super().get_urls(),
        ]

    def boards_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """List a round's boards with their progress, never a card; open one, with a reason."""
        round_ = self.get_object(request, object_id)
        if round_ is None or not self.has_view_permission(request, round_):
            raise Http404
        boards = (
            Board.objects.filter(
                board_set__session=round_.session_id,
                kind="original",
                number__range=(round_.first_board, round_.last_board),
            )
            .annotate(
                scheduled=Count("plays"),
                finished=Count("plays", filter=Q(plays__state=PlayState.FINISHED)),
            )
            .order_by("number")
        )
        runs = self.has_run_permission(request, round_)
        if request.method == "POST":
            if not runs:
                raise PermissionDenied
            board = boards.filter(pk=request.POST.get("board", "")).first()
            if board is None:
                raise Http404
            with refusals_told(request):
                open_board(board, actor_of(request), request.POST.get("reason", ""))
            return redirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "round": round_,
            "boards": boards,
            "runs": runs,
            "opts": self.opts,
        }
        return render(request, "admin/tournaments/boards.html", context)
