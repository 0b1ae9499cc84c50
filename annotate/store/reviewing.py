"""What a reviewer needs: the queue, one paper with all that was read in it, and how far one is."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotate.facts import CheckedAnnotation, Paper
from annotate.store import asking, readings
from annotate.store.labels import Label, labels
from annotate.store.views import CLAIM_COLUMNS

__all__ = [
    "PaperFacts",
    "disagreement_counts",
    "facts_of",
    "history",
    "progress",
    "queue",
    "queue_counts",
]

REASONS = {"unsupported": 1, "disagreement": 2, "unreviewed": 3}


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """One paper with everything known of it.

    Attributes:
        row: The paper's row of `extracted_papers`; None when nobody has read it.
        claims: Its rows of `extracted_claims`, labels applied, rejected and added ones too.
        reading: What the views show, before labels: hardware with offsets, flags, the answer.
        rules: The rules' own reading, for comparison; None when it isn't stored.
        labels: All labels on the paper, newest first.
    """

    paper: Paper
    row: dict[str, Any] | None
    claims: list[dict[str, Any]]
    reading: CheckedAnnotation | None
    rules: CheckedAnnotation | None
    labels: list[Label]


def facts_of(connection: sqlite3.Connection, paper_id: str) -> PaperFacts | None:
    """Return one paper with its facts, or None when it isn't stored."""
    paper = next(readings.papers(connection, [paper_id]), None)
    if paper is None:
        return None
    found = connection.execute(
        "SELECT annotation_id, rules_id FROM _readings"
        " WHERE paper = (SELECT rowid FROM papers WHERE id = ?)",
        [paper_id],
    ).fetchone() or (None, None)
    return PaperFacts(
        paper=paper,
        row=asking.paper_row(connection, paper_id),
        claims=asking.claims_of_paper(connection, paper_id),
        reading=readings.reading(connection, found[0]),
        rules=readings.reading(connection, found[1]),
        labels=history(connection, paper_id),
    )


def history(connection: sqlite3.Connection, paper_id: str) -> list[Label]:
    """Return all labels on a paper, newest first."""
    return list(labels(connection, paper_id))[::-1]


def queue(
    connection: sqlite3.Connection,
    *,
    reason: str | None = None,
    limit: int | None = None,
    offset: int = 0,
) -> Iterator[dict[str, Any]]:
    """Yield rows of `review_queue`, most urgent first; `reason` narrows it to one kind."""
    where = "" if reason is None else f"WHERE priority = {REASONS.get(reason, 0)}"
    cursor = connection.execute(
        f"SELECT * FROM review_queue {where} LIMIT ? OFFSET ?",
        [-1 if limit is None else limit, offset],
    )
    names = [*CLAIM_COLUMNS, "reason", "priority"]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def queue_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many claims wait for each reason."""
    found = dict(
        connection.execute(
            "SELECT priority, count(*) FROM _facts WHERE priority IS NOT NULL GROUP BY priority"
        ).fetchall()
    )
    return {reason: found.get(priority, 0) for reason, priority in REASONS.items()}


def progress(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many claims are reviewed, and how many there are."""
    (reviewed,) = connection.execute(
        "SELECT count(*) FROM _facts WHERE status <> 'unreviewed'"
    ).fetchone()
    (total,) = connection.execute("SELECT count(*) FROM _facts").fetchone()
    return int(reviewed), int(total)


def disagreement_counts(connection: sqlite3.Connection) -> tuple[int, dict[str, int]]:
    """Return how many papers a model and the rules both read, and in how many each field differs.

    Fields: method, task, hardware, claim.
    """
    (both,) = connection.execute(
        "SELECT count(*) FROM _readings WHERE annotation_id <> rules_id"
    ).fetchone()
    found = dict(
        connection.execute(
            "SELECT field, count(DISTINCT paper_id) FROM disagreements GROUP BY field"
        ).fetchall()
    )
    return int(both), {
        field: found.get(field, 0) for field in ("method", "task", "hardware", "claim")
    }
