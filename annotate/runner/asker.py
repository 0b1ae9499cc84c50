"""What asking needs to know of whoever answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from annotate.facts import Attempt, Paper
from annotate.models import Wait
from annotate.runner.wire import Reply

__all__ = ["Asker", "Ears"]


@dataclass(frozen=True, slots=True)
class Ears:
    """Who is told what happens before a paper has its answer.

    Args:
        attempt: An attempt for the paper of this id that is followed by a wait and another one.
        wait: A wait of a second or more.
    """

    attempt: Callable[[str, Attempt], None]
    wait: Callable[[Wait], None]


class Asker(Protocol):
    """Whoever answers for one paper."""

    async def ask(self, paper: Paper) -> Reply:
        """Return what became of it; raises AnnotateError when nothing can go on."""
        ...

    @property
    def closed(self) -> str | None:
        """Why the endpoint refuses for good, if it does."""
        ...

    @property
    def status(self) -> str:
        """The limit that holds asking back at the moment, in words."""
        ...

    def stop(self) -> None:
        """Send nothing more, and end every wait between requests."""
        ...
