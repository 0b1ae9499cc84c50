"""Batches on their way: what was sent where, and the answers that a paper still needs."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from annotate.store.connection import transaction
from annotate.store.leases import alive, born_at, host_name
from annotate.store.results import RunInfo
from annotate.store.text import now
from annotate.store.work import Work

__all__ = [
    "BATCH_TABLES",
    "Batch",
    "Line",
    "add_lines",
    "all_batches",
    "collected",
    "count_lines",
    "drop_batch",
    "fill_lines",
    "forget",
    "is_being_sent",
    "lines_of",
    "papers_answered",
    "plan_batch",
    "prompt_text",
    "release_requests",
    "unfinished",
    "update_batch",
    "waiting",
]

BATCH_TABLES = """
CREATE TABLE _batches (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, work TEXT NOT NULL, model TEXT NOT NULL,
    base_url TEXT, prompt TEXT NOT NULL, prompt_id TEXT NOT NULL REFERENCES prompts (id),
    params TEXT NOT NULL, requests INTEGER NOT NULL, created_at TEXT NOT NULL,
    input_file_id TEXT, batch_id TEXT, status TEXT NOT NULL, output_file_id TEXT,
    error_file_id TEXT, completed INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
    collected_at TEXT, error TEXT, host TEXT NOT NULL, pid INTEGER NOT NULL, born TEXT NOT NULL,
    seen_at REAL NOT NULL
);
CREATE TABLE _batch_requests (
    paper_id TEXT NOT NULL REFERENCES papers (id), batch INTEGER NOT NULL REFERENCES _batches (id),
    custom_id TEXT NOT NULL, line TEXT, counted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (paper_id, batch, custom_id)
) WITHOUT ROWID;
CREATE INDEX _batch_requests_custom ON _batch_requests (batch, custom_id);
"""

_OPEN = "b.collected_at IS NULL"


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch of a server's batch API; `batch_id` is None until the server has taken it.

    `key` is ours, and stands in the batch's metadata there, so that a batch whose id was lost is
    found again. `params` is JSON, as in `runs`.
    """

    id: int
    key: str
    model: str
    base_url: str | None
    prompt: str
    prompt_id: str
    params: str
    requests: int
    created_at: str
    input_file_id: str | None
    batch_id: str | None
    status: str
    output_file_id: str | None
    error_file_id: str | None
    completed: int
    failed: int
    collected_at: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an output or error file; `counted` when its attempt is stored already."""

    custom_id: str
    line: str
    counted: bool


_COLUMNS = ", ".join(f"b.{name}" for name in Batch.__dataclass_fields__)


def plan_batch(
    db: Database, key: str, info: RunInfo, prompt: str, requests: Sequence[tuple[str, str]]
) -> int:
    """Store what is about to be sent, as (paper id, custom id), and return the batch's own id."""
    with transaction(db) as connection:
        row = connection.execute(
            "INSERT INTO _batches (key, work, model, base_url, prompt, prompt_id, params, requests,"
            " created_at, host, pid, born, seen_at, status)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'planned') RETURNING id",
            [
                key,
                info.work.digest,
                info.model,
                info.base_url,
                prompt,
                info.prompt_id,
                info.work.params_text,
                len(requests),
                now(),
                host_name(),
                os.getpid(),
                born_at(os.getpid()),
                time.time(),
            ],
        ).fetchone()
        connection.executemany(
            "INSERT INTO _batch_requests (batch, paper_id, custom_id) VALUES (?, ?, ?)",
            ((row[0], paper_id, custom_id) for paper_id, custom_id in requests),
        )
    return int(row[0])


def update_batch(db: Database, batch: int, **columns: Any) -> None:
    """Store what the server says of a batch."""
    names = ", ".join(f"{name} = :{name}" for name in columns)
    with transaction(db) as connection:
        connection.execute(f"UPDATE _batches SET {names} WHERE id = :id", columns | {"id": batch})


def prompt_text(db: Database, prompt_id: str) -> str:
    """Return the file that a prompt was read from, as it stood then."""
    row = db.execute("SELECT template FROM prompts WHERE id = ?", [prompt_id]).fetchone()
    return str(row[0])


def collected(db: Database, batch: int, error: str | None) -> None:
    """Note that a batch is over and that everything it brought is stored."""
    update_batch(db, batch, collected_at=now(), error=error)


def is_being_sent(db: Database, batch: int) -> bool:
    """Say whether the process that planned a batch is still there to send it."""
    row = db.execute("SELECT host, pid, born, seen_at FROM _batches WHERE id = ?", [batch])
    return alive(*row.fetchone())


