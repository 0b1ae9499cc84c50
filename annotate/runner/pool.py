"""Several processes that ask, behind the one asker that the event loop sees."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from annotate.errors import AnnotateError, ModelError
from annotate.facts import Paper
from annotate.runner.asker import Ears
from annotate.runner.desk import spawn
from annotate.runner.plan import Plan
from annotate.runner.wire import Reply, pack, receive

__all__ = ["Pool", "opened_pool"]


@dataclass(slots=True, eq=False)
class _Worker:
    """One process; `waiting` are the papers that it is asking for."""

    process: asyncio.subprocess.Process
    ready: asyncio.Future[None]
    waiting: dict[str, asyncio.Future[Reply]] = field(default_factory=dict)
    outbox: list[Paper] = field(default_factory=list)
    closed: str | None = None
    status: str = ""
    error: AnnotateError | None = None
    """Why it answers no more."""

    def send(self, kind: str, *content: object) -> None:
        pipe = self.process.stdin
        if pipe and not pipe.is_closing():
            pipe.write(pack(kind, *content))

    def flush(self) -> None:
        """Send what has come together in this turn of the loop as one message."""
        self.send("ask", self.outbox)
        self.outbox = []

    def fail(self, error: AnnotateError) -> None:
        self.error = self.error or error
        waiting: list[asyncio.Future[Any]] = [self.ready, *self.waiting.values()]
        for future in waiting:
            if not future.done():
                future.set_exception(error)
                future.exception()  # seen, even when nobody waits any more
        self.waiting.clear()


class Pool:
    """Spreads papers over processes, each to the one with the least to do."""

    def __init__(self, workers: list[_Worker]) -> None:
        self._workers = workers

    async def ask(self, paper: Paper) -> Reply:
        """Return what became of it; raises ModelError when its process dies."""
        loop = asyncio.get_running_loop()
        worker = min(self._workers, key=lambda one: len(one.waiting))
        if worker.error:
            raise worker.error
        future: asyncio.Future[Reply] = loop.create_future()
        worker.waiting[paper.id] = future
        if not worker.outbox:
            loop.call_soon(worker.flush)
        worker.outbox.append(paper)
        return await future

    @property
    def closed(self) -> str | None:
        """Why the endpoint refuses for good, if it does."""
        return next((worker.closed for worker in self._workers if worker.closed), None)

    @property
    def status(self) -> str:
        """What holds the first process that waits for something."""
        return next((worker.status for worker in self._workers if worker.status), "")

    def stop(self) -> None:
        """Send nothing more, and end every wait between requests."""
        for worker in self._workers:
            worker.send("stop")


@asynccontextmanager
async def opened_pool(plan: Plan, ears: Ears) -> AsyncIterator[Pool]:
    """Start the plan's processes, each with its share of the limits and of the money."""
    loop = asyncio.get_running_loop()
    workers = [
        _Worker(await spawn("annotate.runner.worker"), loop.create_future())
        for _ in range(plan.processes)
    ]
    listening = [asyncio.create_task(_listen(worker, ears)) for worker in workers]
    try:
        for worker in workers:
            worker.send("open", plan)
        await asyncio.gather(*(worker.ready for worker in workers))
        yield Pool(workers)
    finally:
        for worker in workers:
            if worker.process.stdin:
                worker.process.stdin.close()
        await asyncio.gather(*listening)
        for worker in workers:
            await worker.process.wait()


async def _listen(worker: _Worker, ears: Ears) -> None:
    pipe = worker.process.stdout
    while pipe and (message := await receive(pipe)):
        match message:
            case ("replies", replies):
                for reply in replies:
                    future = worker.waiting.pop(reply.paper_id, None)
                    if future and not future.done():
                        future.set_result(reply)
            case ("attempt", paper_id, attempt):
                ears.attempt(paper_id, attempt)
            case ("wait", wait):
                ears.wait(wait)
            case ("status", worker.closed, worker.status):
                pass
            case ("ready",):
                worker.ready.set_result(None)
            case ("broken", error):
                worker.fail(error)
    worker.fail(ModelError("a process that asks the model has ended unexpectedly"))
