"""The addresses of the console, below `/direct/<event>/`."""

from django.urls import path

from . import (
    check_in,
    decisions,
    entrants,
    hall,
    handing_over,
    lists,
    missed_wins,
    person,
    prints,
    rehearsals,
    rounds,
    what_if,
)

urlpatterns = [
    path("", hall.hall_page, name="direct"),
    path("rounds/<int:number>/tables/<int:table>/", hall.table_page, name="direct-table"),
    path("decide/", decisions.decide, name="direct-decide"),
    path("rounds/", rounds.rounds_page, name="direct-rounds"),
    path("entrants/", entrants.entrants_page, name="direct-entrants"),
    path("people/<str:player>/", person.person_page, name="direct-person"),
    path("print/", prints.prints_page, name="direct-prints"),
    path("print/hands/", prints.hands_page, name="direct-print-hands"),
    path("print/codes/", prints.codes_page, name="direct-print-codes"),
    path("print/<slug:sheet>/", prints.sheet_page, name="direct-print"),
    path("check-in/", check_in.check_in_page, name="direct-check-in"),
    path("rulings/", lists.rulings_page, name="direct-rulings"),
    path("missed-wins/", missed_wins.missed_wins_page, name="direct-missed-wins"),
    path("what-if/", what_if.what_if_page, name="direct-what-if"),
    path("audit/", lists.audit_page, name="direct-audit"),
    path("rehearsals/", rehearsals.rehearsals_page, name="direct-rehearsals"),
    path("hand-over/", handing_over.hand_over_page, name="direct-hand-over"),
    path("settings/", lists.settings_page, name="direct-settings"),
]
