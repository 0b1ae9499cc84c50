"""Read and judge the tables of schemas of one's own: plain functions over a connection."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotate.errors import UsageError
from annotate.language.spans import align
from annotate.store import labels
from annotate.store.labels import Label
from annotate.store.text import storable

__all__ = [
    "OwnView",
    "evidence_of",
    "is_on_own_row",
    "judge_own",
    "next_own",
    "own_counts",
    "own_history",
    "own_key",
    "own_row",
    "own_row_counts",
    "own_rows",
    "own_tables",
    "own_unmatched",
    "own_waiting",
    "undo_own",
]

Row = dict[str, Any]

_HIDDEN = frozenset({"_read", "_label"})
_BESIDE = frozenset({"id", "paper_id", "run_id", "fact", "status", "reviewer", "support"})
_PLACES = ("_start", "_end", "_evidence")
_TYPES = {"INTEGER": int, "REAL": float}


@dataclass(frozen=True, slots=True)
class OwnView:
    """One table `extracted_<prompt>` as it stands in the database.

    Attributes:
        columns: All but the hidden ones, in order.
        fields: Those that the schema names and people judge, with their types; quotes too.
        quotes: The fields that hold words of the abstract.
    """

    prompt: str
    columns: tuple[str, ...]
    fields: Mapping[str, type]
    quotes: tuple[str, ...]

    @property
    def name(self) -> str:
        """The table's name."""
        return f"extracted_{self.prompt}"


def own_tables(connection: sqlite3.Connection) -> list[OwnView]:
    """Return the tables of schemas of one's own, by name; other software's are left out."""
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'"
        " AND name LIKE 'extracted!_%' ESCAPE '!' ORDER BY name"
    ).fetchall()
    return [view for (name,) in names if (view := _view(connection, name)) is not None]


def _view(connection: sqlite3.Connection, name: str) -> OwnView | None:
    found = connection.execute("SELECT name, type FROM pragma_table_info(?)", [name]).fetchall()
    types = dict(found)
    if not (_HIDDEN | _BESIDE - {"support"}) <= types.keys():
        return None
    columns = tuple(column for column in types if column not in _HIDDEN)
    quotes = tuple(c for c in columns if all(f"{c}{end}" in types for end in _PLACES))
    beside = _BESIDE | {f"{quote}{end}" for quote in quotes for end in _PLACES}
    fields = {c: _TYPES.get(types[c], str) for c in columns if c not in beside}
    return OwnView(name.removeprefix("extracted_"), columns, fields, quotes)


def own_rows(
    connection: sqlite3.Connection, view: OwnView, paper_id: str | None = None
) -> Iterator[Row]:
    """Yield the rows of a table, or those of one paper, by paper as they were read."""
    where = "" if paper_id is None else "WHERE paper_id = ?"
    some = [] if paper_id is None else [paper_id]
    yield from _rows(connection, view, f"{where} ORDER BY id", some)


def own_row(connection: sqlite3.Connection, view: OwnView, row_id: int) -> Row | None:
    """Return one row, or None when there is none with this id."""
    return next(_rows(connection, view, "WHERE id = ?", [row_id]), None)


def next_own(
    connection: sqlite3.Connection, view: OwnView, after: int | None, reason: str | None = None
) -> int | None:
    """Return the id of the row that waits behind `after`, the unsupported first, then over again.

    `reason` narrows the queue to the unsupported, or to the `unreviewed` rest. None when no other
    row waits.
    """
    first = _doubtful(view)
    wanted = {"unsupported": f"AND {first}", "unreviewed": f"AND NOT {first}"}.get(reason or "", "")
    place = (-1, -1)
    if after is not None:
        found = connection.execute(
            f"SELECT NOT {first}, id FROM {view.name} WHERE id = ?", [after]
        ).fetchone()
        place = found or place
    for start in (place, (-1, -1)):
        row = connection.execute(
            f"SELECT id FROM {view.name} WHERE status = 'unreviewed' AND id IS NOT ? {wanted}"
            f" AND (NOT {first}, id) > (?, ?) ORDER BY NOT {first}, id LIMIT 1",
            [after, *start],
        ).fetchone()
        if row is not None:
            return int(row[0])
    return None


def own_counts(connection: sqlite3.Connection, view: OwnView) -> tuple[int, int]:
    """Return how many rows are reviewed, and how many there are."""
    reviewed, total = connection.execute(
        f"SELECT (SELECT count(*) FROM {view.name} WHERE status <> 'unreviewed'), count(*)"
        f" FROM {view.name}"
    ).fetchone()
    return int(reviewed), int(total)


def own_waiting(connection: sqlite3.Connection, view: OwnView) -> dict[str, int]:
    """Return how many rows wait because they are unsupported, and how many beside them."""
    doubtful, all_ = connection.execute(
        f"SELECT count(*) FILTER (WHERE {_doubtful(view)}), count(*) FROM {view.name}"
        " WHERE status = 'unreviewed'"
    ).fetchone()
    return {"unsupported": int(doubtful), "unreviewed": int(all_ - doubtful)}


def _doubtful(view: OwnView) -> str:
    return "(support IS 'unsupported')" if "support" in view.columns else "FALSE"


