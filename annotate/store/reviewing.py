"""What a reviewer needs: the queue, one paper with all that was read in it, and how far one is."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotate.facts import CheckedAnnotation, CheckedHardware, Evidence, Paper
from annotate.store import asking, readings
from annotate.store.labels import Label, labels
from annotate.store.own import own_unmatched
from annotate.store.sound import sound
from annotate.store.views import CLAIM_COLUMNS

__all__ = [
    "UNMATCHED_COLUMNS",
    "DeviceFact",
    "PaperFacts",
    "devices",
    "disagreement_counts",
    "facts_of",
    "history",
    "progress",
    "queue",
    "queue_counts",
    "said_of",
    "status_of",
    "unmatched",
]

UNMATCHED_COLUMNS = (
    "label_id paper_id title target key verdict value reviewer note created_at"
).split()
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


@dataclass(frozen=True, slots=True)
class DeviceFact:
    """One device of a paper with what people say of it.

    Attributes:
        key: By which labels know it: its canonical name as it was read or added.
        name: What it is called now, labels applied.
        read: Whether the views show it because it was read; else it must be added to stand there.
        status: unreviewed, accepted, corrected or rejected.
        reviewer: Who said so last.
        evidence: How it stands in the abstract; None for one that was added.
    """

    key: str
    name: str
    read: bool
    status: str
    reviewer: str | None
    evidence: Evidence | None


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


_STATUS = {"accept": "accepted", "add": "accepted", "correct": "corrected", "reject": "rejected"}


def said_of(facts: PaperFacts, target: str, key: str = "") -> Label | None:
    """Return the newest label on one fact, or None where nobody has said anything that stands."""
    found = next((x for x in facts.labels if (x.target, x.key) == (target, key)), None)
    return None if found is None or found.verdict == "undo" else found


def status_of(label: Label | None) -> str:
    """Return the status that a fact has by its newest label."""
    return "unreviewed" if label is None else _STATUS[label.verdict]


def devices(facts: PaperFacts) -> list[DeviceFact]:
    """Return the devices of a paper: those read, in order, then those that people added."""
    read = {
        item.device or item.name: item
        for item in reversed(facts.reading.hardware if facts.reading else ())
    }
    found = [_device(facts, key, item) for key, item in reversed(read.items())]
    # Verdicts on a device that this reading doesn't have add none; the view has it so, too.
    for key in dict.fromkeys(
        label.key
        for label in reversed(facts.labels)
        if label.target == "hardware" and (label.verdict == "add" or facts.reading is None)
    ):
        if key not in read and said_of(facts, "hardware", key) is not None:
            found.append(_device(facts, key, None))
    return found


def _device(facts: PaperFacts, key: str, item: CheckedHardware | None) -> DeviceFact:
    said = said_of(facts, "hardware", key)
    renamed = said is not None and said.verdict in ("correct", "add")
    return DeviceFact(
        key=key,
        name=(said.value if said is not None and renamed else None) or key,
        read=item is not None and not (item.device is None and item.evidence is Evidence.MISSING),
        status=status_of(said),
        reviewer=said.reviewer if said else None,
        evidence=item.evidence if item else None,
    )


def history(connection: sqlite3.Connection, paper_id: str) -> list[Label]:
    """Return all labels on a paper, newest first."""
    return list(labels(connection, paper_id))[::-1]


def unmatched(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Yield what people said of facts that the current readings don't have, oldest first."""
    cursor = connection.execute("SELECT * FROM unmatched_labels ORDER BY label_id")
    for row in cursor:
        yield dict(zip(UNMATCHED_COLUMNS, row, strict=True))
    yield from own_unmatched(connection)


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
        yield sound(dict(zip(names, row, strict=True)))


def queue_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many claims wait for each reason."""
    reviewed, total = progress(connection)
    some = {
        reason: _count(connection, f"priority = {priority}")
        for reason, priority in REASONS.items()
        if reason != "unreviewed"
    }
    # The many that are left needn't be counted: who isn't reviewed waits for one reason.
    return some | {"unreviewed": total - reviewed - sum(some.values())}


def progress(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many claims are reviewed, and how many there are."""
    return _count(connection, "status <> 'unreviewed'"), _count(connection)


def _count(connection: sqlite3.Connection, what: str | None = None) -> int:
    where = "" if what is None else f"WHERE {what}"
    return int(connection.execute(f"SELECT count(*) FROM _facts {where}").fetchone()[0])


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
