"""How the processes of one run talk: pickled messages, each behind its length, over pipes.

Both ends are this package in one installation, started by us, so pickle is safe and quick here.
"""

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotate.facts import Attempt, Paper
from annotate.schema import Annotation

__all__ = [
    "Opened",
    "Page",
    "Reply",
    "Saved",
    "child_command",
    "child_environment",
    "ignore_interrupts",
    "messages",
    "pack",
    "receive",
    "send",
]

_HEADER = 4
_READ = 1 << 20


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of asking for one paper, on its way to the writer.

    `reading` is the answer as JSON (None when there is none), `samples` are further ones. A `left`
    paper stays pending: its attempts are kept, and nothing is said about the paper itself. `second`
    is what the rules read in it, if that is known.
    """

    paper_id: str
    reading: str | None
    attempts: tuple[Attempt, ...] = ()
    error: str | None = None
    flags: tuple[str, ...] = ()
    left: bool = False
    samples: tuple[str, ...] = ()
    second: Annotation | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """What the writer has committed for one paper; rows of a table of one's own count as claims."""

    paper_id: str
    ok: bool
    claims: int


@dataclass(frozen=True, slots=True)
class Page:
    """Papers to ask for; when there are none, how many another run holds at the moment."""

    papers: list[Paper]
    held_elsewhere: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A run that may begin: its id, and how many papers it will ask for."""

    run_id: int
    papers: int


def pack(kind: str, *content: Any) -> bytes:
    """Return one message, ready to be written."""
    body = pickle.dumps((kind, *content), protocol=5)
    return len(body).to_bytes(_HEADER, "little") + body


def send(descriptor: int, kind: str, *content: Any) -> None:
    """Write one message; waits until the other end has taken it."""
    left = memoryview(pack(kind, *content))
    while left:
        left = left[os.write(descriptor, left) :]


def messages(descriptor: int) -> Iterator[list[tuple[Any, ...]]]:
    """Yield, each time something arrives, every whole message that is there; ends with the pipe."""
    buffer = bytearray()
    while chunk := os.read(descriptor, _READ):
        buffer += chunk
        whole = list(_cut(buffer))
        if whole:
            yield whole


def child_command(module: str) -> list[str]:
    """Return the command that runs `module` of this package in a process of its own."""
    # -P: a file in the working directory must not stand in for a module.
    # Freezing at the end spares the collector a last look at what the system frees anyway.
    code = f"import atexit, gc; atexit.register(gc.freeze); from {module} import main; main()"
    return [sys.executable, "-P", "-c", code]


def child_environment() -> dict[str, str]:
    """Return our environment, with our way of finding modules."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def ignore_interrupts() -> None:
    """Leave interrupts, which reach the whole group, to the process that started us."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


async def receive(reader: asyncio.StreamReader) -> tuple[Any, ...] | None:
    """Return the next message, or None when the other end is gone."""
    try:
        size = int.from_bytes(await reader.readexactly(_HEADER), "little")
        message: tuple[Any, ...] = pickle.loads(await reader.readexactly(size))  # noqa: S301
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return message


def _cut(buffer: bytearray) -> Iterator[tuple[Any, ...]]:
    """Take the whole messages off the front of `buffer`."""
    at = 0
    while len(buffer) - at >= _HEADER:
        end = at + _HEADER + int.from_bytes(buffer[at : at + _HEADER], "little")
        if end > len(buffer):
            break
        yield pickle.loads(memoryview(buffer)[at + _HEADER : end])  # noqa: S301
        at = end
    del buffer[:at]
