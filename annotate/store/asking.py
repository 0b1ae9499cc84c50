"""Ask the database: plain functions over a connection, in constant memory.

They need no SQL function beyond SQLite's own, so that Datasette's connections serve as well.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.store.filters import (
    Condition,
    Filters,
    claim_conditions,
    paper_conditions,
    searchable_query,
)
from annotate.store.views import (
    CLAIM_COLUMNS,
    PAPER_COLUMNS,
    claim_select,
    keyed_claims,
    keyed_papers,
)

__all__ = ["claims", "claims_of_paper", "explain", "is_ours", "paper_row", "papers_found"]

Row = dict[str, Any]


def is_ours(connection: sqlite3.Connection) -> bool:
    """Say whether this database has annotate's tables; no error on any other."""
    try:
        found = connection.execute(
            "SELECT 1 FROM _sqlite_migrations WHERE migration_set = 'annotate' LIMIT 1"
        ).fetchone()
    except sqlite3.DatabaseError:
        return False
    return found is not None


def claims(connection: sqlite3.Connection, filters: Filters | None = None) -> Iterator[Row]:
    """Yield rows of `extracted_claims` in the order of the papers and of the claims in each."""
    statement = _claims_statement(connection, filters or Filters())
    if statement is not None:
        yield from _rows(connection, statement, CLAIM_COLUMNS)


def papers_found(connection: sqlite3.Connection, filters: Filters | None = None) -> Iterator[Row]:
    """Yield rows of `extracted_papers` in the order in which the papers came in."""
    statement = _papers_statement(connection, filters or Filters())
    if statement is not None:
        yield from _rows(connection, statement, PAPER_COLUMNS)


def claims_of_paper(connection: sqlite3.Connection, paper_id: str) -> list[Row]:
    """Return the claims of one paper in order, rejected and added ones too."""
    sql = claim_select() + " WHERE p.id = ? ORDER BY f.claim_id"
    return list(_rows(connection, (sql, [paper_id]), CLAIM_COLUMNS))


def paper_row(connection: sqlite3.Connection, paper_id: str) -> Row | None:
    """Return one paper's row of `extracted_papers`, or None when nobody has read it."""
    sql = "SELECT * FROM extracted_papers WHERE paper_id = ?"
    return next(_rows(connection, (sql, [paper_id]), PAPER_COLUMNS), None)


def explain(connection: sqlite3.Connection, filters: Filters) -> list[str]:
    """Return SQLite's plan for `claims`, one step a line, for benchmarks and tests."""
    statement = _claims_statement(connection, filters)
    if statement is None:
        return []
    sql, values = statement
    return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]


Statement = tuple[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Source:
    """Where keys come from: the tables, the paper's row, and what tells its rows apart."""

    rows: str
    paper: str
    second: str


def _claims_statement(connection: sqlite3.Connection, filters: Filters) -> Statement | None:
    run = filters.run is not None
    source = Source(
        "_run_facts f JOIN _run_readings g ON g.annotation_id = f.annotation_id"
        if run
        else "_facts f",
        "f.paper",
        "f.claim_id",
    )
    found = _keys(connection, filters, source, claim_conditions(connection, filters))
    return None if found is None else (keyed_claims(found[0], run), found[1])


def _papers_statement(connection: sqlite3.Connection, filters: Filters) -> Statement | None:
    run = filters.run is not None
    source = Source("_run_readings g" if run else "_readings g", "g.paper", "g.annotation_id")
    found = _keys(connection, filters, source, paper_conditions(connection, filters))
    return None if found is None else (keyed_papers(found[0], run), found[1])


def _keys(
    connection: sqlite3.Connection, filters: Filters, source: Source, wanted: Condition
) -> Statement | None:
    """Return the ordered keys of what is wanted, no more than the limit; None for nothing."""
    paper, second = source.paper, source.second
    limit = -1 if filters.limit is None else filters.limit
    columns = f"{paper} AS paper, {second}"
    if filters.search is None:
        keys = f"SELECT {columns} FROM {source.rows} {wanted.where} ORDER BY 1, 2 LIMIT ?"
        return keys, [*wanted.values, limit]
    query = searchable_query(connection, filters.search)
    if query is None:
        return None
    # Matches come by rowid and so in the papers' order: a million of them needn't be sorted.
    matches = "SELECT rowid FROM papers_fts WHERE papers_fts MATCH ? ORDER BY rowid LIMIT -1"
    wanted.add(f"{paper} = s.rowid")
    keys = f"SELECT {columns} FROM ({matches}) s CROSS JOIN {source.rows} {wanted.where} LIMIT ?"
    return keys, [query, *wanted.values, limit]


def _rows(
    connection: sqlite3.Connection, statement: Statement, columns: Sequence[str]
) -> Iterator[Row]:
    cursor = connection.cursor()
    cursor.row_factory = None
    for row in cursor.execute(*statement):
        yield dict(zip(columns, row, strict=True))
