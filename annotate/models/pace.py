"""The pace that an endpoint has shown to bear, learned from its refusals."""

import time

__all__ = ["Pace"]

_MARGIN = 0.9
_WINDOW_S = 60.0
_SLOWEST_S = 30.0
_HASTY, _CAREFUL = 0.05, 0.004
_SOME = 5
"""With so many answers since the last refusal the pace was about right."""

_CALM = 100
"""So many answers in a row without a refusal make the next steps bolder."""


class Pace:
    """Seconds between two requests: none at first, then what the refusals tell.

    The first refusal says how many answers there were before it, and how long it takes until there
    is another: together the pace of the server. Requests keep to nine tenths of it, and with each
    answer they come a little sooner: by a twentieth until the next refusal, then by a 250th, bolder
    again with every hundred answers that pass without one. Each further refusal takes a tenth off,
    or up to a half when hardly any answer came since the last.
    """

    def __init__(self) -> None:
        self.interval_s = 0.0
        """Seconds from one request to the next; 0 is no pace."""
        self._next = 0.0
        self._granted = 0.0
        self._since = time.monotonic()
        self._gain = _HASTY
        self._first = True
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
        slower = self.interval_s / _MARGIN
        if self.interval_s and self._granted >= _SOME:
            # Near the right pace, or refused for another reason: a little is enough.
            self.interval_s = slower
            self._gain = _CAREFUL
        else:
            seconds = max(1e-3, now - self._since + wait_s)
            found = seconds / max(1.0, self._granted) / _MARGIN
            # What a few milliseconds and no answer tell is no reason to go faster.
            at_most = 2 * self.interval_s or found
            self.interval_s = min(max(found, slower), at_most, _SLOWEST_S)
            self._gain = _HASTY if self._first else _CAREFUL
        self._first = False
        self._calm, self._granted, self._since = 0, 0.0, now + wait_s
        self._next = now + wait_s
