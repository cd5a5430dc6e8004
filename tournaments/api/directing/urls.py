"""The addresses of the director's API below `/api/v1/events/<slug>/`."""

from django.urls import path

from . import entrants, events, rounds, rulings, slips, tables

urlpatterns = [
    path("settings/", events.SettingsView.as_view(), name="api-settings"),
    path("stages/", events.StagesView.as_view(), name="api-stages"),
    path("stages/<int:number>/", events.StageView.as_view(), name="api-stage"),
    path("keys/", events.KeysView.as_view(), name="api-keys"),
    path("keys/<int:key_id>/", events.KeyView.as_view(), name="api-key"),
    path("audit/", events.AuditView.as_view(), name="api-audit"),
    path("entrants/import/", entrants.ImportView.as_view(), name="api-import"),
    path("entrants/<str:entrant_id>/code/", entrants.CodeView.as_view(), name="api-code"),
    path("withdrawals/", entrants.WithdrawalsView.as_view(), name="api-withdrawals"),
    path("returns/", entrants.ReturnsView.as_view(), name="api-returns"),
    path("substitutions/", entrants.SubstitutionsView.as_view(), name="api-substitutions"),
    path(
        "substitutions/end/", entrants.SubstitutionEndsView.as_view(), name="api-substitution-ends"
    ),
    path("draw/", rounds.DrawView.as_view(), name="api-draw"),
    path("draw/undo/", rounds.UndoDrawView.as_view(), name="api-undo-draw"),
    path("rounds/draw/", rounds.DrawRoundView.as_view(), name="api-draw-round"),
    path("rounds/undo/", rounds.UndoRoundView.as_view(), name="api-undo-round"),
    path("rounds/<int:number>/swap/", rounds.SwapView.as_view(), name="api-swap"),
    path("rounds/<int:number>/release/", rounds.ReleaseView.as_view(), name="api-release"),
    path("rounds/<int:number>/finish/", rounds.FinishView.as_view(), name="api-finish"),
    path("boards/<int:number>/open/", rounds.OpenBoardView.as_view(), name="api-open-board"),
    path("sessions/<int:number>/reveal/", rounds.RevealView.as_view(), name="api-reveal"),
    path("pause/", tables.PauseView.as_view(), name="api-pause"),
    path("resume/", tables.ResumeView.as_view(), name="api-resume"),
    path("announcements/", tables.AnnouncementsView.as_view(), name="api-announcements"),
    path("tables/<str:table_id>/freeze/", tables.FreezeView.as_view(), name="api-freeze"),
    path("tables/<str:table_id>/resume/", tables.ResumeTableView.as_view(), name="api-unfreeze"),
    path(
        "tables/<str:table_id>/claim/withdraw/",
        tables.WithdrawClaimView.as_view(),
        name="api-withdraw-claim",
    ),
    path("tables/<str:table_id>/undo/", tables.UndoActionView.as_view(), name="api-undo-action"),
    path("tables/<str:table_id>/extend/", tables.ExtendView.as_view(), name="api-extend"),
    path("tables/<str:table_id>/bot/", tables.BotView.as_view(), name="api-bot"),
    path("calls/", tables.CallsView.as_view(), name="api-calls"),
    path("calls/<int:call_id>/take/", tables.TakeCallView.as_view(), name="api-take-call"),
    path("calls/<int:call_id>/close/", tables.CloseCallView.as_view(), name="api-close-call"),
    path("rulings/", rulings.RulingsView.as_view(), name="api-rulings"),
    path("rulings/<int:ruling_id>/reverse/", rulings.ReverseView.as_view(), name="api-reverse"),
    path("penalties/", rulings.PenaltiesView.as_view(), name="api-penalties"),
    path("table-codes/", slips.TableCodesView.as_view(), name="api-table-codes"),
    path("rounds/<int:number>/plays/", slips.RoundPlaysView.as_view(), name="api-round-plays"),
    path("rounds/<int:number>/deals/", slips.DealsView.as_view(), name="api-round-deals"),
    path("disputes/", slips.DisputesView.as_view(), name="api-disputes"),
    path("disputes/<int:dispute_id>/settle/", slips.SettleView.as_view(), name="api-settle"),
    path("plays/<str:play_id>/result/", slips.SlipView.as_view(), name="api-slip"),
    path("plays/<str:play_id>/accept/", slips.AcceptView.as_view(), name="api-accept"),
    path("plays/<str:play_id>/not-played/", slips.NotPlayedView.as_view(), name="api-not-played"),
    path(
        "plays/<str:play_id>/to-be-played/",
        slips.ToBePlayedView.as_view(),
        name="api-to-be-played",
    ),
    path("plays/<str:play_id>/correct/", rulings.CorrectView.as_view(), name="api-correct"),
]
