"""The views of the contract, over the tables that the triggers keep true."""

from collections.abc import Mapping

from annotate.store.numbers_sql import key_of, said_before

__all__ = [
    "CLAIM_COLUMNS",
    "CLAIM_EXPRESSIONS",
    "CLAIM_VIEWS",
    "DISAGREEMENTS",
    "PAPER_COLUMNS",
    "PAPER_VIEW",
    "RUN_TOTALS",
    "claim_select",
    "keyed_claims",
    "keyed_papers",
    "paper_expressions",
]

_PLACE = """(SELECT {what} FROM paper_sources ps JOIN sources s ON s.id = ps.source_id
        WHERE ps.paper_id = p.id ORDER BY ps.source_id, ps.position LIMIT 1)"""
SOURCE = _PLACE.format(what="COALESCE(s.title, s.path)")
POSITION = _PLACE.format(what="ps.position")


def _own(column: str) -> str:
    return (
        f"CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.{column}') IS NULL THEN c.{column}"
        f" ELSE json_extract(f.patch, '$.{column}') END"
    )


_MODEL = "(SELECT r.model FROM runs r WHERE r.id = g.run_id)"
CLAIM_EXPRESSIONS = {
    "claim_id": "f.claim_id",
    "paper_id": "p.id",
    "title": "p.title",
    "source": SOURCE,
    "position": POSITION,
    "method": "g.method",
    "task": "g.task",
    "hardware": "g.hardware",
    "metric": "f.metric",
    **{name: _own(name) for name in ("value", "low", "high", "unit", "bound")},
    "factor": "f.factor",
    **{name: _own(name) for name in ("baseline", "setting")},
    "device": "f.device",
    "attribution": "f.attribution",
    **{name: _own(name) for name in ("quote", "quote_start", "quote_end", "evidence")},
    "support": "f.support",
    "status": "f.status",
    "reviewer": "(SELECT l.reviewer FROM labels l WHERE l.id = f.label_id)",
    "run_id": "g.run_id",
    "model": _MODEL,
}
"""The columns of `extracted_claims`, in their order, over `_facts f` and what belongs to it."""


def _selected(columns: Mapping[str, str]) -> str:
    return ", ".join(
        column if column[1:] == f".{name}" else f"{column} AS {name}"
        for name, column in columns.items()
    )


def paper_expressions(run: bool = False) -> dict[str, str]:
    """Return the columns of `extracted_papers`, in their order, over `_readings g`."""
    of_paper = (
        "_run_facts f WHERE f.annotation_id = g.annotation_id"
        if run
        else "_facts f WHERE f.paper = g.paper"
    )
    # "+" keeps SQLite from the index over all claims of one metric.
    return {
        "paper_id": "p.id",
        "title": "p.title",
        "source": SOURCE,
        "position": POSITION,
        "method": "g.method",
        "method_full_name": "a.method_full_name",
        "contribution": "a.contribution",
        "task": "g.task",
        "hardware": "g.hardware",
        "claims": f"(SELECT count(*) FROM {of_paper} AND +f.status <> 'rejected')",
        "best_speedup": f"""(SELECT max(f.factor) FROM {of_paper} AND +f.status <> 'rejected'
        AND +f.attribution = 'own' AND +f.metric IN ('speedup', 'throughput', 'latency')
        AND (+f.support <> 'unsupported' OR +f.status <> 'unreviewed'))""",
        "status": "g.status",
        "run_id": "g.run_id",
        "model": _MODEL,
        "reviewer": """(SELECT l.reviewer FROM _labels_now l WHERE l.paper_id = p.id
        AND l.target IN ('paper', 'method', 'task', 'hardware') AND l.verdict <> 'undo'
        ORDER BY julianday(l.created_at) DESC, l.id DESC LIMIT 1)""",
    }


CLAIM_COLUMNS, PAPER_COLUMNS = list(CLAIM_EXPRESSIONS), list(paper_expressions())


