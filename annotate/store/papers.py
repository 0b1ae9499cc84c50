"""Store sources and papers: in bulk, once each, and findable by words."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice, repeat
from operator import itemgetter
from typing import Any

from sqlite_utils import Database

from annotate.errors import StoreError
from annotate.facts import Paper
from annotate.store.bulk import insert_rows
from annotate.store.connection import transaction
from annotate.store.places import file_of
from annotate.store.text import now, storable, whole
from annotate.store.twins import Twins, slices

__all__ = ["add_papers", "add_source", "index_new_papers", "paper_columns", "source_done"]

_BATCH = 24_000
_CHARACTERS = 36_000_000
"""The most papers, and characters of abstracts, in one transaction: half a second."""

_LOG = 96 * 1024 * 1024
_LOADING = {"foreign_keys": 0, "cache_size": -24_000, "wal_autocheckpoint": _LOG}
"""Pragmas while papers are stored: a batch itself sees to its references; the log is in bytes."""

_INDEX_BATCH = 2_000

_FILL = ("title", "year", "venue", "url", "doi", "authors")
_NOTHING = 0.5
"""Bound for None, as no field is such a number: None itself costs sqlite3 six times as much."""
# Filling in is a statement of its own, as an UPDATE with triggers would have SQLite copy each page
# that a paper goes to, lest half of it has to be undone.
_ADD = f"""
INSERT INTO papers (id, abstract, {", ".join(_FILL)})
VALUES (?, ?{f", NULLIF(?, {_NOTHING})" * len(_FILL)}) ON CONFLICT (id) DO NOTHING
"""
_GIVEN = {name: f"NULLIF(?{place}, {_NOTHING})" for place, name in enumerate(_FILL, 3)}
_FILL_IN = f"""
UPDATE papers SET {", ".join(f"{name} = COALESCE({name}, {_GIVEN[name]})" for name in _FILL)}
WHERE id = ?1 AND
({" OR ".join(f"({name} IS NULL AND {_GIVEN[name]} IS NOT NULL)" for name in _FILL)})
"""
_ID = itemgetter(0)
_PLACE = "INSERT OR IGNORE INTO paper_sources (paper_id, position, source_id)"


def add_source(db: Database, **columns: str | None) -> int:
    """Return the id of the source with this path and sha256, which is added when it is new."""
    row = {name: storable(value) for name, value in columns.items()} | {"added_at": now()}
    with transaction(db) as connection:
        connection.execute(
            "INSERT INTO sources (path, title, format, sha256, added_at)"
            " VALUES (:path, :title, :format, :sha256, :added_at)"
            " ON CONFLICT (path, sha256) DO UPDATE SET title = COALESCE(excluded.title, title),"
            " format = COALESCE(excluded.format, format)",
            row,
        )
        found = connection.execute(
            "SELECT id FROM sources WHERE path = :path AND sha256 = :sha256", row
        )
        return int(found.fetchone()[0])


def source_done(db: Database, sha256: str, path: str) -> int | None:
    """Return the id of a source that was read to its end before, else None."""
    found = db.execute(
        "SELECT s.id FROM sources s JOIN _sources_read r ON r.source_id = s.id"
        " WHERE s.path = ? AND s.sha256 = ?",
        [storable(path), sha256],
    ).fetchone()
    return None if found is None else int(found[0])


def add_papers(db: Database, source_id: int, papers: Iterable[Paper]) -> int:
    """Store all papers of a source and return how many of them are new to the database.

    When `papers` raises, what this call added is taken back, so that a file in the wrong shape
    leaves no trace. Positions that are None go on from the last one.
    """
    first_new = _last_row(db) + 1
    had = db.execute("SELECT 1 FROM paper_sources WHERE source_id = ?", [source_id]).fetchone()
    added = position = 0
    rest = iter(papers)
    try:
        with _loading(db):
            while (batch := _batch(rest)).rows:
                with transaction(db):
                    before = _last_row(db)
                    position = _add_batch(db, source_id, batch, position)
                    added += _last_row(db) - before
                # Or it would be held while the next one is read.
                del batch
    except BaseException:
        if had is None:
            _take_back(db, source_id, first_new)
        raise
    with transaction(db):
        _end(db, source_id)
        # Labels may have come before their papers, from a file of somebody else's.
        db.execute(
            "INSERT INTO _refresh (paper_id) SELECT DISTINCT l.paper_id FROM labels l"
            " JOIN papers p ON p.id = l.paper_id"
            " WHERE NOT EXISTS (SELECT 1 FROM _readings g WHERE g.paper = p.rowid)"
        )
    return added


@contextmanager
def _loading(db: Database) -> Iterator[None]:
    """Let this connection take much in at once, and leave it as it was.

    A batch writes to pages all over the two indexes of a large database, as ids are hashes: the
    larger batch, cache and log are, the more of its rows share a page that is read and written.
    """
    before = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in _LOADING}
    page = db.execute("PRAGMA page_size").fetchone()[0]
    try:
        for name, value in _LOADING.items():
            pages = name == "wal_autocheckpoint"
            db.execute(f"PRAGMA {name} = {value // page if pages else value}")
        yield
    finally:
        for name, value in before.items():
            db.execute(f"PRAGMA {name} = {value}")


def _batch(papers: Iterator[Paper]) -> "_Batch":
    """Take the next papers, before the write lock, so that others find it free meanwhile."""
    batch = _Batch([], [], [])
    add, place = batch.rows.append, batch.positions.append
    room = _CHARACTERS
    for paper in islice(papers, _BATCH):
        add(
            (
                paper.id,
                storable(paper.abstract),
                _NOTHING if (text := paper.title) is None else storable(text),
                _NOTHING if (year := paper.year) is None else whole(year),
                _NOTHING if (text := paper.venue) is None else storable(text),
                _NOTHING if (text := paper.url) is None else storable(text),
                _NOTHING if (text := paper.doi) is None else storable(text),
                _NOTHING if (text := paper.authors) is None else storable(text),
            )
        )
        place(paper.position)
        if paper.url is not None or paper.doi is not None:
            batch.named.append(paper)
        room -= len(paper.abstract)
        if room < 0:
            break
    return batch


@dataclass(frozen=True, slots=True)
class _Batch:
    """Rows as SQLite takes them (tuples of plain values cost the garbage collector nothing)."""

    rows: list[tuple[Any, ...]]
    positions: list[int | None]
    named: list[Paper]
    """Those that may have an identifier."""


def _last_row(db: Database) -> int:
    return int(db.execute("SELECT COALESCE(max(rowid), 0) FROM papers").fetchone()[0])


def _add_batch(db: Database, source_id: int, batch: _Batch, last: int) -> int:
    if not db.execute("SELECT 1 FROM sources WHERE id = ?", [source_id]).fetchone():
        raise StoreError("another annotate gave up reading the same file; run this one again")
    twins = Twins(db, batch.named)
    rows = batch.rows
    if twins.known_as:
        rows = [(twins.known_as.get(row[0], row[0]), *row[1:]) for row in rows]
    before = _last_row(db)
    if db.conn.executemany(_ADD, rows).rowcount < len(rows):
        db.conn.executemany(_FILL_IN, _repeats(db, rows, before))
    positions = _numbered(batch.positions, last)
    places = list(zip(map(_ID, rows), positions, repeat(source_id)))
    # In the order of the larger index.
    places.sort(key=_ID)
    insert_rows(db.conn, _PLACE, places)
    twins.remember()
    return positions[-1]


def _repeats(db: Database, rows: list[tuple[Any, ...]], last: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of papers that the database had up to `last`, or that came in a row before."""
    seen: set[str] = set()
    for some in slices(list(map(_ID, rows))):
        marks = ",".join("?" * len(some))
        known = db.execute(
            f"SELECT id FROM papers WHERE id IN ({marks}) AND +rowid <= ?", [*some, last]
        )
        seen.update(map(_ID, known))
    for row in rows:
        if row[0] in seen:
            yield row
        seen.add(row[0])


