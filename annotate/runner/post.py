"""Look after the batches that are on their way, and store what has come back."""

from collections.abc import Iterable
from dataclasses import dataclass

from annotate.models.batch import BatchLine, answer_line, lost_line
from annotate.models.mailbox import Mailbox, State
from annotate.runner.plan import Watcher
from annotate.store import Store, batches
from annotate.store.batches import Batch

__all__ = ["Delivery", "fetch", "look"]

_ENDED = ("completed", "failed", "expired", "cancelled")
_ALL_MADE = ("completed",)
"""So ends a batch of which every request was made; those of others may never have been."""
_AT_ONCE = 1_000


@dataclass(slots=True)
class Delivery:
    """How things stand: batches on their way, batches that have ended, and why one was refused."""

    open: int = 0
    ended: int = 0
    refused: str | None = None


async def fetch(store: Store, mailbox: Mailbox, some: Iterable[Batch], watch: Watcher) -> Delivery:
    """Ask after each batch; what has ended, however it did, is read into the database.

    The lines of output and error files are stored before the batch counts as collected, so being
    killed here costs nothing but asking again.
    """
    delivery = Delivery()
    for batch in some:
        found = await _found(store, mailbox, batch)
        if found is None:  # it is being sent this moment, or never was: its papers are free again
            delivery.open += 1
            continue
        state = await _looked_at(store, mailbox, batch.id, found)
        if state.status not in _ENDED:
            delivery.open += 1
            continue
        delivery.ended += 1
        reason = None
        if state.status == "failed":
            reason = state.reason or None
            delivery.refused = f"batch {found} was refused: {reason or 'no reason given'}"
            batches.release_requests(store.db, batch.id)
        for file_id in filter(None, (state.output_file_id, state.error_file_id)):
            await _read(store, mailbox, batch.id, state, file_id)
        if state.status in _ALL_MADE:
            # Asked again without end, a paper whose answers are lost would be paid for each time.
            batches.fill_lines(store.db, batch.id, lost_line)
        batches.collected(store.db, batch.id, reason)
        watch.say(f"{found}: {state.status}, {state.completed:,} answered")
    return delivery


async def look(store: Store, mailbox: Mailbox, some: Iterable[Batch]) -> None:
    """Ask how batches stand, and store that; nothing is taken in."""
    for batch in some:
        found = await _found(store, mailbox, batch)
        if found is not None:
            await _looked_at(store, mailbox, batch.id, found)


async def _looked_at(store: Store, mailbox: Mailbox, batch: int, batch_id: str) -> State:
    state = await mailbox.look(batch_id)
    batches.update_batch(
        store.db,
        batch,
        status=state.status,
        output_file_id=state.output_file_id,
        error_file_id=state.error_file_id,
        completed=state.completed,
        failed=state.failed,
    )
    return state


async def _found(store: Store, mailbox: Mailbox, batch: Batch) -> str | None:
    """Return the server's id of a batch; one that a crash kept from being stored is looked up."""
    if batch.batch_id is not None:
        return batch.batch_id
    if batches.is_being_sent(store.db, batch.id):
        return None
    lost = await mailbox.find(batch.key)
    if lost is None:
        batches.drop_batch(store.db, batch.id)
        return None
    batches.update_batch(store.db, batch.id, batch_id=lost.id, status=lost.status)
    return lost.id


async def _read(store: Store, mailbox: Mailbox, batch: int, state: State, file_id: str) -> None:
    some: list[BatchLine] = []
    async for line in mailbox.lines(file_id):
        told = answer_line(line)
        if told is None or not (told.executed or state.status in _ALL_MADE):
            continue
        some.append(told)
        if len(some) == _AT_ONCE:
            _keep(store, batch, some)
            some = []
    _keep(store, batch, some)


def _keep(store: Store, batch: int, some: list[BatchLine]) -> None:
    batches.add_lines(store.db, batch, ((one.custom_id, one.text, one.good) for one in some))
