"""Store runs and what they found: one short transaction for each batch of papers."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database

from annotate.facts import Attempt, CheckedAnnotation, CheckedClaim, CheckedHardware
from annotate.store.text import json_text, now, number, plain, storable, whole
from annotate.store.work import Work

__all__ = ["RunInfo", "Saved", "add_prompt", "end_run", "save_attempts", "save_rows", "start_run"]

Saved = tuple[str, CheckedAnnotation, Sequence[Attempt]]
"""Paper id, its checked reading, and the attempts that haven't been stored yet."""


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What a run is made of; `base_url` is told but isn't part of the finished-work key."""

    annotator: str
    model: str
    base_url: str | None = None
    prompt_id: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def work(self) -> Work:
        """The key under which this run's answers are found again."""
        return Work(self.model, self.prompt_id, self.params)


_HARDWARE = "name device kind count role quote_start quote_end evidence".split()
_CLAIM = (
    "metric value low high unit bound factor baseline setting device attribution quote"
    " quote_start quote_end evidence support flags"
).split()
_ATTEMPT = (
    "number started_at seconds outcome http_status finish_reason model prompt_tokens"
    " completion_tokens cached_tokens reasoning_tokens cost_usd error"
).split()


def _insert(table: str, *columns: str) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


_ADD_HARDWARE = _insert("hardware", "annotation_id", *_HARDWARE)
_ADD_CLAIM = _insert("claims", "annotation_id", *_CLAIM)
_ADD_ATTEMPT = _insert("attempts", "run_id", "paper_id", *_ATTEMPT)
_ADD_ANNOTATION = """
INSERT INTO annotations (id, run_id, paper_id, status, method, method_full_name, contribution, task,
    data, flags, error)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (run_id, paper_id) DO UPDATE SET status = excluded.status, method = excluded.method,
    method_full_name = excluded.method_full_name, contribution = excluded.contribution,
    task = excluded.task, data = excluded.data, flags = excluded.flags, error = excluded.error
"""
# Joined, as IN would first put the papers into a table of their own.
_STORED = """
SELECT a.paper_id, CASE WHEN r.id = mine.id THEN a.id END, a.status = 'ok'
FROM json_each(:papers) p CROSS JOIN annotations a ON a.paper_id = p.value
JOIN runs r ON r.id = a.run_id JOIN runs mine ON mine.id = :run
WHERE r.id = mine.id
    OR r.model = mine.model AND r.prompt_id IS mine.prompt_id AND r.params IS mine.params
"""
_ATTEMPTED = """
SELECT a.paper_id, a.number FROM json_each(:papers) p
CROSS JOIN attempts a ON a.run_id = :run AND a.paper_id = p.value
"""


def add_prompt(db: Database, prompt: Mapping[str, str | None]) -> str:
    """Store a prompt once; `prompt` has id, name, version, template and schema."""
    db.execute(
        "INSERT OR IGNORE INTO prompts (id, name, version, template, schema)"
        " VALUES (:id, :name, :version, :template, :schema)",
        {name: storable(value) for name, value in prompt.items()},
    )
    return str(prompt["id"])


def start_run(db: Database, info: RunInfo) -> int:
    """Store a run with the status `running` and return its id."""
    row = db.execute(
        "INSERT INTO runs (started_at, status, annotator, model, base_url, prompt_id, params)"
        " VALUES (?, 'running', ?, ?, ?, ?, ?) RETURNING id",
        [
            now(),
            info.annotator,
            storable(info.model),
            storable(info.base_url),
            info.prompt_id,
            info.work.params_text,
        ],
    ).fetchone()
    return int(row[0])


def end_run(db: Database, run_id: int, status: str) -> None:
    """Store how a run ended (`done`, `failed`, `interrupted`, `budget`) and when."""
    db.execute("UPDATE runs SET status = ?, finished_at = ? WHERE id = ?", [status, now(), run_id])


