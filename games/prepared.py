"""Queries of the hot path, compiled once: Django's compiling costs ten times their execution.

Owns the reuse of a queryset's SQL with other parameters, and of a model's INSERT and UPDATE. What
is read is written as an ordinary queryset; nothing here knows a table. Queries are compiled anew in
each thread, for its own connection. Writes send no signals and set no key that the database makes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, Field, Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

#: Stand-ins for parameters while compiling: values that no query of ours contains.
_TEXT = "\ue000parameter {}\ue000"
_NUMBER = 1_987_654_000


class _Compiled:
    """The SQL of a queryset on one connection, and how its rows are read."""

    def __init__(self, queryset: QuerySet[Any, Any], markers: Sequence[str | int]) -> None:
        self.connection = connections[DEFAULT_DB_ALIAS]
        self.compiler: Any = queryset.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.sql, params = self.compiler.as_sql()
        self.converters = self.compiler.get_converters([row[0] for row in self.compiler.select])
        places = {marker: index for index, marker in enumerate(markers)}
        # For each parameter of the SQL: the index of ours, or None for a constant.
        self.places = [places.get(value) for value in params]
        self.constants = params
        if set(self.places) - {None} != set(range(len(markers))):
            raise ValueError("every parameter must occur in the query as it is")

    def rows(self, values: Sequence[str | int]) -> Iterator[Sequence[Any]]:
        """Execute with `values` in place of the markers; the rows as Python values."""
        params = [
            constant if place is None else values[place]
            for place, constant in zip(self.places, self.constants, strict=True)
        ]
        with self.connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            rows = cursor.fetchall()
        if self.converters:
            found: Iterator[Sequence[Any]] = self.compiler.apply_converters(rows, self.converters)
            return found
        return iter(rows)


class _Prepared:
    """A way to build a queryset, and what was compiled of it in each thread."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        self._build = build
        self._markers = [
            _NUMBER + index if kind is int else _TEXT.format(index)
            for index, kind in enumerate(kinds)
        ]
        self._threads = threading.local()

    def compiled(self) -> _Compiled:
        """What was compiled for this thread's connection."""
        found: _Compiled | None = getattr(self._threads, "compiled", None)
        if found is None or found.connection is not connections[DEFAULT_DB_ALIAS]:
            found = _Compiled(self._build(*self._markers), self._markers)
            self._threads.compiled = found
        return found


class PreparedRows(_Prepared):
    """A `values_list` query. `build` is called with one stand-in for each of `kinds` (str, int),
    which must reach the SQL unchanged. Raises ValueError when one does not.
    """

    def __call__(self, *values: str | int) -> list[tuple[Any, ...]]:
        """The rows for these parameters."""
        return [tuple(row) for row in self.compiled().rows(values)]


class PreparedObjects(_Prepared, Generic[M]):
    """A query for model instances, with `select_related` if wanted; else like `PreparedRows`."""

    def __init__(self, build: Callable[..., QuerySet[M]], *kinds: type) -> None:
        super().__init__(build, *kinds)

    def first(self, *values: str | int) -> M | None:
        """The first object for these parameters, None if there is none."""
        compiled = self.compiled()
        row = next(compiled.rows(values), None)
        if row is None:
            return None
        found: M = _object(compiled, row)
        return found


def _object(compiled: _Compiled, row: Sequence[Any]) -> Any:
    """The model instance of a row, as Django's own iterable makes it."""
    info = compiled.compiler.klass_info
    fields = info["select_fields"]
    start, end = fields[0], fields[-1] + 1
    names = [column[0].target.attname for column in compiled.compiler.select[start:end]]
    found = info["model"].from_db(DEFAULT_DB_ALIAS, names, row[start:end])
    select = compiled.compiler.select
    # (The stubs describe a later Django, whose function has one parameter more.)
    for populator in get_related_populators(info, select, DEFAULT_DB_ALIAS):  # type: ignore[call-arg]
        populator.populate(row, found)
    return found


class PreparedInsert(Generic[M]):
    """The INSERT of a model's rows; a key that the database makes is left to it."""

    def __init__(self, model: type[M]) -> None:
        self._fields = [f for f in model._meta.concrete_fields if not isinstance(f, AutoField)]
        self._table = model._meta.db_table

    @cached_property
    def _sql(self) -> str:
        quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
        columns = ", ".join(quote(str(field.column)) for field in self._fields)
        places = ", ".join(["%s"] * len(self._fields))
        return f"INSERT INTO {quote(self._table)} ({columns}) VALUES ({places})"  # noqa: S608

    def __call__(self, row: M) -> None:
        """Insert a row that is not saved yet; its key stays unknown here. One statement."""
        _write(self._sql, self._fields, row, adds=True)


class PreparedUpdate(Generic[M]):
    """The UPDATE of some fields of one row, like `save(update_fields=names)`."""

    def __init__(self, model: type[M], *names: str) -> None:
        self._key: Field[Any, Any] = model._meta.pk
        self._fields: list[Field[Any, Any]] = [
            model._meta.get_field(name)  # type: ignore[misc]
            for name in names
        ]
        self._table = model._meta.db_table

    @cached_property
    def _sql(self) -> str:
        quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
        columns = ", ".join(f"{quote(str(field.column))} = %s" for field in self._fields)
        key = quote(str(self._key.column))
        return f"UPDATE {quote(self._table)} SET {columns} WHERE {key} = %s"  # noqa: S608

    def __call__(self, row: M) -> None:
        """Write the row's present values. One statement."""
        _write(self._sql, [*self._fields, self._key], row, adds=False)


def _write(sql: str, fields: Sequence[Field[Any, Any]], row: Model, *, adds: bool) -> None:
    """Execute a statement with a row's values of these fields, in this order."""
    connection = connections[DEFAULT_DB_ALIAS]
    values = [field.get_db_prep_save(field.pre_save(row, adds), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
