"""What other readers have found in the same papers."""

from collections.abc import Sequence
from typing import Any

from sqlite_utils import Database

from annotate.store.numbers_sql import said_before
from annotate.store.work import Work

__all__ = ["ClaimKey", "claims_by_others", "count_missed", "others_exist"]

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
        f" AND NOT {said_before('c')}"
        " WHERE a.run_id = ? AND a.status = 'ok' AND NOT EXISTS (SELECT 1 FROM claims o"
        "  WHERE o.annotation_id = a.id AND o.low IS c.low AND o.high IS c.high"
        "  AND o.unit IS c.unit)",
        [run_id],
    ).fetchone()
    return int(row[0])