def save_rows(db: Database, run_id: int, rows: Sequence[Saved]) -> None:
    """Store readings, their facts and attempts; called inside a transaction.

    A paper that has a good reading in this run, or in one with the same finished-work key, keeps
    it; a failed one is replaced.
    """
    save_attempts(db, run_id, [(paper_id, attempts) for paper_id, _, attempts in rows])
    connection = db.conn
    ids, finished = _stored(connection, run_id, [paper_id for paper_id, _, _ in rows])
    (free,) = connection.execute("SELECT COALESCE(max(id), 0) + 1 FROM annotations").fetchone()
    annotations: list[tuple[Any, ...]] = []
    hardware: list[tuple[Any, ...]] = []
    claims: list[tuple[Any, ...]] = []
    papers = failed = 0
    for paper_id, reading, _ in rows:
        if paper_id in finished:
            continue
        ok = reading.status == "ok"
        if ok:
            finished.add(paper_id)
        annotations.append((free, run_id, paper_id, *_reading_row(reading)))
        annotation_id = ids.get(paper_id)
        if annotation_id is not None:
            failed -= ok
        else:
            annotation_id = ids[paper_id] = free
            papers, failed, free = papers + 1, failed + (not ok), free + 1
        hardware += [(annotation_id, *_hardware_row(item)) for item in reading.hardware]
        claims += [(annotation_id, *_claim_row(claim)) for claim in reading.claims]
    connection.executemany(_ADD_ANNOTATION, annotations)
    # Hardware comes first: the claims' rows for the views are made when the claims come.
    connection.executemany(_ADD_HARDWARE, hardware)
    connection.executemany(_ADD_CLAIM, claims)
    connection.execute(
        "UPDATE runs SET papers = papers + ?, failed = failed + ? WHERE id = ?",
        [papers, failed, run_id],
    )


def _stored(
    connection: sqlite3.Connection, run_id: int, papers: list[str]
) -> tuple[dict[str, int], set[str]]:
    """Return the ids of this run's readings of `papers`, and those that have a good one."""
    ids: dict[str, int] = {}
    finished: set[str] = set()
    bound = {"run": run_id, "papers": json_text(papers)}
    for paper_id, own_id, is_good in connection.execute(_STORED, bound):
        if own_id is not None:
            ids[paper_id] = own_id
        if is_good:
            finished.add(paper_id)
    return ids, finished


def save_attempts(db: Database, run_id: int, rows: Iterable[tuple[str, Sequence[Attempt]]]) -> None:
    """Store the attempts that aren't stored yet, and add their tokens and cost to the run."""
    some = [(paper_id, attempt) for paper_id, attempts in rows for attempt in attempts]
    if not some:
        return
    ids = {"run": run_id, "papers": json_text(list({paper_id for paper_id, _ in some}))}
    stored = set(db.conn.execute(_ATTEMPTED, ids))
    new = [(paper_id, one) for paper_id, one in some if (paper_id, one.number) not in stored]
    db.conn.executemany(
        _ADD_ATTEMPT, ((run_id, paper_id, *_attempt_row(attempt)) for paper_id, attempt in new)
    )
    costs = [attempt.cost_usd for _, attempt in new if attempt.cost_usd is not None]
    db.conn.execute(
        "UPDATE runs SET prompt_tokens = prompt_tokens + ?,"
        " completion_tokens = completion_tokens + ?,"
        " cost_usd = CASE WHEN ?3 IS NULL THEN cost_usd ELSE COALESCE(cost_usd, 0) + ?3 END"
        " WHERE id = ?4",
        [
            sum(attempt.prompt_tokens for _, attempt in new),
            sum(attempt.completion_tokens for _, attempt in new),
            sum(costs) if costs else None,
            run_id,
        ],
    )


def _reading_row(reading: CheckedAnnotation) -> tuple[Any, ...]:
    return (
        reading.status,
        storable(reading.method),
        storable(reading.method_full_name),
        plain(reading.contribution),
        storable(reading.task),
        json_text(reading.data),
        json_text(reading.flags),
        storable(reading.error),
    )


def _hardware_row(item: CheckedHardware) -> tuple[Any, ...]:
    return (
        storable(item.name),
        storable(item.device),
        storable(item.kind),
        whole(item.count),
        plain(item.role),
        item.quote_start,
        item.quote_end,
        plain(item.evidence),
    )


def _claim_row(claim: CheckedClaim) -> tuple[Any, ...]:
    return (
        plain(claim.metric),
        storable(claim.value),
        number(claim.low),
        number(claim.high),
        storable(claim.unit),
        plain(claim.bound),
        number(claim.factor),
        storable(claim.baseline),
        storable(claim.setting),
        storable(claim.device),
        plain(claim.attribution),
        storable(claim.quote),
        claim.quote_start,
        claim.quote_end,
        plain(claim.evidence),
        plain(claim.support),
        json_text(claim.flags),
    )


def _attempt_row(attempt: Attempt) -> tuple[Any, ...]:
    return (
        attempt.number,
        attempt.started_at,
        attempt.seconds,
        plain(attempt.outcome),
        attempt.http_status,
        storable(attempt.finish_reason),
        storable(attempt.model),
        whole(attempt.prompt_tokens),
        whole(attempt.completion_tokens),
        whole(attempt.cached_tokens),
        whole(attempt.reasoning_tokens),
        number(attempt.cost_usd),
        storable(attempt.error),
    )
