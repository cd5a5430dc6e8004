"""Every address of the console that answers GET, derived from its URLs: none can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, reverse

from tournaments.models import Entrant
from tournaments.pages.console.prints import SHEETS
from tournaments.pages.console.urls import urlpatterns

#: They answer POST alone.
POSTED = {"direct-decide", "direct-print-hands", "direct-print-codes"}


def console_addresses(slug: str, number: int = 1) -> Iterator[str]:
    """All of them for an event; `number` is the round whose table 1 is opened and printed."""
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        assert pattern.name is not None
        if pattern.name in POSTED:
            continue
        names = set(pattern.pattern.converters)
        if names == {"sheet"}:
            for sheet in SHEETS:
                yield f"{reverse(pattern.name, args=[slug, sheet])}?round={number}"
            continue
        player = Entrant.objects.filter(event__slug=slug).values_list("player", flat=True).first()
        values = {"number": number, "table": 1, "player": player}
        assert names <= set(values), f"say what {pattern.name} is to be asked with"
        yield reverse(pattern.name, kwargs={"slug": slug} | {name: values[name] for name in names})
