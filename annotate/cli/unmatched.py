"""`annotate labels unmatched`: what people said of facts that are no longer read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from annotate.cli.naming import named
from annotate.cli.options import db_option, format_option, open_store
from annotate.cli.tables import Column, Table, write_rows
from annotate.cli.telling import tell
from annotate.store import reviewing

__all__ = ["unmatched"]


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"fact": _fact(row), "created_at": row["created_at"][:16].replace("T", " ")}


_UNMATCHED = Table(
    {
        "verdict": Column("verdict", 9),
        "target": Column("target", 9),
        "fact": Column("fact", 40),
        "reviewer": Column("reviewer", 16),
        "created_at": Column("said", 16),
        "note": Column("note", 24),
        "paper": Column("paper", 48),
    },
    _shown,
    optional=("note",),
)


@click.command("unmatched", short_help="List labels whose fact is no longer read.")
@db_option
@format_option
def unmatched(db: Path, format_: str) -> None:
    """List what people said of facts that the current readings don't have.

    Such labels are kept: a later reading that has the fact again is judged by them.

    \b
    annotate labels unmatched --db claims.db
    """
    with open_store(db) as store:
        table = named(_UNMATCHED, store.db.conn)
        count = write_rows(
            reviewing.unmatched(store.db.conn), reviewing.UNMATCHED_COLUMNS, format_, table
        )
    if not count and format_ in ("table", "md"):
        tell("every label matches a fact of the current readings")


def _fact(row: Mapping[str, Any]) -> str:
    if row["target"] == "paper":
        return str(row["key"]).partition("|")[2]
    if row["target"] != "claim":
        return str(row["key"])
    metric, low, high, unit = (*str(row["key"]).split("|", 3), "", "", "")[:4]
    return f"{metric} {low if high in ('', low) else f'{low}-{high}'}{unit}"
