"""What the runs did: their totals, and what failed in them."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from annotate.store.numbers_sql import said_before

__all__ = ["count_repeated", "failures", "has_run", "runs"]

Row = dict[str, Any]

# A run that was killed has no end, so that its last sign of life must do.
_TOOK = """(julianday(COALESCE(r.finished_at, (SELECT max(n.started_at) FROM attempts n
    WHERE n.run_id = r.id))) - julianday(r.started_at)) * 86400"""


def runs(connection: sqlite3.Connection) -> list[Row]:
    """Return all runs, oldest first, with the totals of `run_totals`."""
    return list(
        _dicts(
            connection.execute(
                f"""SELECT r.id AS run_id, r.started_at, r.finished_at, r.status, r.annotator,
                r.model, r.base_url, trim(p.name || ' ' || COALESCE(p.version, '')) AS prompt,
                r.prompt_id, r.params, t.papers, t.failed, t.claims, t.attempts, t.prompt_tokens,
                t.completion_tokens, t.cached_tokens, t.reasoning_tokens, t.cost_usd,
                {_TOOK} AS seconds
                FROM runs r JOIN run_totals t ON t.run_id = r.id
                LEFT JOIN prompts p ON p.id = r.prompt_id ORDER BY r.id"""
            )
        )
    )


def has_run(connection: sqlite3.Connection, run_id: int) -> bool:
    """Say whether there is a run with this id."""
    if abs(run_id) >= 2**63:  # more than SQLite's integers hold
        return False
    found = connection.execute("SELECT 1 FROM runs WHERE id = ?", [run_id]).fetchone()
    return found is not None


def count_repeated(connection: sqlite3.Connection, run_id: int) -> int:
    """Return how many claims of a run's readings say what another one of the same paper says."""
    row = connection.execute(
        "SELECT count(*) FROM annotations a JOIN claims c ON c.annotation_id = a.id"
        f" WHERE a.run_id = ? AND a.status = 'ok' AND {said_before('c')}",
        [run_id],
    ).fetchone()
    return int(row[0])


def failures(connection: sqlite3.Connection, run_id: int | None = None) -> Iterator[Row]:
    """Yield the failed papers of a run, or those that no later run with the same work has read.

    Each comes with its last attempt's outcome and the number of attempts; by run and paper.
    """
    yield from _dicts(
        connection.execute(
            """SELECT a.run_id, a.paper_id, p.title,
            (SELECT COALESCE(s.title, s.path) FROM paper_sources w
                JOIN sources s ON s.id = w.source_id WHERE w.paper_id = p.id
                ORDER BY w.source_id, w.position LIMIT 1) AS source,
            (SELECT w.position FROM paper_sources w WHERE w.paper_id = p.id
                ORDER BY w.source_id, w.position LIMIT 1) AS position,
            t.outcome, t.http_status,
            (SELECT count(*) FROM attempts n WHERE n.run_id = a.run_id
                AND n.paper_id = a.paper_id) AS attempts,
            COALESCE(a.error, t.error) AS error
            FROM annotations a JOIN papers p ON p.id = a.paper_id JOIN runs r ON r.id = a.run_id
            LEFT JOIN attempts t ON t.id = (SELECT n.id FROM attempts n
                WHERE n.run_id = a.run_id AND n.paper_id = a.paper_id
                ORDER BY n.number DESC LIMIT 1)
            WHERE a.status = 'failed' AND (a.run_id = ?1 OR ?1 IS NULL AND NOT EXISTS (
                SELECT 1 FROM annotations b JOIN runs q ON q.id = b.run_id
                WHERE b.paper_id = a.paper_id AND q.model = r.model
                AND q.prompt_id IS r.prompt_id AND q.params IS r.params
                AND (b.status = 'ok' OR b.id > a.id)))
            ORDER BY a.run_id, p.rowid""",
            [run_id],
        )
    )


def _dicts(cursor: sqlite3.Cursor) -> Iterator[Row]:
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))