def drop_batch(db: Database, batch: int) -> None:
    """Forget a batch that the server never took."""
    with transaction(db) as connection:
        connection.execute("DELETE FROM _batch_requests WHERE batch = ?", [batch])
        connection.execute("DELETE FROM _batches WHERE id = ?", [batch])


def release_requests(db: Database, batch: int) -> None:
    """Forget the requests of a batch that the server has refused as a whole."""
    with transaction(db) as connection:
        connection.execute("DELETE FROM _batch_requests WHERE batch = ?", [batch])


def all_batches(db: Database, *, work: Work | None = None, open_only: bool = False) -> list[Batch]:
    """Return the batches in the order in which they were sent; open ones aren't collected yet."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM _batches b WHERE (:work IS NULL OR b.work = :work)"
        f" AND (NOT :open OR {_OPEN}) ORDER BY b.id",
        {"work": None if work is None else work.digest, "open": open_only},
    )
    return [Batch(*row) for row in rows]


def unfinished(db: Database) -> list[Batch]:
    """Return the batches that are on their way, or that papers without a reading stand in."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM _batches b WHERE {_OPEN}"
        " OR EXISTS (SELECT 1 FROM _batch_requests r WHERE r.batch = b.id) ORDER BY b.id"
    )
    return [Batch(*row) for row in rows]


def add_lines(db: Database, batch: int, lines: Iterable[tuple[str, str, bool]]) -> None:
    """Store answers as (custom id, line, whether it is good); of unknown requests there are none.

    Where a request is told of twice, an error doesn't take the place of an answer.
    """
    with transaction(db) as connection:
        connection.executemany(
            "UPDATE _batch_requests SET line = ?"
            " WHERE batch = ? AND custom_id = ? AND (line IS NULL OR ?)",
            ((line, batch, custom_id, good) for custom_id, line, good in lines),
        )


def fill_lines(db: Database, batch: int, make: Callable[[str], str]) -> None:
    """Store what `make` says of a custom id for each request that no line was brought for."""
    sql = "SELECT custom_id FROM _batch_requests WHERE batch = ? AND line IS NULL"
    missing = [row[0] for row in db.execute(sql, [batch])]
    add_lines(db, batch, ((custom_id, make(custom_id), False) for custom_id in missing))


def waiting(db: Database, work: Work, paper_ids: Sequence[str]) -> set[str]:
    """Return those papers that have a request in a batch that isn't collected yet."""
    marks = ",".join("?" * len(paper_ids))
    rows = db.execute(
        "SELECT r.paper_id FROM _batch_requests r JOIN _batches b ON b.id = r.batch"
        f" WHERE r.paper_id IN ({marks}) AND b.work = ? AND {_OPEN}",
        [*paper_ids, work.digest],
    )
    return {row[0] for row in rows}


def papers_answered(db: Database, work: Work) -> list[str]:
    """Return the papers of this work with answers, or without one in a batch that is over."""
    rows = db.execute(
        "SELECT DISTINCT r.paper_id FROM _batches b JOIN _batch_requests r ON r.batch = b.id"
        " WHERE b.work = ? AND b.collected_at IS NOT NULL ORDER BY r.batch, r.paper_id",
        [work.digest],
    )
    return [row[0] for row in rows]


def lines_of(db: Database, work: Work, paper_id: str) -> list[Line]:
    """Return the answers for a paper, oldest batch first."""
    rows = db.execute(
        "SELECT r.custom_id, r.line, r.counted FROM _batch_requests r"
        " JOIN _batches b ON b.id = r.batch"
        " WHERE r.paper_id = ? AND b.work = ? AND r.line IS NOT NULL ORDER BY r.batch",
        [paper_id, work.digest],
    )
    return [Line(custom_id, line, bool(counted)) for custom_id, line, counted in rows]


def count_lines(db: Database, work: Work, paper_ids: Iterable[str]) -> None:
    """Note that the attempts behind these papers' answers are stored."""
    with transaction(db) as connection:
        connection.executemany(
            "UPDATE _batch_requests SET counted = 1 WHERE paper_id = ? AND line IS NOT NULL"
            " AND batch IN (SELECT id FROM _batches WHERE work = ?)",
            ((paper_id, work.digest) for paper_id in paper_ids),
        )


def forget(db: Database, work: Work, paper_ids: Iterable[str]) -> None:
    """Delete the requests of papers that have their reading."""
    with transaction(db) as connection:
        connection.executemany(
            "DELETE FROM _batch_requests WHERE paper_id = ?"
            " AND batch IN (SELECT id FROM _batches WHERE work = ?)",
            ((paper_id, work.digest) for paper_id in paper_ids),
        )
