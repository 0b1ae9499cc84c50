"""The second reading: what the rules find in papers that a model has read, as a run of its own."""

from collections.abc import Sequence

from annotate.check import check
from annotate.facts import Paper
from annotate.runner.offline import rules_info
from annotate.schema import Annotation
from annotate.store import Saved, Store

__all__ = ["SecondReading"]


class SecondReading:
    """Stores the rules' readings of papers in the transaction that stores the model's.

    It vouches for nothing (`check` has compared the two already); it is what `disagreements` and
    the review pages show. The run begins with the first reading that is stored: papers that the
    rules have read before make no run.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._info = rules_info()
        self._run_id: int | None = None
        self._rows: list[Saved] = []

    def add(self, paper: Paper, reading: Annotation) -> None:
        """Check a reading, while what its check shares with the model's is remembered."""
        checked = check(reading, paper, rules=None, by_rules=True)
        self._rows.append((paper.id, checked, ()))

    def take(self) -> list[tuple[int, Sequence[Saved]]]:
        """Return what was added since the last time, with its run; nothing that is stored."""
        rows, self._rows = self._rows, []
        if self._run_id is None and rows:
            # After the first, `save` itself passes over what is stored.
            unread = self._store.unread(self._info, [row[0] for row in rows])
            rows = [row for row in rows if row[0] in unread]
            self._run_id = self._store.start_run(self._info) if rows else None
        return [] if self._run_id is None else [(self._run_id, rows)]

    def close(self) -> None:
        """Close the run."""
        if self._run_id is not None:
            self._store.finish_run(self._run_id, "done")