def claim_select(rows: str = "_facts f", extra: str = "") -> str:
    """Return a SELECT of the claim columns over `rows`, which name a `_facts` table `f`."""
    return f"""SELECT {_selected(CLAIM_EXPRESSIONS)}{extra} FROM {rows}
    JOIN _readings g ON g.paper = f.paper JOIN papers p ON p.rowid = f.paper
    LEFT JOIN claims c ON c.id = f.claim_id"""


def keyed_claims(keys: str, run: bool = False) -> str:
    """Return a SELECT of the claim columns for the claim ids `key` of `keys`, in their order.

    CROSS JOIN keeps SQLite from choosing another order of the loops. With `run`, any run's claims
    are found, not only the current ones.
    """
    kind = "_run" if run else ""
    same = "g.annotation_id = f.annotation_id" if run else "g.paper = f.paper"
    return f"""SELECT {_selected(CLAIM_EXPRESSIONS)} FROM ({keys}) k
    CROSS JOIN {kind}_facts f ON f.claim_id = k.key
    CROSS JOIN {kind}_readings g ON {same} CROSS JOIN papers p ON p.rowid = f.paper
    LEFT JOIN claims c ON c.id = f.claim_id"""


def keyed_papers(keys: str, run: bool = False) -> str:
    """Return a SELECT of the paper columns for the papers `key` of `keys`, in their order."""
    kind = "_run" if run else ""
    same = "g.annotation_id = k.key" if run else "g.paper = k.key"
    return f"""SELECT {_selected(paper_expressions(run))} FROM ({keys}) k
    CROSS JOIN {kind}_readings g ON {same} CROSS JOIN papers p ON p.rowid = g.paper
    LEFT JOIN annotations a ON a.id = g.annotation_id"""


_REASON = """
    , CASE f.priority WHEN 1 THEN 'unsupported' WHEN 2 THEN 'disagreement' ELSE 'unreviewed' END
        AS reason, f.priority
"""
CLAIM_VIEWS = f"""
CREATE VIEW extracted_claims AS {claim_select()};
CREATE VIEW review_queue AS {claim_select("_facts f", _REASON)}
    WHERE f.priority IS NOT NULL ORDER BY f.priority, f.paper, f.claim_id;
"""


PAPER_VIEW = f"""
CREATE VIEW extracted_papers AS SELECT {_selected(paper_expressions())}
FROM _readings g JOIN papers p ON p.rowid = g.paper
    LEFT JOIN annotations a ON a.id = g.annotation_id;
"""

_SAME_CLAIM = "o.metric = c.metric AND o.low IS c.low AND o.high IS c.high AND o.unit IS c.unit"
_BOTH = "_readings g JOIN annotations m ON m.id = g.annotation_id AND g.annotation_id <> g.rules_id"


def _only(side: str, other: str, values: str, table: str, match: str) -> str:
    once = f"NOT {said_before('c')} AND" if table == "claims" else ""
    return f"""
SELECT g.paper_id, {values}
FROM {_BOTH} JOIN {table} c ON c.annotation_id = g.{side}
WHERE {once} NOT EXISTS (SELECT 1 FROM {table} o WHERE o.annotation_id = g.{other} AND {match})"""


