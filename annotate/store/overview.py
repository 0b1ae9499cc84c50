"""What a report says of a database as a whole."""

import sqlite3
from typing import NamedTuple

__all__ = ["RunLine", "Totals", "run_lines", "sources", "totals"]


class Totals(NamedTuple):
    """Papers that stand in the database, that were read, and that no run could read."""

    papers: int
    read: int
    failed: int


class RunLine(NamedTuple):
    """One run in one line; `started_at` is ISO 8601."""

    id: int
    annotator: str
    model: str
    status: str
    started_at: str
    papers: int
    failed: int


def totals(connection: sqlite3.Connection) -> Totals:
    """Count papers; one that failed in one run and was read by another counts as read."""
    return Totals(
        _number(connection, "SELECT count(*) FROM papers"),
        _number(connection, "SELECT count(*) FROM _readings WHERE annotation_id IS NOT NULL"),
        _number(
            connection,
            "SELECT count(DISTINCT a.paper_id) FROM annotations a WHERE a.status = 'failed'"
            " AND NOT EXISTS (SELECT 1 FROM annotations b"
            " WHERE b.paper_id = a.paper_id AND b.status = 'ok')",
        ),
    )


def run_lines(connection: sqlite3.Connection) -> list[RunLine]:
    """Return all runs, the oldest first."""
    rows = connection.execute(
        "SELECT id, annotator, model, status, started_at, papers, failed FROM runs ORDER BY id"
    )
    return [RunLine(*row) for row in rows]


def sources(connection: sqlite3.Connection) -> list[str]:
    """Return the titles of the lists, or their paths, in the order in which they were read."""
    return [row[0] for row in connection.execute("SELECT COALESCE(title, path) FROM sources")]


def _number(connection: sqlite3.Connection, sql: str) -> int:
    return int(connection.execute(sql).fetchone()[0])
