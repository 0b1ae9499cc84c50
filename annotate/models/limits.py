"""How fast an endpoint may be asked: told limits, limits that it sends, and what it bears.

One `Limits` belongs to one endpoint and is shared by all papers of a run. A rate limit is the
endpoint's state, not a paper's: everybody waits it out, and no paper loses a try by it.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from aiolimiter import AsyncLimiter

from annotate.models import Wait
from annotate.models.admission import Admission, StoppedError
from annotate.models.failures import Failure
from annotate.models.outage import Outage
from annotate.models.resets import seconds_until_free
from annotate.models.slot import Slot

__all__ = ["Limits", "Sent"]

STORM_ROUNDS = 6
STORM_S = 900.0
"""An endpoint is closed after so many refusals in a row and so many seconds of waiting by them."""

_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 60.0
_DEAD_AFTER = 3


class Sent(NamedTuple):
    """What was known when a request was sent: how many refusals and answers had come before."""

    round: int
    answers: int


class Limits(Admission):
    """Admission that learns from the answers; `async with limits.slot(tokens): …`.

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
        super().__init__(concurrency, on_wait, scale)
        self.rounds = 0
        self.round = 0
        self._refusals = 0
        self._storm_s = 0.0
        self.outage = Outage()
        self._rpm = AsyncLimiter(max(1.0, rpm / 60), max(1.0, 60 / rpm)) if rpm else None
        self._tpm = AsyncLimiter(tpm / 4, 15) if tpm else None

    def slot(self, tokens: int = 0) -> Slot:
        """Return a context that is entered when one more request of `tokens` may be sent."""
        return Slot(self, tokens)

    async def enter(self, tokens: int = 0) -> None:
        """Wait until a request of so many tokens may be sent; raises StoppedError after `stop`."""
        await super().enter()
        try:
            if self._rpm is not None:
                await self._or_stop(self._rpm, 1)
            if self._tpm is not None and tokens:
                await self._or_stop(self._tpm, min(tokens, self._tpm.max_rate))
        except BaseException:
            self.leave()
            raise

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

    def succeeded(self, headers: Mapping[str, str]) -> None:
        """Learn from an answer: grow, and heed what the server says is left."""
        self.rounds, self._refusals, self._storm_s = 0, 0, 0.0
        self.closed = None
        self.pace.granted()
        self.outage.answered()
        self.grow()
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
            self.shrink(0.9 if self.pace.interval_s else 0.5)
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
            self.shrink(0.5)
            self.pause(self.outage.pause_s(failure.wait_s), "the server can't be reached")
        elif failure.wait_s:
            self.pause(failure.wait_s, "Retry-After")
        return excused

    def slowed(self) -> None:
        """Learn from a timeout: fewer at once."""
        self.shrink(0.7)

    def refused(self, reason: str) -> None:
        """Learn from a wrong key or an empty account; three in a row close the endpoint."""
        self._refusals += 1
        if self._refusals >= _DEAD_AFTER:
            self.closed = reason
