"""Ask the database: plain functions over a connection, in constant memory.

They need no SQL function beyond SQLite's own, so that Datasette's connections serve as well.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from annotate.store.filters import (
    FEW,
    Condition,
    Filters,
    claim_terms,
    paper_terms,
    searchable_query,
)
from annotate.store.sorting import (
    CLAIMS,
    CLAIMS_OF_RUN,
    PAPERS,
    PAPERS_OF_RUN,
    Rows,
    sorted_keys,
)
from annotate.store.sound import sound
from annotate.store.text import json_text
from annotate.store.views import (
    CLAIM_COLUMNS,
    PAPER_COLUMNS,
    claim_select,
    keyed_claims,
    keyed_papers,
)

__all__ = ["claims", "claims_of_paper", "is_ours", "paper_row", "papers_found"]

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
    """Yield rows of `extracted_claims` in the order of the papers and of the claims in each.

    Or as `sort` or `sort_desc` say; UsageError when the view has no such column.
    """
    filters = filters or Filters()
    keys = _claim_keys(connection, filters)
    if keys is not None:
        run = filters.run is not None
        yield from _rows(connection, (keyed_claims(keys[0], run), keys[1]), CLAIM_COLUMNS)


def papers_found(connection: sqlite3.Connection, filters: Filters | None = None) -> Iterator[Row]:
    """Yield rows of `extracted_papers` in the order in which the papers came in.

    Or as `sort` or `sort_desc` say; UsageError when the view has no such column.
    """
    filters = filters or Filters()
    keys = _paper_keys(connection, filters)
    if keys is not None:
        run = filters.run is not None
        yield from _rows(connection, (keyed_papers(keys[0], run), keys[1]), PAPER_COLUMNS)


def claims_of_paper(connection: sqlite3.Connection, paper_id: str) -> list[Row]:
    """Return the claims of one paper in order, rejected and added ones too."""
    sql = claim_select() + " WHERE p.id = ? ORDER BY f.claim_id"
    return list(_rows(connection, (sql, [paper_id]), CLAIM_COLUMNS))


def paper_row(connection: sqlite3.Connection, paper_id: str) -> Row | None:
    """Return one paper's row of `extracted_papers`, or None when nobody has read it."""
    sql = "SELECT * FROM extracted_papers WHERE paper_id = ?"
    return next(_rows(connection, (sql, [paper_id]), PAPER_COLUMNS), None)


Keys = tuple[str, list[Any]]
"""A SELECT of keys in the order of the papers, and the values that it binds."""

_MATCHES = "SELECT rowid FROM papers_fts WHERE papers_fts MATCH ? ORDER BY rowid LIMIT -1"


def _claim_keys(connection: sqlite3.Connection, filters: Filters) -> Keys | None:
    wanted = claim_terms(connection, filters)
    query = _query(connection, filters)
    if query == "":
        return None
    if filters.run is not None:
        wanted.values.insert(0, filters.run)
        return _of_run(CLAIMS_OF_RUN, wanted, filters, query)
    query = _narrowed(connection, "f.paper", wanted, query, filters)
    few = _few(connection, "f.paper, f.claim_id", "_facts f", wanted, filters)
    if _sorted(filters):
        return sorted_keys(CLAIMS, wanted, filters, query, _keys(few))
    if few is not None:
        return _listed(connection, few, query, filters.limit)
    # The index over papers gives the order; INDEXED BY, for SQLite would sort all that matches.
    rows = "_facts f INDEXED BY _facts_paper"
    return _walk("f.claim_id", rows, "f.paper", (wanted, query, filters.limit))


def _paper_keys(connection: sqlite3.Connection, filters: Filters) -> Keys | None:
    wanted, claim = paper_terms(connection, filters)
    query = _query(connection, filters)
    if query == "":
        return None
    if filters.run is not None:
        return _run_paper_keys(filters, wanted, claim, query)
    query = _narrowed(connection, "g.paper", wanted, query, filters)
    own = _few(connection, "g.paper, g.paper", "_readings g", wanted, filters)
    claims = _few(connection, "f.paper, f.paper", "_facts f", claim, filters)
    if claims is not None:
        # One claim is enough; what is asked of the papers themselves comes on top.
        wanted.add(f"g.paper IN ({','.join(sorted({str(paper) for paper, _ in claims}))})")
        own = connection.execute(
            f"SELECT g.paper, g.paper FROM _readings g {wanted.where}", wanted.values
        ).fetchall()
    elif claim.terms:
        if own is not None:
            wanted = Condition([f"g.paper IN ({','.join(str(paper) for paper, _ in own)})"])
        wanted.add(
            "EXISTS (SELECT 1 FROM _facts f INDEXED BY _facts_paper"
            f" WHERE f.paper = g.paper AND {' AND '.join(claim.terms)})",
            *claim.values,
        )
    few = own if claims is not None or not claim.terms else None
    if _sorted(filters):
        return sorted_keys(PAPERS, wanted, filters, query, _keys(few))
    if few is not None:
        return _listed(connection, few, query, filters.limit)
    return _walk("g.paper", "_readings g NOT INDEXED", "g.paper", (wanted, query, filters.limit))


