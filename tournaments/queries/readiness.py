"""What has to be done before an event can begin, point by point; it changes and refuses nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats import format_of
from tournaments.models import Event, Stage
from tournaments.public_values import sessions_without_value

from .check_in import has_begun, missing
from .registration import asking


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to do: what it is, why, and the page of the console where it is done."""

    code: str
    is_done: bool
    sentence: str
    why: str
    page: str


def readiness(event: Event, stage: Stage | None) -> list[Point]:
    """What has to be done before the first round, in its order."""
    people = event.entrants.filter(state="active").count()
    least = 6 if stage is None else format_of(stage.kind).fewest
    points = [
        Point(
            "stage",
            stage is not None,
            _("The stage is set up."),
            _("It says how many rounds and boards are played, and how they are compared."),
            "direct-settings",
        ),
        Point(
            "entrants",
            people >= least,
            _("At least %(least)d are entered (%(n)d so far).") % {"least": least, "n": people},
            _("The draw is made for those who are entered; late comers join from a later round."),
            "direct-entrants",
        ),
        *_asking(event),
        *_presence(event),
        Point(
            "rehearsal",
            event.rehearsals.filter(state="done").exists(),
            _("Bots have rehearsed it (if you like)."),
            _("You see every page full before anybody comes."),
            "direct-rehearsals",
        ),
        Point(
            "draw",
            stage is not None and stage.movement is not None,
            _("The rounds are drawn."),
            _("Everybody's seats, with a certificate of their balance; boards are committed to."),
            "direct-rounds",
        ),
        *_value(stage),
    ]
    if event.physical:
        points.append(
            Point(
                "prints",
                False,
                _("Packs, table cards and codes are printed."),
                _("Tables with cards need their hands on paper and a code for reporting."),
                "direct-prints",
            )
        )
    why = _("From then on everybody sees the own table and plays.")
    is_released = stage is not None and stage.rounds.exclude(state="drawn").exists()
    return [*points, Point("release", is_released, _("Round 1 is released."), why, "direct-rounds")]


def _value(stage: Stage | None) -> list[Point]:
    """Whether the public value is entered, where the stage announces one."""
    if stage is None or not stage.public_value_name:
        return []
    done = stage.movement is not None and not sessions_without_value(stage)
    sentence = _("The announced value is entered: %(name)s.") % {"name": stage.public_value_name}
    why = _("The deals follow from it too; none exists before.")
    return [Point("public_value", done, sentence, why, "direct-rounds")]


def _asking(event: Event) -> list[Point]:
    """Who asked to enter and has no answer, where people ask."""
    waiting = asking(event)
    if not waiting and not (event.registration and event.registration_approval):
        return []
    sentence = ngettext(
        "Everybody who asked to enter has an answer (%(n)d waits).",
        "Everybody who asked to enter has an answer (%(n)d wait).",
        waiting,
    )
    why = _("Approve or refuse them: the draw is made for those who are entered.")
    return [Point("registrations", not waiting, sentence % {"n": waiting}, why, "direct-entrants")]


def _presence(event: Event) -> list[Point]:
    """Who is not here yet, once anybody was checked in."""
    if not has_begun(event):
        return []
    away = missing(event).count()
    sentence = ngettext(
        "Everybody is checked in (%(n)d is missing).",
        "Everybody is checked in (%(n)d are missing).",
        away,
    )
    why = _("Whoever is drawn and not here keeps a table waiting.")
    return [Point("check_in", not away, sentence % {"n": away}, why, "direct-check-in")]
