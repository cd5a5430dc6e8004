"""The addresses of an event's pages, for tests that go through all of them."""

from __future__ import annotations

from tests.tournaments.read.made_event import MadeEvent


def pages_of(made: MadeEvent) -> list[str]:
    """Every public page of the made event, and the first page."""
    base = f"/e/{made.slug}/"
    return [
        "/",
        base,
        f"{base}standings/",
        f"{base}standings/?version=1",
        f"{base}standings/?club=North",
        f"{base}standings/?category=youth",
        f"{base}standings/changes/",
        f"{base}standings/changes/?version=1",
        f"{base}standings/clubs/",
        f"{base}standings/clubs/?by=country&best=1",
        f"{base}standings/cross-table/",
        f"{base}standings/cross-table/?entrant={made.entrant(5).pk}&version=1",
        f"{base}rounds/1/",
        f"{base}rounds/2/",
        f"{base}rounds/1/?name=player+4",
        f"{base}tables/2/",
        f"{base}tables/3/?round=2",
        f"{base}boards/",
        f"{base}statistics/",
        f"{base}boards/1/",
        f"{base}boards/1/?entrant={made.entrant(5).pk}",
        f"{base}boards/1/partings/",
        f"{base}plays/{made.play(1, 1).pk}/",
        f"{base}entrants/{made.entrant(5).pk}/",
        f"{base}movement/",
        f"{base}files/",
        f"{base}verify/",
        f"{base}screen/",
        f"{base}screen/?slide=2",
    ]


def without_a_trace_of(made: MadeEvent) -> list[str]:
    """Addresses of this event where there is nothing public."""
    base = f"/e/{made.slug}/"
    return [
        f"{base}boards/3/",
        f"{base}boards/99/",
        f"{base}boards/0/",
        f"{base}boards/3/partings/",
        f"{base}plays/{made.play(3, 1).pk}/",
        f"{base}plays/{made.play(3, 3).pk}/",
        f"{base}plays/nothing/",
        f"{base}entrants/nobody/",
        f"{base}enter/",
        f"{base}enter/nobody/",
        f"{base}enter/{'z' * 16}/",
        f"{base}rounds/3/",
        f"{base}tables/4/",
        f"{base}tables/0/",
        f"{base}tables/99999999999999999999/",
        f"{base}tables/1/?round=3",
        f"{base}tables/1/?round=x",
        f"{base}standings/?version=99",
        f"{base}standings/?version=0",
        f"{base}standings/?version=one",
        f"{base}standings/changes/?since=99",
        f"{base}standings/changes/?since=2",
        f"{base}standings/clubs/?by=name",
        f"{base}standings/clubs/?best=0",
        f"{base}standings/clubs/?best=100",
        f"{base}standings/cross-table/?entrant=nobody",
        f"{base}verify/1/reveal.json",
        f"{base}verify/2/deals.json",
        "/e/another-event/",
        "/e/another-event/boards/1/",
    ]
