"""`annotate run` with a model: what is asked, counted, stored and said."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from annotate.runner import desk, pool
from tests.cli.calling import ask, rows, run
from tests.runner.papers import PROMPT, write_list
from tests.servers import OpenAIServer
from tests.servers.openai_server import plain_answer


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_dry_run_prices_what_has_a_price_and_leaves_out_what_is_done() -> None:
    write_list(Path("list.jsonl"), 20)
    with OpenAIServer() as server:
        ask(server, "--limit", 5)
    before = Path("claims.db").read_bytes()
    result = run("list.jsonl", "--dry-run", "--model", "m", "--prompt", PROMPT, "--price", "1,2")
    assert "would ask for 15" in result.stderr
    assert re.search(r"about \$0\.0[1-9]\d\d at \$1 and \$2 a million", result.stderr)
    assert Path("claims.db").read_bytes() == before


def test_a_second_run_sends_no_request() -> None:
    write_list(Path("list.jsonl"), 30)
    with OpenAIServer() as server:
        first = ask(server)
        assert (first.exit_code, server.usage.requests) == (0, 30)
        second = ask(server)
        assert (second.exit_code, server.usage.requests) == (0, 30)
    assert rows("SELECT count(*) FROM extracted_claims WHERE status = 'unreviewed'") == [(30,)]


def test_another_model_or_other_parameters_ask_again() -> None:
    write_list(Path("list.jsonl"), 5)
    with OpenAIServer() as server:
        ask(server)
        ask(server, "--model", "another")
        ask(server, "--param", "temperature=0.5")
        assert server.usage.requests == 15


def test_totals_of_a_run_equal_the_servers_own_count() -> None:
    write_list(Path("list.jsonl"), 25)
    with OpenAIServer(faults=["invalid_json", "server_error", None, "wrong_schema"]) as server:
        ask(server, "--price", "1,2", "--concurrency", 4)
        used = server.usage
    told = rows("SELECT prompt_tokens, completion_tokens FROM runs WHERE annotator = 'openai'")
    assert told == [(used.prompt_tokens, used.completion_tokens)]
    assert rows("SELECT sum(prompt_tokens), sum(completion_tokens) FROM attempts") == told
    assert rows("SELECT count(*) FROM attempts") == [(used.requests,)]


def test_limit_asks_for_so_many_and_the_next_run_goes_on() -> None:
    write_list(Path("list.jsonl"), 10)
    with OpenAIServer() as server:
        ask(server, "--limit", 4)
        assert server.usage.requests == 4
        ask(server)
        assert server.usage.requests == 10


def test_failed_papers_are_told_and_asked_again_only_on_demand() -> None:
    write_list(Path("list.jsonl"), 6)
    with OpenAIServer(faults=["refusal"] * 2) as server:
        first = ask(server, "--concurrency", 1)
        assert first.exit_code == 1
        assert "Failed: 2 refused" in first.stderr
        assert ask(server).exit_code == 0
        assert server.usage.requests == 6
        assert ask(server, "--retry-failed").exit_code == 0
        assert server.usage.requests == 8
    assert rows("SELECT count(*) FROM extracted_papers") == [(6,)]


def test_the_cap_on_cost_stops_the_run_before_it_is_passed() -> None:
    write_list(Path("list.jsonl"), 60)
    with OpenAIServer() as server:
        result = ask(server, "--price", "1000,1000", "--max-cost", "4")
        spent = (server.usage.prompt_tokens + server.usage.completion_tokens) / 1000
    assert result.exit_code == 3
    assert spent <= 4
    assert "cap on cost" in result.stderr
    assert rows("SELECT status FROM runs WHERE annotator = 'openai'") == [("budget",)]


def test_a_key_that_is_refused_stops_the_run_and_leaves_the_rest_pending() -> None:
    write_list(Path("list.jsonl"), 200)
    with OpenAIServer(faults=lambda number, body: "auth") as server:
        result = ask(server, "--concurrency", 4)
        assert server.usage.requests < 20
    assert result.exit_code == 1
    assert re.search(r"^Stopped: .*key", result.stderr, re.MULTILINE)
    assert "left" in result.stderr
    assert "planted" not in result.stderr
    assert rows("SELECT status FROM runs WHERE annotator = 'openai'") == [("stopped",)]


def test_several_processes_ask_through_one_writer() -> None:
    write_list(Path("list.jsonl"), 40)
    with OpenAIServer() as server:
        result = ask(server, "--processes", 2)
        assert (result.exit_code, server.usage.requests) == (0, 40)
    assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(40,)]


def test_no_more_processes_are_started_than_there_are_papers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_list(Path("list.jsonl"), 40)
    started: list[str] = []

    async def spawn(module: str) -> asyncio.subprocess.Process:
        started.append(module)
        return await desk.spawn(module)

    monkeypatch.setattr(pool, "spawn", spawn)
    with OpenAIServer() as server:
        result = ask(server, "--processes", 50, "--limit", 2)
        assert (result.exit_code, server.usage.requests) == (0, 2)
    assert started == ["annotate.runner.worker"] * 2


def test_a_planted_key_stands_nowhere() -> None:
    write_list(Path("list.jsonl"), 4)
    with pytest.MonkeyPatch.context() as patch, OpenAIServer(faults=["auth"]) as server:
        patch.setenv("OPENAI_API_KEY", "sk-planted0000000000000000")
        patch.setenv("OPENAI_ORG_ID", "org-planted00")
        result = ask(server, "-v", "--concurrency", 1)
        url = server.base_url.replace("//", "//user:planted@")
        run("list.jsonl", "--base-url", url, "--model", "n", "--prompt", PROMPT)
    assert "planted" not in result.stderr + result.stdout
    for file in Path().iterdir():
        assert b"planted" not in file.read_bytes(), file


def test_verbose_logs_one_json_object_a_line_beside_the_database() -> None:
    write_list(Path("list.jsonl"), 3)
    with OpenAIServer() as server:
        ask(server, "-v")
    events = [json.loads(line) for line in Path("claims.log.jsonl").read_text().splitlines()]
    assert [event["event"] for event in events].count("attempt") == 3
    assert events[-1]["event"] == "end"
    assert {"paper", "outcome", "seconds"} <= events[1].keys()


def test_a_schema_of_ones_own_fills_a_table_of_its_own() -> None:
    datasets = Path(__file__).parents[2] / "docs" / "examples" / "datasets.md"
    text = "Tin beats all. It reaches 91.5% accuracy on Acorn-10 and 88% on Walnut."
    Path("list.jsonl").write_text(json.dumps({"abstract": text}) + "\n")
    quote = "91.5% accuracy on Acorn-10"
    answer = {"model": "Tin", "results": [
        {"dataset": "Acorn-10", "accuracy": 91.5, "quote": quote}]}  # fmt: skip
    with OpenAIServer(answer=lambda abstract: answer) as server:
        for _ in range(2):
            result = run("list.jsonl", "--base-url", server.base_url, "--model", "m",
                         "--prompt", datasets)  # fmt: skip
            assert result.exit_code == 0
        assert server.usage.requests == 1
    ((dataset, accuracy, start, end),) = rows(
        "SELECT dataset, accuracy, quote_start, quote_end FROM extracted_datasets"
    )
    assert (dataset, accuracy, text[start:end]) == ("Acorn-10", 91.5, quote)
    assert rows("SELECT annotator FROM runs") == [("openai",)]


def test_what_can_not_work_is_said_before_anything_is_stored() -> None:
    write_list(Path("list.jsonl"), 1)
    for args, word in (
        (("--model", "m"), "OPENAI_API_KEY"),
        (("--model", "nowhere.gguf"), "nowhere.gguf"),
        (("--model", "m", "--base-url", "localhost:8080"), "http://"),
        (("--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--max-cost", "1"), "--price"),
    ):
        result = run("list.jsonl", *args)
        assert result.exit_code == 2
        assert word in result.stderr.splitlines()[-1]
        assert not Path("claims.db").exists()
    assert run("list.jsonl", "--model", "gpt-5-mini", "--dry-run").exit_code == 0


def test_what_only_the_rules_found_is_said() -> None:
    write_list(Path("list.jsonl"), 3)
    blind = lambda text: plain_answer(text) | {"claims": []}  # noqa: E731
    with OpenAIServer(answer=blind) as server:
        result = ask(server)
    assert "The rules found 3 claims in these papers that the model has not" in result.stderr


def test_a_cap_that_no_request_fits_under_says_what_one_may_cost() -> None:
    write_list(Path("list.jsonl"), 3)
    with OpenAIServer() as server:
        result = ask(server, "--price", "1000,1000", "--max-cost", "0.1")
        assert server.usage.requests == 0
    assert result.exit_code == 3
    assert re.search(r"could cost \$\d", result.stderr)
    assert "higher --max-cost" in result.stderr


def test_recording_nothing_is_said() -> None:
    write_list(Path("list.jsonl"), 2)
    with OpenAIServer() as server:
        ask(server)
        result = ask(server, "--record", "tape.yaml")
    assert "Nothing was recorded" in result.stderr
