"""What people say about facts: labels are added, never changed, and the newest one wins."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import inf
from typing import Any

from annotate.errors import QuantityError, UsageError
from annotate.language.quantities import improvement_factor, parse_quantity
from annotate.schema import Metric
from annotate.store.text import claim_key, json_text, now, number, storable

__all__ = ["TARGETS", "VERDICTS", "Label", "add_labels", "claim_value", "labels", "undo"]

TARGETS = ("method", "task", "hardware", "claim", "paper")
VERDICTS = ("accept", "correct", "reject", "add", "undo")


@dataclass(frozen=True, slots=True)
class Label:
    """One judgement by one person.

    Attributes:
        target: method, task, hardware, claim or paper.
        key: `metric|low|high|unit` of the claim as it was read, the canonical device of a piece of
            hardware, and "" for method, task and paper.
        verdict: accept, correct, reject, add, or undo (as if nobody had said anything).
        value: For a claim a JSON object with columns of `extracted_claims`, or the bare value; for
            the others the name itself. None where the verdict says it all.
        created_at: ISO 8601; the moment of storing when None. The newest label of a fact wins.
    """

    paper_id: str
    target: str
    key: str
    verdict: str
    reviewer: str
    value: str | None = None
    note: str | None = None
    created_at: str | None = None
    id: int | None = None


_NUMBERS = ("low", "high", "factor")
_COLUMNS = "paper_id, target, key, verdict, reviewer, value, note, created_at"


def add_labels(connection: sqlite3.Connection, some: Iterable[Label]) -> list[int]:
    """Store labels and return their ids; the caller holds a transaction if they belong together.

    Numbers that a claim's value states are added to it. A label that stands already, with the same
    fact, verdict, value, reviewer and time, isn't added again, and its id is returned.

    Raises UsageError for a label that makes no sense, before anything is written for it.
    """
    ids = []
    for label in some:
        row = _row(_checked(label))
        if label.created_at is None:
            row[7] = _after_the_newest(connection, row[:3], row[7])
        same = None
        if label.created_at is not None:
            same = connection.execute(
                "SELECT id FROM labels WHERE paper_id = ? AND target = ? AND key = ?"
                " AND verdict = ? AND reviewer = ? AND value IS ? AND created_at = ?",
                [*row[:6], row[7]],
            ).fetchone()
        if same is None:
            same = connection.execute(
                f"INSERT INTO labels ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id", row
            ).fetchone()
        ids.append(int(same[0]))
    return ids


def _after_the_newest(connection: sqlite3.Connection, fact: Sequence[Any], moment: str) -> str:
    """Return `moment`, or what comes right after the newest label of the fact.

    What is said now outranks what stands, also where a clock went wrong: here since, or on the
    machine that a label was brought from.
    """
    (next_one,) = connection.execute(
        "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(julianday(created_at)) + 0.0015 / 86400)"
        " FROM labels WHERE paper_id = ? AND target = ? AND key = ?",
        fact,
    ).fetchone()
    return max(moment, next_one or moment)


def labels(connection: sqlite3.Connection, paper_id: str | None = None) -> Iterator[Label]:
    """Yield all labels, or those of one paper, oldest first."""
    rows = connection.execute(
        f"SELECT {_COLUMNS}, id FROM labels"
        f" {'' if paper_id is None else 'WHERE paper_id = ?'} ORDER BY created_at, id",
        [] if paper_id is None else [paper_id],
    )
    for row in rows:
        yield Label(*row)


def undo(
    connection: sqlite3.Connection, paper_id: str, target: str, key: str, reviewer: str
) -> int | None:
    """Add the label that brings back what stood before the newest one; undoing that is a redo.

    Returns the id of the new label, or None when nobody has said anything about this fact.
    """
    said = connection.execute(
        f"SELECT {_COLUMNS}, id FROM labels WHERE paper_id = ? AND target = ? AND key = ?"
        " ORDER BY julianday(created_at) DESC, id DESC LIMIT 2",
        [paper_id, target, key],
    ).fetchall()
    if not said:
        return None
    verdict, value = ("undo", None) if len(said) == 1 else (said[1][3], said[1][5])
    label = Label(paper_id, target, key, verdict, reviewer, value, note="undo")
    return add_labels(connection, [label])[0]


def claim_value(**columns: Any) -> str:
    """Return the `value` of a label on a claim: JSON with those of its columns that are given."""
    return json_text(columns) or "{}"


def _row(label: Label) -> list[Any]:
    return [
        label.paper_id,
        label.target,
        label.key,
        label.verdict,
        storable(label.reviewer.strip()),
        label.value,
        storable(label.note),
        _moment(label.created_at),
    ]


def _moment(text: str | None) -> str:
    if text is None:
        return now()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"a label's created_at is {text!r}; expected ISO 8601") from None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _checked(label: Label) -> Label:
    if label.target not in TARGETS:
        raise UsageError(f"a label's target is {label.target!r}; expected {', '.join(TARGETS)}")
    if label.verdict not in VERDICTS:
        raise UsageError(f"a label's verdict is {label.verdict!r}; expected {', '.join(VERDICTS)}")
    if not label.reviewer.strip():
        raise UsageError("a label needs the name of its reviewer")
    if label.target == "claim":
        label = _checked_claim(label)
    if label.value is None and label.verdict in ("correct", "add"):
        raise UsageError(f"a label with the verdict {label.verdict} needs a value")
    return replace(label, key=storable(label.key) or "", value=storable(label.value))


def _checked_claim(label: Label) -> Label:
    fields = _fields(label.value)
    metric = fields.get("metric", label.key.partition("|")[0])
    if label.verdict in ("correct", "add"):
        if metric not in set(Metric):
            raise UsageError(f"a claim's metric is {metric!r}; expected {', '.join(Metric)}")
        # A correction may be of another column alone; what is added has to state something.
        told = fields.get("value", None if label.verdict == "add" else "")
        if told is None or ("value" in fields and not str(told).strip()):
            raise UsageError("a claim needs the value that it states, such as '5x'")
    if fields:
        fields = _with_numbers(fields | {"metric": metric})
    key = label.key
    if not key and label.verdict == "add":
        key = claim_key(fields)
    if "|" not in key:
        raise UsageError(f"a claim's key is {key!r}; expected metric|low|high|unit")
    return replace(label, key=key, value=json_text(fields) if fields else None)


def _fields(value: str | None) -> dict[str, Any]:
    if value is None:
        return {}
    try:
        fields = json.loads(value)
    except ValueError:
        return {"value": value}
    if not isinstance(fields, dict):
        return {"value": value}
    # Other tools may have written infinities and words for numbers: those are read anew.
    return {
        name: told
        for name, told in fields.items()
        if name not in _NUMBERS or told is None or _is_number(told)
    }


def _is_number(told: Any) -> bool:
    return isinstance(told, int | float) and 0 <= told < inf


def _with_numbers(fields: dict[str, Any]) -> dict[str, Any]:
    value, metric = fields.get("value"), fields["metric"]
    if not isinstance(value, str) or metric not in set(Metric):
        return fields
    found = parse_quantity(value)
    if found is None:
        return fields
    if fields.get("low") is None:
        fields |= {"low": found.low, "high": found.high, "unit": found.unit, "bound": found.bound}
    if "factor" not in fields:
        try:
            factor = improvement_factor(found, Metric(metric), str(fields.get("quote") or ""))
        except QuantityError:
            factor = None
        fields["factor"] = number(factor)
    return fields