_SAME_DEVICE = "COALESCE(o.device, o.name) = COALESCE(c.device, c.name)"
DISAGREEMENTS = f"""
CREATE VIEW disagreements (paper_id, field, model_value, rules_value) AS
SELECT g.paper_id, 'method', m.method, r.method FROM {_BOTH}
    JOIN annotations r ON r.id = g.rules_id WHERE lower(m.method) IS NOT lower(r.method)
UNION ALL SELECT g.paper_id, 'task', m.task, r.task FROM {_BOTH}
    JOIN annotations r ON r.id = g.rules_id WHERE lower(m.task) IS NOT lower(r.task)
UNION ALL {
    _only(
        "annotation_id",
        "rules_id",
        "'hardware', COALESCE(c.device, c.name), NULL",
        "hardware",
        _SAME_DEVICE,
    )
}
UNION ALL {
    _only(
        "rules_id",
        "annotation_id",
        "'hardware', NULL, COALESCE(c.device, c.name)",
        "hardware",
        _SAME_DEVICE,
    )
}
UNION ALL {
    _only(
        "annotation_id",
        "rules_id",
        "'claim', c.metric || ' ' || c.value, NULL",
        "claims",
        _SAME_CLAIM,
    )
}
UNION ALL {
    _only(
        "rules_id",
        "annotation_id",
        "'claim', NULL, c.metric || ' ' || c.value",
        "claims",
        _SAME_CLAIM,
    )
};
CREATE VIEW unmatched_labels AS
SELECT l.id AS label_id, l.paper_id, p.title, l.target, l.key, l.verdict, l.value, l.reviewer,
    l.note, l.created_at
FROM _verdicts v JOIN labels l ON l.id = v.label_id LEFT JOIN papers p ON p.id = v.paper_id
    LEFT JOIN _readings g ON g.paper = p.rowid
WHERE NOT (v.added OR g.paper IS NOT NULL AND g.annotation_id IS NULL) AND NOT EXISTS (
    SELECT 1 FROM claims c WHERE c.annotation_id = g.annotation_id
    AND ({key_of("c")} = v.key OR v.verdict = 'correct' AND {key_of("c")} = v.new_key)
)
UNION ALL
SELECT l.id, l.paper_id, p.title, l.target, l.key, l.verdict, l.value, l.reviewer, l.note,
    l.created_at
FROM _labels_now l LEFT JOIN papers p ON p.id = l.paper_id
    LEFT JOIN _readings g ON g.paper = p.rowid
WHERE l.target = 'hardware' AND l.verdict IN ('accept', 'correct', 'reject')
    AND NOT (g.paper IS NOT NULL AND g.annotation_id IS NULL)
    AND NOT EXISTS (SELECT 1 FROM labels a WHERE a.paper_id = l.paper_id
        AND a.target = 'hardware' AND a.key = l.key AND a.verdict = 'add')
    AND NOT EXISTS (SELECT 1 FROM hardware h WHERE h.annotation_id = g.annotation_id
        AND COALESCE(h.device, h.name) = l.key);
"""


def _spent(what: str) -> str:
    return f"(SELECT {what} FROM attempts t WHERE t.run_id = r.id)"


RUN_TOTALS = f"""
CREATE VIEW run_totals AS
SELECT r.id AS run_id, r.status, r.annotator, r.model,
    (SELECT count(*) FROM annotations a WHERE a.run_id = r.id) AS papers,
    (SELECT count(*) FROM annotations a WHERE a.run_id = r.id AND a.status = 'failed') AS failed,
    (SELECT count(*) FROM annotations a JOIN claims c ON c.annotation_id = a.id
        WHERE a.run_id = r.id AND a.status = 'ok' AND NOT {said_before("c")}) AS claims,
    {_spent("count(*) FILTER (WHERE t.outcome <> 'budget')")} AS attempts,
    {_spent("COALESCE(sum(t.prompt_tokens), 0)")} AS prompt_tokens,
    {_spent("COALESCE(sum(t.completion_tokens), 0)")} AS completion_tokens,
    {_spent("COALESCE(sum(t.cached_tokens), 0)")} AS cached_tokens,
    {_spent("COALESCE(sum(t.reasoning_tokens), 0)")} AS reasoning_tokens,
    {_spent("sum(t.cost_usd)")} AS cost_usd,
    {_spent("COALESCE(sum(t.seconds), 0)")} AS request_seconds,
    (julianday(COALESCE(r.finished_at, 'now')) - julianday(r.started_at)) * 86400 AS seconds
FROM runs r;
"""
