"""What can be asked of the claims and papers, as SQL that plain indexes answer."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from annotate.store.text import storable

__all__ = ["Condition", "Filters", "claim_conditions", "paper_conditions", "searchable_query"]

_FEW_PLACES = 50_000


@dataclass(frozen=True, slots=True)
class Filters:
    """What is wanted; values within one field are alternatives, fields narrow one another.

    `hardware`, `method`, `task` and `source` match anywhere in the name, whatever the case
    (of ASCII letters). `hardware` is the claim's device, or the paper's hardware where the claim
    names none. `search` is FTS5 syntax; what isn't valid as such is searched word by word.
    `run` asks for what that run read, even where a newer one has read since.
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

    def like(self, template: str, words: Sequence[str]) -> None:
        """Add `template` with each of `words` in place of its one `LIKE` as alternatives."""
        if words:
            some = " OR ".join([template] * len(words))
            self.add(f"({some})", *(value for word in words for value in _patterns(template, word)))

    @property
    def where(self) -> str:
        """The terms as a WHERE clause; empty when there are none."""
        return f"WHERE {' AND '.join(self.terms)}" if self.terms else ""


def _patterns(template: str, word: str) -> list[str]:
    escaped = (storable(word) or "").replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return [f"%{escaped}%"] * template.count("?")


_HAS = "LIKE ? ESCAPE '!'"


def claim_conditions(connection: sqlite3.Connection, filters: Filters) -> Condition:
    """Return what the claims `f` and their papers' readings `g` must be."""
    found = _of_claim(filters)
    # The inner queries run once, over one narrow index each.
    names = "f.paper IN (SELECT paper FROM {readings} WHERE {column} " + _HAS + ")"
    if filters.run is not None:
        names = "g.{column} " + _HAS
        found.add("g.run_id = ?", filters.run)
    readings = "_readings"
    on_paper = names.format(readings=readings, column="hardware")
    found.like(f"(f.device {_HAS} OR f.device IS NULL AND {on_paper})", filters.hardware)
    found.like(names.format(readings=readings, column="method"), filters.method)
    found.like(names.format(readings=readings, column="task"), filters.task)
    found.among("f.status", filters.status)
    _in_sources(connection, filters, found, "f.paper")
    return found


def paper_conditions(connection: sqlite3.Connection, filters: Filters) -> Condition:
    """Return what the readings `g` must be; a filter on claims asks for one claim that passes."""
    found = Condition()
    claim = _of_claim(filters)
    if claim.terms:
        facts = "_facts" if filters.run is None else "_run_facts"
        same = "f.paper = g.paper" if filters.run is None else "f.annotation_id = g.annotation_id"
        terms = " AND ".join(claim.terms)
        found.add(f"EXISTS (SELECT 1 FROM {facts} f WHERE {same} AND {terms})", *claim.values)
    if filters.run is not None:
        found.add("g.run_id = ?", filters.run)
    for column in ("hardware", "method", "task"):
        found.like(f"g.{column} {_HAS}", getattr(filters, column))
    found.among("g.status", filters.status)
    _in_sources(connection, filters, found, "g.paper")
    return found


def _of_claim(filters: Filters) -> Condition:
    found = Condition()
    found.among("f.metric", filters.metric)
    if filters.min_factor is not None:
        found.add("f.factor >= ?", filters.min_factor)
    found.among("f.support", filters.support)
    found.among("f.attribution", filters.attribution)
    return found


def _in_sources(
    connection: sqlite3.Connection, filters: Filters, found: Condition, paper: str
) -> None:
    if not filters.source:
        return
    wanted = Condition()
    wanted.like(f"(title {_HAS} OR path {_HAS})", filters.source)
    ids = [
        row[0]
        for row in connection.execute(f"SELECT id FROM sources {wanted.where}", wanted.values)
    ]
    marks = ",".join(map(str, ids)) or "NULL"
    (places,) = connection.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM paper_sources WHERE source_id IN ({marks}) LIMIT ?)",
        [_FEW_PLACES],
    ).fetchone()
    if places < _FEW_PLACES:
        found.add(
            f"{paper} IN (SELECT q.rowid FROM paper_sources w JOIN papers q ON q.id = w.paper_id"
            f" WHERE w.source_id IN ({marks}))"
        )
    else:
        # A large list holds most papers: looking each one up ends as soon as enough are found.
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
