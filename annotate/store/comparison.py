"""What one run read otherwise than another, claim by claim."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from annotate.facts import CheckedAnnotation, CheckedClaim
from annotate.store import readings
from annotate.store.own import own_tables

__all__ = ["Compared", "compare", "own_table_of"]


@dataclass(slots=True)
class Compared:
    """How many papers were compared; those that only one run has read well are left out."""

    both: int = 0
    only_older: int = 0
    only_newer: int = 0


def compare(
    connection: sqlite3.Connection, older: int, newer: int, compared: Compared
) -> Iterator[dict[str, Any]]:
    """Yield what run `newer` added, lost or changed against run `older`, paper by paper.

    Claims are the same by metric, numbers and unit. What is left over is paired by metric as
    `changed`; the rest is `added` or `lost`. `compared` is filled in along the way.
    """
    for paper_id, title, before, after in readings.pairs(connection, older, newer):
        if before is None or after is None:
            compared.only_older += after is None
            compared.only_newer += before is None
            continue
        compared.both += 1
        for old, new in _differences(before, after):
            yield _row(paper_id, title, old, new)


def own_table_of(connection: sqlite3.Connection, run_id: int) -> str | None:
    """Return the table of the run's rows where its prompt has a schema of its own, else None.

    Such a run says nothing of claims, so that it can neither lose nor add any.
    """
    row = connection.execute(
        "SELECT p.name FROM runs r JOIN prompts p ON p.id = r.prompt_id WHERE r.id = ?1"
        " AND NOT EXISTS (SELECT 1 FROM annotations a JOIN claims c ON c.annotation_id = a.id"
        " WHERE a.run_id = ?1)",
        [run_id],
    ).fetchone()
    tables = own_tables(connection) if row else []
    return next((table.name for table in tables if table.prompt == row[0]), None)


Difference = tuple[CheckedClaim | None, CheckedClaim | None]


def _differences(before: CheckedAnnotation, after: CheckedAnnotation) -> Iterator[Difference]:
    old, new = _once(before), _once(after)
    for claim in tuple(old):
        twin = next((other for other in new if _key(other) == _key(claim)), None)
        if twin is not None:
            old.remove(claim)
            new.remove(twin)
            if _details(claim) != _details(twin):
                yield claim, twin
    for metric in dict.fromkeys(claim.metric for claim in (*old, *new)):
        yield from zip_longest(
            [claim for claim in old if claim.metric == metric],
            [claim for claim in new if claim.metric == metric],
        )


def _once(reading: CheckedAnnotation) -> list[CheckedClaim]:
    """Return the claims as the views show them: what is said twice stands once."""
    return [claim for claim in reading.claims if "duplicate" not in claim.flags]


def _key(claim: CheckedClaim) -> tuple[Any, ...]:
    if claim.low is None:
        return claim.metric, claim.value
    return claim.metric, claim.low, claim.high, claim.unit


def _details(claim: CheckedClaim) -> tuple[Any, ...]:
    return claim.bound, claim.device, claim.attribution, claim.support


def _row(
    paper_id: str, title: str | None, old: CheckedClaim | None, new: CheckedClaim | None
) -> dict[str, Any]:
    shown = new or old
    assert shown is not None  # noqa: S101
    row: dict[str, Any] = {
        "change": "added" if old is None else "lost" if new is None else "changed",
        "paper_id": paper_id,
        "title": title,
        "metric": shown.metric.value,
    }
    for name, claim in (("older", old), ("newer", new)):
        row |= {
            f"{name}_{column}": None if claim is None else getattr(claim, column)
            for column in ("value", "factor", "device", "attribution", "support", "quote")
        }
    return row
