"""`annotate review` where it can't be what it is: without claims, without a terminal."""

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from annotate.cli import cli


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
