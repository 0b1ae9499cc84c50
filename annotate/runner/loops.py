"""How a process that asks or reads is set up: its event loop, and its garbage collector."""

import asyncio
import gc
import importlib
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["heap_at_rest", "loop_factory"]


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes uvloop's loop where it is installed (extra `speed`), else None."""
    if importlib.util.find_spec("uvloop") is None:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = importlib.import_module(
        "uvloop"
    ).new_event_loop
    return factory


@contextmanager
def heap_at_rest() -> Iterator[None]:
    """Keep the garbage collector from going through all modules again and again meanwhile.

    Openai, pydantic and our word tables are half a million objects that stay anyway; to look at
    them takes a tenth of the time that asking does.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
