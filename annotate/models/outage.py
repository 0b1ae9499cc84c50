"""An endpoint that has answered before and is out of reach: the papers are not to blame."""

__all__ = ["OUTAGE_S", "Outage"]

OUTAGE_S = 300.0
"""Seconds of waiting for an endpoint that is down, before its papers lose tries by it."""

_ENOUGH = 8
_FIRST_PAUSE_S = 0.25
_LONGEST_PAUSE_S = 30.0


class Outage:
    """Counts answers, and how long there have been none.

    A request that could not be delivered, while nobody else's was answered either, costs its paper
    no try. Where a gateway says that it couldn't, it takes eight papers to believe it, since one
    may bring its server down. An endpoint that has never answered is no outage: its address is
    wrong.
    """

    def __init__(self) -> None:
        self.answers = 0
        """Answers so far; who knows how many there were at sending knows whether one came since."""
        self._pauses = 0
        self._waited_s = 0.0
        self._lost: set[str] = set()

    def answered(self) -> None:
        """Learn from an answer of any kind: the endpoint is there."""
        self.answers += 1
        self._pauses, self._waited_s = 0, 0.0
        self._lost.clear()

    def excuses(self, paper_id: str, answers_at_sending: int, *, sure: bool) -> bool:
        """Say whether a request that could not be delivered is the endpoint's fault alone.

        `sure`: nobody was there at all, not even a gateway.
        """
        if not 0 < self.answers == answers_at_sending:
            return False
        self._lost.add(paper_id)
        return (sure or len(self._lost) >= _ENOUGH) and self._waited_s < OUTAGE_S

    def pause_s(self, asked_s: float | None) -> float:
        """Return for how long nobody should ask now: `asked_s`, or twice as long as last time."""
        pause = min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2**self._pauses)
        pause = pause if asked_s is None else asked_s
        self._pauses += 1
        self._waited_s += pause
        return pause
