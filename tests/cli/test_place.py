"""Papers of lists that share a title are told apart in every form of output."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from annotate.cli import cli


@pytest.fixture
def db(lists: list[Path], tmp_path: Path) -> Path:
    path = tmp_path / "claims.db"
    command = ["run", *map(str, lists), "--model", "rules", "--db", str(path), "--no-progress"]
    assert CliRunner().invoke(cli, command).exit_code == 0
    return path


def output(*words: object) -> str:
    done = CliRunner().invoke(cli, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("command", ["claims", "papers"])
def test_each_form_names_the_file(db: Path, command: str, tmp_path: Path):
    lines = [json.loads(x) for x in output(command, db, "--format", "jsonl").splitlines()]
    places = {line["place"] for line in lines}
    assert len(places) == len({line["paper_id"] for line in lines})
    for line in lines:
        file, position = line["place"].rpartition(", ")[::2]
        assert file.endswith(("(icml2026-a.txt)", "(icml2026-b.txt)"))
        assert int(position) == line["position"]
        assert line["source"] == "ICML 2026 论文列表"
    table = csv.DictReader(io.StringIO(output(command, db, "--format", "csv")))
    assert [row["place"] for row in table] == [line["place"] for line in lines]
    for form in ("table", "md"):
        assert "icml2026-b.txt" in output(command, db, "--format", form)
    export = json.loads(
        output("export", "--db", db, "--table", command, "--format", "json", "-o", "-")
    )
    assert [row["place"] for row in export] == [line["place"] for line in lines]


def test_the_report_names_the_file(db: Path):
    assert "(icml2026-a.txt), no. 2" in output("report", "--db", db, "-o", "-")
