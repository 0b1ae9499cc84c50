"""How fast an endpoint may be asked: told limits, limits that it sends, and what it bears.

One `Limits` belongs to one endpoint and is shared by all papers of a run. A rate limit is the
endpoint's state, not a paper's: everybody waits it out, and no paper loses a try by it.
"""

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from types import TracebackType
from typing import Any, Self

from aiolimiter import AsyncLimiter

from annotate.models import Wait

__all__ = ["Limits", "StoppedError", "parse_reset"]

STORM_ROUNDS = 6
_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 60.0
_DEAD_AFTER = 3

_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s|d)?")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, None: 1.0}


class StoppedError(Exception):
    """Nobody may ask any more: the run is being interrupted."""


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
        self._window = float(max(1, (concurrency + 1) // 2))
        self._steady = False
        self._queue: deque[asyncio.Future[None]] = deque()
        self._paused_until = 0.0
        self._reason = ""
        self._refusals = 0
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
        return f"{self.in_flight} of {self.concurrency} at once"

    def slot(self, tokens: int = 0) -> "_Slot":
        """Return a context that is entered when one more request of `tokens` may be sent."""
        return _Slot(self, tokens)

    async def enter(self, tokens: int) -> None:
        """Wait until a request may be sent, and count it; raises StoppedError after `stop`."""
        if self.stopped:
            raise StoppedError
        while self.in_flight >= self.concurrency or time.monotonic() < self._paused_until:
            await self._wait()
        self.in_flight += 1
        try:
            if self._rpm is not None:
                await self._or_stop(self._rpm.acquire())
            if self._tpm is not None and tokens:
                await self._or_stop(self._tpm.acquire(min(tokens, self._tpm.max_rate)))
        except BaseException:
            self.leave()
            raise

    async def _wait(self) -> None:
        left = self._paused_until - time.monotonic()
        if left > 0:
            await self.sleep(left)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._wake()
            raise

    async def _or_stop(self, acquired: Coroutine[Any, Any, None]) -> None:
        """Wait for a limiter's turn, or raise StoppedError."""
        turn = asyncio.ensure_future(acquired)
        stop = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({turn, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            if not turn.done():
                turn.cancel()
        if not turn.done() or turn.cancelled():
            raise StoppedError

    def leave(self) -> None:
        """Give the place to the next in the queue."""
        self.in_flight -= 1
        self._wake()

    def _wake(self) -> None:
        free = self.concurrency - self.in_flight
        while free > 0 and self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1

    def succeeded(self, headers: Mapping[str, str]) -> None:
        """Learn from an answer: grow, and heed what the server says is left."""
        self.rounds = self._refusals = 0
        self.closed = None
        if self._window < self.ceiling:
            # Doubles within a round trip until the first push-back, then grows by one in each.
            self._window += 1 / self._window if self._steady else 1
            self._wake()
        if "x-ratelimit-remaining-requests" in headers or "x-ratelimit-remaining-tokens" in headers:
            self._heed(headers)

    def _heed(self, headers: Mapping[str, str]) -> None:
        for what in ("requests", "tokens"):
            remaining = _number(headers.get(f"x-ratelimit-remaining-{what}"))
            reset = parse_reset(headers.get(f"x-ratelimit-reset-{what}", ""))
            if remaining is None or reset is None or remaining >= (1 if what == "requests" else 64):
                continue
            limit = _number(headers.get(f"x-ratelimit-limit-{what}")) or 1.0
            # `reset` is when all of the limit is back; a part of it is back sooner.
            need = 1.0 if what == "requests" else min(limit, 4096.0)
            self.pause(reset * min(1.0, need / max(1.0, limit - remaining)), f"{what} used up")

    def pushed_back(self, sent_in: int, retry_after_s: float | None) -> None:
        """Learn from a 429: wait for everybody, then go slower.

        `sent_in` is the value that `round` had when the request was sent: the refusals of requests
        that were in flight together are one.
        """
        fresh = sent_in == self.round
        if fresh:
            self.round += 1
            self.rounds += 1
            self._shrink(0.5)
        if self.rounds > STORM_ROUNDS:
            self.closed = f"refused by rate limits {self.rounds} times with no answer in between"
        if retry_after_s is not None:
            self.pause(retry_after_s, "Retry-After")
        elif fresh:
            pause = min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2 ** (self.rounds - 1))
            self.pause(pause, "rate limit")

    def slowed(self) -> None:
        """Learn from a timeout: fewer at once."""
        self._shrink(0.7)

    def refused(self, reason: str) -> None:
        """Learn from a wrong key or an empty account; three in a row close the endpoint."""
        self._refusals += 1
        if self._refusals >= _DEAD_AFTER:
            self.closed = reason

    def pause(self, seconds: float, reason: str) -> None:
        """Let nobody ask for `seconds`."""
        seconds *= self.scale
        until = time.monotonic() + seconds
        if until <= self._paused_until:
            return
        announced = self._paused_until - time.monotonic() > 1.0
        self._paused_until, self._reason = until, reason
        if self.on_wait is not None and seconds >= 1.0 and not announced:
            self.on_wait(Wait(reason, seconds))

    def _shrink(self, factor: float) -> None:
        self._steady = True
        self._window = max(1.0, min(self._window, float(max(1, self.in_flight))) * factor)


class _Slot:
    __slots__ = ("_limits", "_tokens")

    def __init__(self, limits: Limits, tokens: int) -> None:
        self._limits, self._tokens = limits, tokens

    async def __aenter__(self) -> Self:
        await self._limits.enter(self._tokens)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._limits.leave()


def parse_reset(text: str) -> float | None:
    """Return the seconds of "6m0s", "250ms" or "12"; None for anything else.

    >>> parse_reset("1m30s")
    90.0
    """
    parts = _PART.findall(text.strip())
    if not parts or "".join(number + unit for number, unit in parts) != text.strip():
        return None
    return sum(float(number) * _SECONDS[unit or None] for number, unit in parts)


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
