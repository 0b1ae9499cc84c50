"""Take from the database what the report shows."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

from annotate.report import own
from annotate.report.page import About, Run, render
from annotate.report.tally import Agreement, Tally
from annotate.store import Store
from annotate.store.overview import run_lines, sources, totals
from annotate.store.places import Places
from annotate.store.reviewing import disagreement_counts

__all__ = ["MOST_CLAIMS", "report"]

MOST_CLAIMS = 20_000
"""Claims that the table holds if nothing else is said; a page much larger is slow on a phone."""


def report(store: Store, *, limit: int = MOST_CLAIMS, written: datetime | None = None) -> str:
    """Return the report as one HTML page.

    Figures and totals are of all claims; the table holds the first `limit`, in the order in which
    the papers came in. `written` is the date it bears; today when None.

    Raises MissingExtraError when matplotlib isn't installed.
    """
    tally = Tally()
    rows = tally.watch(store.claims())
    shown = list(islice(rows, limit))
    for _ in rows:
        pass  # the rest is counted only
    places = Places(store.db.conn)
    papers = [
        replace(paper, source=places.source(paper.id, paper.source))
        for paper in store.papers(dict.fromkeys(row["paper_id"] for row in shown))
    ]
    return render(_about(store, written or datetime.now(UTC), limit), tally, shown, papers)


def _about(store: Store, written: datetime, limit: int) -> About:
    connection = store.db.conn
    found = totals(connection)
    lists = list(dict.fromkeys(sources(connection)))
    both, differ = disagreement_counts(connection)
    return About(
        title=" and ".join(lists) if 1 <= len(lists) <= 2 else store.path.stem,
        papers=found.read,
        failed=found.failed,
        written=f"{written.day} {written:%B %Y}",
        sources=lists,
        runs=[
            Run(line.id, line.model, line.started_at[:10], line.papers, line.failed)
            for line in run_lines(connection)
        ],
        own=own.gathered(store, limit),
        agreement=[Agreement(field, both - count, both) for field, count in differ.items() if both],
    )
