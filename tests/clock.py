"""Time that jumps: seconds are counted exactly, whatever the machine does meanwhile."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any
from unittest.mock import patch

__all__ = ["jumping"]


_STEP_S = 1e-9
"""A turn of the loop takes as long as its clock is coarse; else a timer that it calls a little too
early would wait for a rest that never passes."""


class _Jumping(selectors.SelectSelector):
    """Ends each wait for nothing but time at once, and puts the clock forward instead."""

    now = 1000.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everybody waits, and nothing will ever wake them"
            self.now += max(0.0, timeout)
        self.now += _STEP_S
        return ready


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def jumping(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test that does no input or output in a loop whose waits take no time.

    `time.monotonic` tells the loop's time.
    """

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        with asyncio.Runner(loop_factory=_Loop) as runner:
            loop = runner.get_loop()
            with patch("time.monotonic", loop.time):
                runner.run(test(*args, **kwargs))  # type: ignore[arg-type]

    return run
