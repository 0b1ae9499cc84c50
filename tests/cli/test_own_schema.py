"""A schema of one's own from the prompt to the table: what is refused, mended and counted."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from annotate.cli import cli
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
    told = CliRunner().invoke(cli, ["failures", "--format", "json"]).stdout
    assert "results.0.accuracy: expected a finite number" in told
    assert "pydantic" not in told
