"""Read out what was stored: papers as they came in, readings as they were checked."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Literal

from annotate.facts import (
    Bound,
    CheckedAnnotation,
    CheckedClaim,
    CheckedHardware,
    Evidence,
    Paper,
    Support,
)
from annotate.schema import Attribution, Contribution, Metric, Role
from annotate.store.papers import paper_columns

__all__ = ["counts", "papers", "readings"]

_AT_ONCE = 400


def papers(
    connection: sqlite3.Connection, paper_ids: Iterable[str] | None = None
) -> Iterator[Paper]:
    """Yield all papers in the order in which they came in, or those of `paper_ids` in that order.

    Each carries the source and position where it came first; unknown ids are left out.
    """
    select = f"""SELECT {paper_columns("p")},
        (SELECT COALESCE(s.title, s.path) FROM sources s WHERE s.id = w.source_id), w.position
        FROM papers p LEFT JOIN paper_sources w ON w.paper_id = p.id
        AND NOT EXISTS (SELECT 1 FROM paper_sources e WHERE e.paper_id = p.id
            AND (e.source_id, e.position) < (w.source_id, w.position))"""
    if paper_ids is None:
        for row in connection.execute(f"{select} ORDER BY p.rowid"):
            yield Paper(*row)
        return
    rest = iter(paper_ids)
    while some := list(islice(rest, _AT_ONCE)):
        marks = ",".join("?" * len(some))
        rows = connection.execute(f"{select} WHERE p.id IN ({marks})", some).fetchall()
        found = {row[0]: Paper(*row) for row in rows}
        yield from (found[key] for key in some if key in found)


def counts(connection: sqlite3.Connection, source_ids: Iterable[int]) -> tuple[int, int]:
    """Return how many distinct papers stand in these sources, and in how many places."""
    marks = ",".join(str(int(source)) for source in source_ids) or "NULL"
    row = connection.execute(
        f"SELECT count(DISTINCT paper_id), count(*) FROM paper_sources WHERE source_id IN ({marks})"
    ).fetchone()
    return int(row[0]), int(row[1])


def readings(
    connection: sqlite3.Connection,
    run_id: int | None = None,
    reader: Literal["model", "rules"] | None = None,
) -> Iterator[tuple[str, CheckedAnnotation]]:
    """Yield (paper id, reading) by paper; labels aren't applied.

    With `run_id`, all readings of that run, failed ones too; with `reader`, each paper's newest
    good one, else its newest failed one, by any model or by the rules; with neither, those that
    the views show.
    """
    last = ""
    while True:
        some = connection.execute(
            f"SELECT {_ANNOTATION} FROM annotations a WHERE {_which(run_id, reader)}"
            " AND a.paper_id > :last ORDER BY a.paper_id LIMIT :some",
            {"run": run_id, "last": last, "some": _AT_ONCE},
        ).fetchall()
        if not some:
            return
        last = some[-1][0]
        facts = _facts(connection, [row[1] for row in some])
        for row in some:
            yield row[0], _reading(row, *facts[row[1]])


_ANNOTATION = (
    "a.paper_id, a.id, a.status, a.method, a.method_full_name, a.contribution, a.task, a.data,"
    " a.flags, a.error"
)


def _which(run_id: int | None, reader: str | None) -> str:
    if run_id is not None:
        return "a.run_id = :run"
    if reader is None:
        return "EXISTS (SELECT 1 FROM _readings g WHERE g.annotation_id = a.id)"
    sign = "=" if reader == "rules" else "<>"
    return f"""a.id = (SELECT b.id FROM annotations b JOIN runs r ON r.id = b.run_id
        WHERE b.paper_id = a.paper_id AND r.annotator {sign} 'rules'
        ORDER BY b.status = 'ok' DESC, b.id DESC LIMIT 1)"""


_Facts = tuple[list[CheckedHardware], list[CheckedClaim]]


def _facts(connection: sqlite3.Connection, ids: list[int]) -> dict[int, _Facts]:
    found: dict[int, _Facts] = {key: ([], []) for key in ids}
    marks = ",".join(map(str, ids))
    for key, *row in connection.execute(
        "SELECT annotation_id, name, device, kind, count, role, quote_start, quote_end, evidence"
        f" FROM hardware WHERE annotation_id IN ({marks}) ORDER BY id"
    ):
        row[4] = None if row[4] is None else Role(row[4])
        row[7] = Evidence(row[7] or Evidence.MISSING)
        found[key][0].append(CheckedHardware(*row))
    for key, *row in connection.execute(
        "SELECT annotation_id, metric, value, low, high, unit, bound, factor, baseline, setting,"
        " device, attribution, quote, quote_start, quote_end, evidence, support, flags"
        f" FROM claims WHERE annotation_id IN ({marks}) ORDER BY id"
    ):
        found[key][1].append(_claim(row))
    return found


def _claim(row: list[Any]) -> CheckedClaim:
    row[0] = Metric(row[0])
    row[5] = None if row[5] is None else Bound(row[5])
    row[10] = Attribution(row[10] or Attribution.OWN)
    row[11] = row[11] or ""
    row[14] = Evidence(row[14] or Evidence.MISSING)
    row[15] = Support(row[15] or Support.UNSUPPORTED)
    row[16] = _flags(row[16])
    return CheckedClaim(*row)


def _reading(
    row: tuple[Any, ...], hardware: list[CheckedHardware], claims: list[CheckedClaim]
) -> CheckedAnnotation:
    _, _, status, method, full_name, contribution, task, data, flags, error = row
    return CheckedAnnotation(
        status=status,
        method=method,
        method_full_name=full_name,
        contribution=None if contribution is None else Contribution(contribution),
        task=task,
        data=None if data is None else json.loads(data),
        flags=_flags(flags),
        error=error,
        hardware=tuple(hardware),
        claims=tuple(claims),
    )


def _flags(text: str | None) -> tuple[str, ...]:
    return tuple(json.loads(text)) if text else ()
