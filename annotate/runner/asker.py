"""What asking needs to know of whoever answers."""

from typing import Protocol

from annotate.facts import Paper
from annotate.runner.wire import Reply

__all__ = ["Asker"]


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
