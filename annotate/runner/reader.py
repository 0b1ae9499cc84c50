"""A process that reads abstracts by rules; `python -m annotate.runner.reader`, see `ReaderPool`."""

import gc
import queue
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import islice

from annotate.errors import StoreError
from annotate.facts import CheckedAnnotation, Paper
from annotate.runner.judging import read_by_rules
from annotate.runner.wire import child_command, child_environment, ignore_interrupts, messages, send

__all__ = ["ReaderPool", "main"]

Page = list[tuple[str, CheckedAnnotation]]


class ReaderPool:
    """Reads pages of papers in several processes; close it by leaving its `with` block."""

    def __init__(self, count: int) -> None:
        self._children = [
            subprocess.Popen(  # noqa: S603
                child_command(__name__),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env=child_environment(),
            )
            for _ in range(count)
        ]
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        for child in self._children:
            self._idle.put(child)
        self._threads = ThreadPoolExecutor(count)

    def map(self, pages: Iterable[Sequence[Paper]]) -> Iterator[Page]:
        """Yield the readings of each page, in order; a few pages are in work at a time."""
        source = iter(pages)
        ahead = 2 * len(self._children)
        waiting = [self._threads.submit(self._read, page) for page in islice(source, ahead)]
        while waiting:
            done: Future[Page] = waiting.pop(0)
            result = done.result()
            waiting.extend(self._threads.submit(self._read, page) for page in islice(source, 1))
            yield result

    def __enter__(self) -> "ReaderPool":
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(cancel_futures=True)
        for child in self._children:
            for pipe in (child.stdin, child.stdout):
                if pipe:
                    pipe.close()
            child.wait()

    def _read(self, page: Sequence[Paper]) -> Page:
        child = self._idle.get()
        try:
            with suppress(BrokenPipeError):  # said below: it is the same as no answer
                if child.stdin and child.stdout:
                    send(child.stdin.fileno(), "read", page)
                    for [(_, result), *_] in messages(child.stdout.fileno()):
                        return result  # type: ignore[no-any-return]
        finally:
            self._idle.put(child)
        raise StoreError("a process that reads abstracts has ended unexpectedly")


def main() -> None:
    """Read what comes in on stdin until it ends."""
    ignore_interrupts()
    for number, arrived in enumerate(messages(sys.stdin.fileno())):
        for _, papers in arrived:
            send(sys.stdout.fileno(), "read", [(one.id, read_by_rules(one)) for one in papers])
        if not number:  # the word tables are loaded now
            gc.freeze()
