"""What a version of the standings says otherwise than an earlier one."""

from __future__ import annotations

from dataclasses import dataclass

from .edition import Edition, NotPublicError
from .edition import edition as read_edition
from .people import EntrantRef
from .standings import StandingRow, standings


@dataclass(frozen=True, slots=True)
class StandingChange:
    """An entrant whose line differs; `before` or `after` is None where there is no line."""

    entrant: EntrantRef
    before: StandingRow | None
    after: StandingRow | None


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """From `since` to `edition`: the differing lines in the order of the newer standings.

    `boards` are those that only one of the two counts; `same` is how many lines are equal.
    """

    edition: Edition
    since: Edition
    changes: tuple[StandingChange, ...]
    boards: tuple[int, ...]
    same: int


def changes_page(edition: Edition, since: int) -> ChangesPage:
    """Compare with version `since` of the same stage. Raises NotPublicError if there is none.

    A line differs by rank, score, percentage, boards or the score of a round.
    """
    if since == edition.version:
        raise NotPublicError
    older = read_edition(edition.slug, since, hidden=edition.is_hidden)
    before = {row.entrant.id: row for row in standings(older).rows}
    after = {row.entrant.id: row for row in standings(edition).rows}
    changes = []
    for id_, row in {**after, **{k: v for k, v in before.items() if k not in after}}.items():
        old, new = before.get(id_), after.get(id_)
        if old is None or new is None or _told(old) != _told(new):
            changes.append(StandingChange(row.entrant, old, new))
    return ChangesPage(
        edition=edition,
        since=older,
        changes=tuple(changes),
        boards=tuple(sorted(set(older.boards) ^ set(edition.boards))),
        same=len(before.keys() | after.keys()) - len(changes),
    )


def _told(row: StandingRow) -> tuple[object, ...]:
    return row.rank, row.score, row.percentage, row.boards, row.boards_awarded, row.rounds
