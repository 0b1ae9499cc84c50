"""What the page for a schema of one's own reads and writes, as functions over one connection."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotate.errors import AnnotateError, UsageError
from annotate.facts import Paper
from annotate.plugin_datasette.desk import Outcome, whole
from annotate.review.own_desk import own_changes
from annotate.store import own, readings
from annotate.store.labels import Label
from annotate.store.own import OwnView
from annotate.store.places import Places

__all__ = ["PREFIX", "OwnAsked", "OwnDesk", "act_own", "lay_out_own", "view_named"]

Row = dict[str, Any]

PREFIX = "field-"
"""Before the name of each field of a form, so that none is taken for a word of ours."""


@dataclass(frozen=True, slots=True)
class OwnAsked:
    """What the address asks for; `done` is the row that was judged just before."""

    row: int | None = None
    paper: str | None = None
    done: int | None = None


@dataclass(frozen=True, slots=True)
class OwnDesk:
    """Everything that one page shows; `paper` and `row` are None where there is nothing left."""

    view: OwnView
    views: list[OwnView]
    reviewed: int
    rows: int
    paper: Paper | None
    source: str | None
    row: Row | None
    beside: list[Row]
    history: list[Label]
    next_row: int | None
    done: Row | None


def view_named(connection: sqlite3.Connection, name: str) -> OwnView | None:
    """Return the table of this name, or None when it is none of a schema of one's own."""
    return next((view for view in own.own_tables(connection) if view.name == name), None)


def lay_out_own(connection: sqlite3.Connection, name: str, asked: OwnAsked) -> OwnDesk | None:
    """Read what a page shows; without a row or paper asked for, the first that waits."""
    views = own.own_tables(connection)
    view = next((view for view in views if view.name == name), None)
    if view is None:
        return None
    row_id = asked.row
    if row_id is None and asked.paper is None:
        row_id = own.next_own(connection, view, None)
    row = None if row_id is None else own.own_row(connection, view, row_id)
    paper_id = row["paper_id"] if row else asked.paper
    paper = None if paper_id is None else next(readings.papers(connection, [paper_id]), None)
    beside = list(own.own_rows(connection, view, paper.id)) if paper else []
    row = row or next(iter(beside), None)
    reviewed, rows = own.own_counts(connection, view)
    return OwnDesk(
        view=view,
        views=views,
        reviewed=reviewed,
        rows=rows,
        paper=paper,
        source=Places(connection).source(paper.id, paper.source) if paper else None,
        row=row,
        beside=beside,
        history=own.own_history(connection, view, row) if row else [],
        next_row=own.next_own(connection, view, row["id"] if row else None),
        done=None if asked.done is None else own.own_row(connection, view, asked.done),
    )


def act_own(
    connection: sqlite3.Connection, name: str, form: Mapping[str, str], reviewer: str
) -> Outcome:
    """Write what a form says, in one transaction; a refusal is an outcome, no error."""
    try:
        with connection:
            return _act(connection, name, form, reviewer)
    except AnnotateError as error:
        return Outcome(error=str(error))
    except sqlite3.OperationalError as error:
        return Outcome(error=f"the database didn't take it ({error}); try again")


def _act(
    connection: sqlite3.Connection, name: str, form: Mapping[str, str], reviewer: str
) -> Outcome:
    view, row_id = view_named(connection, name), whole(form.get("row"))
    row = None if view is None or row_id is None else own.own_row(connection, view, row_id)
    if view is None or row is None or row_id is None:
        raise UsageError("this row is gone: a newer run has read its paper again")
    verdict = form.get("verdict", "")
    if verdict == "undo":
        own.undo_own(connection, view, row_id, reviewer)
        return Outcome(claim=row_id)
    given = {n.removeprefix(PREFIX): text for n, text in form.items() if n.startswith(PREFIX)}
    changes = own_changes(view, row, verdict, given)
    # The next one is looked up first, while this one still has its place among those that wait.
    then = own.next_own(connection, view, row_id)
    own.judge_own(connection, view, row_id, changes, reviewer)
    return Outcome(claim=then, paper=row["paper_id"], done=row_id)