def _run_paper_keys(
    filters: Filters, wanted: Condition, claim: Condition, query: str | None
) -> Keys:
    if claim.terms:
        wanted.add(
            "EXISTS (SELECT 1 FROM _run_facts f WHERE f.annotation_id = a.id"
            f" AND {' AND '.join(claim.terms)})",
            *claim.values,
        )
    wanted.values.insert(0, filters.run)
    return _of_run(PAPERS_OF_RUN, wanted, filters, query)


def _of_run(rows: Rows, wanted: Condition, filters: Filters, query: str | None) -> Keys:
    if _sorted(filters):
        return sorted_keys(rows, wanted, filters, query)
    return _walk(rows.key, rows.named, rows.paper, (wanted, query, filters.limit))


def _narrowed(
    connection: sqlite3.Connection,
    paper: str,
    wanted: Condition,
    query: str | None,
    filters: Filters,
) -> str | None:
    """Name the papers that a search finds, where they are few and shall be sorted.

    Returns what is still to be searched.
    """
    if query is None or not _sorted(filters):
        return query
    found = connection.execute(_MATCHES.replace("-1", str(FEW + 1)), [query]).fetchall()
    if len(found) > FEW:
        return query
    wanted.add(f"{paper} IN ({','.join(str(row[0]) for row in found)})")
    return None


def _sorted(filters: Filters) -> bool:
    return filters.sort is not None or filters.sort_desc is not None


def _keys(few: list[tuple[int, int]] | None) -> list[int] | None:
    return None if few is None else [key for _, key in few]


def _few(
    connection: sqlite3.Connection, keys: str, rows: str, wanted: Condition, filters: Filters
) -> list[tuple[int, int]] | None:
    """Return the keys of what is wanted when they are few, by the index that finds them best."""
    if not wanted.terms or filters.limit is None:
        return None
    found = connection.execute(
        f"SELECT {keys} FROM {rows} {wanted.where} LIMIT {FEW + 1}", wanted.values
    ).fetchall()
    return found if len(found) <= FEW else None


def _listed(
    connection: sqlite3.Connection,
    keys: list[tuple[int, int]],
    query: str | None,
    limit: int | None,
) -> Keys:
    if query is not None:
        matching = {row[0] for row in connection.execute(_MATCHES, [query])}
        keys = [key for key in keys if key[0] in matching]
    chosen = [key for _, key in sorted(keys)[:limit]]
    return "SELECT value AS key FROM json_each(?)", [json_text(chosen)]


def _walk(key: str, rows: str, paper: str, how: tuple[Condition, str | None, int | None]) -> Keys:
    """Return what walks through the papers in their order until enough is found."""
    wanted, query, limit = how
    limit = -1 if limit is None else limit
    if query is None:
        order = f"ORDER BY {paper}, {key}" if "CROSS JOIN" not in rows else ""
        return f"SELECT {key} AS key FROM {rows} {wanted.where} {order} LIMIT ?", [
            *wanted.values,
            limit,
        ]
    # Matches come by rowid and so in the papers' order: a million of them needn't be sorted.
    wanted.add(f"{paper} = s.rowid")
    keys = f"SELECT {key} AS key FROM ({_MATCHES}) s CROSS JOIN {rows} {wanted.where} LIMIT ?"
    return keys, [query, *wanted.values, limit]


def _query(connection: sqlite3.Connection, filters: Filters) -> str | None:
    """Return what to search; None for no search, and "" for one that nothing can match."""
    if filters.search is None:
        return None
    return searchable_query(connection, filters.search) or ""


def _rows(connection: sqlite3.Connection, statement: Keys, columns: Sequence[str]) -> Iterator[Row]:
    cursor = connection.cursor()
    cursor.row_factory = None
    for row in cursor.execute(*statement):
        yield sound(dict(zip(columns, row, strict=True)))
