"""The second reading: what the rules find in papers that a model has read, as a run of its own."""

from collections import deque

from annotate import rules
from annotate.check import check
from annotate.facts import Paper
from annotate.runner.offline import rules_info
from annotate.schema import Annotation
from annotate.store import Store

__all__ = ["SecondReading"]

_STEP = 8
_BACKLOG = 1024
_FEW = 2 * _BACKLOG
"""More than that wasn't left by a kill, but by a new version of the rules: it can wait."""


class SecondReading:
    """Stores the rules' readings of papers beside the model's, when there is time for it.

    It vouches for nothing (`check` has compared the two already); it is what `disagreements` and
    the review pages show.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._info = rules_info()
        self._backlog: deque[tuple[Paper, Annotation]] = deque()
        self._run_id: int | None = None

    def open(self, source_ids: tuple[int, ...]) -> None:
        """Start the run now, if any paper of these sources lacks a reading by rules.

        So it comes before the model's run; else it starts with the first reading to be stored.
        """
        if self._store.count_pending(key=self._info, source_ids=source_ids, limit=1):
            self._run_id = self._store.start_run(self._info)

    def add(self, paper: Paper, reading: Annotation) -> None:
        """Remember a reading; a long backlog is worked off at once."""
        self._backlog.append((paper, reading))
        while len(self._backlog) > _BACKLOG:
            self.step()

    def step(self) -> bool:
        """Store a few readings and return whether there are more."""
        if not self._backlog:
            return False
        few = [self._backlog.popleft() for _ in range(min(_STEP, len(self._backlog)))]
        unread = self._store.unread(self._info, [paper.id for paper, _ in few])
        rows = [
            (paper.id, check(reading, paper, rules=None), ())
            for paper, reading in few
            if paper.id in unread
        ]
        if rows:
            self._run_id = self._run_id or self._store.start_run(self._info)
            self._store.save(self._run_id, rows)
        return bool(self._backlog)

    def complete(self, source_ids: tuple[int, ...]) -> None:
        """Read the few papers of these sources that a killed run left without a second reading."""
        missing = self._store.count_pending(key=self._info, source_ids=source_ids)
        if 0 < missing <= _FEW:
            for paper in self._store.pending(key=self._info, source_ids=source_ids):
                self.add(paper, rules.read(paper))

    def close(self) -> None:
        """Work off what is left and close the run."""
        while self.step():
            pass
        if self._run_id is not None:
            self._store.finish_run(self._run_id, "done")
