"""Open the database file safely and write to it in short transactions."""

import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from annotate.errors import StoreError

__all__ = ["BUSY_S", "connect", "is_locked", "transaction", "translated"]

BUSY_S = 120.0
"""How long a write waits for other writers, in seconds; every transaction here is far shorter."""

_SAID_S = 2.0
"""After so many seconds it is said what is waited for."""
_OLDEST = (3, 35, 0)
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def connect(path: str | Path, *, read_only: bool = False) -> Database:
    """Open `path` with WAL, foreign keys and a long busy timeout; a writer creates the file.

    Raises StoreError when the file is missing (for a reader), is no SQLite database or can't be
    opened.
    """
    file = Path(path)
    _refuse(file, read_only)
    with translated(file):
        connection = _reader(file) if read_only else _open(file, "rwc")
        # Plugins of sqlite-utils may change how a connection behaves, so they stay out.
        db = Database(connection, execute_plugins=False)
        db.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            _use_wal(db)
            db.execute("PRAGMA synchronous = NORMAL")
            # A run writes the same pages again and again: to copy them sooner is for nothing.
            db.execute("PRAGMA wal_autocheckpoint = 4000")
            db.execute("PRAGMA journal_size_limit = 67108864")
            # Ids are hashes, so that writes land all over the indexes of a large database.
            db.execute("PRAGMA cache_size = -16000")
    return db


def _refuse(file: Path, read_only: bool) -> None:
    if sqlite3.sqlite_version_info < _OLDEST:
        raise StoreError(
            f"this Python has SQLite {sqlite3.sqlite_version}; annotate needs 3.35 or newer"
        )
    if file.is_dir():
        raise StoreError(f"{file} is a folder, not a database file")
    if read_only and not file.exists():
        raise StoreError(f"{file} doesn't exist; `annotate run` makes it")
    if not file.parent.is_dir():
        raise StoreError(f"the folder {file.parent} of the database {file.name} doesn't exist")


def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_S,
        isolation_level=None,
        check_same_thread=False,
    )


def _reader(file: Path) -> sqlite3.Connection:
    # SQLite's "mode=ro" can't read a WAL file's index in a folder that isn't writable.
    connection = _open(file, "ro")
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        return _open(file, "ro&immutable=1")
    return connection


def _use_wal(db: Database) -> None:
    # Changing the journal mode doesn't wait for other connections, so the waiting is done here.
    began, said = time.monotonic(), False
    while True:
        try:
            if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _BUSY or time.monotonic() > began + BUSY_S:
                raise
            if not said and time.monotonic() > began + _SAID_S:
                said = True
                _say_waiting(db.conn)
            time.sleep(0.02)


@contextmanager
def transaction(db: Database) -> Iterator[sqlite3.Connection]:
    """Hold the one write lock from the start, so that a later upgrade can't fail as busy.

    Inside another one it is a part of that.
    """
    connection = db.conn
    if connection.in_transaction:
        yield connection
        return
    _begin(connection)
    try:
        yield connection
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _begin(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA busy_timeout = {_SAID_S * 1000:.0f}")
    try:
        connection.execute("BEGIN IMMEDIATE")
        return
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in _BUSY:
            raise
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_S * 1000:.0f}")
    _say_waiting(connection)
    connection.execute("BEGIN IMMEDIATE")


def _say_waiting(connection: sqlite3.Connection) -> None:
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    print(f"Waiting for another program that has locked {path} …", file=sys.stderr)


def is_locked(error: BaseException) -> bool:
    """Say whether an error means that another program has kept the database locked."""
    cause = error.__cause__
    code = cause.sqlite_errorcode if isinstance(cause, sqlite3.OperationalError) else 0
    return code & 0xFF in _BUSY


@contextmanager
def translated(path: str | Path) -> Iterator[None]:
    """Turn SQLite's own errors into one line that names the file and what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _BUSY:
            raise StoreError(
                f"{path} has been locked by another program for {BUSY_S:.0f} s"
            ) from error
        if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise StoreError(
                f"{path}: {error}; can its folder be written? --db names another file"
            ) from error
        if code == sqlite3.SQLITE_NOTADB:
            raise StoreError(f"{path} is not a SQLite database") from error
        raise StoreError(f"{path}: {error}") from error
