"""The first requests of a run go out one after the other."""

import time

__all__ = ["Stagger"]

_OVER_S = 0.2


class Stagger:
    """Says how long the next request waits when more are in flight than ever before.

    What is sent at one moment is answered at one moment, and goes on so: each answer then waits for
    all the others to be taken in. So `ceiling` requests are opened over a fifth of a second.
    """

    def __init__(self, ceiling: int) -> None:
        self._step = _OVER_S / ceiling
        self._most, self._next = 0, 0.0

    def wait_s(self, in_flight: int) -> float:
        """Return the seconds to wait before one more is sent beside so many in flight."""
        if in_flight < self._most:
            return 0.0
        self._most += 1
        now = time.monotonic()
        self._next = max(now, self._next + self._step)
        return self._next - now
