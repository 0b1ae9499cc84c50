"""Open a claims database: made, brought up to date and set right where need be."""

from pathlib import Path

from sqlite_utils import Database

from annotate.errors import StoreError
from annotate.store.connection import connect, transaction, translated
from annotate.store.migrations import migrate, needs_migration
from annotate.store.names import forget_names, index_new_names

__all__ = ["opened", "rebuild"]


def opened(path: Path, read_only: bool) -> Database:
    """Open `path`; a reader gets a connection that can't write, unless there is work to be done.

    Raises StoreError when it isn't a claims database, or was written by a newer release.
    """
    if read_only:
        db = connect(path, read_only=True)
        with translated(path):
            if not _is_ours(db):
                db.close()
                raise StoreError(f"{path} holds no claims yet; `annotate run INPUT --db {path}`")
            if not needs_migration(db, path) and _is_in_step(db):
                return db
        db.close()
    db = connect(path)
    try:
        with translated(path):
            migrate(db, path)
            if not _is_in_step(db):
                rebuild(db)
    except BaseException:
        db.close()
        raise
    return db


def _is_ours(db: Database) -> bool:
    if not db.table("_sqlite_migrations").exists():
        return False
    found = db.execute("SELECT 1 FROM _sqlite_migrations WHERE migration_set = 'annotate' LIMIT 1")
    return found.fetchone() is not None


def _is_in_step(db: Database) -> bool:
    # Our rows and the full-text index know a paper by its rowid, which VACUUM keeps but a dump
    # that is read back may not: where one paper moved, so did all behind it.
    last = db.execute(
        "SELECT g.paper_id, p.id FROM _readings g LEFT JOIN papers p ON p.rowid = g.paper"
        " ORDER BY g.paper DESC LIMIT 1"
    ).fetchone()
    return last is None or last[0] == last[1]


def rebuild(db: Database) -> None:
    """Make anew what the views and the search are made of, from the tables of the contract."""
    with transaction(db) as connection:
        for table in ("_facts", "_readings", "_verdicts"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute(
            "INSERT INTO _judge (paper_id, key) SELECT DISTINCT paper_id, key FROM labels"
            " WHERE target = 'claim'"
        )
        connection.execute("INSERT INTO _refresh (paper_id) SELECT id FROM papers")
        forget_names(connection)
        index_new_names(connection)
        connection.execute("INSERT INTO papers_fts (papers_fts) VALUES ('rebuild')")
        connection.execute(
            "UPDATE _state SET value = (SELECT COALESCE(max(rowid), 0) FROM papers)"
            " WHERE name = 'searchable'"
        )
