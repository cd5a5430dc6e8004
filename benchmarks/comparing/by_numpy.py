"""The peer: matchpoints and standings of a stage by NumPy, from and to the same PostgreSQL.

Runs in an environment of its own (NumPy and psycopg) and shares no code with the project. It
reads the seat results, counts every field, writes the frequency rows and one row of standings
into tables of its own, and prints the seconds.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np  # type: ignore[import-not-found]
import psycopg


def main() -> None:
    """`by_numpy.py DATABASE_URL STAGE`."""
    url, stage = sys.argv[1:]
    times = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE UNLOGGED TABLE IF NOT EXISTS peer_rows (field bigint, value int,"
            " weight bigint, score bigint);"
            "CREATE UNLOGGED TABLE IF NOT EXISTS peer_standings (payload jsonb)"
        )
        for _ in range(3):
            connection.execute("TRUNCATE peer_rows, peer_standings")
            began = time.monotonic()
            with connection.transaction():
                rows = recomputed(connection, stage)
            times.append(time.monotonic() - began)
    json.dump({"seconds": round(min(times), 3), "frequency_rows": rows}, sys.stdout)


def recomputed(connection: psycopg.Connection, stage: str) -> int:
    """Read, count, write; how many frequency rows there are."""
    query = (
        "SELECT s.field_id, dense_rank() OVER (ORDER BY s.entrant_id), s.value"
        " FROM tournaments_seatresult s JOIN tournaments_field f ON f.id = s.field_id"
        " WHERE f.stage_id = %s AND s.value IS NOT NULL"
    )
    cursor = connection.cursor(binary=True)
    data = np.array(cursor.execute(query, [stage]).fetchall(), dtype=np.int64)
    field, entrant, value = data[:, 0], data[:, 1] - 1, data[:, 2]
    key = field * 100_000 + (value + 50_000)
    keys, which, counts = np.unique(key, return_inverse=True, return_counts=True)
    owner = keys // 100_000
    starts = np.flatnonzero(np.r_[True, owner[1:] != owner[:-1]])
    sizes = np.add.reduceat(counts, starts)
    groups = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(keys)]))
    before = np.cumsum(counts) - counts
    lower = before - before[starts][groups]
    score = 2 * lower + counts - 1
    with cursor.copy("COPY peer_rows FROM STDIN") as copy:
        for row in zip(
            owner.tolist(),
            (keys % 100_000 - 50_000).tolist(),
            counts.tolist(),
            score.tolist(),
            strict=True,
        ):
            copy.write_row(row)
    totals = np.bincount(entrant, weights=score[which])
    tops = np.bincount(entrant, weights=2 * (sizes[groups][which] - 1))
    order = np.argsort(-totals / tops, kind="stable")
    payload = [[int(i), int(totals[i]), round(100 * totals[i] / tops[i], 2)] for i in order]
    cursor.execute("INSERT INTO peer_standings VALUES (%s)", [json.dumps(payload)])
    return len(keys)


if __name__ == "__main__":
    main()
