"""What every review has in common: one reviewer, something on the desk, something that waits."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.errors import UsageError
from annotate.facts import Paper
from annotate.language.highlight import Segment
from annotate.store import Label, Store

__all__ = ["Done", "Fields", "Sitting"]

Fields = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Done:
    """One decision: what lay on the desk, and the (target, key) of each of its labels.

    `here` is None for what wasn't said of the thing on the desk itself.
    """

    here: int | None
    paper_id: str
    facts: tuple[tuple[str, str], ...]


class Sitting(ABC):
    """Walks what waits; every decision is one label, and labels are only ever added.

    What waits is asked anew at each step, so two reviewers at one file don't get each other's
    finished work, and a review that was closed goes on where it stopped.

    Attributes:
        table: What is reviewed, in a word.
        row: What lies on the desk; None when nothing waits.
    """

    table: str
    row: dict[str, Any] | None = None

    def __init__(
        self, store: Store, reviewer: str, reason: str | None, reasons: Sequence[str]
    ) -> None:
        if not reviewer.strip():
            raise UsageError("a review needs the name of its reviewer: --reviewer NAME")
        if reason is not None and reason not in reasons:
            raise UsageError(f"no queue {reason!r}; expected {', '.join(reasons)}")
        self.reviewer = reviewer.strip()
        self.reason = reason
        self.reasons = tuple(reasons)
        self._store = store
        self._done: list[Done] = []
        self.advance()

    @property
    @abstractmethod
    def here(self) -> int | None:
        """The id of what lies on the desk; None when nothing waits."""

    @property
    @abstractmethod
    def paper(self) -> Paper | None:
        """The paper on the desk."""

    @abstractmethod
    def shown(self) -> list[Fields]:
        """Return the fields of what lies on the desk, in groups."""

    @abstractmethod
    def correctable(self) -> Fields | None:
        """Return the fields that a person may change; None when nothing lies on the desk."""

    @abstractmethod
    def history(self) -> list[Label]:
        """Return what people said, newest first."""

    @abstractmethod
    def pieces(self) -> list[Segment]:
        """Return the abstract in pieces, each with whose evidence it is."""

    @abstractmethod
    def progress(self) -> tuple[int, int]:
        """Return how many are reviewed by anybody, and how many there are."""

    @abstractmethod
    def waiting(self) -> Mapping[str, int]:
        """Return how many wait for each reason."""

    @abstractmethod
    def show(self, here: int | None) -> None:
        """Put something on the desk, waiting or not; None clears it."""

    @abstractmethod
    def judge(self, verdict: str) -> None:
        """Accept or reject what lies on the desk and go on."""

    @abstractmethod
    def correct(self, changes: Mapping[str, str | None]) -> None:
        """Correct what lies on the desk and go on; UsageError for what can't be."""

    @abstractmethod
    def _next(self, after: int | None) -> int | None: ...

    def advance(self) -> None:
        """Put on the desk what waits next; what lies there comes last."""
        self.show(self._next(self.here))

    def _decide(self, say: Callable[[], None]) -> None:
        # What comes next is looked up first, while this one still has its place among what waits.
        then = self._next(self.here)
        say()
        self.show(then)
        if self.row is not None and self.row["status"] != "unreviewed":
            self.advance()  # the verdict was on a fact that the next one states as well

    def choose(self, reason: str | None) -> None:
        """Narrow the queue to one reason, or widen it with None."""
        self.reason = reason
        self.show(None)
        self.advance()

    def undo(self) -> bool:
        """Take back the newest decision of this sitting and show what it was about."""
        if not self._done:
            return False
        last = self._done.pop()
        for target, key in last.facts:
            self._store.undo(last.paper_id, target, key, self.reviewer)
        self.show(self.here if last.here is None else last.here)
        return True
