"""Claims and papers by a column of their view: an index gives the order where there is one."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from annotate.errors import UsageError
from annotate.store.filters import Condition, Filters
from annotate.store.text import json_text
from annotate.store.views import CLAIM_EXPRESSIONS, paper_expressions

__all__ = [
    "CLAIMS",
    "CLAIMS_OF_RUN",
    "PAPERS",
    "PAPERS_OF_RUN",
    "Rows",
    "sort_column",
    "sorted_keys",
]


@dataclass(frozen=True, slots=True)
class Rows:
    """What is sorted.

    Args:
        key: What is selected, such as a claim's id.
        paper: The paper's rowid, which orders what the column leaves level.
        named: The FROM clause, but for a word on the index.
        columns: The view's columns as SQL.
        joined: The tables that some columns need, by alias, and how each is found.
        leads: The columns that an index of such a table holds in order.
        by_paper: The index that finds these rows of a paper.
    """

    key: str
    paper: str
    named: str
    columns: Mapping[str, str]
    joined: Mapping[str, tuple[str, str]]
    leads: Collection[str] = ()
    by_paper: str = ""


# Every paper that was ever read well has its row in _readings, which are in order and narrow.
OF_RUN = """_readings q NOT INDEXED CROSS JOIN annotations a
    ON a.run_id = ? AND a.paper_id = q.paper_id AND a.status = 'ok'"""
_CLAIM = ("claims", "c.id = f.claim_id")
CLAIMS = Rows(
    "f.claim_id",
    "f.paper",
    "_facts f",
    CLAIM_EXPRESSIONS,
    {
        "g": ("_readings", "g.paper = f.paper"),
        "p": ("papers", "p.rowid = f.paper"),
        "c": _CLAIM,
    },
    ("method", "task", "hardware", "paper_id"),
    "_facts_paper",
)
CLAIMS_OF_RUN = Rows(
    "f.claim_id",
    "q.paper",
    f"{OF_RUN} CROSS JOIN _run_facts f ON f.annotation_id = a.id",
    CLAIM_EXPRESSIONS,
    {
        "g": ("_run_readings", "g.annotation_id = a.id"),
        "p": ("papers", "p.rowid = q.paper"),
        "c": _CLAIM,
    },
)
PAPERS = Rows(
    "g.paper",
    "g.paper",
    "_readings g",
    paper_expressions(),
    {"p": ("papers", "p.rowid = g.paper"), "a": ("annotations", "a.id = g.annotation_id")},
    ("paper_id",),
)
PAPERS_OF_RUN = Rows(
    "g.annotation_id",
    "q.paper",
    f"{OF_RUN} CROSS JOIN _run_readings g ON g.annotation_id = a.id",
    paper_expressions(run=True),
    {"p": ("papers", "p.rowid = q.paper")},
)


def sort_column(filters: Filters, columns: Collection[str]) -> str | None:
    """Return the column to sort by, or None for the order of the papers.

    Raises UsageError when `columns` don't have it, or when two are named.
    """
    if filters.sort is not None and filters.sort_desc is not None:
        raise UsageError("--sort and --sort-desc both name a column: give one of them")
    option = "--sort" if filters.sort is not None else "--sort-desc"
    name = filters.sort if filters.sort is not None else filters.sort_desc
    if name is not None and name not in columns:
        raise UsageError(f"{option} {name}: no such column; there are {', '.join(columns)}")
    return name


def sorted_keys(
    rows: Rows,
    wanted: Condition,
    filters: Filters,
    query: str | None,
    few: list[int] | None = None,
) -> tuple[str, list[Any]]:
    """Return a SELECT of keys in the order that the filters name, and what it binds.

    NULLs come last either way, and what is level stays in the order of the papers. With `few`,
    only these keys are looked at, which are all that is wanted.
    """
    name = sort_column(filters, rows.columns) or ""
    column, values = rows.columns[name], []
    if few is None:
        source = _found(rows, name)
    else:
        source = f"json_each(?) k CROSS JOIN {rows.named} ON {rows.key} = k.value"
        source += _beside(rows, column)
        values, wanted = [json_text(few)], Condition()
    wanted = Condition([*wanted.terms], [*wanted.values])
    if query is not None:
        wanted.add(
            f"{rows.paper} IN (SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?)", query
        )
    order = "DESC" if filters.sort_desc is not None else "ASC"
    limit = -1 if filters.limit is None else filters.limit
    return (
        f"SELECT {rows.key} AS key FROM {source} {wanted.where}"
        f" ORDER BY {column} {order} NULLS LAST, {rows.paper}, {rows.key} LIMIT ?",
        [*values, *wanted.values, limit],
    )


def _found(rows: Rows, name: str) -> str:
    """Return the FROM clause: by the index that has the order, else in the rows' own order.

    By an index that only narrows them, half a million rows would be looked up one by one.
    """
    column = rows.columns[name]
    for alias, (table, found) in rows.joined.items():
        if name in rows.leads and _needs(column, alias):
            by = f" INDEXED BY {rows.by_paper}" if rows.by_paper else ""
            return f"{table} {alias} CROSS JOIN {rows.named}{by} ON {found}"
    beside = _beside(rows, column)
    return rows.named + (" NOT INDEXED" if rows.by_paper and beside else "") + beside


def _beside(rows: Rows, column: str) -> str:
    return "".join(
        f" LEFT JOIN {table} {alias} ON {found}"
        for alias, (table, found) in rows.joined.items()
        if _needs(column, alias)
    )


def _needs(column: str, alias: str) -> bool:
    return re.search(rf"\b{alias}\.", column) is not None
