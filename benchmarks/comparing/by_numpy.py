"""The peer: matchpoints and standings of a stage by NumPy, from and to the same PostgreSQL.

Runs in an environment of its own (NumPy and psycopg) and shares no code with the project. It
reads the seat results, counts every field, writes the frequency rows under the key by which they
are looked up, and one row of standings with the figures that a version shows: of every entrant
rank, score, percentage, boards, points, rank by points, and the score of each round. Sums are
floating-point; there are no rulings, byes, penalties, tie-breaks or locks. Prints the seconds.
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
            " weight bigint, score bigint, PRIMARY KEY (field, value));"
            "CREATE UNLOGGED TABLE IF NOT EXISTS peer_standings (payload jsonb)"
        )
        for _ in range(3):
            connection.execute("TRUNCATE peer_rows, peer_standings")
            began = time.monotonic()
            with connection.transaction():
                rows = recomputed(connection, stage)
            times.append(time.monotonic() - began)
    found = {"seconds": round(min(times), 3), "all_seconds": [round(each, 3) for each in times]}
    json.dump({**found, "frequency_rows": rows}, sys.stdout)


def recomputed(connection: psycopg.Connection, stage: str) -> int:
    """Read, count, write; how many frequency rows there are."""
    query = (
        "SELECT s.field_id, dense_rank() OVER (ORDER BY s.entrant_id), s.value, r.number"
        " FROM tournaments_seatresult s JOIN tournaments_field f ON f.id = s.field_id"
        " JOIN tournaments_round r ON r.id = s.round_id"
        " WHERE f.stage_id = %s AND s.value IS NOT NULL"
    )
    entrants = (
        "SELECT DISTINCT s.entrant_id FROM tournaments_seatresult s"
        " JOIN tournaments_field f ON f.id = s.field_id"
        " WHERE f.stage_id = %s AND s.value IS NOT NULL ORDER BY 1"
    )
    cursor = connection.cursor(binary=True)
    data = np.array(cursor.execute(query, [stage]).fetchall(), dtype=np.int64)
    field, entrant, value, number = data[:, 0], data[:, 1] - 1, data[:, 2], data[:, 3]
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
    last = int(number.max())
    cells = entrant * last + number - 1
    sums = np.bincount(cells, weights=score[which], minlength=len(totals) * last)
    rounds = sums.astype(np.int64).reshape(len(totals), last).tolist()
    points = np.bincount(entrant, weights=value).astype(np.int64)
    boards = np.bincount(entrant)
    share = totals / tops
    ranks, raw_ranks = places(share), places(points)
    names = [name for (name,) in cursor.execute(entrants, [stage]).fetchall()]
    payload = [
        {
            "rank": int(ranks[i]),
            "entrant": names[i],
            "score": str(int(totals[i])),
            "percentage": f"{100 * share[i]:.2f}",
            "boards": int(boards[i]),
            "rounds": [str(each) for each in rounds[i]],
            "points": int(points[i]),
            "raw_rank": int(raw_ranks[i]),
        }
        for i in np.argsort(ranks, kind="stable").tolist()
    ]
    cursor.execute("INSERT INTO peer_standings VALUES (%s)", [json.dumps(payload)])
    return len(keys)


def places(figures: np.ndarray) -> np.ndarray:
    """Ranks from the highest figure down: 1, 2, 2, 4, …"""
    ordered = np.sort(-figures)
    return np.searchsorted(ordered, -figures, side="left") + 1


if __name__ == "__main__":
    main()
