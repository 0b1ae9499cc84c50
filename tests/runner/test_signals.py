"""Who listens to which signals, and for how long."""

import signal
from collections.abc import Iterator

import pytest

from annotate.runner.signals import listening


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGHUP)
    yield
    signal.signal(signal.SIGHUP, before)


def test_the_first_signal_and_later_ones_are_told_apart() -> None:
    heard: list[str] = []
    with listening(lambda: heard.append("first"), lambda: heard.append("later")):
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            signal.raise_signal(number)
    assert heard == ["first", "later", "later"]


@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.SIG_DFL])
def test_a_closed_terminal_is_heeded_but_where_nohup_says_not_to(handler: signal.Handlers) -> None:
    signal.signal(signal.SIGHUP, handler)
    with listening(lambda: None, lambda: None):
        within = signal.getsignal(signal.SIGHUP)
    assert (within is signal.SIG_IGN) == (handler is signal.SIG_IGN)
    assert signal.getsignal(signal.SIGHUP) is handler
