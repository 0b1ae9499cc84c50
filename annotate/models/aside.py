"""Work that no request waits for, done between requests."""

import asyncio
from collections import deque

__all__ = ["Aside"]

_AT_ONCE = 4
"""Pieces in one pass: few enough that nobody waits, enough to be handed on together."""


class Aside:
    """Gives turns to pieces of work that can wait: few of them in each pass of the event loop.

    Answers come in bunches. Were all of them judged and all next questions written in one go, then
    the requests that could be sent meanwhile would wait for it; so the loop looks at its sockets
    in between.
    """

    def __init__(self) -> None:
        self._queue: deque[asyncio.Future[None]] = deque()

    async def turn(self) -> None:
        """Wait for a turn; what is done until the next `await` is the piece."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        if not self._queue:
            loop.call_soon(self._call, loop)
        self._queue.append(turn)
        await turn

    def _call(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(_AT_ONCE, len(self._queue))):
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
        if self._queue:
            loop.call_soon(self._call, loop)
