"""Ask for many papers at once: one event loop, a bounded queue, and a way to stop in order.

A paper is in hand from the moment its question is made until its answer is committed. `in_hand` is
how many may be: those that are asked for, as many as the limits allow, and a few whose question
waits to be sent or whose answer waits to be committed, so that neither keeps the endpoint idle.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from annotate.errors import AnnotateError
from annotate.facts import Outcome, Paper
from annotate.runner.asker import Asker
from annotate.runner.desk import Desk
from annotate.runner.helping import Helper
from annotate.runner.journal import Journal
from annotate.runner.plan import Ending, Tally
from annotate.runner.spans import paper_span
from annotate.runner.wire import Reply, Saved

__all__ = ["Course", "Stop", "ask_all", "in_hand"]

_T = TypeVar("_T")
_PAGE = 128
_NAP_S = 0.5
_LONGEST_STREAK = 50
_SERVERS_FAULT = frozenset(
    {Outcome.CONNECTION, Outcome.TIMEOUT, Outcome.SERVER_ERROR, Outcome.BAD_REQUEST}
)


@dataclass(slots=True)
class Stop:
    """Whether, and why, a run is to end before its papers do."""

    ending: Ending = Ending.DONE
    why: str = ""
    error: AnnotateError | None = None
    event: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, ending: Ending, why: str = "") -> None:
        """Ask for an end; the first reason stands, but an interrupt outranks it."""
        if not self.event.is_set() or ending is Ending.INTERRUPTED:
            self.ending, self.why = ending, why
        self.event.set()

    @property
    def asked(self) -> bool:
        """Whether somebody has asked for the end."""
        return self.event.is_set()


@dataclass(slots=True)
class Course:
    """A run under way: its counts, its end, its log."""

    tally: Tally
    stop: Stop
    journal: Journal
    streak: int = 0
    """How many papers in a row have failed by the server's fault."""
    helper: Helper | None = None


def in_hand(concurrency: int) -> int:
    """Return how many papers are to be in hand so that `concurrency` requests are always out."""
    return concurrency + concurrency // 4


async def ask_all(desk: Desk, asker: Asker, papers: int, course: Course) -> None:
    """Ask for every paper that the desk hands out, with so many `papers` in hand at a time.

    Returns when each of them is committed or, after a stop, when those in flight are. Cancelling
    gives up what is in flight. An error after which nothing can go on is kept in `stop.error`.
    """
    workers = max(1, min(papers, course.tally.total))
    queue: asyncio.Queue[Paper | None] = asyncio.Queue(maxsize=max(_PAGE, workers))

    async def feed() -> None:
        async for paper in _papers(desk, course):
            await queue.put(paper)
        for _ in range(workers):
            await queue.put(None)

    async def work() -> None:
        while (paper := await queue.get()) is not None:
            if not course.stop.asked:
                await _held(_one(desk, asker, paper, course), course.stop)

    stopping = asyncio.create_task(_stop_asker(asker, course.stop))
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(feed())
            for _ in range(workers):
                group.create_task(work())
    finally:
        stopping.cancel()


async def _papers(desk: Desk, course: Course) -> AsyncIterator[Paper]:
    """Yield what is to be asked; waits for papers that another run holds, lest it loses them."""
    stop = course.stop
    while not stop.asked and (page := await _held(desk.papers(_PAGE), stop)):
        for paper in page.papers:
            yield paper
        if page.papers:
            continue
        if not page.held_elsewhere:
            return
        course.tally.beside = page.held_elsewhere
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.event.wait(), _NAP_S)
        course.tally.beside = 0


async def _stop_asker(asker: Asker, stop: Stop) -> None:
    await stop.event.wait()
    asker.stop()


async def _held(job: Awaitable[_T], stop: Stop) -> _T | None:
    """Do a job; when nothing can go on, let the others finish what they have in hand."""
    try:
        return await job
    except AnnotateError as error:
        stop.error = stop.error or error
        stop(Ending.STOPPED, str(error))
        return None


async def _one(desk: Desk, asker: Asker, paper: Paper, course: Course) -> None:
    with paper_span(paper.id) as span:
        reply = await asker.ask(paper)
        span.answered(reply)
        course.tally.count_attempts(reply.attempts)
        if course.helper is not None:
            reply = course.helper.lend(paper, reply, desk.waiting)
        saved = await desk.save(reply)
    _account(reply, saved, course)
    if asker.closed and not course.stop.asked:
        course.stop(Ending.STOPPED, asker.closed)


def _heed_streak(reply: Reply, saved: Saved, course: Course) -> None:
    """Stop when paper after paper fails for a reason that is the server's, not theirs."""
    last = reply.attempts[-1].outcome if reply.attempts else None
    course.streak = course.streak + 1 if not saved.ok and last in _SERVERS_FAULT else 0
    if course.streak >= _LONGEST_STREAK:
        why = f"the last {course.streak:,} papers failed ({last}): {reply.error}"
        course.stop(Ending.STOPPED, why)


def _account(reply: Reply, saved: Saved, course: Course) -> None:
    tally = course.tally
    if reply.attempts and reply.attempts[-1].outcome is Outcome.BUDGET:
        course.stop(Ending.BUDGET, f"the cap on cost: {reply.attempts[-1].error}")
    if not reply.left:
        tally.count_paper(reply.attempts, ok=saved.ok, claims=saved.claims)
        course.journal.reply(reply, "ok" if saved.ok else "failed")
        _heed_streak(reply, saved, course)
        return
    tally.left += 1
    course.journal.reply(reply, "pending")
