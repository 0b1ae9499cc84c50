"""What the report shows of the tables of schemas of one's own: rows beside their abstracts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any

from annotate.language.cells import visible
from annotate.language.highlight import EvidenceSpan, Kind, segments
from annotate.report.wording import figure, heading, paper_link, place, shortened
from annotate.store import Store
from annotate.store.own import OwnView, evidence_of, own_counts, own_rows, own_tables
from annotate.store.places import Places

__all__ = ["MOST_ROWS", "OwnPaper", "OwnTable", "gathered"]

MOST_ROWS = 2_000
"""Rows of one table that are shown."""

_CELL, _QUOTE = 160, 600
_AT_ONCE, _LONG = 200, 4_000


@dataclass(frozen=True, slots=True)
class OwnPaper:
    """One abstract in pieces (text, whether it is evidence), and its rows beside it.

    One that is `long` is shown in part and can be scrolled.
    """

    title: str
    where: str
    link: str
    pieces: Sequence[tuple[str, bool]]
    rows: Sequence[dict[str, Any]]
    long: bool


@dataclass(frozen=True, slots=True)
class OwnTable:
    """One table; `head` names its columns, quotes left out."""

    key: str
    title: str
    head: Sequence[str]
    papers: Sequence[OwnPaper]
    shown: int
    total: int
    reviewed: int


def gathered(store: Store, limit: int = MOST_ROWS) -> list[OwnTable]:
    """Return the tables that hold a row, with at most `limit` and `MOST_ROWS` of each."""
    found = (_table(store, view, min(limit, MOST_ROWS)) for view in own_tables(store.db.conn))
    return [table for table in found if table.total]


def _table(store: Store, view: OwnView, limit: int) -> OwnTable:
    rows = list(islice(own_rows(store.db.conn, view), limit))
    reviewed, total = own_counts(store.db.conn, view)
    facts = [name for name in view.fields if name not in view.quotes]
    return OwnTable(
        key=view.name,
        title=_words(view.prompt),
        head=[_words(name) for name in facts],
        papers=list(_papers(store, view, rows)),
        shown=len(rows),
        total=total,
        reviewed=reviewed,
    )


def _papers(store: Store, view: OwnView, rows: list[dict[str, Any]]) -> Iterator[OwnPaper]:
    places = Places(store.db.conn)
    together = [(key, list(group)) for key, group in groupby(rows, lambda row: row["paper_id"])]
    for start in range(0, len(together), _AT_ONCE):
        some = together[start : start + _AT_ONCE]
        papers = {paper.id: paper for paper in store.papers([key for key, _ in some])}
        for key, group in some:
            paper = papers[key]
            spans = [
                EvidenceSpan(first, last, Kind.MODEL)
                for row in group
                for first, last in evidence_of(view, row, paper.abstract)
            ]
            pieces = segments(paper.abstract, spans)
            yield OwnPaper(
                title=heading(paper, 400),
                where=place(replace(paper, source=places.source(paper.id, paper.source))),
                link=paper_link(paper),
                pieces=[(visible(piece.text), piece.kind is not Kind.NONE) for piece in pieces],
                rows=[_row(view, row) for row in group],
                long=len(paper.abstract) > _LONG,
            )


def _row(view: OwnView, row: dict[str, Any]) -> dict[str, Any]:
    quotes = [(name, row[name]) for name in view.quotes if row[name]]
    return {
        "cells": [
            {"text": _cell(row[name]), "number": kind is not str}
            for name, kind in view.fields.items()
            if name not in view.quotes
        ],
        "support": row.get("support") or "unsupported",
        "review": "" if row["status"] == "unreviewed" else _review(row),
        # What stands nowhere in the abstract can't be marked there.
        "lost": [
            shortened(quote, _QUOTE) for name, quote in quotes if row[f"{name}_start"] is None
        ],
    }


def _review(row: dict[str, Any]) -> str:
    by = f" by {shortened(row['reviewer'], 60)}" if row["reviewer"] else ""
    return f"{row['status']}{by}"


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return figure(float(value)) if isinstance(value, int | float) else shortened(str(value), _CELL)


def _words(name: str) -> str:
    return name.replace("_", " ")
