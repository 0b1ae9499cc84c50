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

__all__ = ["counts", "pairs", "papers", "reading", "readings"]

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
    """Yield (paper id, reading) in the order in which the papers came; labels aren't applied.

    With `run_id`, all readings of that run, failed ones too; with `reader`, each paper's newest
    good one, else its newest failed one, by any model or by the rules; with neither, those that
    the views show.
    """
    for rows in _pages(connection, run_id, reader):
        facts = _facts(connection, [row[2] for row in rows])
        for row in rows:
            yield row[1], _reading(row[3:], *facts[row[2]])


def reading(connection: sqlite3.Connection, annotation_id: int | None) -> CheckedAnnotation | None:
    """Return one stored reading, or None when there is none with this id."""
    row = connection.execute(
        f"SELECT {_ANNOTATION} FROM annotations a WHERE a.id = ?", [annotation_id]
    ).fetchone()
    if row is None or annotation_id is None:
        return None
    return _reading(row, *_facts(connection, [annotation_id])[annotation_id])


def pairs(
    connection: sqlite3.Connection, one: int, other: int
) -> Iterator[tuple[str, str | None, CheckedAnnotation | None, CheckedAnnotation | None]]:
    """Yield (paper id, title, reading of run `one`, of run `other`); good readings only."""
    last = 0
    while True:
        rows = connection.execute(
            "SELECT p.rowid, p.id, p.title, a.id, b.id FROM papers p"
            " LEFT JOIN annotations a ON a.run_id = ? AND a.paper_id = p.id AND a.status = 'ok'"
            " LEFT JOIN annotations b ON b.run_id = ? AND b.paper_id = p.id AND b.status = 'ok'"
            " WHERE p.rowid > ? AND (a.id IS NOT NULL OR b.id IS NOT NULL)"
            " ORDER BY p.rowid LIMIT ?",
            [one, other, last, _AT_ONCE],
        ).fetchall()
        if not rows:
            return
        last = rows[-1][0]
        for _, key, title, first, second in rows:
            yield key, title, reading(connection, first), reading(connection, second)


_ANNOTATION = (
    "a.status, a.method, a.method_full_name, a.contribution, a.task, a.data, a.flags, a.error"
)


def _pages(
    connection: sqlite3.Connection, run_id: int | None, reader: str | None
) -> Iterator[list[tuple[Any, ...]]]:
    sign = "=" if reader == "rules" else "<>"
    if run_id is not None:
        rows = "papers p CROSS JOIN annotations a ON a.run_id = :run AND a.paper_id = p.id"
    elif reader is None:
        rows = """_readings g CROSS JOIN papers p ON p.rowid = g.paper
            CROSS JOIN annotations a ON a.id = g.annotation_id"""
    else:
        rows = f"""papers p CROSS JOIN annotations a ON a.id = (
            SELECT b.id FROM annotations b JOIN runs r ON r.id = b.run_id
            WHERE b.paper_id = p.id AND r.annotator {sign} 'rules'
            ORDER BY b.status = 'ok' DESC, b.id DESC LIMIT 1)"""
    place = "g.paper" if run_id is None and reader is None else "p.rowid"
    last = 0
    while True:
        page = connection.execute(
            f"SELECT {place}, p.id, a.id, {_ANNOTATION} FROM {rows} WHERE {place} > :last"
            f" ORDER BY {place} LIMIT :some",
            {"run": run_id, "last": last, "some": _AT_ONCE},
        ).fetchall()
        if not page:
            return
        last = page[-1][0]
        yield page


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
    status, method, full_name, contribution, task, data, flags, error = row
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
