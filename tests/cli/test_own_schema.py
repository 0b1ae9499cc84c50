"""A schema of one's own from the prompt to the table: what is refused, mended and counted."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from annotate.cli import cli
from annotate.store import Store
from tests.cli.calling import rows, run
from tests.servers import OpenAIServer

DATASETS = Path(__file__).parents[2] / "docs" / "examples" / "datasets.md"
TEXT = "Tin beats all. It reaches 91.5% accuracy on Acorn-10 and 88% on Walnut."
QUOTE = "91.5% accuracy on Acorn-10"
GOOD = {"dataset": "Acorn-10", "accuracy": 91.5, "quote": QUOTE}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("list.jsonl").write_text(json.dumps({"abstract": TEXT}) + "\n")


def answered(*results: dict[str, Any], model: str | None = "Tin") -> OpenAIServer:
    return OpenAIServer(answer=lambda _: {"model": model, "results": list(results)})


def ask(server: OpenAIServer, *args: object) -> Any:
    return run("list.jsonl", "--base-url", server.base_url, "--model", "m",
               "--prompt", DATASETS, *args)  # fmt: skip


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_a_number_without_end_is_asked_again_and_costs_its_row_only(number: float) -> None:
    with answered(GOOD, GOOD | {"accuracy": number}) as server:
        assert ask(server).exit_code == 0
        assert server.usage.requests > 1
    assert rows("SELECT dataset, accuracy FROM extracted_datasets") == [("Acorn-10", 91.5)]
    assert rows("SELECT status, flags FROM annotations") == [("ok", '["invalid"]')]
    assert {row[0] for row in rows("SELECT outcome FROM attempts")} == {"invalid"}


def test_a_paper_lost_to_a_number_without_end_says_so_in_words() -> None:
    with answered(GOOD | {"accuracy": float("inf")}, model=None) as server:
        assert ask(server).exit_code == 1
    why = told("failures", "--format", "json")
    assert "results.0.accuracy: expected a finite number" in why
    assert "pydantic" not in why


def told(*args: str) -> str:
    result = CliRunner().invoke(cli, list(args))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_a_run_counts_the_rows_of_its_own_table() -> None:
    with answered(GOOD, GOOD | {"dataset": "Walnut"}) as server:
        result = ask(server)
    assert "1 read, 2 rows;" in result.stderr
    assert "claims" not in result.stderr.splitlines()[-2]
    (row,) = json.loads(told("runs", "--format", "json"))
    assert (row["claims"], row["rows"]) == (0, 2)
    assert "rows" in told("runs")


def test_claims_that_were_not_asked_for_are_not_missed() -> None:
    fast = f"We propose Tin, which is 3x faster than dense attention on a GPU. {TEXT}"
    Path("list.jsonl").write_text(json.dumps({"abstract": fast}) + "\n")
    assert "1 read, 1 claim;" in run("list.jsonl", "--model", "rules").stderr
    with answered(GOOD) as server:
        result = ask(server)
    assert "1 read, 1 row;" in result.stderr
    assert "The rules found" not in result.stderr


def test_labels_of_a_table_that_is_not_there_yet_are_listed() -> None:
    with answered(GOOD) as server:
        ask(server)
    with Store("claims.db") as store:
        store.db.execute("UPDATE extracted_datasets SET status = 'accepted', reviewer = 'r1'")
    told("labels", "export", "o.jsonl")
    result = CliRunner().invoke(cli, ["labels", "import", "o.jsonl", "--db", "new.db"])
    assert "1 label matches no fact of the current readings" in result.stderr
    assert "Acorn-10" in told("labels", "unmatched", "--db", "new.db", "--format", "csv")


def test_who_judged_rows_of_ones_own_only_is_no_labeller_of_the_claims() -> None:
    with answered(GOOD) as server:
        ask(server)
    with Store("claims.db") as store:
        store.db.execute("UPDATE extracted_datasets SET status = 'accepted', reviewer = 'r1'")
    result = CliRunner().invoke(cli, ["labels", "agreement", "claims.db"])
    assert result.exit_code == 2
    assert "agreement needs two labellers; found m." in result.stderr


def test_the_rules_refuse_a_prompt_that_they_would_ignore() -> None:
    for prompt in (DATASETS, "nowhere.md"):
        result = run("list.jsonl", "--model", "rules", "--prompt", prompt)
        assert result.exit_code == 2
        assert "the rules read without a prompt" in result.stderr.splitlines()[-1]
    assert not Path("claims.db").exists()


@pytest.mark.parametrize("option", ["--record=x.yaml", "--replay=x.yaml", "--samples=2"])
def test_the_rules_refuse_what_only_asking_gives(option: str) -> None:
    result = run("list.jsonl", "--model", "rules", option)
    assert result.exit_code == 2
    name = option.partition("=")[0]
    assert result.stderr.splitlines()[-1] == (
        f"Error: the rules ask nobody: leave out {name}, or name a --model to ask"
    )
    assert not Path("claims.db").exists()


@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        ("a; drop table", "a: str", "can't name a table"),
        ("claims", "a: str", "can't name a table"),
        ("papers", "a: str", "can't name a table"),
        ("tea", "id: str", "a field of the schema can't be named 'id'"),
        ("tea", "status: str", "a field of the schema can't be named 'status'"),
        ("tea", "support: str", "a field of the schema can't be named 'support'"),
        ("tea", "pass", "has no fields"),
    ],
)
@pytest.mark.parametrize("dry", [True, False])
def test_what_no_table_can_hold_is_refused_once_before_anything_is_asked(
    name: str, fields: str, words: str, dry: bool
) -> None:
    module = f"tea_{abs(hash((name, fields)))}"
    model = f"class Tea(BaseModel):\n    {fields}\n"
    Path(f"{module}.py").write_text(f"from pydantic import BaseModel\n\n\n{model}")
    front = f"---\nname: {name}\nversion: 1\nschema: {module}:Tea\n---\n"
    Path("own.md").write_text(front + "{{ abstract }}\n")
    with answered() as server:
        more = ["--dry-run"] if dry else []
        result = run("list.jsonl", "--base-url", server.base_url, "--model", "m",
                     "--prompt", "own.md", *more)  # fmt: skip
        assert server.usage.requests == 0
    assert result.exit_code == 2
    assert result.stderr.count(words) == 1
    assert "own.md" in result.stderr.splitlines()[-1]
    assert not Path("claims.db").exists()


def test_a_run_that_was_asked_for_other_things_is_not_compared_by_its_claims() -> None:
    with answered(GOOD) as server:
        assert ask(server).exit_code == 0
    assert run("list.jsonl", "--model", "rules").exit_code == 0
    for words in (("1", "2"), ("2", "1")):
        done = CliRunner().invoke(cli, ["diff", *words])
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == (
            "Error: run 1 was asked by a schema of its own and not for claims, so that there are"
            " none to compare; its rows are in extracted_datasets, by run_id\n"
        )
    assert CliRunner().invoke(cli, ["diff", "2", "2"]).exit_code == 0
