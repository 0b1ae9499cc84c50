"""The second reading: what the rules find in papers that a model has read, as a run of its own."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from annotate.check import check
from annotate.facts import Paper
from annotate.runner.judging import read_by_rules
from annotate.runner.offline import rules_info
from annotate.runner.reader import Page, ReaderPool
from annotate.schema import Annotation
from annotate.store import Store
from annotate.store.witnesses import count_lacking, lacking

__all__ = ["SecondReading"]

_BACKLOG = 1_024
_PAGE = 64
_WORTH_A_POOL = 2_000


class SecondReading:
    """Stores the rules' readings of papers beside the model's, when there is time for it.

    It vouches for nothing (`check` has compared the two already); it is what `disagreements` and
    the review pages show. Readings that find the backlog full, as behind a server that answers as
    quickly as we can check, are made again by `complete`. The run begins with the first reading
    that is stored: papers that the rules have read before make no run.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._info = rules_info()
        self._backlog: deque[tuple[Paper, Annotation]] = deque()
        self._run_id: int | None = None

    def add(self, paper: Paper, reading: Annotation) -> None:
        """Remember a reading until there is time."""
        if len(self._backlog) < _BACKLOG:
            self._backlog.append((paper, reading))

    def step(self, most: int = 1) -> bool:
        """Store a few readings and return whether there are more."""
        few = [self._backlog.popleft() for _ in range(min(most, len(self._backlog)))]
        if few:
            self._save([(paper.id, check(reading, paper, rules=None)) for paper, reading in few])
        return bool(self._backlog)

    def complete(self, run_ids: Sequence[int], hurry: Callable[[], bool]) -> None:
        """Read what these runs' papers still lack, until that is done or `hurry` says True."""
        count = count_lacking(self._store.db, run_ids, self._info.work)
        with ExitStack() as stack:
            for page in self._pages(run_ids, count, stack):
                self._save(page)
                if hurry():
                    return

    def close(self) -> None:
        """Work off what is left and close the run."""
        while self.step(_PAGE):
            pass
        if self._run_id is not None:
            self._store.finish_run(self._run_id, "done")

    def _pages(self, run_ids: Sequence[int], count: int, stack: ExitStack) -> Iterator[Page]:
        papers = (
            list(self._store.papers(some))
            for some in lacking(self._store.db, run_ids, self._info.work, _PAGE)
        )
        processes = min(os.cpu_count() or 1, 8)
        if count >= _WORTH_A_POOL and processes > 1:
            yield from stack.enter_context(ReaderPool(processes)).map(papers)
        else:
            for some in papers:
                yield [(paper.id, read_by_rules(paper)) for paper in some]

    def _save(self, readings: Page) -> None:
        unread = self._store.unread(self._info, [paper_id for paper_id, _ in readings])
        rows = [(paper_id, checked, ()) for paper_id, checked in readings if paper_id in unread]
        if rows:
            self._run_id = self._run_id or self._store.start_run(self._info)
            self._store.save(self._run_id, rows)
