"""One reviewer at a table of a schema of one's own: the row on the desk, and what they decide."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotate.errors import UsageError
from annotate.facts import Paper
from annotate.language.highlight import EvidenceSpan, Kind, Segment, segments
from annotate.review.sitting import Done, Fields, Sitting
from annotate.store import Label, Store, own, readings
from annotate.store.connection import translated
from annotate.store.own import OwnView

__all__ = ["OwnDesk", "own_changes", "own_pieces"]

Row = Mapping[str, Any]

_STATUS = {"accept": "accepted", "reject": "rejected"}


class OwnDesk(Sitting):
    """The review of one table `extracted_<prompt>`, row by row."""

    _paper: Paper | None = None

    def __init__(
        self, store: Store, view: OwnView, reviewer: str, reason: str | None = None
    ) -> None:
        self._view = view
        self.table = view.prompt
        super().__init__(store, reviewer, reason, ("unsupported", "unreviewed"))

    @property
    def here(self) -> int | None:
        """The id of the row on the desk; None when nothing waits."""
        return None if self.row is None else int(self.row["id"])

    @property
    def paper(self) -> Paper | None:
        """The paper of the row on the desk."""
        return self._paper

    def progress(self) -> tuple[int, int]:
        """Return how many rows are reviewed by anybody, and how many there are."""
        return own.own_counts(self._store.db.conn, self._view)

    def waiting(self) -> dict[str, int]:
        """Return how many rows wait for each reason."""
        return own.own_waiting(self._store.db.conn, self._view)

    def shown(self) -> list[Fields]:
        """Return the fields that the schema names, and how well they are proven."""
        row = self.row
        if row is None:
            return []
        proof = {f"{quote}_evidence" for quote in self._view.quotes} | {"support", "status"}
        return [
            {name: row[name] for name in self._view.fields},
            {name: row[name] for name in self._view.columns if name in proof},
        ]

    def correctable(self) -> Fields | None:
        """Return the fields that the schema names."""
        return None if self.row is None else {name: self.row[name] for name in self._view.fields}

    def history(self) -> list[Label]:
        """Return what people said of the row, newest first."""
        if self.row is None:
            return []
        return own.own_history(self._store.db.conn, self._view, self.row)

    def show(self, here: int | None) -> None:
        """Put a row on the desk, waiting or not; None clears it."""
        connection = self._store.db.conn
        self.row = None if here is None else own.own_row(connection, self._view, here)
        wanted = [] if self.row is None else [self.row["paper_id"]]
        self._paper = next(readings.papers(connection, wanted), None)

    def judge(self, verdict: str) -> None:
        """Accept or reject the row on the desk and go on."""
        self._decide(lambda: self._say(verdict, {}))

    def correct(self, changes: Mapping[str, str | None]) -> None:
        """Correct the row on the desk and go on; UsageError for what its table can't hold."""
        self._decide(lambda: self._say("correct", changes))

    def pieces(self) -> list[Segment]:
        """Return the abstract in pieces, with the evidence of each row of the paper."""
        if self._paper is None:
            return []
        rows = own.own_rows(self._store.db.conn, self._view, self._paper.id)
        return own_pieces(self._view, rows, self._paper.abstract)

    def _next(self, after: int | None) -> int | None:
        return own.next_own(self._store.db.conn, self._view, after, self.reason)

    def _say(self, verdict: str, fields: Mapping[str, str | None]) -> None:
        row = self.row
        if row is None:
            raise UsageError("nothing is waiting for review")
        changes = own_changes(self._view, row, verdict, fields)
        before = self.history()
        with translated(self._store.path), self._store.transaction():
            own.judge_own(self._store.db.conn, self._view, row["id"], changes, self.reviewer)
        if self.history() != before:
            key = own.own_key(self._view, row)
            self._done.append(Done(row["id"], row["paper_id"], (("paper", key),)))


def own_changes(
    view: OwnView, row: Row, verdict: str, fields: Mapping[str, str | None]
) -> dict[str, str]:
    """Return what a verdict changes of a row: its status, or those of `fields` that are new.

    Raises UsageError for an unknown verdict and for a correction that changes nothing.
    """
    if verdict in _STATUS:
        return {"status": _STATUS[verdict]}
    if verdict != "correct":
        raise UsageError(f"verdict is {verdict!r}; expected accept, reject, correct or undo")
    # A form gives back other line ends than it was given; those change nothing.
    changes = {
        name: fields[name] or ""
        for name in view.fields
        if name in fields and _folded(fields[name]) != _folded(row[name])
    }
    if not changes:
        raise UsageError("nothing was changed; accept the row if it is right as it stands")
    return changes


def own_pieces(view: OwnView, rows: Iterable[Row], abstract: str) -> list[Segment]:
    """Return an abstract in pieces, each with the ids of the rows whose quotes it belongs to."""
    spans = [
        EvidenceSpan(start, end, Kind.MODEL, row["id"])
        for row in rows
        for start, end in own.evidence_of(view, row, abstract)
    ]
    return segments(abstract, spans)


def _folded(value: Any) -> str:
    return " ".join(("" if value is None else str(value)).split())
