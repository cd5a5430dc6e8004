"""The addresses that people see."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView
from django.views.i18n import set_language

from . import (
    accounts,
    boards,
    bring_back,
    bring_in,
    enter,
    entrants,
    events,
    files,
    invitations,
    letters,
    matches,
    new_event,
    practice,
    proofs,
    rounds,
    screen,
    start,
    tables,
)

urlpatterns = [
    path("", start.start, name="start"),
    # It changes only what language the same public pages are shown in: no token is needed,
    # and so the pages need no cookie and stay the same for everybody.
    path("language/", csrf_exempt(set_language), name="language"),
    path("accounts/sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("accounts/sign-out/", LogoutView.as_view(next_page="start"), name="sign-out"),
    path("accounts/invitation/<str:token>/", invitations.accept, name="invitation"),
    path("accounts/reset/", accounts.Reset.as_view(), name="password-reset"),
    path("accounts/reset/sent/", accounts.ResetSent.as_view(), name="password-reset-sent"),
    path(
        "accounts/reset/<uidb64>/<token>/",
        accounts.ResetConfirm.as_view(),
        name="password-reset-confirm",
    ),
    path("new/", new_event.new_event, name="new"),
    path("new/bring-in/", bring_in.bring_in_event, name="bring-in"),
    path("accounts/forgotten/", accounts.forgotten, name="forgotten"),
    path("accounts/first/<str:token>/", accounts.first_owner, name="first-owner"),
    path("accounts/first/<str:token>/archive/", bring_back.bring_back, name="bring-back"),
    path("accounts/", accounts.welcome, name="welcome"),
    path("direct/<slug:slug>/", include("tournaments.pages.console.urls")),
    path("play/letters/", letters.my_letters, name="letters"),
    path("letters/confirm/<str:token>/", letters.confirm, name="letters-confirm"),
    path("letters/end/<str:token>/", letters.end, name="letters-end"),
    path("practice/", practice.start, name="practise"),
    path("practice/<str:play_id>/", practice.others, name="practice"),
    path("e/", RedirectView.as_view(pattern_name="start"), name="events"),
    path("e/<address:slug>/", events.event, name="event"),
    path("e/<address:slug>/standings/", events.event_standings, name="standings"),
    path("e/<address:slug>/standings/changes/", events.changes, name="changes"),
    path("e/<address:slug>/standings/clubs/", events.clubs, name="clubs"),
    path("e/<address:slug>/standings/cross-table/", events.crosses, name="cross-table"),
    path("e/<address:slug>/rounds/", rounds.rounds, name="rounds"),
    path("e/<address:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("e/<address:slug>/tables/<int:table>/", tables.table, name="table"),
    path("e/<address:slug>/boards/", boards.boards, name="boards"),
    path("e/<address:slug>/statistics/", boards.statistics, name="statistics"),
    path("e/<address:slug>/boards/<int:number>/", boards.board, name="board"),
    path("e/<address:slug>/boards/<int:number>/partings/", boards.partings, name="partings"),
    path("e/<address:slug>/plays/<str:play_id>/", boards.play, name="play"),
    path("e/<address:slug>/entrants/<str:entrant_id>/", entrants.entrant, name="entrant"),
    path("e/<address:slug>/enter/", enter.enter, name="enter"),
    path("e/<address:slug>/enter/<str:registration_id>/", enter.entered, name="entered"),
    path("e/<address:slug>/screen/", screen.screen, name="screen"),
    path("e/<address:slug>/matches/", matches.matches, name="matches"),
    path("e/<address:slug>/movement/", proofs.movement, name="movement"),
    path("e/<address:slug>/movement/movement.json", proofs.movement_file, name="movement-file"),
    path("e/<address:slug>/files/", files.files, name="files"),
    path("e/<address:slug>/files/<str:name>", files.file, name="file"),
    path("e/<address:slug>/verify/", proofs.verify, name="verify"),
    path(
        "e/<address:slug>/verify/<int:session>/reveal.json", proofs.reveal_file, name="reveal-file"
    ),
    path("e/<address:slug>/verify/<int:session>/deals.json", proofs.deals_file, name="deals-file"),
]
