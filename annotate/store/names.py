"""Find names by any letters in them: an index over the names of methods, tasks and devices.

`_names` has each name once for papers up to the one that `_state` calls `named`, and `_names_fts`
indexes it up to the id `indexed`. Both grow in bulk, when a run ends; what is written later about
papers before that enters `_names` by triggers. What lies behind either is looked through.
"""

import sqlite3
from collections.abc import Sequence

__all__ = ["NAMES", "forget_names", "index_new_names", "names_with"]

_SHORTEST = 3
"""Letters that the index knows words by."""

_KINDS = {
    "method": ("_readings", "method"),
    "task": ("_readings", "task"),
    "hardware": ("_readings", "hardware"),
    "ran_on": ("_facts", "ran_on"),
}

# Few papers are behind the index: SQLite must not go through all names for theirs.
_BY_PAPER = {"_readings": "NOT INDEXED", "_facts": "INDEXED BY _facts_paper"}


def _entered(kind: str, column: str) -> str:
    # No OR IGNORE: within a trigger the clause of the statement that fired it would hold instead.
    return (
        f"INSERT INTO _names (kind, name) SELECT '{kind}', {column} WHERE {column} IS NOT NULL"
        f" AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = '{kind}' AND name = {column});"
    )


_BEFORE = "NEW.paper <= (SELECT value FROM _state WHERE name = 'named')"
_OF_READING = "\n".join(
    f"    {_entered(kind, f'NEW.{kind}')}" for kind in ("method", "task", "hardware")
)
_OF_FACT = f"    {_entered('ran_on', 'NEW.ran_on')}"
NAMES = f"""
CREATE TABLE _names (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (kind, name)
);
CREATE VIRTUAL TABLE _names_fts USING fts5(method, task, hardware, ran_on, content='',
    tokenize='trigram');
INSERT INTO _state (name, value) VALUES ('named', 0), ('indexed', 0);
CREATE TRIGGER _names_of_reading AFTER INSERT ON _readings WHEN {_BEFORE} BEGIN
{_OF_READING}
END;
CREATE TRIGGER _names_of_change AFTER UPDATE OF method, task, hardware ON _readings
WHEN {_BEFORE} BEGIN
{_OF_READING}
END;
CREATE TRIGGER _names_of_fact AFTER INSERT ON _facts WHEN {_BEFORE} BEGIN
{_OF_FACT}
END;
CREATE TRIGGER _names_of_move AFTER UPDATE OF ran_on ON _facts WHEN {_BEFORE} BEGIN
{_OF_FACT}
END;
"""


def index_new_names(connection: sqlite3.Connection) -> None:
    """Bring names that came in since the last time into the index; the caller holds the lock."""
    before, indexed = _progress(connection)
    (last,) = connection.execute("SELECT COALESCE(max(paper), 0) FROM _readings").fetchone()
    for kind, (table, column) in _KINDS.items():
        connection.execute(
            f"INSERT INTO _names (kind, name) SELECT DISTINCT '{kind}', {column} FROM {table} t"
            f" WHERE paper > ? AND {column} IS NOT NULL AND NOT EXISTS"
            f" (SELECT 1 FROM _names n WHERE n.kind = '{kind}' AND n.name = t.{column})",
            [before],
        )
    for kind in _KINDS:
        connection.execute(
            f"INSERT INTO _names_fts (rowid, {kind}) SELECT id, name FROM _names"
            f" WHERE id > ? AND kind = '{kind}'",
            [indexed],
        )
    connection.execute(
        "UPDATE _state SET value = CASE name WHEN 'named' THEN ?"
        " ELSE (SELECT COALESCE(max(id), 0) FROM _names) END WHERE name IN ('named', 'indexed')",
        [max(before, last)],
    )


def forget_names(connection: sqlite3.Connection) -> None:
    """Empty the index, so that the next `index_new_names` makes it anew."""
    connection.execute("DELETE FROM _names")
    connection.execute("INSERT INTO _names_fts (_names_fts) VALUES ('delete-all')")
    connection.execute("UPDATE _state SET value = 0 WHERE name IN ('named', 'indexed')")


def names_with(
    connection: sqlite3.Connection,
    kind: str,
    words: Sequence[str],
    held: tuple[str, Sequence[str]],
    most: int,
) -> list[str] | None:
    """Return the names that hold one of `words`, at most one more than `most`.

    `held` is SQL that says so of a `name`, and its values: the index finds some names more, since
    it ignores the case of all letters. None for words too short for the index.
    """
    if any(len(word) < _SHORTEST for word in words):
        return None
    named, indexed = _progress(connection)
    table, column = _KINDS[kind]
    term, values = held
    query = " OR ".join('"{}"'.format(word.replace('"', '""')) for word in words)
    found = connection.execute(
        f"""
        SELECT name FROM (
            SELECT n.name FROM _names_fts f CROSS JOIN _names n ON n.id = f.rowid
            WHERE f._names_fts MATCH ?
            UNION ALL SELECT name FROM _names NOT INDEXED WHERE id > ? AND kind = ?
            UNION ALL SELECT {column} FROM {table} {_BY_PAPER[table]} WHERE paper > ?
        ) WHERE {term} LIMIT ?""",
        [f"{{{kind}}} : ({query})", indexed, kind, named, *values, most + 1],
    )
    return list(dict.fromkeys(row[0] for row in found))


def _progress(connection: sqlite3.Connection) -> tuple[int, int]:
    found = dict(connection.execute("SELECT name, value FROM _state").fetchall())
    return int(found.get("named") or 0), int(found.get("indexed") or 0)
