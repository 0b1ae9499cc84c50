"""The one door to the database file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from sqlite_utils import Database

from annotate.facts import Attempt, CheckedAnnotation, Paper
from annotate.store import asking, labels, names, papers, readings, results
from annotate.store.connection import transaction, translated
from annotate.store.custom import OwnTable, make_table, replace_rows
from annotate.store.filters import Filters
from annotate.store.labels import Label
from annotate.store.leases import Leases
from annotate.store.opening import opened
from annotate.store.results import RunInfo, Saved
from annotate.store.work import Pending, Selection, Work

__all__ = ["Store"]


class Store:
    """A claims database: papers in, readings in, and what is left to read out.

    One thread at a time may use a store; any number of processes may have one open on the same
    file. A reader never makes a file, but brings an older one up to date.

    Raises StoreError when the file isn't a claims database, was written by a newer release, or
    stays locked.
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path)
        self._leases: dict[int, Leases] = {}
        self._works: dict[int, Work] = {}
        self._asked_before = 0
        self._own_table: OwnTable | None = None
        self.db: Database = opened(self.path, read_only)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; runs that weren't finished keep their leases until the process ends."""
        self.db.close()

    def transaction(self) -> AbstractContextManager[object]:
        """Hold the write lock for a few statements on `db`; keep it short."""
        return transaction(self.db)

    # -- papers

    def add_source(self, *, path: str, title: str | None, format: str | None, sha256: str) -> int:
        """Return the id of this file, which is added when path or content are new."""
        with translated(self.path):
            return papers.add_source(self.db, path=path, title=title, format=format, sha256=sha256)

    def source_done(self, sha256: str, path: str) -> int | None:
        """Return the id of a file that was read to its end before, else None."""
        with translated(self.path):
            return papers.source_done(self.db, sha256, path)

    def add_papers(self, source_id: int, rows: Iterable[Paper]) -> int:
        """Store the papers of a source and return how many are new to the database.

        A paper whose DOI or arXiv id is known, and whose words are the same but for mark-up, gets
        a second place instead of a second row; what was missing of a known paper (its title, …) is
        filled in. When `rows` raises, the whole source is taken back.
        """
        with translated(self.path):
            return papers.add_papers(self.db, source_id, rows)

    def index_new_papers(self) -> int:
        """Make papers and names added since the last time searchable; return how many papers."""
        with translated(self.path):
            return self._index()

    # -- runs

    def add_prompt(self, prompt: Mapping[str, str | None]) -> str:
        """Store a prompt (id, name, version, template, schema) once, and return its id."""
        with translated(self.path):
            return results.add_prompt(self.db, prompt)

    def use_own_table(self, table: OwnTable) -> None:
        """Make the table for a schema of one's own, into which `save` puts the readings' rows."""
        with translated(self.path), transaction(self.db):
            make_table(self.db.conn, table)
            self._own_table = table

    def start_run(self, info: RunInfo) -> int:
        """Store a new run of this process and return its id."""
        # Together, lest a run without a process that dies with it is left as running for ever.
        with translated(self.path), transaction(self.db):
            run_id = results.start_run(self.db, info)
            leases = Leases(self.db, run_id)
        self._works[run_id] = info.work
        self._leases[run_id] = leases
        return run_id

    def finish_run(self, run_id: int, status: str) -> None:
        """Store how a run ended (done, interrupted, budget, …), give its leases back, and index."""
        with translated(self.path):
            with transaction(self.db):
                results.end_run(self.db, run_id, status)
                leases = self._leases.pop(run_id, None)
                if leases is not None:
                    leases.release()
            self._index()

    def save(self, run_id: int, rows: Sequence[Saved]) -> None:
        """Store readings and their attempts in one transaction, and end their leases."""
        self.save_all([(run_id, rows)])

    def save_all(self, some: Sequence[tuple[int, Sequence[Saved]]]) -> None:
        """Store what several runs have read in one transaction."""
        with translated(self.path), transaction(self.db):
            for run_id, rows in some:
                self._save(run_id, rows)

    def _save(self, run_id: int, rows: Sequence[Saved]) -> None:
        results.save_rows(self.db, run_id, rows)
        for paper_id, reading, _ in rows:
            if self._own_table is not None and reading.status == "ok":
                replace_rows(self.db.conn, self._own_table, run_id, paper_id, reading.rows)
        leases = self._leases.get(run_id)
        if leases is not None:
            leases.give_back(self._works[run_id], (row[0] for row in rows))
            leases.beat()

    def save_attempts(self, run_id: int, rows: Sequence[tuple[str, Sequence[Attempt]]]) -> None:
        """Store attempts of papers that have no reading yet."""
        with translated(self.path), transaction(self.db):
            results.save_attempts(self.db, run_id, rows)

    # -- work

    def pending(
        self,
        *,
        key: Work | RunInfo,
        source_ids: Iterable[int] | None = None,
        limit: int | None = None,
        retry_failed: bool = False,
    ) -> Iterator[Paper]:
        """Yield the papers without a finished reading of this work, by (source, position).

        Takes no lease and writes nothing: for counting and for dry runs.
        """
        with translated(self.path):
            yield from Pending(
                self.db, _work(key), self._selection(source_ids, limit, retry_failed)
            )

    def count_pending(
        self,
        *,
        key: Work | RunInfo,
        source_ids: Iterable[int] | None = None,
        limit: int | None = None,
        retry_failed: bool = False,
    ) -> int:
        """Return how many papers `pending` would yield, without reading their abstracts."""
        with translated(self.path):
            chosen = self._selection(source_ids, limit, retry_failed)
            return Pending(self.db, _work(key), chosen).count()

    def unread(
        self, key: Work | RunInfo, paper_ids: Sequence[str], *, retry_failed: bool = False
    ) -> set[str]:
        """Return those of `paper_ids` without a finished reading of this work, and unleased.

        Ids that aren't stored are unread too.
        """
        with translated(self.path):
            chosen = self._selection(None, None, retry_failed)
            return Pending(self.db, _work(key), chosen).unread(paper_ids)

    def take(
        self,
        run_id: int,
        *,
        source_ids: Iterable[int] | None = None,
        limit: int | None = None,
        retry_failed: bool = False,
        size: int = 128,
    ) -> Iterator[Paper]:
        """Yield pending papers that are leased to this run, `size` leased at a time.

        Papers that another living run holds are left out; see `held_elsewhere`. A lease ends when
        the paper is saved, given back, when the run is finished, or when this process dies.
        """
        chosen = self._selection(source_ids, limit, retry_failed)
        with translated(self.path):
            for batch in self._leases[run_id].take(self._works[run_id], chosen, size=size):
                yield from batch

    def give_back(self, run_id: int, paper_ids: Iterable[str]) -> None:
        """End the leases on papers that this run took and won't ask."""
        with translated(self.path), transaction(self.db):
            self._leases[run_id].give_back(self._works[run_id], paper_ids)

    def held_elsewhere(self, run_id: int) -> int:
        """Return how many papers of the same work other living runs hold at this moment."""
        with translated(self.path):
            return self._leases[run_id].elsewhere(self._works[run_id])

    def beat(self, run_id: int) -> None:
        """Say that this run lives; call at least once a minute (saving does it too)."""
        with translated(self.path):
            self._leases[run_id].beat()

    # -- reading out

    def counts(self, source_ids: Iterable[int]) -> tuple[int, int]:
        """Return how many distinct papers stand in these sources, and in how many places."""
        with translated(self.path):
            return readings.counts(self.db.conn, source_ids)

    def papers(self, paper_ids: Iterable[str] | None = None) -> Iterator[Paper]:
        """Yield all papers in the order in which they came, or those with these ids."""
        with translated(self.path):
            yield from readings.papers(self.db.conn, paper_ids)

    def readings(
        self, *, run_id: int | None = None, reader: Literal["model", "rules"] | None = None
    ) -> Iterator[tuple[str, CheckedAnnotation]]:
        """Yield (paper id, reading): of a run, a kind of reader, or the current ones."""
        with translated(self.path):
            yield from readings.readings(self.db.conn, run_id, reader)

    def claims(self, filters: Filters | None = None) -> Iterator[dict[str, Any]]:
        """Yield rows of `extracted_claims` that pass, by paper as they came in."""
        with translated(self.path):
            yield from asking.claims(self.db.conn, filters)

    def extracted_papers(self, filters: Filters | None = None) -> Iterator[dict[str, Any]]:
        """Yield rows of `extracted_papers` that pass, as the papers came in."""
        with translated(self.path):
            yield from asking.papers_found(self.db.conn, filters)

    # -- labels

    def labels(self, paper_id: str | None = None) -> Iterator[Label]:
        """Yield all labels, or those of one paper, oldest first."""
        with translated(self.path):
            yield from labels.labels(self.db.conn, paper_id)

    def add_labels(self, some: Iterable[Label]) -> list[int]:
        """Store labels in one transaction and return their ids; see `labels.add_labels`."""
        with translated(self.path), transaction(self.db) as connection:
            return labels.add_labels(connection, some)

    def undo(self, paper_id: str, target: str, key: str, reviewer: str) -> int | None:
        """Add the label that brings back what stood before the newest one on this fact."""
        with translated(self.path), transaction(self.db) as connection:
            return labels.undo(connection, paper_id, target, key, reviewer)

    def _index(self) -> int:
        with transaction(self.db) as connection:
            names.index_new_names(connection)
        return papers.index_new_papers(self.db)

    def _selection(
        self, source_ids: Iterable[int] | None, limit: int | None, retry_failed: bool
    ) -> Selection:
        if not self._asked_before:
            # Failures that come later are this run's own, or those of one beside it.
            last = self.db.execute("SELECT COALESCE(max(id), 0) + 1 FROM annotations").fetchone()
            self._asked_before = int(last[0])
        return Selection(
            None if source_ids is None else tuple(source_ids),
            limit,
            self._asked_before if retry_failed else 0,
            self._asked_before,
        )


def _work(key: Work | RunInfo) -> Work:
    return key.work if isinstance(key, RunInfo) else key
