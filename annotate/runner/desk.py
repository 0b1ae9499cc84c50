"""The asking side's end of the pipe to the scribe: papers come in, answers go out."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from annotate.errors import AnnotateError, StoreError
from annotate.facts import Attempt
from annotate.runner.plan import Job
from annotate.runner.wire import (
    Opened,
    Page,
    Reply,
    Saved,
    child_command,
    child_environment,
    pack,
    receive,
)

__all__ = ["Desk", "spawn"]


class Desk:
    """The scribe process as the event loop sees it.

    A paper's answer is safe when the future of `save` is done. Should the scribe die, every
    waiting future raises StoreError.
    """

    def __init__(
        self, process: asyncio.subprocess.Process, say: Callable[[str], None] | None = None
    ) -> None:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
        self._process, self._out, self._in = process, process.stdin, process.stdout
        self._say = say
        self.killed = False
        self._outbox: list[Reply] = []
        self._saves: dict[str, asyncio.Future[Saved]] = {}
        self._answers: deque[asyncio.Future[Any]] = deque()
        self._listener = asyncio.create_task(self._listen())
        self._error: AnnotateError | None = None

    @property
    def waiting(self) -> int:
        """How many answers are handed over and not yet committed."""
        return len(self._saves)

    async def open(self, job: Job) -> Opened:
        """Let the scribe start the run."""
        opened: Opened = await self._ask("open", job)
        return opened

    async def papers(self, count: int) -> Page:
        """Return the next papers to ask for, at most `count`."""
        page: Page = await self._ask("want", count)
        return page

    def save(self, reply: Reply) -> asyncio.Future[Saved]:
        """Hand an answer over; the future is done when it is committed."""
        future: asyncio.Future[Saved] = asyncio.get_running_loop().create_future()
        self._saves[reply.paper_id] = future
        if self._error:
            future.set_exception(self._error)
            return future
        if not self._outbox:
            # Whatever else is answered in this turn of the loop goes into the same message.
            asyncio.get_running_loop().call_soon(self._flush)
        self._outbox.append(reply)
        return future

    def keep_attempt(self, paper_id: str, attempt: Attempt) -> None:
        """Hand over an attempt whose paper will be asked again after a wait."""
        if not self._error:
            self._out.write(pack("attempt", paper_id, attempt))

    def beat(self) -> None:
        """Let other runs know that this one lives; at least once a minute."""
        if not self._error:
            self._out.write(pack("beat"))

    async def finish(self, status: str) -> None:
        """Have everything that was handed over committed and the run closed, then end."""
        try:
            self._flush()
            await self._ask("finish", status)
        finally:
            await self.abandon()

    async def abandon(self) -> None:
        """End without closing the run; what was handed over is still committed."""
        self._flush()
        self._out.close()
        # To the last, also after an error: a pipe that outlives its loop can't be closed any more.
        await self._process.wait()
        await self._listener

    def kill(self) -> None:
        """End the scribe now; what it hasn't committed yet is lost."""
        self.killed = True
        with suppress(ProcessLookupError):
            self._process.kill()

    def _flush(self) -> None:
        if self._outbox and not self._error:
            self._out.write(pack("replies", self._outbox))
        self._outbox = []

    async def _ask(self, kind: str, content: Any) -> Any:
        if self._error:
            raise self._error
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers.append(future)
        self._out.write(pack(kind, content))
        return await future

    async def _listen(self) -> None:
        while message := await receive(self._in):
            match message:
                case ("saved", saved):
                    for one in saved:
                        future = self._saves.pop(one.paper_id)
                        if not future.done():
                            future.set_result(one)
                case ("answer", content):
                    future = self._answers.popleft()
                    if not future.done():
                        future.set_result(content)
                case ("said", text):
                    if self._say:
                        self._say(text)
                case ("broken", error):
                    self._break(error)
        self._break(StoreError("the process that writes the database has ended unexpectedly"))

    def _break(self, error: AnnotateError) -> None:
        """Fail whoever waits; the first error is the one that tells why."""
        self._error = self._error or error
        for future in (*self._saves.values(), *self._answers):
            if not future.done():
                future.set_exception(self._error)
                future.exception()  # seen: who gave up waiting shall not be warned about
        self._saves.clear()
        self._answers.clear()


async def spawn(module: str, *, apart: bool = False) -> asyncio.subprocess.Process:
    """Start `module` in a process of its own with pipes to it; its errors go to our stderr.

    `apart` from our group, it outlives a kill of that until it has read its pipe to the end.
    """
    return await asyncio.create_subprocess_exec(
        *child_command(module),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=child_environment(),
        start_new_session=apart,
    )
