"""The pace that an endpoint has shown to bear, learned from its refusals."""

import time

__all__ = ["Pace"]

_MARGIN = 0.9
_WINDOW_S = 60.0
_SLOWEST_S = 30.0
_HASTY, _CAREFUL = 0.05, 0.0025
_CALM = 100
"""So many answers in a row without a refusal make the next steps bolder."""


class Pace:
    """Seconds between two requests: none at first, then what the refusals tell.

    A refusal says how many answers there were since the one before, and how long it takes until
    there is another: together the pace of the server. Requests keep to nine tenths of it, and with
    each answer they come a little sooner: by a twentieth until the next refusal, then by a
    four-hundredth, bolder again with every hundred answers that pass without one.
    """

    def __init__(self) -> None:
        self.interval_s = 0.0
        """Seconds from one request to the next; 0 is no pace."""
        self._next = 0.0
        self._granted = 0.0
        self._since = time.monotonic()
        self._gain = _HASTY
        self._calm = 0

    @property
    def left_s(self) -> float:
        """Seconds until the next request may be sent."""
        return max(0.0, self._next - time.monotonic()) if self.interval_s else 0.0

    def take(self) -> None:
        """Count a request that is being sent."""
        self._next = max(time.monotonic(), self._next) + self.interval_s

    def granted(self) -> None:
        """Learn from an answer: a little faster."""
        now = time.monotonic()
        if now - self._since > _WINDOW_S:  # what was long ago counts by half
            self._granted /= 2
            self._since += (now - self._since) / 2
        self._granted += 1
        if not self.interval_s:
            return
        self._calm += 1
        if self._calm % _CALM == 0:
            self._gain = min(_HASTY, self._gain * 2)
        self.interval_s /= 1 + self._gain

    def refused(self, wait_s: float) -> None:
        """Learn from a refusal after which nobody asks for `wait_s`: slower."""
        now = time.monotonic()
        seconds = max(1e-3, now - self._since + wait_s)
        found = seconds / self._granted / _MARGIN if self._granted else 2 * self.interval_s
        slower = max(found, self.interval_s / _MARGIN) if self.interval_s else found
        if self.interval_s:
            slower = min(slower, 2 * self.interval_s) if self._granted else slower
            self._gain = _CAREFUL
        self.interval_s = min(_SLOWEST_S, slower or wait_s)
        self._calm, self._granted, self._since = 0, 0.0, now + wait_s
        self._next = now + wait_s
