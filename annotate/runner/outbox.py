"""Requests on their way into batches: written to disk as they come, sent when a file is full."""

import tempfile
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Self

from annotate.errors import ModelError
from annotate.models.batch import MAX_BYTES, MAX_REQUESTS, Entry
from annotate.models.mailbox import Mailbox
from annotate.runner.plan import Job, Watcher
from annotate.store import Store, batches

__all__ = ["Outbox"]


class Outbox:
    """Collects requests and sends them in as few batches as the server's bounds allow."""

    def __init__(self, job: Job, store: Store, mailbox: Mailbox, watch: Watcher) -> None:
        self._job, self._store, self._mailbox, self._watch = job, store, mailbox, watch
        self._folder = tempfile.TemporaryDirectory(prefix="annotate-batch-")
        self._path = Path(self._folder.name) / "requests.jsonl"
        self._file = self._path.open("wb")
        self._sending: list[tuple[str, str]] = []
        self.requests = 0
        self.max_requests, self.max_bytes = MAX_REQUESTS, MAX_BYTES

    async def add(self, entry: Entry) -> None:
        """Take one request; sends a batch when it would no longer fit into the file."""
        line = entry.line()
        full = len(self._sending) >= self.max_requests
        if self._sending and (full or self._file.tell() + len(line) > self.max_bytes):
            await self.send()
        self._file.write(line)
        self._sending.append((entry.paper_id, entry.custom_id))

    async def send(self) -> None:
        """Send what has come together, if anything; its ids are stored before anything else."""
        if not self._sending:
            return
        self._file.flush()
        db, key = self._store.db, uuid.uuid4().hex
        batch = batches.plan_batch(
            db, key, self._job.info, self._job.prompt or "claims", self._sending
        )
        try:
            file_id = await self._mailbox.upload(self._path)
        except ModelError:
            batches.drop_batch(db, batch)  # there is nothing at the server to look after
            raise
        batches.update_batch(db, batch, input_file_id=file_id)
        taken = await self._mailbox.create(file_id, key)
        batches.update_batch(db, batch, batch_id=taken.id, status=taken.status)
        self._watch.say(f"Sent {len(self._sending):,} requests as {taken.id}")
        self.requests += len(self._sending)
        self._sending = []
        self._file.seek(0)
        self._file.truncate()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._file.close()
        with suppress(OSError):
            self._folder.cleanup()
