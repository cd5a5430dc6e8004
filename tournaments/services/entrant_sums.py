"""What each entrant has by round: seat results looked up in the frequency tables, summed exactly.

Owns the one statement whose work grows with the event, and the arithmetic on what it returns: in
whole numbers over one denominator for all, because most scores are whole and a fraction takes ten
times as long. It knows no award, penalty or rank, and writes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any, NamedTuple

from django.db.models import Aggregate, F, Func, QuerySet, TextField

from engine import comparison
from engine.comparison.totals import Total
from tournaments.models import Field, FieldGeneration, FrequencyRow, SeatResult, Stage

from .recount_fields import SCORE, TOP, WEIGHT, stored_counts, table_of

Figure = int | Fraction


class Scale(NamedTuple):
    """What scores and tops are counted in: parts of so many; `top` is 0 without one."""

    score: int = 1
    top: int = 0


class Share(NamedTuple):
    """What one seat brings: figures are whole, but for a result that a ruling splits."""

    round: int
    score: Figure
    top: Figure
    boards: Figure
    points: Figure


@dataclass
class Sums:
    """What one entrant has of the boards played: by round, and in all."""

    scale: Scale
    shares: list[Share]

    @cached_property
    def own(self) -> Total:
        """The total of everything played, which holds no artificial score."""
        return self._total(self._all)

    @property
    def points(self) -> Fraction:
        """The plain points of everything played."""
        return _fraction(self._all.points, 1)

    def of_round(self, number: int) -> Total:
        """The total of a round."""
        return self._total(_sum([share for share in self.shares if share.round == number]))

    def scores(self, last: int) -> list[Fraction]:
        """The scores of rounds 1 to `last`."""
        found: list[Figure] = [0] * (last + 1)
        for share in self.shares:
            if share[0] <= last:
                found[share[0]] += share[1]
        return [_fraction(score, self.scale.score) for score in found[1:]]

    @cached_property
    def _all(self) -> Share:
        return _sum(self.shares)

    def _total(self, share: Share) -> Total:
        if not share.boards:
            return Total()
        return Total(
            _fraction(share.score, self.scale.score),
            _fraction(share.top, self.scale.top) if self.scale.top else None,
            _fraction(share.boards, 1),
        )


def _sum(shares: list[Share]) -> Share:
    """What several seats bring together, of no round."""
    if not shares:
        return Share(0, 0, 0, 0, 0)
    _rounds, *figures = zip(*shares, strict=True)
    return Share(0, *map(sum, figures))


@lru_cache(maxsize=1 << 16)
def _fraction(over: Figure, by: int) -> Fraction:
    """Most figures are whole and occur often."""
    return Fraction(over, by)


class Listed(Aggregate):
    """The texts of a group with spaces between."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ' ')"
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """The same under its name there."""
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **extra)


#: A seat as text: most occur again and again, so that each is taken apart once.
SEAT = Func(
    "round__number", "field_id", "value", *WEIGHT,
    template="%(expressions)s", arg_joiner=" || ':' || ", output_field=TextField(),
)  # fmt: skip


class Shares(dict[str, Share | None]):
    """What a seat brings, by its text; None while its field does not count it."""

    def __init__(self, lines: Iterable[tuple[int, ...]], *, has_top: bool) -> None:
        """From rows of field, value, score and top, each of these as numerator, denominator."""
        super().__init__()
        rows = list(lines)
        by_score = lcm(*{row[3] for row in rows})
        by_top = lcm(*{row[5] for row in rows}) if has_top else 0
        self.scale = Scale(by_score, by_top)
        self.lines = {
            (row[0], row[1]): (row[2] * (by_score // row[3]), row[4] * (by_top // row[5]))
            for row in rows
        }

    def __missing__(self, seat: str) -> Share | None:
        number, field_id, value, part, whole = map(int, seat.split(":"))
        line = self.lines.get((field_id, value))
        if line is None:
            found = None
        elif part == whole:
            found = Share(number, *line, 1, value)
        else:
            found = Share(number, *(Fraction(part, whole) * each for each in (*line, 1, value)))
        self[seat] = found
        return found


def stored_sums(stage: Stage, counting: QuerySet[Field]) -> defaultdict[str, Sums]:
    """The sums of each entrant over the newest tables of the `counting` fields: 3 statements."""
    current = FieldGeneration.objects.filter(field__in=counting, number=F("field__generation"))
    tops = {pk: top for pk, *top in current.values_list("field_id", *TOP)}
    rows = FrequencyRow.objects.filter(field__in=counting, generation=F("field__generation"))
    lines = (
        (field_id, value, *score, *tops[field_id])
        for field_id, value, *score in rows.values_list("field_id", "value", *SCORE)
    )
    return _summed(Shares(lines, has_top=comparison.get(stage.method).has_top), counting)


def rescored_sums(stage: Stage, counting: QuerySet[Field]) -> defaultdict[str, Sums]:
    """The same under `stage.method`, whatever the fields were counted under."""
    fields = list(counting.filter(generation__gte=1))
    for each in fields:
        each.stage = stage
    stored = stored_counts(fields)
    tables = {
        each.pk: table_of(each, {value: weight for value, weight, _ in stored[each.pk].rows})
        for each in fields
    }
    lines = (
        (pk, value, *score.as_integer_ratio(), *table.top.as_integer_ratio())
        for pk, table in tables.items()
        for value, _, score in table.rows
    )
    return _summed(Shares(lines, has_top=comparison.get(stage.method).has_top), counting)


def _summed(shares: Shares, counting: QuerySet[Field]) -> defaultdict[str, Sums]:
    """One row an entrant is read, with all seats: a row a seat takes several times as long."""
    seats = SeatResult.objects.filter(field__in=counting, value__isnull=False)
    rows = seats.order_by().values("entrant_id").annotate(seats=Listed(SEAT))
    sums: defaultdict[str, Sums] = defaultdict(lambda: Sums(shares.scale, []))
    for entrant, listed in rows.values_list("entrant_id", "seats"):
        if mine := list(filter(None, map(shares.__getitem__, listed.split(" ")))):
            sums[entrant] = Sums(shares.scale, mine)
    return sums
