"""`annotate run` as people call it: lists in, a database and a few words out."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotate.cli import cli
from annotate.errors import StoreError
from annotate.store import Store
from tests.runner.papers import PROMPT, abstract, write_list
from tests.servers import OpenAIServer
from tests.servers.openai_server import plain_answer


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: object, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, ["run", *map(str, args)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def ask(server: OpenAIServer, *args: object) -> Result:
    return run("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT,
               *args)  # fmt: skip


def rows(sql: str) -> list[tuple]:
    with Store("claims.db", read_only=True) as store:
        return store.db.execute(sql).fetchall()


def rows_if_any(sql: str) -> list[tuple]:
    try:
        return rows(sql)
    except StoreError:  # it is being made
        return []


def start(*args: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "annotate", "run", *map(str, args)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def wait_until(condition, seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.01)


# -- offline


def test_the_two_lists_give_37_papers_in_38_places(lists: list[Path]) -> None:
    result = run(*lists, "--model", "rules")
    assert result.exit_code == 0
    assert "37 papers in 38 places of 2 lists" in result.stderr
    assert result.stdout == ""
    assert rows("SELECT count(*) FROM extracted_papers") == [(37,)]
    assert all(title for (title,) in rows("SELECT title FROM sources"))


def test_without_a_key_it_reads_offline_and_says_so() -> None:
    write_list(Path("list.jsonl"), 3)
    result = run("list.jsonl")
    assert result.exit_code == 0
    assert result.stderr.splitlines()[0].startswith("Model: rules (no key")


def test_a_second_run_has_nothing_to_do() -> None:
    write_list(Path("list.jsonl"), 3)
    run("list.jsonl", "--model", "rules")
    result = run("list.jsonl", "--model", "rules")
    assert result.exit_code == 0
    assert "all read before" in result.stderr
    assert rows("SELECT count(*) FROM runs") == [(1,)]


def test_a_list_comes_from_stdin() -> None:
    result = run("-", "--model", "rules", stdin=json.dumps({"abstract": abstract(1)}) + "\n")
    assert result.exit_code == 0
    assert rows("SELECT count(*) FROM papers") == [(1,)]


def test_a_long_list_is_read_in_several_processes() -> None:
    write_list(Path("list.jsonl"), 2_100)
    result = run("list.jsonl", "--model", "rules")
    assert result.exit_code == 0
    assert rows("SELECT count(*), sum(status = 'ok') FROM annotations") == [(2_100, 2_100)]


def test_ctrl_c_ends_an_offline_reading_after_a_page_and_it_goes_on() -> None:
    write_list(Path("list.jsonl"), 1_900)
    process = start("list.jsonl", "--model", "rules")
    wait_until(lambda: Path("claims.db").exists() and rows_if_any("SELECT 1 FROM annotations"))
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "goes on from here" in told
    ((kept,),) = rows("SELECT count(*) FROM annotations")
    assert 0 < kept < 1_900
    assert run("list.jsonl", "--model", "rules").exit_code == 0
    assert rows("SELECT count(DISTINCT paper_id), count(*) FROM annotations") == [(1_900, 1_900)]


def test_records_without_an_abstract_are_told_and_left_out() -> None:
    lines = [{"title": f"T{n}", "abstract": abstract(n) if n % 2 else ""} for n in range(20)]
    Path("list.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run("list.jsonl", "--model", "rules")
    assert result.exit_code == 0
    told = [line for line in result.stderr.splitlines() if line.startswith("Left out")]
    assert len(told) == 6
    assert "list.jsonl" in told[0]
    assert "5 more" in told[-1]
    assert rows("SELECT count(*) FROM papers") == [(10,)]


def test_bad_usage_is_one_line_and_exit_code_2() -> None:
    write_list(Path("list.jsonl"), 1)
    for args in (
        ("--model", "m", "--price", "cheap", "--base-url", "http://127.0.0.1:9/v1"),
        ("--model", "m", "--max-cost", "1", "--base-url", "http://127.0.0.1:9/v1"),
        ("--model", "m", "--prompt", "nowhere.md", "--base-url", "http://127.0.0.1:9/v1"),
        ("--model", "m", "--record", "a", "--replay", "b"),
        ("--model", "m", "--replay", "nowhere.yaml"),
        ("--replay", "nowhere.yaml"),
        ("--model", "nowhere.gguf"),
        ("--model", "m"),
    ):
        result = run("list.jsonl", *args)
        assert result.exit_code == 2, (args, result.output)
        assert result.stderr.splitlines()[-1].startswith("Error: "), (args, result.output)
        assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("name", "content"), [("empty.txt", b""), ("binary.txt", b"\x7fELF\x00\x01\x02" * 99)]
)
def test_a_bad_file_is_one_line_and_touches_nothing(name: str, content: bytes) -> None:
    Path(name).write_bytes(content)
    result = run(name, "--model", "rules")
    assert result.exit_code == 2
    error = result.stderr.splitlines()[-1]
    assert error.startswith(f"Error: {name}")
    assert not Path("claims.db").exists()


def test_a_dry_run_counts_and_makes_no_database() -> None:
    write_list(Path("list.jsonl"), 20)
    result = run("list.jsonl", "--dry-run", "--model", "unheard-of", "--base-url",
                 "http://127.0.0.1:9/v1", "--prompt", PROMPT, "--limit", 7)  # fmt: skip
    assert result.exit_code == 0
    assert "would ask for 7" in result.stderr
    assert "cost unknown" in result.stderr
    assert "$0" not in result.stderr
    assert not Path("claims.db").exists()


def test_a_dry_run_prices_what_has_a_price_and_leaves_out_what_is_done() -> None:
    write_list(Path("list.jsonl"), 20)
    with OpenAIServer() as server:
        ask(server, "--limit", 5)
    before = Path("claims.db").read_bytes()
    result = run("list.jsonl", "--dry-run", "--model", "m", "--prompt", PROMPT, "--price", "1,2")
    assert "would ask for 15" in result.stderr
    assert "$" in result.stderr
    assert Path("claims.db").read_bytes() == before


# -- a model


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


def test_a_server_that_is_not_there_is_told_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANNOTATE_MAX_TRIES", "1")
    write_list(Path("list.jsonl"), 3)
    result = run("list.jsonl", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--prompt",
                 PROMPT)  # fmt: skip
    assert result.exit_code == 1
    assert "Failed: 3 connection" in result.stderr


def test_sigterm_is_an_interrupt_too() -> None:
    write_list(Path("list.jsonl"), 40)
    with OpenAIServer(latency_s=0.3) as server:
        process = start("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt",
                        PROMPT, "--concurrency", 4, "--processes", 2)  # fmt: skip
        wait_until(lambda: server.usage.requests >= 4)
        process.terminate()
        _, told = process.communicate(timeout=20)
        asked = server.usage.requests
    assert process.returncode == 130
    assert "Traceback" not in told
    assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(asked,)]


def test_several_processes_ask_through_one_writer() -> None:
    write_list(Path("list.jsonl"), 40)
    with OpenAIServer() as server:
        result = ask(server, "--processes", 2)
        assert (result.exit_code, server.usage.requests) == (0, 40)
    assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(40,)]


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


# -- interrupted


def test_ctrl_c_keeps_what_is_in_flight_and_the_same_command_goes_on() -> None:
    write_list(Path("list.jsonl"), 40)
    with OpenAIServer(latency_s=0.3) as server:
        args = ("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT,
                "--concurrency", 8)  # fmt: skip
        process = start(*args)
        wait_until(lambda: server.usage.requests >= 8)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
        assert process.returncode == 130
        assert "goes on from here" in told
        assert "Traceback" not in told
        asked = server.usage.requests
        assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(asked,)]
        assert run(*args).exit_code == 0
        assert server.usage.requests == 40


def test_ctrl_c_twice_ends_at_once_and_loses_nothing_stored() -> None:
    write_list(Path("list.jsonl"), 20)
    faults = [None] * 5 + ["hang"] * 99
    with OpenAIServer(faults=faults) as server:
        process = start("list.jsonl", "--base-url", server.base_url, "--model", "m",
                        "--prompt", PROMPT, "--concurrency", 5)  # fmt: skip
        wait_until(lambda: server.usage.requests >= 10)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=5)
    assert process.returncode == 130
    assert "Traceback" not in told
    assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(5,)]


def test_a_run_killed_at_any_moment_repeats_no_more_than_what_was_in_flight() -> None:
    concurrency, total, kills = 6, 120, 8
    write_list(Path("list.jsonl"), total)
    with OpenAIServer(latency_s=0.02) as server:
        args = ("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT,
                "--concurrency", concurrency)  # fmt: skip
        for kill in range(kills):
            process = start(*args)
            goal = min(total - 1, (kill + 1) * total // (kills + 2))
            wait_until(lambda goal=goal: server.usage.requests >= goal)
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
        assert run(*args).exit_code == 0
        assert server.usage.requests <= total + kills * concurrency
    assert rows("PRAGMA integrity_check") == [("ok",)]
    readings = "SELECT paper_id FROM annotations a JOIN runs r ON r.id = run_id WHERE model = 'm'"
    found = [paper for (paper,) in rows(readings)]
    assert len(found) == len(set(found)) == total


# -- a schema of one's own


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


# -- what is said


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


def test_verbose_names_all_that_was_left_out() -> None:
    lines = [{"title": f"T{n}", "abstract": abstract(n) if n % 2 else ""} for n in range(20)]
    Path("list.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run("list.jsonl", "--model", "rules", "-v")
    assert result.stderr.count("Left out") == 10


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
