"""What every test gets: no network but loopback, no keys, no settings of the machine."""

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
LISTS = [DATA / "icml2026-a.txt", DATA / "icml2026-b.txt"]

_LOOPBACK = ("127.", "::1", "localhost")
_connect = socket.socket.connect


def _only_loopback(self: socket.socket, address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else ""
    if self.family in (socket.AF_INET, socket.AF_INET6) and not str(host).startswith(_LOOPBACK):
        raise RuntimeError(f"a test tried to reach {host}")
    _connect(self, address)


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    socket.socket.connect = _only_loopback  # type: ignore[method-assign]
    yield
    socket.socket.connect = _connect  # type: ignore[method-assign]


@pytest.fixture(autouse=True, scope="session")
def _signals_as_in_a_terminal() -> None:
    # A job in the background ignores some, and so would all that the tests start.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            end = signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL
            signal.signal(number, end)


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("ANNOTATE_", "OPENAI_")) and name != "ANNOTATE_REQUIRE_BROWSER":
            monkeypatch.delenv(name)


@pytest.fixture
def lists() -> list[Path]:
    """The two real lists: 38 abstracts, 37 of them distinct."""
    return LISTS
