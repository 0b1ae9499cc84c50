"""Who may send a request now: so many at once, at the endpoint's pace, and nobody in a pause."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from annotate.models import Wait
from annotate.models.pace import Pace
from annotate.models.stagger import Stagger

__all__ = ["Admission", "StoppedError"]

_LONGEST_ASKED_S = 86_400.0
"""Limits are set by the day at most: who asks for more has lost count."""


class StoppedError(Exception):
    """Nobody may ask any more: the run is being interrupted."""


class Admission:
    """Lets requests in, and the others wait in a queue.

    Args:
        ceiling: The most requests in flight; half of it is tried at first.
        on_wait: Told of every pause longer than a second.
        scale: Multiplies pauses; 0 turns them off, as tests do.
    """

    def __init__(self, ceiling: int, on_wait: Callable[[Wait], None] | None, scale: float) -> None:
        self.ceiling = ceiling
        self.on_wait, self.scale = on_wait, scale
        self.closed: str | None = None
        """Why the endpoint refuses for good; None while it may still answer."""
        self.in_flight = 0
        self.pace = Pace()
        self._stagger = Stagger(ceiling)
        self._window = float(max(1, (ceiling + 1) // 2))
        self._steady = False
        self._queue: deque[asyncio.Future[None]] = deque()
        self._called = 0
        """Turns that have been called from the queue and haven't come yet."""
        self._paused_until = 0.0
        self._reason = ""
        self._turnstile = asyncio.Lock()
        self._stop = asyncio.Event()

    @property
    def concurrency(self) -> int:
        """Requests that may be in flight now."""
        return max(1, min(self.ceiling, int(self._window)))

    @property
    def pause_left(self) -> float:
        """Seconds for which nobody may ask."""
        return max(0.0, self._paused_until - time.monotonic())

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Let no new request through: whoever waits gets StoppedError at once."""
        self._stop.set()
        for turn in self._queue:
            if not turn.done():
                turn.set_exception(StoppedError())
        self._queue.clear()

    async def sleep(self, seconds: float) -> None:
        """Wait; raises StoppedError as soon as `stop` is called."""
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return
        raise StoppedError

    def status(self) -> str:
        """Return what binds now, for a progress line."""
        left = self._paused_until - time.monotonic()
        if left > 0:
            return f"waits {left:.0f} s ({self._reason})"
        paced = f", {60 / self.pace.interval_s:.0f} a minute" if self.pace.interval_s else ""
        return f"{self.in_flight} of {self.concurrency} at once{paced}"

    async def enter(self) -> None:
        """Wait until a request may be sent, and count it; raises StoppedError after `stop`."""
        if self.stopped:
            raise StoppedError
        while self._is_full():
            await self._wait()
        if wait := self._stagger.wait_s(self.in_flight):
            await self.sleep(wait)
            while self._is_full():
                await self._wait()
        if self.pace.interval_s:
            # One at a time is woken; it goes before the queue, whose turns would wait for it.
            async with self._turnstile:
                while self._is_full() or self.pace.left_s:
                    await self._wait(first=True)
                self.pace.take()
                self.in_flight += 1
        else:
            self.in_flight += 1

    def _is_full(self) -> bool:
        return not self._has_room() or time.monotonic() < self._paused_until

    def _has_room(self) -> bool:
        return self.in_flight + self._called < self.concurrency

    async def _wait(self, *, first: bool = False) -> None:
        left = self._paused_until - time.monotonic()
        free = self._has_room()
        left = max(left, self.pace.left_s) if free else left
        if left > 0 or free:  # nobody would wake a turn that waits although there is room
            await self.sleep(max(left, 0.0))
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.insert(0 if first else len(self._queue), turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._called -= turn.done() and not turn.cancelled()
            self._wake()
            raise
        self._called -= 1

    def leave(self) -> None:
        """Give the place to the next in the queue."""
        self.in_flight -= 1
        self._wake()

    def _wake(self) -> None:
        while self._has_room() and self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                self._called += 1

    def pause(self, seconds: float, reason: str) -> None:
        """Let nobody ask for `seconds`; more than a day is no pause but an end."""
        if seconds > _LONGEST_ASKED_S:
            self.closed = f"the server asks to wait for {seconds / 3600:,.0f} hours ({reason})"
            return
        seconds *= self.scale
        until = time.monotonic() + seconds
        if until <= self._paused_until:
            return
        announced = self._paused_until - time.monotonic() > 1.0
        self._paused_until, self._reason = until, reason
        if self.on_wait is not None and seconds >= 1.0 and not announced:
            self.on_wait(Wait(reason, seconds))

    def grow(self) -> None:
        """Let in more, after an answer.

        Doubles within a round trip until the first `shrink`, then grows by one in each; a pace
        keeps too many from being sent by itself.
        """
        if self._window < self.ceiling:
            careful = 0.2 if self.pace.interval_s else 1 / self._window
            self._window += careful if self._steady else 1
            self._wake()

    def shrink(self, factor: float) -> None:
        """Let in fewer than are in flight now."""
        self._window = max(1.0, min(self._window, float(max(1, self.in_flight))) * factor)
        self._steady = True
