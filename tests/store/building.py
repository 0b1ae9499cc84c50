"""Short ways to invented papers, readings and a database with one run."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from annotate.facts import (
    Attempt,
    Bound,
    CheckedAnnotation,
    CheckedClaim,
    CheckedHardware,
    Evidence,
    Outcome,
    Paper,
    Support,
    paper_id,
)
from annotate.schema import Attribution, Metric, Role
from annotate.store import RunInfo, Store

__all__ = [
    "MODEL",
    "RULES",
    "add",
    "attempt",
    "claim",
    "device",
    "facts",
    "paper",
    "reading",
    "save",
    "state",
]

MODEL = RunInfo("openai", "zeta-1", base_url="http://127.0.0.1:1/v1", params={"temperature": 0})
RULES = RunInfo("rules", "rules")


def paper(text: str = "Zorblax is 5x faster.", **more: Any) -> Paper:
    return Paper(paper_id(text), text, **more)


def claim(low: float | None = 5.0, metric: str = "speedup", **more: Any) -> CheckedClaim:
    number = "" if low is None else f"{low:g}"
    plain = CheckedClaim(
        metric=Metric(metric),
        value=f"{number}x",
        low=low,
        high=low,
        unit="x",
        bound=Bound.EXACT,
        factor=low,
        baseline=None,
        setting=None,
        device=None,
        attribution=Attribution.OWN,
        quote=f"is {number}x faster",
        quote_start=8,
        quote_end=20,
        evidence=Evidence.EXACT,
        support=Support.GROUNDED,
    )
    return replace(plain, **more)


def device(
    name: str = "A100", canonical: str | None = "NVIDIA A100", **more: Any
) -> CheckedHardware:
    plain = CheckedHardware(name, canonical, "gpu", None, Role.EVALUATED_ON, 0, 4, Evidence.EXACT)
    return replace(plain, **more)


def reading(*claims: CheckedClaim, **more: Any) -> CheckedAnnotation:
    fields: dict[str, Any] = {"status": "ok", "method": "Zorblax", "task": "sorting"}
    return CheckedAnnotation(**(fields | {"claims": claims} | more))


def attempt(number: int = 1, outcome: Outcome = Outcome.OK, **more: Any) -> Attempt:
    fields: dict[str, Any] = {"prompt_tokens": 100, "completion_tokens": 10, "cost_usd": 0.25}
    return Attempt(number, "2026-01-01T00:00:00Z", 0.5, outcome, **(fields | more))


def add(store: Store, *papers: Paper, path: str = "list.txt") -> int:
    source = store.add_source(path=path, title=f"List {path}", format="text", sha256=path)
    store.add_papers(source, papers)
    return source


def save(
    store: Store,
    pairs: Sequence[tuple[Paper, CheckedAnnotation]],
    info: RunInfo = MODEL,
) -> int:
    run = store.start_run(info)
    store.save(run, [(paper.id, reading, [attempt()]) for paper, reading in pairs])
    store.finish_run(run, "done")
    return run


def facts(store: Store, columns: str = "metric, value, factor, status, reviewer") -> list[tuple]:
    sql = f"SELECT {columns} FROM extracted_claims ORDER BY claim_id"
    return store.db.execute(sql).fetchall()


def state(store: Store) -> list[list[tuple]]:
    """Everything that the views are made of, to compare it with what a rebuild makes."""
    tables = (
        "SELECT * FROM _readings ORDER BY paper",
        "SELECT * FROM _facts ORDER BY claim_id",
        "SELECT paper_id, key, new_key, label_id, first_id, added, verdict, patch"
        " FROM _verdicts ORDER BY 1, 2",
    )
    return [store.db.execute(sql).fetchall() for sql in tables]
