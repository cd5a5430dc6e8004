"""The projector of the hall: seating and standings in turn, large, without anybody's hand.

Owns what is on which slide. Each is as fresh as its loading. A list may be longer than the screen
is high: the script rolls it before it turns; without scripts it is a plain page that turns slower.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.models import Event
from tournaments.queries import Edition, RoundRef, round_seating, standings

from .public import event_page, event_view, whole_number
from .qr import qr_picture

#: Lines of the standings that are shown at all.
MOST_LINES = 180
#: How long a slide stays where there are no scripts: long enough to scroll it by hand.
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Slide:
    """One of what the page turns through: the seating of a round, or the standings."""

    kind: str
    round: RoundRef | None = None


@event_view
def screen(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Slide `?slide=` of the seating and the standings, with the round's clock."""
    slides = _slides(edition)
    number = (whole_number(request.GET.get("slide")) or 1) - 1
    slide = slides[number % len(slides)] if slides else None
    address = reverse("screen", args=[edition.slug])
    public = request.build_absolute_uri(reverse("event", args=[edition.slug]))
    return event_page(
        request,
        "pages/screen.html",
        edition,
        "screen",
        slide=slide,
        number=number % len(slides) + 1 if slides else 1,
        count=len(slides),
        following=f"{address}?slide={(number + 1) % max(1, len(slides)) + 1}",
        seconds=SECONDS,
        current=_current(edition),
        paused_at=Event.objects.values_list("paused_at", flat=True).get(pk=edition.event_id),
        public=public,
        qr=qr_picture(public),
        **_content(edition, slide),
    )


def _current(edition: Edition) -> RoundRef | None:
    """The round that the hall is about: the one under way, else the next one drawn."""
    under_way = [each for each in edition.rounds if each.is_under_way]
    drawn = [each for each in edition.rounds if each.state == "drawn"]
    return next(iter(under_way), None) or next(iter(drawn), None)


def _slides(edition: Edition) -> list[Slide]:
    """The seating of the round that is played or comes next, then the best of the standings."""
    current = _current(edition)
    found = [Slide("seating", current)] if current is not None else []
    return [*found, Slide("standings")] if edition.version else found


def _content(edition: Edition, slide: Slide | None) -> dict[str, Any]:
    if slide is None:
        return {}
    if slide.kind == "standings":
        return {"rows": standings(edition, limit=MOST_LINES).rows}
    assert slide.round is not None
    seating = round_seating(edition, slide.round.number)
    return {"tables": seating.tables, "byes": seating.byes}
