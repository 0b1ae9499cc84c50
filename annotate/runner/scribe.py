"""The process that owns the database during a run: hands out papers, checks answers, commits.

It lives apart from the event loop so that checking uses the second core, and it outlives a killed
parent just long enough to commit what it was given. Whatever has queued up while it worked goes
into few short transactions, each paper's second reading with its first. Started and driven by
`Desk`.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from annotate.errors import AnnotateError, StoreError
from annotate.facts import Attempt, CheckedAnnotation, Paper
from annotate.prompt import load_prompt
from annotate.runner.judging import prepare
from annotate.runner.loops import heap_at_rest
from annotate.runner.plan import Job
from annotate.runner.second import SecondReading
from annotate.runner.wire import (
    Opened,
    Page,
    Reply,
    Saved,
    ignore_interrupts,
    messages,
    send,
)
from annotate.runner.witnesses import Witnesses
from annotate.store import Store
from annotate.store.connection import is_locked

__all__ = ["Scribe", "main"]

_T = TypeVar("_T")
_LOCKS = 30
"""So many times a lock of `BUSY_S` seconds is waited for, an hour in all."""
_BUG = "the process that checks and writes has met a bug"
_AT_ONCE = 8
"""Papers in one transaction: enough to share its cost, few enough that nobody waits for it."""


class Scribe:
    """Serves one run on an open store."""

    def __init__(self, store: Store, job: Job) -> None:
        self._store, self._job = store, job
        self._judge = prepare(store, load_prompt(job.prompt or "claims"))
        self._second = SecondReading(store)
        self._witnesses = Witnesses(store, job.info.work)
        self.run_id = store.start_run(job.info)
        self._left = job.limit
        self._source = self._take()
        self._asked: dict[str, Paper] = {}

    def opened(self) -> Opened:
        """Say what this run sets out to do."""
        job = self._job
        papers = self._store.count_pending(
            key=job.info, source_ids=job.source_ids, limit=job.limit, retry_failed=job.retry_failed
        )
        return Opened(self.run_id, papers)

    def papers(self, count: int) -> Page:
        """Return the next papers, leased to this run; none while others hold what is left."""
        page = self._next(count)
        if page or self._left == 0:
            return Page(page, 0)
        # What a run beside this one holds comes back when that is killed. Whoever holds nothing
        # may have given it back just now: so look once more after having asked.
        held = self._store.held_elsewhere(self.run_id)
        self._source = self._take()
        return Page([], held) if held else Page(self._next(count), 0)

    def _next(self, count: int) -> list[Paper]:
        try:
            page = list(islice(self._source, count))
        except AnnotateError:
            self._source = self._take()  # a generator that has raised is at its end
            raise
        self._asked.update((paper.id, paper) for paper in page)
        if self._left is not None:
            self._left -= len(page)
        return page

    def keep(self, paper_id: str, attempt: Attempt) -> None:
        """Store an attempt whose paper is still being asked for."""
        self._store.save_attempts(self.run_id, [(paper_id, [attempt])])

    def save(self, replies: list[Reply]) -> list[Saved]:
        """Check and commit what came back for a few papers."""
        left = [reply for reply in replies if reply.left]
        given = [reply for reply in replies if not reply.left]
        readings = self._witnesses.hear([self._read(reply) for reply in given])
        rows = [
            (reply.paper_id, reading, reply.attempts)
            for reply, reading in zip(given, readings, strict=True)
        ]
        if rows:
            self._store.save_all([(self.run_id, rows), *self._second.take()])
        if left:
            ids = [reply.paper_id for reply in left]
            self._store.save_attempts(self.run_id, [(one.paper_id, one.attempts) for one in left])
            self._store.give_back(self.run_id, ids)
        for reply in replies:
            del self._asked[reply.paper_id]
        saved = [
            Saved(key, one.status == "ok", len(one.claims or one.rows)) for key, one, _ in rows
        ]
        return saved + [Saved(reply.paper_id, ok=False, claims=0) for reply in left]

    def _read(self, reply: Reply) -> tuple[str, CheckedAnnotation]:
        paper = self._asked[reply.paper_id]
        judged = self._judge(paper, reply)
        if judged.second is not None:
            self._second.add(paper, judged.second)
        return paper.id, judged.checked

    def finish(self, status: str) -> None:
        """Close the run."""
        self._store.finish_run(self.run_id, status)
        self._second.close()

    def abandon(self) -> None:
        """The parent is gone: the run stays open and so is taken up, the second reading is not."""
        self._second.close()

    def beat(self) -> None:
        """Tell other runs that this one lives."""
        self._store.beat(self.run_id)

    def _take(self) -> Iterator[Paper]:
        job = self._job
        return self._store.take(
            self.run_id,
            source_ids=job.source_ids,
            limit=self._left,
            retry_failed=job.retry_failed,
        )


def main() -> None:
    """Serve the run that the parent opens, until it closes the pipe."""
    ignore_interrupts()
    # What a library prints must not get between our messages.
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(kind: str, *content: Any) -> None:
        # When the parent is gone, what it had handed over is still to be committed.
        with suppress(BrokenPipeError):
            send(out, kind, *content)

    try:
        _serve(sys.stdin.fileno(), tell)
    except AnnotateError as error:
        tell("broken", error)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        tell("broken", StoreError(f"{_BUG}: {error!r} at {place.filename}:{place.lineno}"))


def _serve(pipe: int, tell: Callable[..., None]) -> None:
    arrivals = messages(pipe)
    [(_, job)] = next(arrivals)
    with Store(job.db) as store, heap_at_rest():
        scribe = Scribe(store, job)
        tell("answer", scribe.opened())
        for arrived in arrivals:
            if _turn(scribe, arrived, tell):
                return
        scribe.abandon()


def _patiently(call: Callable[[], _T], tell: Callable[..., None]) -> _T:
    """Call again while another program keeps the database locked: what is in hand was paid for."""
    for _ in range(_LOCKS):
        try:
            return call()
        except StoreError as error:
            if not is_locked(error):
                raise
            tell("said", f"Waiting: {error}")
    return call()


def _turn(scribe: Scribe, arrived: list[tuple[Any, ...]], tell: Callable[..., None]) -> bool:
    """Serve what has arrived, the end last; return whether it came."""
    replies: list[Reply] = []
    status = None
    for message in arrived:
        match message:
            case ("want", count):
                tell("answer", _patiently(partial(scribe.papers, count), tell))
            case ("attempt", paper_id, attempt):
                _patiently(partial(scribe.keep, paper_id, attempt), tell)
            case ("replies", some):
                replies += some
            case ("beat",):
                _patiently(scribe.beat, tell)
            case ("finish", status):
                pass
    # Few at a time while few wait: what is committed together is told, and asked for, together.
    size = max(1, min(_AT_ONCE, len(replies) // 2))
    for start in range(0, len(replies), size):
        some = replies[start : start + size]
        tell("saved", _patiently(partial(scribe.save, some), tell))
    if status:
        _patiently(partial(scribe.finish, status), tell)
        tell("answer", None)
    return status is not None
