"""The tables of schemas of one's own: `extracted_<prompt>`, reviewed by plain UPDATE."""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.errors import UsageError
from annotate.store.text import json_text, storable

__all__ = ["OwnTable", "make_table", "replace_rows"]

_OURS = frozenset({"id", "paper_id", "run_id", "fact", "status", "reviewer"})
_RESERVED = frozenset({"claims", "papers"})
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SQL = {str: "TEXT", int: "INTEGER", float: "REAL"}
_BESIDE = ("_start", "_end", "_evidence")


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table for the answers to one prompt; `columns` maps each name to str, int or float.

    Raises UsageError for names that can't be a table's or a column's.
    """

    prompt: str
    columns: Mapping[str, type]

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.prompt) or self.prompt.lower() in _RESERVED:
            raise UsageError(
                f"the prompt's name {self.prompt!r} can't name a table; use letters, digits and _,"
                f" and none of {', '.join(sorted(_RESERVED))}"
            )
        for column in self.columns:
            if column.lower() in _OURS or not _NAME.fullmatch(column):
                raise UsageError(f"a field of the schema can't be named {column!r}; rename it")

    @property
    def name(self) -> str:
        """The table's name."""
        return f"extracted_{self.prompt}"

    @property
    def facts(self) -> list[str]:
        """The columns that say what the fact is: all but quotes, their places and support."""
        quotes = {c.removesuffix("_evidence") for c in self.columns if c.endswith("_evidence")}
        beside = {f"{quote}{end}" for quote in quotes for end in _BESIDE}
        return [c for c in self.columns if c not in quotes | beside | {"support"}]


def make_table(connection: sqlite3.Connection, table: OwnTable) -> None:
    """Make the table, or add the columns that a changed schema brings; and its triggers.

    `UPDATE … SET status = …, reviewer = …` and any change of a field write a label (target paper,
    key `<prompt>|<fact>`), so that a verdict outlives runs.
    """
    fields = ", ".join(f'"{name}" {_SQL[kind]}' for name, kind in table.columns.items())
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS {table.name} (id INTEGER PRIMARY KEY,"
        " paper_id TEXT NOT NULL REFERENCES papers(id), run_id INTEGER REFERENCES runs(id),"
        f" {fields}, fact TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'unreviewed', reviewer TEXT)"
    )
    present = {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
    for name, kind in table.columns.items():
        if name not in present:
            connection.execute(f'ALTER TABLE {table.name} ADD COLUMN "{name}" {_SQL[kind]}')
    connection.execute(
        f"CREATE INDEX IF NOT EXISTS {table.name}_by_paper ON {table.name} (paper_id)"
    )
    for statement in _triggers(table):
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
    names = [*table.columns, "paper_id", "run_id", "fact", "status", "reviewer"]
    quoted = ", ".join(f'"{name}"' for name in names)
    insert = f"INSERT INTO {table.name} ({quoted}) VALUES ({', '.join('?' * len(names))})"
    for row in rows:
        fact = json_text({name: row.get(name) for name in table.facts}) or "{}"
        said = _verdict(connection, paper_id, f"{table.prompt}|{fact}")
        values = (
            dict(row) | said.pop("patch") | {"paper_id": paper_id, "run_id": run_id, "fact": fact}
        )
        values |= said
        connection.execute(insert, [_cell(values.get(name)) for name in names])


def _cell(value: Any) -> Any:
    return storable(value) if isinstance(value, str) else value


_STATUS = {"accept": "accepted", "correct": "corrected", "reject": "rejected"}


def _verdict(connection: sqlite3.Connection, paper_id: str, key: str) -> dict[str, Any]:
    newest = connection.execute(
        "SELECT verdict, value, reviewer FROM labels WHERE paper_id = ? AND target = 'paper'"
        " AND key = ? ORDER BY julianday(created_at) DESC, id DESC LIMIT 1",
        [paper_id, key],
    ).fetchone()
    if newest is None or newest[0] not in _STATUS:
        return {"status": "unreviewed", "reviewer": None, "patch": {}}
    patch = json.loads(newest[1]) if newest[0] == "correct" and newest[1] else {}
    return {"status": _STATUS[newest[0]], "reviewer": newest[2], "patch": patch}


def _triggers(table: OwnTable) -> Iterator[str]:
    name, key = table.name, f"'{table.prompt}|' || OLD.fact"
    changed = " OR ".join(f'NEW."{c}" IS NOT OLD."{c}"' for c in table.columns)
    pairs = ", ".join(f"'{c}', NEW.\"{c}\"" for c in table.columns)
    label = "INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)"
    who = "COALESCE(NEW.reviewer, 'anonymous')"
    yield f"DROP TRIGGER IF EXISTS {name}_guard"
    yield f"""CREATE TRIGGER {name}_guard BEFORE UPDATE ON {name} BEGIN SELECT CASE
        WHEN NEW.status IS NULL
            OR NEW.status NOT IN ('unreviewed', 'accepted', 'corrected', 'rejected')
            THEN RAISE(ABORT, 'status must be unreviewed, accepted, corrected or rejected')
        WHEN NEW.fact IS NOT OLD.fact OR NEW.paper_id IS NOT OLD.paper_id OR NEW.id IS NOT OLD.id
            THEN RAISE(ABORT, 'id, paper_id and fact say what was read and can''t be changed')
        END; END"""
    yield f"DROP TRIGGER IF EXISTS {name}_label"
    yield f"""CREATE TRIGGER {name}_label AFTER UPDATE ON {name}
    WHEN {changed} OR NEW.status IS NOT OLD.status AND NEW.status <> 'corrected' BEGIN
        {label} SELECT OLD.paper_id, 'paper', {key},
            CASE WHEN NEW.status = 'rejected' THEN 'reject' WHEN {changed} THEN 'correct'
                WHEN NEW.status = 'unreviewed' THEN 'undo' ELSE 'accept' END,
            json_object({pairs}), {who};
        UPDATE {name} SET status = 'corrected' WHERE id = NEW.id
            AND NEW.status IN ('unreviewed', 'accepted') AND ({changed});
    END"""
