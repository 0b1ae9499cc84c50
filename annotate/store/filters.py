"""What can be asked of the claims and papers, as SQL that plain indexes answer."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from annotate.schema import Metric
from annotate.store.names import names_with
from annotate.store.text import storable

__all__ = ["FEW", "Condition", "Filters", "claim_terms", "paper_terms", "searchable_query"]

FEW = 5_000
"""So many keys are gathered and sorted at once; more are met on a walk through the papers."""

_LONGEST = 5_000
"""Letters of a word that LIKE is asked for; SQLite refuses patterns of more than 50,000 bytes."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What is wanted; values within one field are alternatives, fields narrow one another.

    `hardware`, `method`, `task` and `source` match anywhere in the name, whatever the case
    (of ASCII letters). `hardware` is the claim's device, or the paper's hardware where the claim
    names none. `search` is FTS5 syntax; what isn't valid as such is searched word by word.
    `run` asks for what that run read, even where a newer one has read since. `sort` and
    `sort_desc` name a column of the view; with neither, rows come in the order of the papers.
    """

    metric: tuple[str, ...] = ()
    min_factor: float | None = None
    hardware: tuple[str, ...] = ()
    method: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    search: str | None = None
    support: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    attribution: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    run: int | None = None
    sort: str | None = None
    sort_desc: str | None = None
    limit: int | None = None


@dataclass(slots=True)
class Condition:
    """SQL terms to be joined by AND, and the values that they bind, in order."""

    terms: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def add(self, term: str, *values: Any) -> None:
        """Add one term."""
        self.terms.append(term)
        self.values.extend(values)

    def among(self, column: str, values: Sequence[Any]) -> None:
        """Add "column is one of values", or nothing when there are none."""
        if values:
            self.add(f"{column} IN ({','.join('?' * len(values))})", *values)

    def like(self, columns: Sequence[str], words: Sequence[str]) -> None:
        """Add "one of the columns holds one of the words", or nothing when there are none."""
        if words:
            pairs = [_holds(column, word) for column in columns for word in words]
            some = " OR ".join(term for term, _ in pairs)
            self.add(f"({some})", *(value for _, value in pairs))

    @property
    def where(self) -> str:
        """The terms as a WHERE clause; empty when there are none."""
        return f"WHERE {' AND '.join(self.terms)}" if self.terms else ""


def _holds(column: str, word: str) -> tuple[str, str]:
    """Return "column holds word, whatever the case of ASCII letters", and the value it binds."""
    if len(word) > _LONGEST:
        return f"instr(lower({column}), lower(?)) > 0", storable(word) or ""
    return f"{column} LIKE ? ESCAPE '!'", _pattern(word)


def _pattern(word: str) -> str:
    escaped = (storable(word) or "").replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"


def claim_terms(connection: sqlite3.Connection, filters: Filters) -> Condition:
    """Return what the claims `f` must be; with a run, `a` is the annotation of each."""
    found = _of_claim(filters)
    _reviewed(found, "f.status", filters.status)
    names = _of_run if filters.run is not None else _of_reading
    for column in ("method", "task"):
        term = names(connection, column, getattr(filters, column))
        if term is not None:
            found.add(term[0], *term[1])
    if filters.hardware:
        found.add(*_ran_on(connection, filters))
    _in_sources(connection, filters, found, "f.paper")
    return found


def paper_terms(connection: sqlite3.Connection, filters: Filters) -> tuple[Condition, Condition]:
    """Return what the readings `g` must be, and what one claim `f` of each must be."""
    found = Condition()
    for column in ("hardware", "method", "task"):
        words = getattr(filters, column)
        names = None if filters.run is not None else _names(connection, "_readings", column, words)
        if names is None:
            found.like([f"g.{column}"], words)
        else:
            found.add(*names)
    _reviewed(found, "g.status", filters.status)
    _in_sources(connection, filters, found, "g.paper")
    return found, _of_claim(filters)


def _of_claim(filters: Filters) -> Condition:
    found = Condition()
    # Naming all metrics lets the index over (metric, factor) find a factor alone.
    metrics = filters.metric or (tuple(Metric) if filters.min_factor is not None else ())
    found.among("f.metric", metrics)
    if filters.min_factor is not None:
        found.add("f.factor >= ?", filters.min_factor)
    found.among("f.support", filters.support)
    if set(filters.attribution) == {"prior"}:
        found.add("f.attribution = 'prior'")  # a literal, so that the partial index serves
    else:
        found.among("f.attribution", filters.attribution)
    return found


def _reviewed(found: Condition, column: str, wanted: Sequence[str]) -> None:
    if wanted and "unreviewed" not in wanted:
        found.add(f"{column} <> 'unreviewed'")  # for the partial index
    found.among(column, wanted)


Term = tuple[str, list[Any]]


def _of_reading(connection: sqlite3.Connection, column: str, words: Sequence[str]) -> Term | None:
    """Return "the reading's name holds one of the words": few papers are listed, many met."""
    if not words:
        return None
    wanted = Condition()
    wanted.like([column], words)
    names = _names(connection, "_readings", column, words)
    if names is not None:
        wanted = Condition([names[0].removeprefix("g.")], list(names[1:]))
    papers = connection.execute(
        f"SELECT paper FROM _readings {wanted.where} LIMIT {FEW + 1}", wanted.values
    ).fetchall()
    if len(papers) <= FEW:
        some = ",".join(str(row[0]) for row in papers)
        return f"f.paper IN ({some})" if some else "0", []
    terms = " AND ".join(wanted.terms)
    return f"EXISTS (SELECT 1 FROM _readings WHERE paper = f.paper AND {terms})", wanted.values


def _names(
    connection: sqlite3.Connection, table: str, column: str, words: Sequence[str]
) -> tuple[Any, ...] | None:
    """Return "column is one of the names that hold a word", and the names.

    None without words, and where so many names do that a look at each row is quicker.
    """
    words = [storable(word) or "" for word in words]
    if not words:
        return None
    held = Condition()
    held.like(["name"], words)
    known = (held.terms[0], held.values)
    found = names_with(connection, column, words, known, FEW)
    if found is None:
        found = _stepped(connection, table, column, known)
    if found is None or len(found) > FEW:
        return None
    alias = "f" if table == "_facts" else "g"
    return f"{alias}.{column} IN ({','.join('?' * len(found))})", *found


def _stepped(
    connection: sqlite3.Connection, table: str, column: str, known: tuple[str, list[Any]]
) -> list[str] | None:
    """Return the names that hold a word, by steps to the next one in the column's index.

    None when there are many names: of devices there are few in many claims.
    """
    term, values = known
    names = connection.execute(
        f"WITH RECURSIVE d (name, nth) AS (SELECT min({column}), 1 FROM {table} UNION ALL"
        f" SELECT (SELECT min(t.{column}) FROM {table} t WHERE t.{column} > d.name), nth + 1 FROM d"
        f" WHERE d.name IS NOT NULL AND nth <= {FEW}) SELECT name, {term} FROM d",
        values,
    ).fetchall()
    return None if len(names) > FEW else [name for name, matches in names if matches]


def _of_run(_: sqlite3.Connection, column: str, words: Sequence[str]) -> Term | None:
    if not words:
        return None
    wanted = Condition()
    wanted.like([f"g.{column}"], words)
    terms = " AND ".join(wanted.terms)
    return (
        f"EXISTS (SELECT 1 FROM _run_readings g WHERE g.annotation_id = a.id AND {terms})",
        wanted.values,
    )


def _ran_on(connection: sqlite3.Connection, filters: Filters) -> tuple[Any, ...]:
    """Return the term and values of "the claim's device, else the paper's, holds a word"."""
    if filters.run is None:
        names = _names(connection, "_facts", "ran_on", filters.hardware)
        if names is not None:
            return names
    wanted = Condition()
    wanted.like(["f.ran_on"], filters.hardware)
    return wanted.terms[0], *wanted.values


def _in_sources(
    connection: sqlite3.Connection, filters: Filters, found: Condition, paper: str
) -> None:
    if not filters.source:
        return
    wanted = Condition()
    wanted.like(["title", "path"], filters.source)
    ids = connection.execute(f"SELECT id FROM sources {wanted.where}", wanted.values).fetchall()
    marks = ",".join(str(row[0]) for row in ids) or "NULL"
    papers = connection.execute(
        "SELECT q.rowid FROM paper_sources w CROSS JOIN papers q ON q.id = w.paper_id"
        f" WHERE w.source_id IN ({marks}) LIMIT {FEW + 1}"
    ).fetchall()
    if len(papers) <= FEW:
        found.add(f"{paper} IN ({','.join(str(row[0]) for row in papers) or 'NULL'})")
    else:
        found.add(
            "EXISTS (SELECT 1 FROM papers q JOIN paper_sources w ON w.paper_id = q.id"
            f" WHERE q.rowid = {paper} AND w.source_id IN ({marks}))"
        )


def searchable_query(connection: sqlite3.Connection, text: str) -> str | None:
    """Return `text` as FTS5 understands it: as it stands, else its words; None for no words."""
    text = storable(text) or ""
    words = " ".join(f'"{word}"' for word in text.replace('"', " ").split() if _has_letter(word))
    for query in (text, words):
        if not query.strip():
            continue
        try:
            connection.execute(
                "SELECT 1 FROM papers_fts WHERE papers_fts MATCH ? LIMIT 1", [query]
            ).fetchone()
        except sqlite3.OperationalError:
            continue
        return query
    return None


def _has_letter(word: str) -> bool:
    return any(character.isalnum() for character in word)
