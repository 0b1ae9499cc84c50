"""Insert many small rows by few statements."""

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain, islice

__all__ = ["insert_rows"]

_AT_ONCE = 16
"""Rows of a statement: to start and end one costs as much as to insert a row of a few numbers."""


def insert_rows(
    connection: sqlite3.Connection, into: str, rows: Sequence[Sequence[object]]
) -> None:
    """Insert rows, all of one length, in their order; `into` is the statement up to its VALUES."""
    if not rows:
        return
    marks = f"({', '.join('?' * len(rows[0]))})"
    rest = iter(rows)
    some = islice(rest, len(rows) // _AT_ONCE * _AT_ONCE)
    connection.executemany(
        f"{into} VALUES {', '.join([marks] * _AT_ONCE)}", _joined(some, _AT_ONCE * len(rows[0]))
    )
    connection.executemany(f"{into} VALUES {marks}", rest)


def _joined(rows: Iterable[Sequence[object]], values: int) -> Iterable[tuple[object, ...]]:
    """Put the values of as many rows as make up `values` into one."""
    each = chain.from_iterable(rows)
    return zip(*[each] * values, strict=True)
