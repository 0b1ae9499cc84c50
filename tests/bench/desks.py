"""A desk without a scribe, for benchmarks of what happens before the database."""

import asyncio
from collections.abc import Sequence

from annotate.facts import Attempt, Paper
from annotate.runner.wire import Page, Reply, Saved

__all__ = ["MemoryDesk"]


class MemoryDesk:
    """Hands out papers from a list and keeps the replies."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._papers = iter(papers)
        self.replies: list[Reply] = []

    async def papers(self, count: int) -> Page:
        """Return the next papers."""
        return Page([paper for paper, _ in zip(self._papers, range(count), strict=False)], 0)

    def save(self, reply: Reply) -> asyncio.Future[Saved]:
        """Keep a reply; it is safe at once."""
        self.replies.append(reply)
        future: asyncio.Future[Saved] = asyncio.get_running_loop().create_future()
        future.set_result(Saved(reply.paper_id, reply.reading is not None, 0))
        return future

    def keep_attempt(self, paper_id: str, attempt: Attempt) -> None:
        """An attempt stands in its reply as well."""
