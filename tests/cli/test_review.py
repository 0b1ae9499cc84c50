"""`annotate review` where it can't be what it is: without claims, without a terminal."""

import json
import os
import pty
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from annotate.cli import cli
from tests.own import own_store


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_a_terminal_it_says_so_and_ends() -> None:
    abstract = "We propose Rime, a cache. Rime is 3x faster than Frost."
    Path("list.jsonl").write_text(json.dumps({"abstract": abstract}) + "\n")
    assert CliRunner().invoke(cli, ["run", "list.jsonl", "--model", "rules"]).exit_code == 0
    result = CliRunner().invoke(cli, ["review"])
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: the review needs a terminal")
    assert result.stdout == ""


def test_a_file_without_claims_is_left_as_it_was() -> None:
    Path("empty.db").touch()
    with sqlite3.connect("foreign.db") as connection:
        connection.execute("CREATE TABLE papers (x)")
    connection.close()
    before = Path("foreign.db").read_bytes()
    for name in ("empty.db", "foreign.db", "missing.db"):
        result = CliRunner().invoke(cli, ["review", "--db", name])
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
    assert Path("empty.db").read_bytes() == b""
    assert Path("foreign.db").read_bytes() == before
    assert not Path("missing.db").exists()


def in_a_terminal(*args: str) -> tuple[int, str]:
    """Run `annotate review` where standard input and output are a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "annotate", "review", *args]
    done = subprocess.run(
        command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(theirs)
    os.close(ours)
    return done.returncode, done.stderr


def test_a_table_that_is_not_there_is_told_of_with_those_that_are(tmp_path: Path) -> None:
    path = own_store(tmp_path / "own.db")
    told = f"Error: {path} has no table 'x' to review; it has claims, data_sets\n"
    assert in_a_terminal(str(path), "--table", "x") == (2, told)


def test_a_queue_that_is_not_there_is_told_of_with_those_that_are() -> None:
    result = CliRunner().invoke(cli, ["review", "--queue", "x"])
    assert result.exit_code == 2
    assert "'x' is not one of 'unsupported', 'disagreement', 'unreviewed'" in result.stderr
