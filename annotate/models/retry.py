"""The only place that decides about trying again."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from annotate.facts import Outcome
from annotate.models import Wait
from annotate.models.failures import Failure
from annotate.models.limits import Limits

__all__ = ["Patience", "Tries"]

_MOST_REFUSALS = 100
_MOST_ADAPTATIONS = 8
_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 30.0


@dataclass(slots=True)
class Tries:
    """How often one paper's request failed, by what counts against it and what doesn't."""

    paper_id: str
    failed: int = 0
    refused: int = 0
    adapted: int = 0
    excused: bool = False
    """Whether the last failure was the endpoint's, which everybody waits for."""

    def count(self, failure: Failure, *, adapted: bool, excused: bool) -> None:
        """Count one failure; a rate limit, an outage or a request in the wrong shape is no try."""
        self.excused = excused
        if excused:
            return
        if adapted:
            self.adapted += 1
        elif failure.outcome is Outcome.RATE_LIMITED:
            self.refused += 1
        else:
            self.failed += 1


class Patience:
    """Makes tenacity's retrying for one paper.

    Tries n = 1, 2, … are followed by waits of 1 s · 2^(n-1), at most 30 s, less up to a quarter by
    chance, times `scale`; what the whole endpoint must wait for is waited out in `limits`.
    """

    def __init__(
        self,
        limits: Limits,
        max_tries: int,
        scale: float,
    ) -> None:
        self._limits, self._max_tries, self._scale = limits, max_tries, scale

    def retrying(self, tries: Tries, on_wait: Callable[[Wait], None]) -> AsyncRetrying:
        """Return what calls a coroutine again while it raises failures that may heal.

        `on_wait` is told of each wait of a second or more before it begins.
        """
        return AsyncRetrying(
            retry=retry_if_exception(_may_heal),
            stop=lambda state: self._is_enough(state, tries),
            wait=lambda state: self._wait_s(state, tries),
            before_sleep=lambda state: self._announce(state, tries, on_wait),
            sleep=self._limits.sleep,
            reraise=True,
        )

    def _is_enough(self, state: RetryCallState, tries: Tries) -> bool:
        if self._limits.closed is not None:
            return True
        if _failure(state).outcome is Outcome.RATE_LIMITED:
            return tries.refused >= _MOST_REFUSALS
        return tries.failed >= self._max_tries or tries.adapted >= _MOST_ADAPTATIONS

    def _wait_s(self, state: RetryCallState, tries: Tries) -> float:
        failure = _failure(state)
        nobodys = failure.outcome in (Outcome.RATE_LIMITED, Outcome.BAD_REQUEST)
        if nobodys or tries.excused or failure.wait_s:
            return 0.0
        longest: float = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2 ** max(0, tries.failed - 1))
        chance: float = random.uniform(0.75, 1.0)  # noqa: S311
        return self._scale * longest * chance

    def _announce(
        self, state: RetryCallState, tries: Tries, on_wait: Callable[[Wait], None]
    ) -> None:
        # A pause of the whole endpoint is waited out in `limits`, after this.
        wait_s = max(state.next_action.sleep if state.next_action else 0.0, self._limits.pause_left)
        if wait_s >= 1.0:
            on_wait(Wait(_failure(state).outcome.value, wait_s, tries.paper_id))


def _failure(state: RetryCallState) -> Failure:
    error = state.outcome.exception() if state.outcome else None
    return cast(Failure, error)  # `_may_heal` let nothing else through


def _may_heal(error: BaseException) -> bool:
    return isinstance(error, Failure) and error.retry
