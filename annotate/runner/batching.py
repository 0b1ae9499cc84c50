"""`--engine batch`, and the steps of `annotate batch`: submit and collect."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import islice

from annotate.facts import Paper
from annotate.models.mailbox import Mailbox
from annotate.runner import post
from annotate.runner.plan import Ending, Plan, Summary, Tally, Watcher
from annotate.runner.post import Delivery
from annotate.runner.rounds import Rounds
from annotate.runner.signals import listening
from annotate.store import Store, batches
from annotate.store.batches import Batch
from annotate.store.leases import Turn, leased

__all__ = ["collect", "look", "run_batches", "submit"]

_PAGE = 500
_NAP_S = 0.5
_BEAT_S = 30.0
_CAPPED = "the cap on cost: the next request could pass it"


def submit(plan: Plan, store: Store, watch: Watcher) -> Summary:
    """Send what is pending, and wait for nothing; `Summary.why` says what was sent."""
    return _Carrier(plan, store, watch).run(stay=False)


def run_batches(plan: Plan, store: Store, watch: Watcher) -> Summary:
    """Send what is pending, and stay until every paper has its reading.

    Being ended, however that happens, loses nothing: the batches go on, and `collect` or the same
    command takes up where this one was.
    """
    return _Carrier(plan, store, watch).run(stay=True)


def collect(plan: Plan, store: Store, watch: Watcher, *, wait: bool = False) -> Summary:
    """Bring in what has come back for this job, and send what that leaves to ask."""
    return _Carrier(plan, store, watch, fresh=False).run(stay=wait)


def look(plan: Plan, store: Store) -> None:
    """Ask how the batches of this job stand, and store it."""

    async def ask() -> None:
        async with _mailbox(plan) as mailbox:
            await post.look(store, mailbox, _on_their_way(plan, store))

    asyncio.run(ask())


class _Carrier:
    """One command's way through the batches of one job; `fresh` papers are sent first."""

    def __init__(self, plan: Plan, store: Store, watch: Watcher, *, fresh: bool = True) -> None:
        self._plan, self._store, self._watch, self._fresh = plan, store, watch, fresh
        self._tally = Tally()
        self._rounds = Rounds(plan, store, self._tally)
        self._sent = 0
        self._held_back = False

    def run(self, *, stay: bool) -> Summary:
        started = time.monotonic()
        ending, why = asyncio.run(self._listen(stay=stay))
        self._rounds.close(ending)
        seconds = time.monotonic() - started
        return Summary(self._rounds.run_id, ending, self._tally, seconds, why)

    async def _listen(self, *, stay: bool) -> tuple[Ending, str]:
        body = asyncio.create_task(self._go(stay=stay))

        def cancel() -> None:
            body.cancel()

        with listening(cancel, cancel):
            await asyncio.wait([body])
        if body.cancelled():
            return Ending.INTERRUPTED, "interrupted; batches on their way go on"
        return body.result()

    async def _go(self, *, stay: bool) -> tuple[Ending, str]:
        async with _mailbox(self._plan) as mailbox:
            async with self._turn():
                self._tally.total = self._count() if self._fresh else 0
                delivery = await self._take_in(mailbox, first=True)
                if self._fresh:
                    await self._send_fresh(mailbox)
            while stay and not delivery.refused and _on_their_way(self._plan, self._store):
                await asyncio.sleep(self._plan.poll_s)
                async with self._turn():
                    delivery = await self._take_in(mailbox)
                    if self._held_back and not delivery.open:
                        await self._send_fresh(mailbox)
        if delivery.refused:
            return Ending.STOPPED, delivery.refused
        if self._held_back or self._rounds.capped:
            return Ending.BUDGET, _CAPPED
        return Ending.DONE, self._words()

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Be the only process that takes this job a step on; waits for another one's end.

        What two of them send or take in at once would be asked, paid for and counted twice.
        """
        turn, said = Turn(self._store.db, self._plan.job.info.work), False
        while not turn.take():
            if not said:
                self._watch.say("Waiting for another command that sends or collects these batches")
            said = True
            await asyncio.sleep(_NAP_S)

        async def beat() -> None:
            while True:
                await asyncio.sleep(_BEAT_S)
                turn.beat()

        beating = asyncio.create_task(beat())
        try:
            yield
        finally:
            beating.cancel()
            turn.end()

    async def _send_fresh(self, mailbox: Mailbox) -> None:
        """Send papers that were never asked for, as far as the cap on cost allows."""
        self._sent += await self._rounds.step(self._pending(), mailbox, self._watch)
        self._held_back = self._rounds.capped

    async def _take_in(self, mailbox: Mailbox, *, first: bool = False) -> Delivery:
        """Fetch what has ended, and take its papers one step on.

        The first time this also takes up what a process that was killed here has left.
        """
        delivery = await post.fetch(
            self._store, mailbox, _on_their_way(self._plan, self._store), self._watch
        )
        # Under a cap, what is on its way must be known before more is spent.
        if first or delivery.ended:
            await self._settle()
        if (first or delivery.ended) and not (delivery.open and self._plan.max_cost is not None):
            self._sent += await self._rounds.step(self._answered(), mailbox, self._watch)
        return delivery

    def _pending(self) -> Iterator[Paper]:
        job, through = self._plan.job, self._tally.done + self._tally.failed
        return self._store.pending(
            key=job.info,
            source_ids=job.source_ids,
            limit=None if job.limit is None else max(0, job.limit - through),
            retry_failed=job.retry_failed,
        )

    async def _settle(self) -> None:
        """Account for what has come back for papers that a live run has read meanwhile."""
        info = self._plan.job.info
        ids = iter(batches.papers_answered(self._store.db, info.work))
        while some := list(islice(ids, _PAGE)):
            # Failed ones were sent on purpose: those that fail here leave no request behind.
            open_ = self._store.unread(info, some, retry_failed=True)
            open_ |= leased(self._store.db, info.work, some)
            await self._rounds.settle(self._store.papers([one for one in some if one not in open_]))

    def _answered(self) -> Iterator[Paper]:
        """Yield papers with answers, or without one in a batch that is over, and no reading."""
        info = self._plan.job.info
        ids = iter(batches.papers_answered(self._store.db, info.work))
        while some := list(islice(ids, _PAGE)):
            unread = self._store.unread(info, some, retry_failed=True)
            yield from self._store.papers([one for one in some if one in unread])

    def _count(self) -> int:
        job = self._plan.job
        return self._store.count_pending(
            key=job.info, source_ids=job.source_ids, limit=job.limit, retry_failed=job.retry_failed
        )

    def _words(self) -> str:
        waiting = _on_their_way(self._plan, self._store)
        if not waiting:
            return ""
        requests = sum(batch.requests for batch in waiting)
        return f"{self._sent:,} requests sent; {requests:,} on their way in {len(waiting)} batches"


@asynccontextmanager
async def _mailbox(plan: Plan) -> AsyncIterator[Mailbox]:
    assert plan.options is not None  # noqa: S101
    mailbox = Mailbox(plan.options)
    try:
        yield mailbox
    finally:
        await mailbox.aclose()


def _on_their_way(plan: Plan, store: Store) -> list[Batch]:
    return batches.all_batches(store.db, work=plan.job.info.work, open_only=True)
