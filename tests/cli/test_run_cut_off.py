"""`annotate run` interrupted, killed and gone on with."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calling import rows, rows_if_any, run, start, wait_until
from tests.runner.papers import PROMPT, write_list
from tests.servers import OpenAIServer


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_ctrl_c_ends_an_offline_reading_after_a_page_and_it_goes_on() -> None:
    write_list(Path("list.jsonl"), 1_900)
    for _ in range(5):  # where this process is stalled, that one is done before it is interrupted
        Path("claims.db").unlink(missing_ok=True)
        process = start("list.jsonl", "--model", "rules")
        wait_until(lambda: Path("claims.db").exists() and rows_if_any("SELECT 1 FROM annotations"))
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        if process.returncode:
            break
    assert process.returncode == 130
    assert "goes on from here" in told
    ((kept,),) = rows("SELECT count(*) FROM annotations")
    assert 0 < kept < 1_900
    assert run("list.jsonl", "--model", "rules").exit_code == 0
    assert rows("SELECT count(DISTINCT paper_id), count(*) FROM annotations") == [(1_900, 1_900)]


def test_a_server_that_is_not_there_is_told_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANNOTATE_MAX_TRIES", "1")
    write_list(Path("list.jsonl"), 3)
    result = run("list.jsonl", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--prompt",
                 PROMPT)  # fmt: skip
    assert result.exit_code == 2
    assert "Error: no server at 127.0.0.1:9" in result.stderr
    assert rows("SELECT count(*) FROM annotations WHERE status = 'failed'") == [(0,)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_to_the_whole_group_are_interrupts_too(number: signal.Signals) -> None:
    write_list(Path("list.jsonl"), 40)
    with OpenAIServer(latency_s=0.3) as server:
        process = start("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt",
                        PROMPT, "--concurrency", 4, "--processes", 2)  # fmt: skip
        wait_until(lambda: server.usage.requests >= 4)
        os.killpg(process.pid, number)
        _, told = process.communicate(timeout=60)
        asked = server.usage.requests
    assert process.returncode == 130
    assert "Traceback" not in told
    assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(asked,)]


def test_ctrl_c_keeps_what_is_in_flight_and_the_same_command_goes_on() -> None:
    write_list(Path("list.jsonl"), 40)
    with OpenAIServer(latency_s=1) as server:
        args = ("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT,
                "--concurrency", 8)  # fmt: skip
        process = start(*args)
        wait_until(lambda: server.usage.requests >= 8)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        assert process.returncode == 130
        assert "goes on from here" in told
        assert "Traceback" not in told
        asked = server.usage.requests
        assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(asked,)]
        server.latency_s = 0
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
        assert process.stderr is not None
        heard = iter(process.stderr.readline, "")
        assert any("Ctrl-C again: stop now" in line for line in heard)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in told
    assert rows("SELECT count(*) FROM annotations WHERE run_id = 1") == [(5,)]


@pytest.mark.parametrize("kill", [os.kill, os.killpg])
def test_a_run_killed_at_any_moment_repeats_no_more_than_what_was_in_flight(
    kill: Callable[[int, int], None],
) -> None:
    concurrency, total, kills = 6, 120, 8
    write_list(Path("list.jsonl"), total)
    with OpenAIServer(latency_s=0.02) as server:
        args = ("list.jsonl", "--base-url", server.base_url, "--model", "m", "--prompt", PROMPT,
                "--concurrency", concurrency)  # fmt: skip
        for number in range(kills):
            process = start(*args)
            goal = min(total - 1, (number + 1) * total // (kills + 2))
            wait_until(lambda goal=goal: server.usage.requests >= goal)
            kill(process.pid, signal.SIGKILL)
            process.communicate()
        assert run(*args).exit_code == 0
        assert server.usage.requests <= total + kills * concurrency
    assert rows("PRAGMA integrity_check") == [("ok",)]
    readings = "SELECT paper_id FROM annotations a JOIN runs r ON r.id = run_id WHERE model = 'm'"
    found = [paper for (paper,) in rows(readings)]
    assert len(found) == len(set(found)) == total
