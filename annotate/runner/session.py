"""One run from its first paper to its last word: processes, signals, the counts shown meanwhile."""

import asyncio
import importlib
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

from annotate.errors import AnnotateError
from annotate.models import Wait
from annotate.prompt import load_prompt
from annotate.runner.asker import Asker, Ears
from annotate.runner.asking import Course, Stop, ask_all, in_hand
from annotate.runner.desk import Desk, spawn
from annotate.runner.helping import Helper
from annotate.runner.journal import Journal
from annotate.runner.loops import heap_at_rest, loop_factory
from annotate.runner.offline import read_offline
from annotate.runner.plan import Ending, Job, Plan, Summary, Tally, Watcher
from annotate.runner.pool import opened_pool
from annotate.runner.signals import listening
from annotate.store import Store

__all__ = ["Maker", "run"]

_TICK_S = 0.25
_TICKS_A_BEAT = 80
_SAID_S = 10.0
"""Waits of so many seconds are said in a line of their own."""


Maker = Callable[[Plan, Ears], AbstractAsyncContextManager[Asker]]
"""What opens whoever is to be asked."""


def run(plan: Plan, watch: Watcher, maker: Maker | None = None) -> Summary:
    """Read every paper of the plan that isn't read yet, and return how it went.

    Without a `maker` this process asks, or `plan.processes` of its own.
    Ctrl-C (or SIGTERM) once asks nothing more and keeps what is in flight, twice ends at once;
    either way everything that was stored stays, and the same plan goes on from there.

    Raises AnnotateError when the run could not begin; what ends it later is `Summary.error`.
    """
    job = plan.job
    with Journal(plan.log) as journal:
        with Store(job.db) as store:
            if plan.options is None:
                return read_offline(plan, store, watch)
            if not _pending(store, job):
                failed = _pending(store, replace(job, limit=None, retry_failed=True))
                return Summary(None, Ending.DONE, Tally(), 0.0, failed_before=failed)
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            return runner.run(_Session(plan, watch, journal, maker).run())


def _pending(store: Store, job: Job) -> int:
    return store.count_pending(
        key=job.info, source_ids=job.source_ids, limit=job.limit, retry_failed=job.retry_failed
    )


class _Session:
    """A run of a model: the scribe, the asker and the watching around `ask_all`."""

    def __init__(self, plan: Plan, watch: Watcher, journal: Journal, maker: Maker | None) -> None:
        self._plan, self._watch, self._maker = plan, watch, maker
        self._course = Course(Tally(), Stop(), journal)
        self._run_id: int | None = None
        self._asking = False

    async def run(self) -> Summary:
        started = time.monotonic()
        tally, stop = self._course.tally, self._course.stop
        desk = Desk(await spawn("annotate.runner.scribe", apart=True), self._watch.say)
        body = asyncio.create_task(self._body(desk))

        def give_up() -> None:
            if body.done():  # the scribe can't commit: the database is locked
                desk.kill()
            body.cancel()

        with listening(lambda: self._interrupt(body), give_up):
            await asyncio.wait([body])
            if not body.cancelled() and (error := body.exception()):
                if not isinstance(error, AnnotateError):
                    raise error
                stop.error = stop.error or error
            ending = self._ending()
            try:
                await desk.finish("failed" if stop.error else ending)
            except AnnotateError as error:
                if not desk.killed:
                    stop.error = stop.error or error
                    self._mark_failed()
        seconds = time.monotonic() - started
        summary = Summary(self._run_id, ending, tally, seconds, stop.why, stop.error)
        self._course.journal.write("end", run=self._run_id, ending=ending, why=stop.why)
        return summary

    def _mark_failed(self) -> None:
        """Close the run in place of a scribe that has died."""
        if self._run_id is not None:
            with suppress(AnnotateError), Store(self._plan.job.db) as store:
                store.finish_run(self._run_id, "failed")

    async def _body(self, desk: Desk) -> None:
        plan, tally = self._plan, self._course.tally
        # openai and instructor are heavy: they load while the scribe starts.
        maker = self._maker or _maker(plan)
        self._course.helper = Helper.of(load_prompt(plan.job.prompt or "claims"), plan.concurrency)
        opened = await desk.open(plan.job)
        self._run_id, tally.total = opened.run_id, opened.papers
        self._course.journal.write("run", run=opened.run_id, papers=opened.papers)
        ears = Ears(desk.keep_attempt, self._waits)
        if plan.processes > 1 and self._maker is None:  # no more than there is work for
            most = max(1, min(plan.processes, plan.concurrency, opened.papers))
            plan = replace(plan, processes=most)
        async with maker(plan, ears) as asker:
            self._asking = True
            ticking = asyncio.create_task(self._tick(desk, asker))
            try:
                with heap_at_rest():
                    await ask_all(desk, asker, in_hand(plan.concurrency), self._course)
            finally:
                ticking.cancel()

    async def _tick(self, desk: Desk, asker: Asker) -> None:
        tally, ticks = self._course.tally, 0
        while True:
            beside = f"waits for {tally.beside:,} papers of a run beside this one"
            tally.binding = beside if tally.beside else asker.status
            self._watch.update(tally)
            await asyncio.sleep(_TICK_S)
            ticks += 1
            if ticks % _TICKS_A_BEAT == 0:
                desk.beat()

    def _waits(self, wait: Wait) -> None:
        self._course.journal.write("wait", reason=wait.reason, seconds=wait.seconds)
        if wait.seconds >= _SAID_S:
            self._watch.say(f"Waiting {wait.seconds:.0f} s ({wait.reason})")

    def _interrupt(self, body: asyncio.Task[None]) -> None:
        if body.done():
            return
        self._course.stop(Ending.INTERRUPTED, "interrupted")
        if self._asking:
            self._watch.say("Stopping: waiting for what is in flight (Ctrl-C again: stop now)")
        else:
            body.cancel()

    def _ending(self) -> Ending:
        stop = self._course.stop
        if stop.ending is Ending.INTERRUPTED and self._asking and not self._course.tally.pending:
            return Ending.DONE
        return stop.ending


def _maker(plan: Plan) -> Maker:
    if plan.processes > 1:
        return opened_pool
    maker: Maker = importlib.import_module("annotate.runner.opening").opened
    return maker
