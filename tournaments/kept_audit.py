"""Have the database itself keep the audit, whoever writes into it.

No entry is deleted, and nobody changes what was decided, by whom, about what, or when. What people
typed may be struck, where the personal data of somebody is removed.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "tournaments_auditentry"
#: The columns that nothing may change.
KEPT = ("event_id", "actor", "verb", "target", "at")
WHY = "entries of the audit are kept"

SQLITE = (
    f"CREATE TRIGGER audit_not_deleted BEFORE DELETE ON {TABLE}"
    f" BEGIN SELECT RAISE(ABORT, '{WHY}'); END",
    f"CREATE TRIGGER audit_not_changed BEFORE UPDATE OF {', '.join(KEPT)} ON {TABLE}"
    f" BEGIN SELECT RAISE(ABORT, '{WHY}'); END",
)
POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS"
    f" $$ BEGIN RAISE EXCEPTION '{WHY}'; END $$",
    f"CREATE TRIGGER audit_not_deleted BEFORE DELETE ON {TABLE}"
    " FOR EACH ROW EXECUTE FUNCTION keep_audit()",
    f"CREATE TRIGGER audit_not_changed BEFORE UPDATE OF {', '.join(KEPT)} ON {TABLE}"
    " FOR EACH ROW EXECUTE FUNCTION keep_audit()",
)


def keep_audit(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the database refuse it; part of the migrations."""
    statements = POSTGRESQL if editor.connection.vendor == "postgresql" else SQLITE
    for statement in statements:
        editor.execute(statement)


def let_go(editor: BaseDatabaseSchemaEditor) -> None:
    """Undo `keep_audit`: for tests, which empty the tables that an installation keeps."""
    of_table = f" ON {TABLE}" if editor.connection.vendor == "postgresql" else ""
    for name in ("audit_not_deleted", "audit_not_changed"):
        editor.execute(f"DROP TRIGGER {name}{of_table}")
