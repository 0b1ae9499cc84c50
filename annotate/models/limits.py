"""How fast an endpoint may be asked: told limits, limits that it sends, and what it bears.

One `Limits` belongs to one endpoint and is shared by all papers of a run. A rate limit is the
endpoint's state, not a paper's: everybody waits it out, and no paper loses a try by it.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

from aiolimiter import AsyncLimiter

from annotate.models import Wait
from annotate.models.failures import Failure
from annotate.models.outage import Outage
from annotate.models.pace import Pace
from annotate.models.resets import seconds_until_free
from annotate.models.slot import Slot
from annotate.models.stagger import Stagger

__all__ = ["Limits", "Sent", "StoppedError"]

STORM_ROUNDS = 6
STORM_S = 900.0
"""An endpoint is closed after so many refusals in a row and so many seconds of waiting by them."""

_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 60.0
_LONGEST_ASKED_S = 86_400.0
"""Limits are set by the day at most: who asks for more has lost count."""
_DEAD_AFTER = 3


class StoppedError(Exception):
    """Nobody may ask any more: the run is being interrupted."""


class Sent(NamedTuple):
    """What was known when a request was sent: how many refusals and answers had come before."""

    round: int
    answers: int


class Limits:
    """A gate that every request passes; `async with limits.slot(tokens): …`.

    Args:
        concurrency: Ceiling of requests in flight; half of it is tried at first.
        rpm, tpm: Requests and tokens a minute; None is no limit.
        on_wait: Told of every pause longer than a second.
        scale: Multiplies pauses; 0 turns them off, as tests do.
    """

    def __init__(
        self,
        concurrency: int = 64,
        *,
        rpm: int | None = None,
        tpm: int | None = None,
        on_wait: Callable[[Wait], None] | None = None,
        scale: float = 1.0,
    ) -> None:
        self.ceiling = concurrency
        self.on_wait, self.scale = on_wait, scale
        self.closed: str | None = None
        """Why the endpoint refuses for good; None while it may still answer."""
        self.in_flight = 0
        self.rounds = 0
        self.round = 0
        self._stagger = Stagger(concurrency)
        self._window = float(max(1, (concurrency + 1) // 2))
        self._steady = False
        self._queue: deque[asyncio.Future[None]] = deque()
        self._called = 0
        """Turns that have been called from the queue and haven't come yet."""
        self._paused_until = 0.0
        self._reason = ""
        self._refusals = 0
        self._storm_s = 0.0
        self.pace, self.outage = Pace(), Outage()
        self._turnstile = asyncio.Lock()
        self._stop = asyncio.Event()
        self._rpm = AsyncLimiter(max(1.0, rpm / 60), max(1.0, 60 / rpm)) if rpm else None
        self._tpm = AsyncLimiter(tpm / 4, 15) if tpm else None

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

    def slot(self, tokens: int = 0) -> Slot:
        """Return a context that is entered when one more request of `tokens` may be sent."""
        return Slot(self, tokens)

    async def enter(self, tokens: int) -> None:
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
        try:
            if self._rpm is not None:
                await self._or_stop(self._rpm, 1)
            if self._tpm is not None and tokens:
                await self._or_stop(self._tpm, min(tokens, self._tpm.max_rate))
        except BaseException:
            self.leave()
            raise

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

    async def _or_stop(self, limiter: AsyncLimiter, amount: float) -> None:
        """Wait for a limiter's turn, or raise StoppedError."""
        if limiter.has_capacity(amount):
            await limiter.acquire(amount)  # at once, without the tasks of waiting
            return
        turn = asyncio.ensure_future(limiter.acquire(amount))
        stop = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({turn, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            turn.cancel()
        if not turn.done() or turn.cancelled():
            raise StoppedError

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

    def succeeded(self, headers: Mapping[str, str]) -> None:
        """Learn from an answer: grow, and heed what the server says is left."""
        self.rounds, self._refusals, self._storm_s = 0, 0, 0.0
        self.closed = None
        self.pace.granted()
        self.outage.answered()
        if self._window < self.ceiling:
            # Doubles within a round trip until the first push-back, then grows by one in each; a
            # pace keeps too many from being sent by itself.
            careful = 0.2 if self.pace.interval_s else 1 / self._window
            self._window += careful if self._steady else 1
            self._wake()
        if "x-ratelimit-remaining-requests" in headers or "x-ratelimit-remaining-tokens" in headers:
            self._heed(headers)

    def _heed(self, headers: Mapping[str, str]) -> None:
        for what in ("requests", "tokens"):
            # A longer wait is told by a refusal, and better.
            seconds = min(seconds_until_free(headers, what) or 0.0, _LONGEST_PAUSE_S)
            self.pause(seconds, f"{what} used up")

    def pushed_back(self, sent_in: int, retry_after_s: float | None) -> None:
        """Learn from a 429: wait for everybody, then go slower.

        `sent_in` is the value that `round` had when the request was sent: the refusals of requests
        that were in flight together are one.
        """
        pause = self._pause_s(retry_after_s)
        if fresh := sent_in == self.round:
            self.round += 1
            self.rounds += 1
            self._shrink(0.9 if self.pace.interval_s else 0.5)
            if self.rounds > STORM_ROUNDS and self._storm_s >= STORM_S:
                minutes = self._storm_s / 60
                self.closed = f"refused by rate limits for {minutes:.0f} minutes, with no answer"
            self._storm_s += pause
            if self.scale:
                self.pace.refused(pause * self.scale)
        if fresh or retry_after_s is not None:
            self.pause(pause, "rate limit" if retry_after_s is None else "Retry-After")

    def _pause_s(self, retry_after_s: float | None) -> float:
        """Return how long to wait after a refusal; where waiting as asked never helps, longer."""
        vain = self.rounds - (0 if retry_after_s is None else STORM_ROUNDS)
        own = min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2 ** min(max(0, vain), 10))
        return own if retry_after_s is None else max(own if vain > 0 else 0.0, retry_after_s)

    def sent(self) -> Sent:
        """Return what to remember of the moment at which a request is sent."""
        return Sent(self.round, self.outage.answers)

    def unreached(self, paper_id: str, sent: Sent, failure: Failure) -> bool:
        """Learn from a request that could not be delivered; True when the endpoint is down.

        Then everybody waits: 0.25 s, and twice as long each time, up to 30 s.
        """
        excused = self.outage.excuses(paper_id, sent.answers, sure=failure.status is None)
        if excused and not self.pause_left:
            self._shrink(0.5)
            self.pause(self.outage.pause_s(failure.wait_s), "the server can't be reached")
        elif failure.wait_s:
            self.pause(failure.wait_s, "Retry-After")
        return excused

    def slowed(self) -> None:
        """Learn from a timeout: fewer at once."""
        self._shrink(0.7)

    def refused(self, reason: str) -> None:
        """Learn from a wrong key or an empty account; three in a row close the endpoint."""
        self._refusals += 1
        if self._refusals >= _DEAD_AFTER:
            self.closed = reason

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

    def _shrink(self, factor: float) -> None:
        self._window = max(1.0, min(self._window, float(max(1, self.in_flight))) * factor)
        self._steady = True
