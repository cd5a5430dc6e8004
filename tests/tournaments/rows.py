"""All rows of the database, to be compared and to be gone."""

from __future__ import annotations

from typing import Any

from django.db import connection

from tournaments.archive import archived_models


def everything() -> dict[str, Any]:
    """All rows of all models, as the database has them."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in archived_models()
    }


def empty() -> None:
    """Leave no row of any archived model."""
    with connection.cursor() as cursor:
        for model in reversed(archived_models()):
            for field in model._meta.many_to_many:
                table = field.m2m_db_table()
                cursor.execute(f'DELETE FROM "{table}"')
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')
