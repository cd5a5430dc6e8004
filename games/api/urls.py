"""Addresses of the table API, under /api/v1/. The stream is served by the ASGI application."""

from django.urls import path

from .calls import CallsView
from .claims import AcceptClaimView, ClaimView, RefuseClaimView
from .hints import ExplainView, MovesView
from .pages import DocsPage, ProblemPage
from .results import ConfirmView, DisputeView, MyTableView, ResultView
from .views import ActionsView, CurrentSessionView, LogView, MyPlayView, SessionsView

urlpatterns = [
    path("sessions/", SessionsView.as_view(), name="api-sessions"),
    path("sessions/current/", CurrentSessionView.as_view(), name="api-current-session"),
    path("me/play/", MyPlayView.as_view(), name="api-my-play"),
    path("plays/<str:play_id>/actions/", ActionsView.as_view(), name="api-actions"),
    path("plays/<str:play_id>/log/", LogView.as_view(), name="api-play-log"),
    path("me/table/", MyTableView.as_view(), name="api-my-table"),
    path("plays/<str:play_id>/result/", ResultView.as_view(), name="api-result"),
    path("plays/<str:play_id>/confirm/", ConfirmView.as_view(), name="api-confirm"),
    path("plays/<str:play_id>/dispute/", DisputeView.as_view(), name="api-dispute"),
    path("plays/<str:play_id>/moves/", MovesView.as_view(), name="api-moves"),
    path("plays/<str:play_id>/explain/", ExplainView.as_view(), name="api-explain"),
    path("plays/<str:play_id>/claim/", ClaimView.as_view(), name="api-claim"),
    path("plays/<str:play_id>/claim/accept/", AcceptClaimView.as_view(), name="api-claim-accept"),
    path("plays/<str:play_id>/claim/refuse/", RefuseClaimView.as_view(), name="api-claim-refuse"),
    path("me/calls/", CallsView.as_view(), name="api-my-calls"),
    path("problems/<slug:code>/", ProblemPage.as_view(), name="api-problem"),
    path("docs/", DocsPage.as_view(), name="api-docs"),
]