def own_row_counts(connection: sqlite3.Connection) -> Counter[int]:
    """Return how many rows of one's own each run has brought that still stand, by run id."""
    found: Counter[int] = Counter()
    for view in own_tables(connection):
        cursor = connection.execute(f"SELECT run_id, count(*) FROM {view.name} GROUP BY run_id")
        found.update(dict(cursor.fetchall()))
    return found


def judge_own(
    connection: sqlite3.Connection,
    view: OwnView,
    row_id: int,
    changes: Mapping[str, Any],
    reviewer: str,
) -> None:
    """Change a row as a person says: `status`, or fields as text, numbers written as such.

    Raises UsageError for what the table or its triggers refuse, and where there is no such row.
    """
    values = {name: _typed(view, name, value) for name, value in changes.items()}
    values["reviewer"] = storable(reviewer)
    sets = ", ".join(f'"{name}" = ?' for name in values)
    try:
        done = connection.execute(
            f"UPDATE {view.name} SET {sets} WHERE id = ?", [*values.values(), row_id]
        )
    except sqlite3.IntegrityError as error:
        raise UsageError(str(error)) from None
    if not done.rowcount:
        raise UsageError("this row is gone: a newer run has read its paper again")


def undo_own(connection: sqlite3.Connection, view: OwnView, row_id: int, reviewer: str) -> None:
    """Bring back what stood before the newest verdict on a row; undoing that is a redo."""
    found = connection.execute(
        f"SELECT paper_id, fact FROM {view.name} WHERE id = ?", [row_id]
    ).fetchone()
    if found is None:
        raise UsageError("this row is gone: a newer run has read its paper again")
    labels.undo(connection, found[0], "paper", own_key(view, {"fact": found[1]}), reviewer)


def own_key(view: OwnView, row: Mapping[str, Any]) -> str:
    """Return the key by which labels (target paper) know a row: the fact as it was read."""
    return f"{view.prompt}|{row['fact']}"


def is_on_own_row(label: Label) -> bool:
    """Say whether a label has the key of a row; one on the paper itself has none."""
    return label.target == "paper" and "|" in label.key


def own_history(connection: sqlite3.Connection, view: OwnView, row: Row) -> list[Label]:
    """Return what people said of one row, newest first."""
    key = own_key(view, row)
    said = labels.labels(connection, row["paper_id"])
    return [label for label in said if (label.target, label.key) == ("paper", key)][::-1]


_LOST = """SELECT l.id AS label_id, l.paper_id, p.title, l.target, l.key, l.verdict, l.value,
        l.reviewer, l.note, l.created_at
    FROM _labels_now l LEFT JOIN papers p ON p.id = l.paper_id
    WHERE l.target = 'paper' AND l.verdict <> 'undo' AND instr(l.key, '|') > 0"""


def own_unmatched(connection: sqlite3.Connection) -> Iterator[Row]:
    """Yield the labels on rows that no table has (any more, or yet), as `unmatched_labels` does."""
    views = own_tables(connection)
    for view in views:
        start = len(view.prompt) + 2
        yield from _lost(
            connection,
            f"""substr(l.key, 1, {start - 1}) = ? AND NOT EXISTS (SELECT 1 FROM {view.name} t
                WHERE t.paper_id = l.paper_id AND t.fact = substr(l.key, {start}))""",
            [f"{view.prompt}|"],
        )
    marks = ", ".join("?" * len(views))
    named = "substr(l.key, 1, instr(l.key, '|') - 1)"
    yield from _lost(connection, f"{named} NOT IN ({marks})", [view.prompt for view in views])


def _lost(connection: sqlite3.Connection, which: str, values: list[str]) -> Iterator[Row]:
    cursor = connection.execute(f"{_LOST} AND {which} ORDER BY l.id", values)
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def _rows(
    connection: sqlite3.Connection, view: OwnView, which: str, values: list[Any]
) -> Iterator[Row]:
    listed = ", ".join(f'"{column}"' for column in view.columns)
    for row in connection.execute(f"SELECT {listed} FROM {view.name} {which}", values):
        yield dict(zip(view.columns, row, strict=True))


def _typed(view: OwnView, name: str, value: Any) -> Any:
    if name == "status":
        return value
    if name not in view.fields:
        raise UsageError(f"{view.name} has no field {name!r}")
    text = str(value or "").strip()
    kind = view.fields[name]
    if not text:
        return None if kind is not str or name not in view.quotes else ""
    if kind is str:
        return storable(text)
    try:
        return kind(text)
    except ValueError:
        raise UsageError(f"{name} must be a number; got {text!r}") from None


def evidence_of(view: OwnView, row: Mapping[str, Any], abstract: str) -> list[tuple[int, int]]:
    """Return where the quotes of a row stand in `abstract`: half-open, in code points.

    What is stored is used where it holds; white space in an abstract may have changed since.
    """
    places = []
    for name in view.quotes:
        quote, start, end = row[name], row[f"{name}_start"], row[f"{name}_end"]
        if not quote or not isinstance(start, int) or not isinstance(end, int):
            continue
        if abstract[start:end] != quote:
            span = align(str(quote), abstract)
            start, end = span.start, span.end
        if start is not None and end is not None:
            places.append((start, end))
    return places
