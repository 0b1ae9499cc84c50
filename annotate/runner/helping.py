"""A hand for the scribe: while it is behind, the side that asks makes its second readings."""

from dataclasses import dataclass, replace

from annotate import rules
from annotate.facts import Paper
from annotate.prompt import Prompt
from annotate.runner.wire import Reply
from annotate.schema import Annotation

__all__ = ["Helper"]


@dataclass(frozen=True, slots=True)
class Helper:
    """Reads by the rules whenever three quarters of the papers in flight wait for the scribe.

    Only a server that answers as quickly as we check brings that about; then the core that asks has
    less to do than the one that checks.
    """

    behind: int
    wanted: bool

    @classmethod
    def of(cls, prompt: Prompt, concurrency: int) -> "Helper":
        """Return the helper for a run; with a schema of its own there is no second reading."""
        return cls(max(8, 3 * concurrency // 4), issubclass(prompt.answer_model, Annotation))

    def lend(self, paper: Paper, reply: Reply, waiting: int) -> Reply:
        """Return `reply`, with the second reading when so many `waiting` answers are too many."""
        if not self.wanted or reply.left or waiting < self.behind:
            return reply
        return replace(reply, second=rules.read(paper))
