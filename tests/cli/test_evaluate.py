"""Scoring the readings of a database on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotate.cli import cli
from tests.conftest import ROOT

GOLD = ROOT / "labels" / "icml2026.jsonl"


def run(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("eval") / "claims.db"
    lists = sorted((ROOT / "tests" / "data").glob("icml2026-*.txt"))
    assert run("run", *lists, "--model", "rules", "--db", path, "--no-progress").exit_code == 0
    return path


def test_the_rules_read_every_claim_of_the_seed_abstracts_and_no_other(db: Path):
    result = json.loads(run("eval", "--db", db, "--labels", GOLD, "--format", "json").stdout)
    (rules,) = result["systems"]
    assert (result["papers"], result["unread"], rules["failed"]) == (37, 0, 0)
    assert rules["scores"]["claims"]["f1"]["value"] == 1.0
    assert rules["scores"]["hardware"]["f1"]["value"] == 1.0
    assert rules["method_right"] >= 36
    assert rules["task_right"] >= 34


def test_the_rules_stay_clear_of_the_traps(tmp_path: Path):
    traps, db = ROOT / "labels" / "traps.jsonl", tmp_path / "traps.db"
    assert run("run", traps, "--model", "rules", "--db", db, "--no-progress").exit_code == 0
    result = json.loads(run("eval", "--db", db, "--labels", traps, "--format", "json").stdout)
    (rules,) = result["systems"]
    assert (result["papers"], result["unread"], rules["failed"]) == (212, 0, 0)
    floors = {"method": 0.95, "task": 0.85, "hardware": 0.96, "claims": 0.97, "time": 0.97}
    scores = {field: rules["scores"][field]["f1"]["value"] for field in floors}
    assert {field for field, floor in floors.items() if scores[field] < floor} == set(), scores


def test_the_shipped_labels_are_the_default_and_errors_are_listed(db: Path):
    shown = run("eval", "--db", db)
    assert shown.exit_code == 0
    assert "37 labelled abstracts" in shown.stdout
    assert "rules" in shown.stdout
    assert "errors of" not in run("eval", "--db", db, "--no-errors").stdout


def test_scores_fit_eighty_columns_and_leave_no_blanks_behind(db: Path):
    lines = run("eval", "--db", db, "--no-errors").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith(" ") for line in lines)
    assert [line.split()[-5] for line in lines if line.endswith("–1.00")] == [
        "method", "task", "hardware", "claims", "time",
    ]  # fmt: skip


def test_labels_of_papers_that_nobody_read_are_a_clear_error(db: Path, tmp_path: Path):
    path = tmp_path / "other.jsonl"
    path.write_text('{"abstract": "Nobody has read this."}\n', "utf-8")
    result = run("eval", "--db", db, "--labels", path)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: none of the 1 labelled abstracts")
    assert "annotate run" in result.stderr


def test_labels_without_a_task_leave_tasks_uncounted(db: Path, tmp_path: Path):
    rows = [json.loads(line) for line in GOLD.read_text("utf-8").splitlines()[:3]]
    rows[0]["task"] = []
    path = tmp_path / "some.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    shown = run("eval", "--db", db, "--labels", path, "--no-errors").stdout.splitlines()
    assert shown[4].split() == ["rules", "3", "of", "3", "2", "of", "2", "0"]
    path.write_text(json.dumps(rows[0] | {"method": [], "hardware": [], "claims": []}), "utf-8")
    shown = run("eval", "--db", db, "--labels", path, "--no-errors").stdout.splitlines()
    assert shown[4].split()[4:] == ["–", "0"]
    assert shown[9].split() == ["task", "–", "–", "–", "–"]


def test_a_run_that_does_not_exist_is_a_clear_error(db: Path):
    result = run("eval", "--db", db, "--run", 99)
    assert (result.exit_code, "run 99" in result.stderr) == (2, True)


def test_a_database_that_does_not_exist_is_a_clear_error(tmp_path: Path):
    assert run("eval", "--db", tmp_path / "none.db").exit_code == 2
    assert not (tmp_path / "none.db").exists()


def test_errors_are_told_with_the_papers_title_shortened(tmp_path: Path):
    db, labels = tmp_path / "claims.db", tmp_path / "labels.jsonl"
    titles = ["Zorblax [1]: $3\\times$ faster sorting of very long lists", "Short"]
    papers = [
        {"title": title, "abstract": f"We sort {n}x faster."} for n, title in enumerate(titles, 3)
    ]
    (tmp_path / "list.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in papers), "utf-8")
    assert run("run", tmp_path / "list.jsonl", "--model", "rules", "--db", db).exit_code == 0
    # The first label has no title of its own, the second calls the paper otherwise.
    gold = [{"abstract": papers[0]["abstract"]}, papers[1] | {"title": "Our name"}]
    labels.write_text("".join(f"{json.dumps(one)}\n" for one in gold), "utf-8")
    shown = run("eval", db, "--labels", labels).stdout.split("Errors of rules:")[1].splitlines()
    assert shown[1].split() == ["paper", "title", "field", "error", "what", "quote"]
    assert "   Zorblax [1]: 3× faster sortin…   claims   extra   " in shown[3]
    assert any("  Our name  " in line for line in shown)
    told = json.loads(run("eval", db, "--labels", labels, "--format", "json").stdout)
    assert {one["title"] for one in told["systems"][0]["confusions"]} == {
        "Zorblax [1]: 3× faster sorting of very long lists", "Our name",
    }  # fmt: skip


def test_errors_in_papers_without_titles_have_no_column_for_them(db: Path, tmp_path: Path):
    labels = tmp_path / "labels.jsonl"
    rows = [json.loads(line) | {"claims": []} for line in GOLD.read_text("utf-8").splitlines()]
    labels.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    shown = run("eval", db, "--labels", labels).stdout.split("Errors of rules:")[1].splitlines()
    assert shown[1].split() == ["paper", "field", "error", "what", "quote"]
