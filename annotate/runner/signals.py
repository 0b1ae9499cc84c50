"""Ctrl-C, SIGTERM, a closed terminal: the first asks for an orderly end, the second for one now."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["listening"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def listening(first: Callable[[], None], second: Callable[[], None]) -> Iterator[None]:
    """Call `first` at the first interrupt, `second` at each later one, then restore what was.

    Inside an event loop they are called by the loop. Outside the main thread nothing is changed,
    as signals belong to whoever runs that.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    calls = 0

    def on_signal(*_: object) -> None:
        nonlocal calls
        calls += 1
        (first if calls == 1 else second)()

    before = {number: signal.getsignal(number) for number in _SIGNALS}
    if before[signal.SIGHUP] is signal.SIG_IGN:
        del before[signal.SIGHUP]  # nohup wants it so
    loop = _loop()
    for number in before:
        if loop is None:
            signal.signal(number, on_signal)
        else:
            loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        for number, handler in before.items():
            if loop is not None:
                loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
