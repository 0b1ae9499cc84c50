"""Which claim comes next, and how labels know it.

Plain functions over a connection, so that Datasette's connections serve as well.
"""

import sqlite3
from typing import Any

from annotate.store.numbers_sql import key_of
from annotate.store.reviewing import REASONS
from annotate.store.sound import sound
from annotate.store.views import CLAIM_COLUMNS, claim_select

__all__ = ["claim", "label_key", "next_waiting"]


def next_waiting(
    connection: sqlite3.Connection, reason: str | None = None, after: int | None = None
) -> int | None:
    """Return the id of the claim that waits behind `after`, starting over at the end; else None.

    `reason` narrows the queue; an `after` that doesn't wait itself stands before the first.
    """
    for place in (after, None):
        found = [claim_id for claim_id in _two(connection, reason, place) if claim_id != after]
        if found:
            return found[0]
    return None


def claim(connection: sqlite3.Connection, claim_id: int) -> dict[str, Any] | None:
    """Return one row of `extracted_claims`, whoever judged it; None for an unknown id."""
    cursor = connection.cursor()
    cursor.row_factory = None
    row = cursor.execute(f"{claim_select()} WHERE f.claim_id = ?", [claim_id]).fetchone()
    return None if row is None else sound(dict(zip(CLAIM_COLUMNS, row, strict=True)))


def label_key(connection: sqlite3.Connection, claim_id: int) -> str | None:
    """Return the key by which labels know a claim: that of the claim as it was read or added."""
    if claim_id > 0:
        sql = f"SELECT {key_of('c')} FROM claims c WHERE c.id = ?"
    else:
        sql = "SELECT key FROM labels WHERE id = -?"
    found = connection.execute(sql, [claim_id]).fetchone()
    return None if found is None else str(found[0])


def _two(connection: sqlite3.Connection, reason: str | None, after: int | None) -> list[int]:
    wanted, values = "priority IS NOT NULL", []
    if reason is not None:
        wanted += f" AND priority = {REASONS.get(reason, 0)}"
    if after is not None:
        place = connection.execute(
            "SELECT priority, paper, claim_id FROM _facts"
            " WHERE claim_id = ? AND priority IS NOT NULL",
            [after],
        ).fetchone()
        if place is not None:
            wanted += " AND (priority, paper, claim_id) > (?, ?, ?)"
            values = list(place)
    rows = connection.execute(
        f"SELECT claim_id FROM _facts WHERE {wanted} ORDER BY priority, paper, claim_id LIMIT 2",
        values,
    )
    return [int(row[0]) for row in rows]
