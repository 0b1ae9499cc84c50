"""A hard cap on what a run may cost: reserve the most a request can cost, settle what it did."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from annotate.models.prices import Price
from annotate.models.usage import Usage

__all__ = ["Budget", "BudgetExhaustedError", "Money", "Reservation", "most_tokens"]

_PIECES = re.compile(r"[A-Za-z]+|[^\sA-Za-z]")


class BudgetExhaustedError(Exception):
    """The next request could cost more than is left."""


@dataclass(frozen=True, slots=True)
class Reservation:
    """Dollars set aside for one request of at most `max_tokens` completion tokens."""

    usd: float
    max_tokens: int


class Budget:
    """Keeps `spent` plus what is in flight at or below `cap_usd`.

    A request is sent only when the most that it can cost is left. While others are in flight it
    waits for them, since they seldom cost what they reserved; near the end its answer's cap is
    lowered as far as the longest answer seen, so that the run stops within one request of the cap.
    """

    def __init__(self, cap_usd: float) -> None:
        self.cap_usd = cap_usd
        self.spent = 0.0
        self.exhausted = False
        self._reserved = 0.0
        self._in_flight = 0
        self._longest = 0
        self._settled = asyncio.Condition()

    async def reserve(
        self, price: Price, most_prompt: Callable[[], int], max_tokens: int
    ) -> Reservation:
        """Set aside the most that a request can cost.

        `most_prompt` says how many tokens its prompt may take, which is known better after a wait.
        Raises BudgetExhaustedError when it can't be afforded and nothing in flight could free it.
        """
        async with self._settled:
            while True:
                left = self.cap_usd - self.spent - self._reserved
                prompt_tokens = most_prompt()
                usd = price.bound(prompt_tokens, max_tokens)
                if usd <= left:
                    return self._take(Reservation(usd, max_tokens))
                if not self._in_flight:
                    return self._last(partial(price.bound, prompt_tokens), left, max_tokens)
                await self._settled.wait()

    def _last(self, bound: Callable[[int], float], left: float, max_tokens: int) -> Reservation:
        """Reserve all that is left if an answer as long as any so far fits into it."""
        low, high = 0, max_tokens
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if bound(middle) <= left else (low, middle - 1)
        if self._longest and low >= self._longest:
            return self._take(Reservation(bound(low), low))
        self.exhausted = True
        raise BudgetExhaustedError(
            f"the next request could cost ${bound(max_tokens):.4f}, and ${max(left, 0):.4f} of "
            f"${self.cap_usd:.4f} are left"
        )

    def _take(self, reservation: Reservation) -> Reservation:
        self._reserved += reservation.usd
        self._in_flight += 1
        return reservation

    async def settle(self, reservation: Reservation, usage: Usage | None, usd: float) -> None:
        """Give back what wasn't spent; `usage` is None when the server's count was never seen."""
        async with self._settled:
            self._reserved -= reservation.usd
            self._in_flight -= 1
            self.spent += reservation.usd if usage is None else usd
            if usage is not None:
                self._longest = max(self._longest, usage.completion_tokens)
            self._settled.notify_all()


def most_tokens(text: str) -> int:
    """Return more tokens than any tokenizer in use makes of a text: two letters are one at least.

    >>> most_tokens("It is 4x faster.")
    8
    """
    pieces = _PIECES.findall(text)
    return sum((len(piece.encode("utf-8", "replace")) + 1) // 2 for piece in pieces)


@dataclass(frozen=True, slots=True)
class Money:
    """What a model costs and how much may be spent; None is unknown and unlimited."""

    price: Price | None = None
    budget: Budget | None = None
