"""A real Datasette on loopback, and the way in for root."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from annotate.store import Store
from tests.browser import visit

__all__ = ["Served", "as_root", "serving"]


@dataclass(frozen=True)
class Served:
    """A Datasette that runs: its database, its address, and the way in for root."""

    database: Path
    address: str
    door: str

    @property
    def page(self) -> str:
        return f"{self.address}/-/annotate/claims"

    def rows(self) -> dict[int, dict[str, Any]]:
        with Store(self.database, read_only=True) as store:
            return {row["claim_id"]: row for row in store.claims()}

    def verdicts(self) -> list[str]:
        with Store(self.database, read_only=True) as store:
            return [label.verdict for label in store.labels()]


@contextmanager
def serving(database: Path) -> Iterator[Served]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "datasette", "serve", str(database), "-p", str(port), "--root"]
    log = database.with_suffix(".log")
    with log.open("w") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=subprocess.STDOUT)
    try:
        until = time.monotonic() + 30
        while "Application startup complete" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.1)
        door = re.search(r"http://\S+auth-token\S+", log.read_text())
        assert door
        yield Served(database, f"http://127.0.0.1:{port}", door[0])
        assert "Traceback" not in log.read_text()
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def as_root(browser: Browser, served: Served, **options: Any) -> Iterator[Page]:
    with visit(browser, served.door, **options) as page:
        page.goto(served.page)
        yield page
