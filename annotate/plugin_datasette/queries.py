"""Ready queries and facets; Datasette runs and shows them, this only names them."""

from copy import deepcopy
from typing import Any

from annotate.plugin_datasette import access

__all__ = ["LINKED_FROM", "OFFERED_ON", "QUERIES", "metadata", "store_for_newer"]

LINKED_FROM = (
    "extracted_claims",
    "review_queue",
    "extracted_papers",
    "disagreements",
    "unmatched_labels",
)
"""The views whose claim_id and paper_id lead to the review page."""

OFFERED_ON = (*LINKED_FROM, "claims", "papers", "labels")
"""The tables and views whose menus offer the review page."""

QUERIES: dict[str, dict[str, Any]] = {
    "largest-factors": {
        "title": "Largest factors that are proven",
        "description": "The papers’ own claims with evidence, by how many times better.",
        "sql": """select factor, value, metric, bound, method,
  coalesce(device, hardware) as hardware, title, support, claim_id
from extracted_claims
where attribution = 'own' and support <> 'unsupported' and status <> 'rejected'
  and metric = coalesce(nullif(:metric, ''), metric)
order by factor desc limit 100""",
    },
    "by-hardware": {
        "title": "Claims by hardware",
        "sql": """select coalesce(device, hardware) as hardware, metric, count(*) as claims,
  round(avg(factor), 2) as mean_factor, max(factor) as largest
from extracted_claims
where attribution = 'own' and status <> 'rejected' and coalesce(device, hardware) is not null
group by 1, 2 order by claims desc limit 200""",
    },
    "search-claims": {
        "title": "Claims of papers with these words",
        "sql": """select c.value, c.metric, c.factor, c.method, c.title, c.support, c.claim_id
from papers_fts join papers p on p.rowid = papers_fts.rowid
  join extracted_claims c on c.paper_id = p.id
where papers_fts match :words limit 200""",
    },
    "model-against-rules": {
        "title": "Where model and rules differ",
        "sql": """select d.field, d.model_value, d.rules_value, p.title, d.paper_id
from disagreements d join papers p on p.id = d.paper_id
where d.field = coalesce(nullif(:field, ''), d.field) limit 200""",
    },
    "reviewers": {
        "title": "What each reviewer did",
        "sql": """select reviewer, target, verdict, count(*) as labels, max(created_at) as last
from labels group by 1, 2, 3 order by labels desc""",
    },
    "failures": {
        "title": "Papers that could not be read",
        "sql": """select a.run_id, p.title, a.error, a.paper_id
from annotations a join papers p on p.id = a.paper_id
where a.status = 'failed' order by a.id desc limit 200""",
    },
}

_TABLES: dict[str, dict[str, Any]] = {
    "extracted_claims": {
        "description": "Each paper’s newest good reading, with people’s labels applied.",
        "facets": ["metric", "support", "status", "attribution", "device"],
        "sortable_columns": [
            "claim_id",
            "factor",
            "metric",
            "support",
            "status",
            "device",
            "method",
        ],
    },
    "review_queue": {
        "description": "Claims that nobody has judged, the most pressing first.",
        "facets": ["reason", "metric"],
    },
    "extracted_papers": {
        "facets": ["contribution", "status"],
        "sortable_columns": ["method", "task", "claims", "best_speedup", "status"],
    },
    "papers": {"facets": ["year", "venue"]},
}


def metadata(hidden: list[str]) -> dict[str, Any]:
    """Return a database's metadata; the tables `hidden` are kept off its page."""
    # A copy, because Datasette merges other people's metadata into what it is given.
    return {"tables": deepcopy(_TABLES) | {name: {"hidden": True} for name in hidden}}


async def store_for_newer(datasette: Any) -> None:
    """Store queries and facets the way of Datasette 1.0, which has no hooks for them."""
    if not hasattr(datasette, "add_query"):
        return
    for name in access.known(datasette):
        tables = _tables_of(datasette, name)
        for table, settings in _TABLES.items():
            tables[table] = {
                key: value for key, value in settings.items() if key != "description"
            } | tables.get(table, {})
        for key, query in QUERIES.items():
            if await datasette.get_query(name, key) is None:
                await datasette.add_query(
                    name,
                    key,
                    query["sql"],
                    title=query["title"],
                    description=query.get("description"),
                )


def _tables_of(datasette: Any, database: str) -> dict[str, Any]:
    datasette.config = datasette.config or {}
    databases = datasette.config.setdefault("databases", {})
    tables: dict[str, Any] = databases.setdefault(database, {}).setdefault("tables", {})
    return tables
