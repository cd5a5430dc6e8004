"""What an answer depends on, read cheaply: enough to say "not modified" and nothing more.

Never loads a manifest, a payload or a name. What it returns is made before the answer is read, so
that an answer may be newer than its tag, never older. Most public requests end here, and building
these statements from models would cost several times what they take: hence SQL.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from django.db import connection
from django.utils import timezone

from .address import split
from .edition import NotPublicError

#: Decisions are counted: the highest id could be committed before a lower one.
_EVENT = """
    SELECT event.id, event.state,
        (SELECT number FROM tournaments_standingsversion
            WHERE stage_id = stage.id ORDER BY number DESC LIMIT 1),
        (SELECT COUNT(*) FROM tournaments_auditentry WHERE event_id = event.id),
        CASE WHEN event.registration AND (event.registration_closes_at IS NULL
            OR event.registration_closes_at > %s) THEN 1 ELSE 0 END{rounds}
    FROM tournaments_event event
    LEFT JOIN tournaments_stage stage ON stage.event_id = event.id AND stage.number =
        COALESCE(%s,
            (SELECT MAX(number) FROM tournaments_stage drawn WHERE event_id = event.id
                AND EXISTS (SELECT 1 FROM tournaments_round WHERE stage_id = drawn.id)),
            (SELECT MIN(number) FROM tournaments_stage WHERE event_id = event.id))
    WHERE event.slug = %s AND event.is_public
"""
#: How far the rounds have come, and how many tables have finished in those under way.
_ROUNDS = """,
        (SELECT SUM(CASE state
                WHEN 'drawn' THEN 1 WHEN 'released' THEN 2 WHEN 'playing' THEN 3 ELSE 4 END)
            FROM tournaments_round WHERE stage_id = stage.id),
        (SELECT COUNT(*) FROM tournaments_round round
            JOIN tournaments_roundtable seated ON seated.round_id = round.id
            JOIN games_table ON games_table.id = seated.table_id
            WHERE round.stage_id = stage.id AND round.state IN ('released', 'playing')
                AND games_table.finished_at IS NOT NULL)
"""
#: How far one table has come, in all rounds of the stage.
_TABLE = """,
        (SELECT SUM(CASE play.state
                WHEN 'scheduled' THEN 0 WHEN 'playing' THEN 1 WHEN 'finished' THEN 2 ELSE 3 END)
            FROM tournaments_round round
            JOIN tournaments_roundtable seated ON seated.round_id = round.id
            JOIN games_play play ON play.table_id = seated.table_id
            WHERE round.stage_id = stage.id AND seated.number = %s)
"""
#: How far the other events of an entrant's person have come. Version numbers and decisions only
#: grow, and so their sums never tell an older state again.
_OTHERS = """
    SELECT other.event_id FROM tournaments_entrant me
    JOIN tournaments_entrant other ON other.person_id = me.person_id
    WHERE me.id = %s AND me.event_id = event.id AND other.event_id <> event.id
"""
_ENTRANT = f""",
        (SELECT COUNT(*) FROM tournaments_event seen
            WHERE seen.is_public AND seen.id IN ({_OTHERS})),
        (SELECT COUNT(*) FROM tournaments_auditentry WHERE event_id IN ({_OTHERS})),
        (SELECT SUM(newest.number) FROM (
            SELECT MAX(told.number) AS number FROM tournaments_standingsversion told
            JOIN tournaments_stage other_stage ON other_stage.id = told.stage_id
            WHERE other_stage.event_id IN ({_OTHERS}) GROUP BY told.stage_id) newest)
"""  # noqa: S608
STATEMENTS = {False: _EVENT.format(rounds=""), True: _EVENT.format(rounds=_ROUNDS)}
OF_A_TABLE = _EVENT.format(rounds=_ROUNDS + _TABLE)
OF_AN_ENTRANT = {
    False: _EVENT.format(rounds=_ENTRANT),
    True: _EVENT.format(rounds=_ROUNDS + _ENTRANT),
}
#: No hall has more tables; a larger number is nobody's.
MOST_TABLES = 100_000


@dataclass(frozen=True, slots=True)
class Freshness:
    """The published version (0: none), the event's decisions so far, and how its rounds stand.

    `decisions` counts a draw, a release, an opening, a changed name or club. `is_open` says
    whether entries have not closed by their time. `rounds` is empty unless it was asked for.
    """

    event_id: str
    state: str
    version: int
    decisions: int
    is_open: bool = False
    rounds: tuple[int, ...] = ()
    is_newest: bool = True

    @property
    def tag(self) -> str:
        """All of it as one text, but for whether it is the newest."""
        return repr(astuple(self)[:-1])


def freshness(
    slug: str,
    version: int | None = None,
    *,
    rounds: bool = False,
    table: int | None = None,
    entrant: str | None = None,
) -> Freshness:
    """The freshness of the public event `slug` at its newest version, or at `version`.

    One statement. `rounds` is for answers that tell how many tables have finished, `table` for
    those that tell how far that one has come, `entrant` for those that tell of one's other events.
    Raises NotPublicError for a missing or hidden event.
    """
    statement, places = STATEMENTS[rounds], [*reversed(split(slug))]
    if table is not None:
        if table > MOST_TABLES:
            raise NotPublicError
        statement, places = OF_A_TABLE, [table, *places]
    if entrant is not None:
        statement, places = OF_AN_ENTRANT[rounds], [entrant, entrant, entrant, *places]
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(statement, [now, *places])
        row = cursor.fetchone()
    if row is None:
        raise NotPublicError
    event_id, state, newest, decisions, is_open, *progress = row
    return Freshness(
        event_id=event_id,
        state=state,
        version=(newest or 0) if version is None else version,
        is_newest=version in (None, newest or 0),
        decisions=decisions,
        is_open=bool(is_open),
        rounds=tuple(int(figure or 0) for figure in progress),
    )
