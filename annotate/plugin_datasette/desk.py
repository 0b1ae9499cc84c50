"""What the review page reads and writes, as functions over one connection.

Datasette runs them in its own threads, on its own connections.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotate.errors import AnnotateError, UsageError
from annotate.facts import Paper
from annotate.review.verdicts import NAMES, added, corrected, equipped, judged, named
from annotate.store import readings, reviewing, waiting
from annotate.store.labels import Label, add_labels, undo
from annotate.store.places import Places

__all__ = ["ACTIONS", "NAMED", "Asked", "Desk", "Outcome", "act", "lay_out"]

Row = dict[str, Any]

ACTIONS = ("accept", "reject", "correct", "add", "undo", "name")
NAMED = (*NAMES, "hardware")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for.

    `done` is the claim that was judged just before, `said` what of the paper was: one of `NAMED`.
    """

    claim: int | None = None
    paper: str | None = None
    reason: str | None = None
    done: int | None = None
    said: str | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that one page shows; `facts` and `claim` are None where there is nothing left.

    `source` names the paper's list apart from others of its title.
    """

    reviewed: int
    claims: int
    waiting: dict[str, int]
    facts: reviewing.PaperFacts | None
    claim: Row | None
    next_claim: int | None
    done: Row | None
    source: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where to go after a verdict, or what was wrong with it (then nothing was written).

    `said` is what of the paper was judged: method, task or hardware.
    """

    claim: int | None = None
    paper: str | None = None
    done: int | None = None
    said: str | None = None
    error: str | None = None


def lay_out(connection: sqlite3.Connection, asked: Asked) -> Desk:
    """Read what a page shows; without a claim or paper asked for, the first in the queue."""
    claim_id = asked.claim
    if claim_id is None and asked.paper is None:
        claim_id = waiting.next_waiting(connection, asked.reason)
    claim = None if claim_id is None else waiting.claim(connection, claim_id)
    paper_id = claim["paper_id"] if claim else asked.paper
    facts = None if paper_id is None else reviewing.facts_of(connection, paper_id)
    if claim is None and facts is not None and facts.claims:
        claim = next((c for c in facts.claims if c["status"] == "unreviewed"), facts.claims[0])
    reviewed, claims = reviewing.progress(connection)
    here = claim["claim_id"] if claim else None
    return Desk(
        reviewed=reviewed,
        claims=claims,
        waiting=reviewing.queue_counts(connection),
        facts=facts,
        claim=claim,
        next_claim=waiting.next_waiting(connection, asked.reason, here),
        done=None if asked.done is None else waiting.claim(connection, asked.done),
        source=Places(connection).source(facts.paper.id, facts.paper.source) if facts else None,
    )


def act(connection: sqlite3.Connection, form: Mapping[str, str], reviewer: str) -> Outcome:
    """Write what a form says as labels, in one transaction; a refusal is an outcome, no error."""
    try:
        with connection:
            return _act(connection, form, reviewer)
    except AnnotateError as error:
        return Outcome(error=str(error))
    except sqlite3.OperationalError as error:
        return Outcome(error=f"the database didn't take it ({error}); try again")


def _act(connection: sqlite3.Connection, form: Mapping[str, str], reviewer: str) -> Outcome:
    action = form.get("verdict", "")
    if action not in ACTIONS:
        raise UsageError(f"verdict is {action!r}; expected one of {', '.join(ACTIONS)}")
    if action in ("add", "name") or form.get("target"):
        return _act_on_paper(connection, form, reviewer)
    claim_id = whole(form.get("claim"))
    row = None if claim_id is None else waiting.claim(connection, claim_id)
    if claim_id is None or row is None:
        raise UsageError("this claim is gone: a newer run has read its paper again")
    key = waiting.label_key(connection, claim_id)
    if key is None:
        raise UsageError("this claim can't be told from others")
    if action == "undo":
        undo(connection, row["paper_id"], "claim", key, reviewer)
        return Outcome(claim=claim_id, paper=row["paper_id"])
    # The next one is looked up first, while this one still has its place in the queue.
    then = waiting.next_waiting(connection, form.get("reason") or None, claim_id)
    if action == "correct":
        paper = _paper(connection, row["paper_id"])
        label = corrected(row, key, paper, form, reviewer)
    else:
        label = judged(row, key, action, reviewer)
    add_labels(connection, [label])
    return Outcome(claim=then, done=claim_id)


def _act_on_paper(
    connection: sqlite3.Connection, form: Mapping[str, str], reviewer: str
) -> Outcome:
    paper = _paper(connection, form.get("paper", ""))
    here = whole(form.get("claim"))
    if form["verdict"] == "add" and not form.get("target"):
        (label_id,) = add_labels(connection, [added(paper, form, reviewer)])
        return Outcome(claim=here, paper=paper.id, done=-label_id)
    target, key = form.get("target", ""), form.get("key", "")
    if form["verdict"] == "undo":
        undo(connection, paper.id, target, key, reviewer)
    else:
        add_labels(connection, [_named(connection, paper, form, reviewer)])
    return Outcome(claim=here, paper=paper.id, said=target)


def _named(
    connection: sqlite3.Connection, paper: Paper, form: Mapping[str, str], reviewer: str
) -> Label:
    facts = reviewing.facts_of(connection, paper.id)
    target, key, verdict = form.get("target", ""), form.get("key", ""), form["verdict"]
    value = "" if verdict == "reject" else form.get("value", "")
    if target == "hardware" and facts is not None:
        device = next((d for d in reviewing.devices(facts) if d.key == key), None)
        if device is None and key:
            raise UsageError("this device is gone: a newer run has read its paper again")
        if verdict == "accept" and device is not None:
            value = device.name
        return equipped(paper.id, device, value, reviewer)
    before = facts.row.get(target) if facts and facts.row and target in NAMES else None
    if verdict == "accept":
        if not before:
            raise UsageError(f"no {target} was read that could be accepted")
        value = before
    return named(paper.id, target, value, before, reviewer)


def _paper(connection: sqlite3.Connection, paper_id: str) -> Paper:
    paper = next(readings.papers(connection, [paper_id]), None)
    if paper is None:
        raise UsageError("this paper isn't in the database")
    return paper


def whole(text: str | None) -> int | None:
    """Return the whole number that a form or an address gives, None for anything else."""
    try:
        number = int(text or "")
    except ValueError:
        return None
    return number if abs(number) < 2**63 else None
