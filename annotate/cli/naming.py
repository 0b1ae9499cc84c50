"""The papers of a table by names that tell them apart."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from annotate.cli.tables import Table
from annotate.language.latex import clean
from annotate.store.places import Places

__all__ = ["named"]


def named(table: Table, connection: sqlite3.Connection) -> Table:
    """Return `table` with each row's `paper`: its title with mark-up rendered, or its place."""
    places = Places(connection)
    shown: Callable[[dict[str, Any]], dict[str, Any]] = table.shown

    def with_name(row: dict[str, Any]) -> dict[str, Any]:
        title = None if row["title"] is None else clean(row["title"]).text
        return shown(row) | {"paper": places.name(row["paper_id"], title)}

    return replace(table, shown=with_name)