def _numbered(positions: list[int | None], last: int) -> list[int]:
    """Return the positions; those that are None go on from the one before."""
    numbered = []
    for position in positions:
        last = last + 1 if position is None else position
        numbered.append(last)
    return numbered


def _end(db: Database, source_id: int) -> None:
    """Note that a source was read to its end; what the same file held before is a list no more.

    Papers, readings and labels of the earlier content stay; only its places go.
    """
    path, digest = db.execute(
        "SELECT path, sha256 FROM sources WHERE id = ?", [source_id]
    ).fetchone()
    file = file_of(path) if digest else None
    earlier = db.execute(
        "SELECT source_id FROM _sources_read WHERE file = ? AND source_id <> ?", [file, source_id]
    ).fetchall()
    for table in ("paper_sources", "_sources_read", "sources"):
        column = "id" if table == "sources" else "source_id"
        db.conn.executemany(f"DELETE FROM {table} WHERE {column} = ?", earlier)
    db.execute(
        "INSERT OR REPLACE INTO _sources_read (source_id, papers, file)"
        " VALUES (?1, (SELECT count(*) FROM paper_sources WHERE source_id = ?1), ?2)",
        [source_id, file],
    )


def _take_back(db: Database, source_id: int, first_new: int) -> None:
    with transaction(db):
        db.execute("DELETE FROM paper_sources WHERE source_id = ?", [source_id])
        unused = (
            "SELECT id FROM papers p WHERE p.rowid >= ?"
            " AND NOT EXISTS (SELECT 1 FROM paper_sources s WHERE s.paper_id = p.id)"
            " AND NOT EXISTS (SELECT 1 FROM annotations a WHERE a.paper_id = p.id)"
            " AND NOT EXISTS (SELECT 1 FROM attempts t WHERE t.paper_id = p.id)"
        )
        db.execute(f"DELETE FROM _identifiers WHERE paper_id IN ({unused})", [first_new])
        db.execute(f"DELETE FROM papers WHERE id IN ({unused})", [first_new])
        db.execute("DELETE FROM sources WHERE id = ?", [source_id])


def index_new_papers(db: Database) -> int:
    """Bring the full-text index up to date in short transactions; return how many were added."""
    added = 0
    while True:
        with transaction(db) as connection:
            mark = connection.execute("SELECT value FROM _state WHERE name = 'searchable'")
            (done,) = mark.fetchone()
            last = connection.execute(
                "SELECT max(rowid) FROM"
                " (SELECT rowid FROM papers WHERE rowid > ? ORDER BY rowid LIMIT ?)",
                [done, _INDEX_BATCH],
            ).fetchone()[0]
            if last is None:
                return added
            added += connection.execute(
                "INSERT INTO papers_fts (rowid, title, abstract) SELECT rowid, title, abstract"
                " FROM papers WHERE rowid > ? AND rowid <= ?",
                [done, last],
            ).rowcount
            connection.execute("UPDATE _state SET value = ? WHERE name = 'searchable'", [last])


def paper_columns(alias: str) -> str:
    """Return the SQL columns that `Paper(*row)` takes, before source and position."""
    names = ("id", "abstract", "title", "year", "venue", "url", "doi", "authors")
    return ", ".join(chain(f"{alias}.{name}" for name in names))
