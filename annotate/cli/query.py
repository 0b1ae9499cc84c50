"""`annotate claims` and `annotate papers`: ask the table."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from annotate.cli.naming import named
from annotate.cli.options import db_option, filter_options, format_option, open_store
from annotate.cli.tables import Column, Table, write_rows
from annotate.cli.telling import tell
from annotate.errors import StoreError, UsageError
from annotate.language.latex import clean
from annotate.store import Filters, Store
from annotate.store.ledger import has_run
from annotate.store.own import own_tables
from annotate.store.places import Places
from annotate.store.sorting import sort_column
from annotate.store.views import CLAIM_COLUMNS, PAPER_COLUMNS

__all__ = ["claims", "papers"]


def _shown_claim(row: dict[str, Any]) -> dict[str, Any]:
    return row | {
        "value": clean(row["value"] or "").text,
        "on": row["device"] or row["hardware"],
        "baseline": clean(row["baseline"] or "").text,
        "attribution": None if row["attribution"] == "own" else row["attribution"],
        "status": _status(row),
    }


def _shown_paper(row: dict[str, Any]) -> dict[str, Any]:
    task = clean(row["task"] or "").text
    return row | {"task": task, "status": _status(row)}


def _status(row: dict[str, Any]) -> str | None:
    return None if row["status"] == "unreviewed" else row["status"]


def _placed(rows: Iterable[dict[str, Any]], store: Store) -> Iterator[dict[str, Any]]:
    """Yield the rows with their list and place in words, which names like lists apart."""
    places = Places(store.db.conn)
    for row in rows:
        yield row | {"place": places.place(row)}


_CLAIMS = Table(
    {
        "method": Column("method", 22),
        "metric": Column("metric", 13, least=13),
        "value": Column("value", 26, least=16),
        "factor": Column("factor", 7, right=True),
        "on": Column("hardware", 24),
        "baseline": Column("baseline", 24),
        "attribution": Column("attribution", 11),
        "support": Column("support", 11),
        "status": Column("status", 9),
        "paper": Column("paper", 48, least=24),
    },
    _shown_claim,
    optional=("baseline", "attribution", "status"),
    dropped=("paper", "support", "baseline", "status", "attribution", "on"),
)
_PAPERS = Table(
    {
        "method": Column("method", 22),
        "contribution": Column("contribution", 12),
        "task": Column("task", 36),
        "hardware": Column("hardware", 32),
        "claims": Column("claims", 6, right=True),
        "best_speedup": Column("best_speedup", 12, right=True),
        "status": Column("status", 9),
        "paper": Column("paper", 48, least=24),
    },
    _shown_paper,
    optional=("status",),
    dropped=("paper", "hardware", "contribution", "status"),
)


@click.command()
@db_option
@filter_options
@format_option
def claims(db: Path, filters: Filters, format_: str) -> None:
    """Ask the table of extracted claims; an option given twice means either.

    \b
    annotate claims --metric speedup --min-factor 2
    annotate claims --hardware A100 --search '"kv cache"' --format csv
    """
    with _asked(db, filters, CLAIM_COLUMNS) as store:
        rows = _placed(store.claims(filters), store)
        columns = [*CLAIM_COLUMNS, "place"]
        count = write_rows(rows, columns, format_, named(_CLAIMS, store.db.conn))
        _tell(count, format_, "claims", store)


@click.command()
@db_option
@filter_options
@format_option
def papers(db: Path, filters: Filters, format_: str) -> None:
    """List the papers that were read; filters on claims ask for one claim that passes all.

    \b
    annotate papers --task retrieval
    annotate papers --metric energy --min-factor 10 --format jsonl
    """
    with _asked(db, filters, PAPER_COLUMNS) as store:
        rows = _placed(store.extracted_papers(filters), store)
        columns = [*PAPER_COLUMNS, "place"]
        count = write_rows(rows, columns, format_, named(_PAPERS, store.db.conn))
        _tell(count, format_, "papers", store)


def _asked(db: Path, filters: Filters, columns: list[str]) -> Store:
    sort_column(filters, columns)  # before a line is written
    store = open_store(db)
    if filters.run is not None and not has_run(store.db.conn, filters.run):
        raise UsageError(f"{db} has no run {filters.run}; `annotate runs` lists them")
    if filters.search is not None:
        _index(db)
    return store


def _index(db: Path) -> None:
    """Make papers findable that came in since the last search, where the file may be written."""
    try:
        with Store(db) as store:
            store.index_new_papers()
    except StoreError as error:
        tell(f"newest papers may be missing from the search: {error}")


def _tell(count: int, format_: str, what: str, store: Store) -> None:
    if format_ not in ("table", "md"):
        return
    if count > _CLAIMS.most:
        tell(f"the first {_CLAIMS.most:,} of {count:,} {what}; --format jsonl writes all")
    elif count == 0:
        others = ", ".join(view.name for view in own_tables(store.db.conn))
        tell(f"no {what} match" + (f"; this database also has {others}" if others else ""))
