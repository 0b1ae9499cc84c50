"""What a narrow terminal shows of a table stays readable, and it is said what it doesn't."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from annotate.cli.widths import fitted
from annotate.store import Store
from tests.store.building import add, claim, device, paper, reading, save

LONG = "Zorblax-with-a-long-name"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "claims.db"
    with Store(path) as store:
        one = paper("Zorblax is 5x faster on an A100.", title="On sorting very many beaches")
        add(store, one, path="one")
        made = claim(5.0, baseline="a sorter that is older than that", device="NVIDIA A100")
        save(store, [(one, reading(made, method=LONG, hardware=(device(),)))])
    return path


def in_terminal(columns: int, *arguments: object) -> list[str]:
    """Return the lines that a terminal of this width is sent."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "annotate", *map(str, arguments)]
    without = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(command, stdout=theirs, stdin=theirs, env=without):
        os.close(theirs)
        told = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            told += part
    os.close(ours)
    return re.sub(r"\x1b\[[\d;]*m", "", told.decode()).split("\r\n")


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_what_matters_first_stays_readable_at_any_width(db: Path, columns: int) -> None:
    head, rule, row, *rest = in_terminal(columns, "claims", db)
    assert head.split()[:4] == ["method", "metric", "value", "factor"]
    assert max(map(len, (head, rule, row))) <= columns
    assert row.startswith("Zorblax-wit")
    assert re.search(r"speedup +\S+ +5\b", row)
    assert rest[0].startswith("A wider terminal also shows: ")
    assert "paper" in rest[0]


def test_a_wide_terminal_shows_all(db: Path) -> None:
    head, *rest = in_terminal(220, "claims", db)
    assert head.rstrip().endswith("paper")
    assert "wider" not in "".join(rest)


def test_columns_go_in_order_until_the_others_can_be_read() -> None:
    natural, least = {"a": 20, "b": 9, "c": 30}, {"a": 10, "b": 9, "c": 20}
    assert fitted(natural, least, ("c",), 65) == natural
    assert fitted(natural, least, ("c",), 50) == {"a": 12, "b": 9, "c": 23}
    assert fitted(natural, least, ("c",), 44) == {"a": 20, "b": 9}
    assert fitted(natural, least, ("c",), 5) == {"a": 10, "b": 9}
