"""A process that asks; driven by `Pool`, which it does not outlive."""

import asyncio
import os
import sys
import threading
from typing import Any

from annotate.errors import AnnotateError
from annotate.facts import Paper
from annotate.runner.asker import Ears
from annotate.runner.loops import heap_at_rest, loop_factory
from annotate.runner.opening import AnnotatorAsker, opened
from annotate.runner.wire import Reply, ignore_interrupts, messages, send

__all__ = ["main"]

_TICK_S = 0.25


class _Worker:
    """Asks for every paper that comes in, at once; the parent sends no more than may fly."""

    def __init__(self, out: int, arrivals: "asyncio.Queue[list[tuple[Any, ...]]]") -> None:
        self._out, self._arrivals = out, arrivals
        self._outbox: list[Reply] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        opening = await self._arrivals.get()
        if not opening:
            return  # the parent is gone
        [(_, plan)] = opening
        async with opened(plan, self._ears(), share=plan.processes) as asker:
            send(self._out, "ready")
            ticking = asyncio.create_task(self._tick(asker))
            with heap_at_rest():
                while arrived := await self._arrivals.get():
                    for message in arrived:
                        match message:
                            case ("ask", papers):
                                self._start(asker, papers)
                            case ("stop",):
                                asker.stop()
            for task in (ticking, *self._tasks):
                task.cancel()

    def _start(self, asker: AnnotatorAsker, papers: list[Paper]) -> None:
        for paper in papers:
            task = asyncio.create_task(self._one(asker, paper))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _one(self, asker: AnnotatorAsker, paper: Paper) -> None:
        try:
            reply = await asker.ask(paper)
        except AnnotateError as error:
            send(self._out, "broken", error)
            return
        if not self._outbox:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outbox.append(reply)

    def _flush(self) -> None:
        send(self._out, "replies", self._outbox)
        self._outbox = []

    def _ears(self) -> Ears:
        return Ears(
            attempt=lambda paper_id, attempt: send(self._out, "attempt", paper_id, attempt),
            wait=lambda wait: send(self._out, "wait", wait),
        )

    async def _tick(self, asker: AnnotatorAsker) -> None:
        told: tuple[str | None, str] | None = None
        while True:
            now = (asker.closed, asker.status)
            if now != told:
                send(self._out, "status", *now)
                told = now
            await asyncio.sleep(_TICK_S)


def main() -> None:
    """Serve until the parent closes the pipe."""
    ignore_interrupts()
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(out))
    except BrokenPipeError:
        return  # the parent is gone
    except AnnotateError as error:
        send(out, "broken", error)


async def _serve(out: int) -> None:
    loop = asyncio.get_running_loop()
    arrivals: asyncio.Queue[list[tuple[Any, ...]]] = asyncio.Queue()

    def read() -> None:
        for arrived in messages(sys.stdin.fileno()):
            loop.call_soon_threadsafe(arrivals.put_nowait, arrived)
        loop.call_soon_threadsafe(arrivals.put_nowait, [])

    threading.Thread(target=read, daemon=True).start()
    await _Worker(out, arrivals).serve()
