"""The tables of schemas of one's own: `extracted_<prompt>`, reviewed by plain UPDATE."""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.errors import UsageError
from annotate.store.own_triggers import own_triggers
from annotate.store.text import json_text, storable

__all__ = ["OwnTable", "make_table", "replace_rows"]

_OURS = frozenset({"id", "paper_id", "run_id", "fact", "status", "reviewer"})
_RESERVED = frozenset({"claims", "papers"})
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SQL = {str: "TEXT", int: "INTEGER", float: "REAL"}
_BESIDE = ("_start", "_end", "_evidence")
# Beside the fields: the row as it was read, and the label that it shows. No field begins with "_".
_HIDDEN = {"_read": "TEXT", "_label": "INTEGER"}


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table for the answers to one prompt; `columns` maps each name to str, int or float.

    `required` are the columns that a person must not empty. Raises UsageError for names that can't
    be a table's or a column's, and for no columns.
    """

    prompt: str
    columns: Mapping[str, type]
    required: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.prompt) or self.prompt.lower() in _RESERVED:
            raise UsageError(
                f"the prompt's name {self.prompt!r} can't name a table; use letters, digits and _,"
                f" and none of {', '.join(sorted(_RESERVED))}"
            )
        if not self.columns.keys() - {"support"}:
            raise UsageError(f"the schema of the prompt {self.prompt!r} has no fields")
        known: set[str] = set()
        for column in self.columns:
            if column.lower() in _OURS | known or not _NAME.fullmatch(column):
                raise UsageError(f"a field of the schema can't be named {column!r}; rename it")
            known.add(column.lower())  # SQLite tells names apart by more than case

    @property
    def name(self) -> str:
        """The table's name."""
        return f"extracted_{self.prompt}"

    @property
    def facts(self) -> list[str]:
        """The columns that say what the fact is: all but quotes, their places and support."""
        beside = {f"{quote}{end}" for quote in self.quotes for end in ("", *_BESIDE)}
        return [c for c in self.columns if c not in beside | {"support"}]

    @property
    def quotes(self) -> list[str]:
        """The columns that hold words of the abstract."""
        return [
            name for name in self.columns if all(f"{name}{end}" in self.columns for end in _BESIDE)
        ]


def make_table(connection: sqlite3.Connection, table: OwnTable) -> None:
    """Make the table, or add the columns that a changed schema brings; and its triggers.

    `UPDATE … SET status = …, reviewer = …` and any change of a field write a label (target paper,
    key `<prompt>|<fact>`), and any label on a row changes it, so that a verdict outlives runs.
    """
    fields = {name: _SQL[kind] for name, kind in table.columns.items()} | _HIDDEN
    listed = ", ".join(f'"{name}" {kind}' for name, kind in fields.items())
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS {table.name} (id INTEGER PRIMARY KEY,"
        " paper_id TEXT NOT NULL REFERENCES papers(id), run_id INTEGER REFERENCES runs(id),"
        f" {listed}, fact TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'unreviewed', reviewer TEXT)"
    )
    present = {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
    for name, kind in fields.items():
        if name not in present:
            connection.execute(f'ALTER TABLE {table.name} ADD COLUMN "{name}" {kind}')
    connection.execute(
        f"CREATE INDEX IF NOT EXISTS {table.name}_by_paper ON {table.name} (paper_id)"
    )
    connection.execute(
        f"CREATE INDEX IF NOT EXISTS {table.name}_by_status ON {table.name} (status, support)"
    )
    for statement in own_triggers(
        table.prompt, table.columns, table.quotes, table.facts, table.required
    ):
        connection.execute(statement)


def replace_rows(
    connection: sqlite3.Connection,
    table: OwnTable,
    run_id: int,
    paper_id: str,
    rows: Sequence[Mapping[str, Any]],
) -> None:
    """Put the newest answer about a paper in the place of an older one; people's verdicts stay."""
    connection.execute(f"DELETE FROM {table.name} WHERE paper_id = ?", [paper_id])
    names = [*table.columns, *_HIDDEN, "paper_id", "run_id", "fact", "status", "reviewer"]
    quoted = ", ".join(f'"{name}"' for name in names)
    insert = f"INSERT INTO {table.name} ({quoted}) VALUES ({', '.join('?' * len(names))})"
    for row in rows:
        fact = json_text({name: row.get(name) for name in table.facts}) or "{}"
        read = {name: row.get(name) for name in table.columns}
        said = _verdict(connection, paper_id, f"{table.prompt}|{fact}")
        values = read | said.pop("patch") | said
        values |= {"paper_id": paper_id, "run_id": run_id, "fact": fact, "_read": json_text(read)}
        connection.execute(insert, [_cell(values.get(name)) for name in names])


def _cell(value: Any) -> Any:
    return storable(value) if isinstance(value, str) else value


_STATUS = {"accept": "accepted", "correct": "corrected", "reject": "rejected"}


def _verdict(connection: sqlite3.Connection, paper_id: str, key: str) -> dict[str, Any]:
    newest = connection.execute(
        "SELECT verdict, value, reviewer, id FROM labels WHERE paper_id = ? AND target = 'paper'"
        " AND key = ? ORDER BY julianday(created_at) DESC, id DESC LIMIT 1",
        [paper_id, key],
    ).fetchone()
    if newest is None or newest[0] not in _STATUS:
        return {"status": "unreviewed", "reviewer": None, "patch": {}}
    return {
        "status": _STATUS[newest[0]],
        "reviewer": newest[2],
        "_label": newest[3],
        "patch": _object(newest[1]),
    }


def _object(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
