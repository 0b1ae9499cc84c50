"""What other readers have found in the same papers, and which papers they haven't read."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlite_utils import Database

from annotate.store.work import Work

__all__ = [
    "ClaimKey",
    "claims_by_others",
    "count_lacking",
    "count_missed",
    "cut_off_runs",
    "lacking",
    "others_exist",
]

ClaimKey = tuple[str, float | None, float | None, str | None]
"""Metric, low, high and unit: what makes two claims one."""

_OTHERS = """runs r WHERE r.annotator <> 'rules'
    AND NOT (r.model = :model AND r.prompt_id IS :prompt AND r.params = :params)"""


def others_exist(db: Database, work: Work) -> bool:
    """Say whether a model under another key has read anything here."""
    found = db.execute(
        f"SELECT 1 FROM {_OTHERS} AND r.papers > r.failed LIMIT 1", _bound(work)
    ).fetchone()
    return found is not None


def claims_by_others(
    db: Database, work: Work, paper_ids: Sequence[str]
) -> dict[str, list[frozenset[ClaimKey]]]:
    """Return for each paper one set of claims for each other model's newest good reading of it.

    Papers that no other model has read are left out. Claims without a number are not compared.
    """
    marks = ",".join(f":p{index}" for index in range(len(paper_ids)))
    readings = db.execute(
        f"SELECT a.paper_id, max(a.id) FROM annotations a JOIN {_OTHERS} AND a.run_id = r.id"
        f" AND a.paper_id IN ({marks}) AND a.status = 'ok'"
        " GROUP BY a.paper_id, r.model, r.prompt_id, r.params",
        _bound(work) | {f"p{index}": key for index, key in enumerate(paper_ids)},
    ).fetchall()
    found: dict[str, list[frozenset[ClaimKey]]] = {}
    for paper_id, annotation_id in readings:
        claims = db.execute(
            "SELECT metric, low, high, unit FROM claims"
            " WHERE annotation_id = ? AND low IS NOT NULL",
            [annotation_id],
        )
        found.setdefault(paper_id, []).append(frozenset(claims.fetchall()))
    return found


def _bound(work: Work) -> dict[str, Any]:
    return {"model": work.model, "prompt": work.prompt_id, "params": work.params_text}


def count_missed(db: Database, run_id: int) -> int:
    """Return how many own claims the rules found in a run's papers that the run's readings lack."""
    # CROSS JOIN keeps the order: left to itself, SQLite goes through all claims for each reading.
    row = db.execute(
        "SELECT count(*) FROM annotations a CROSS JOIN papers p ON p.id = a.paper_id"
        " CROSS JOIN _readings g ON g.paper = p.rowid"
        " CROSS JOIN claims c ON c.annotation_id = g.rules_id AND c.attribution = 'own'"
        " WHERE a.run_id = ? AND a.status = 'ok' AND NOT EXISTS (SELECT 1 FROM claims o"
        "  WHERE o.annotation_id = a.id AND o.low IS c.low AND o.high IS c.high"
        "  AND o.unit IS c.unit)",
        [run_id],
    ).fetchone()
    return int(row[0])


_LACKING = """annotations a WHERE a.run_id IN ({runs}) AND NOT EXISTS (
    SELECT 1 FROM annotations b JOIN runs q ON q.id = b.run_id WHERE b.paper_id = a.paper_id
    AND q.model = :model AND q.prompt_id IS :prompt AND q.params = :params
)"""


def cut_off_runs(db: Database, work: Work) -> list[int]:
    """Return the runs of this work that were interrupted or killed."""
    rows = db.execute(
        "SELECT id FROM runs WHERE status = 'interrupted' AND model = :model"
        " AND prompt_id IS :prompt AND params = :params",
        _bound(work),
    )
    return [row[0] for row in rows]


def count_lacking(db: Database, run_ids: Sequence[int], work: Work) -> int:
    """Return how many papers of these runs have no reading of `work`."""
    row = db.execute(f"SELECT count(*) FROM {_lacking(run_ids)}", _bound(work)).fetchone()
    return int(row[0])


def lacking(db: Database, run_ids: Sequence[int], work: Work, size: int) -> Iterator[list[str]]:
    """Yield the papers of these runs that have no reading of `work`, `size` at a time."""
    last = 0
    while True:
        rows = db.execute(
            f"SELECT a.id, a.paper_id FROM {_lacking(run_ids)} AND a.id > :last"
            " ORDER BY a.id LIMIT :size",
            _bound(work) | {"last": last, "size": size},
        ).fetchall()
        if not rows:
            return
        last = rows[-1][0]
        yield list(dict.fromkeys(row[1] for row in rows))


def _lacking(run_ids: Sequence[int]) -> str:
    return _LACKING.format(runs=", ".join(map(str, run_ids)))
