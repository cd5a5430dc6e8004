"""The projector of the hall: one screenful after the other, large, without anybody's hand.

Owns what is on which slide. The page leads to its next slide by itself, with or without scripts;
so each slide is as fresh as its loading, and no slide is longer than the screen is high.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.models import Event
from tournaments.queries import (
    Edition,
    RoundProgress,
    RoundRef,
    round_list,
    round_seating,
    standings,
)

from .public import event_page, event_view, whole_number
from .qr import qr_picture

#: Tables and lines on one slide; lines of the standings that are shown at all.
TABLES, LINES, MOST_LINES = 36, 45, 180
#: How long a slide stays.
SECONDS = 12


@dataclass(frozen=True, slots=True)
class Slide:
    """What one screenful shows: a stretch of the seating of a round, or of the standings."""

    kind: str
    start: int
    round: RoundRef | None = None


@event_view
def screen(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Slide `?slide=` of the seating and the standings, with the round's clock."""
    rounds = round_list(edition)
    slides = list(_slides(edition, rounds))
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


def _slides(edition: Edition, rounds: tuple[RoundProgress, ...]) -> list[Slide]:
    """The seating of the round that is played or comes next, then the best of the standings."""
    current = _current(edition)
    found: list[Slide] = []
    if current is not None:
        tables = next(each.tables for each in rounds if each.round.number == current.number)
        # A drawn round has no tables yet: its seating tells how many.
        count = tables or len(round_seating(edition, current.number).tables)
        found += [Slide("seating", start, current) for start in range(0, count, TABLES)]
    if edition.version:
        total = min(MOST_LINES, standings(edition, limit=1).total)
        found += [Slide("standings", start) for start in range(0, total, LINES)]
    return found


def _content(edition: Edition, slide: Slide | None) -> dict[str, Any]:
    if slide is None:
        return {}
    if slide.kind == "standings":
        return {"rows": standings(edition, offset=slide.start, limit=LINES).rows}
    assert slide.round is not None
    seating = round_seating(edition, slide.round.number)
    last = slide.start + TABLES >= len(seating.tables)
    return {
        "tables": seating.tables[slide.start : slide.start + TABLES],
        "byes": seating.byes if last else (),
    }
