"""The addresses of the public resources and of a player's own place, under /api/v1/."""

from django.urls import include, path

from . import all_plays, letters, me, views
from .directing import urls as directing
from .directing.events import AllEventsView
from .directing.handing_over import BringInView
from .directing.plans import PresetsView, PresetView

event = [
    path("", views.EventOverviewView.as_view(), name="api-event"),
    path("standings/", views.StandingsView.as_view(), name="api-standings"),
    path("standings/clubs/", views.ClubListView.as_view(), name="api-clubs"),
    path("cross-table/", views.CrossTableView.as_view(), name="api-cross-table"),
    path("rounds/", views.RoundListView.as_view(), name="api-rounds"),
    path("rounds/<int:number>/", views.RoundView.as_view(), name="api-round"),
    path("rounds/<int:number>/tables/<int:table>/", views.TableView.as_view(), name="api-table"),
    path("statistics/", views.StatisticsView.as_view(), name="api-statistics"),
    path("boards/", views.BoardListView.as_view(), name="api-boards"),
    path("boards/<int:number>/", views.BoardView.as_view(), name="api-board"),
    path("boards/<int:number>/partings/", views.PartingsView.as_view(), name="api-partings"),
    path("plays/", views.PlayListView.as_view(), name="api-plays"),
    path("plays.ndjson", all_plays.AllPlaysView.as_view(), name="api-all-plays"),
    path("plays/<str:play_id>/", views.PlayView.as_view(), name="api-play"),
    path("entrants/", views.EntrantListView.as_view(), name="api-entrants"),
    path("entrants/<str:entrant_id>/", views.ScorecardView.as_view(), name="api-entrant"),
    path("matches/", views.MatchListView.as_view(), name="api-matches"),
    path("summary/", views.SummaryView.as_view(), name="api-summary"),
    path("movement/", views.MovementView.as_view(), name="api-movement"),
    path("commitment/", views.CommitmentView.as_view(), name="api-commitment"),
]

urlpatterns = [
    path("me/", me.MeView.as_view(), name="api-me"),
    path("me/letters/", letters.MyLettersView.as_view(), name="api-my-letters"),
    path("presets/", PresetsView.as_view(), name="api-presets"),
    path("presets/<slug:preset>/", PresetView.as_view(), name="api-preset"),
    path("signing-key/", views.SigningKeyView.as_view(), name="api-signing-key"),
    path("bring-in/", BringInView.as_view(), name="api-bring-in"),
    path("events/", AllEventsView.as_view(), name="api-events"),
    path("events/<address:slug>/", include(directing.urlpatterns + event)),
]
