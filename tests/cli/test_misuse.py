"""What can't be done is one line and an exit code; nothing is destroyed, nothing is a traceback."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotate.cli import cli
from tests.servers import OpenAIServer

NET = "We propose Net{0}A, a cache. Net{0}A is {1}x faster than B."


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = (json.dumps({"abstract": NET.format(n, n + 2)}) for n in range(4))
    Path("list.jsonl").write_text("\n".join(lines) + "\n")


@pytest.fixture
def claims_db() -> Path:
    assert annotate("run", "list.jsonl", "--model", "rules").exit_code == 0
    return Path("claims.db")


def annotate(*args: object) -> Result:
    result = CliRunner().invoke(cli, [str(one) for one in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.stderr
    return result


def refused(*args: object) -> str:
    result = annotate(*args)
    assert result.exit_code == 2, result.stderr
    assert result.stdout == ""
    return result.stderr.splitlines()[-1]


def test_an_export_of_labels_never_takes_the_place_of_a_database(claims_db: Path) -> None:
    before = claims_db.read_bytes()
    assert "SQLite database" in refused("labels", "export", claims_db)
    assert claims_db.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command", ["report -o", "export --format csv -o", "export --format parquet -o"]
)
def test_a_full_disk_is_named_and_a_device_stays_a_device(claims_db: Path, command: str) -> None:
    told = refused(*command.split(), "/dev/full")
    assert told == "Error: /dev/full can't be written: No space left on device"
    assert annotate("labels", "export", "/dev/full").exit_code in (0, 2)
    assert Path("/dev/full").is_char_device()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no /dev/full here")
@pytest.mark.parametrize("command", ["claims", "runs", "export", "eval", "prompts show claims"])
def test_a_full_standard_output_is_named(claims_db: Path, command: str) -> None:
    labelled = {"labels": "", "abstract": NET.format(0, 2), "claims": []}
    Path("gold.jsonl").write_text(json.dumps(labelled) + "\n")
    done = shell(f"annotate {command}{' --labels gold.jsonl' * (command == 'eval')} > /dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: standard output")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/proc/self/mem").is_file(), reason="no /proc here")
def test_a_list_that_opens_and_cannot_be_read_is_named() -> None:
    told = refused("run", "/proc/self/mem", "--model", "rules")
    assert told.startswith("Error: /proc/self/mem: can't be read")


def test_an_ending_that_nobody_knows_is_refused(claims_db: Path) -> None:
    assert ".xlsx is none of .jsonl" in refused("export", "-o", "x.xlsx")
    assert annotate("export", "-o", "x.xlsx", "--format", "csv").exit_code == 0
    assert annotate("export", "-o", "named").exit_code == 0


def test_labels_and_engines_that_are_not_there_are_named(claims_db: Path) -> None:
    assert "'nofile' does not exist" in refused("eval", "--labels", "nofile")
    ray = refused("run", "list.jsonl", "--model", "rules", "--engine", "ray")
    assert "--engine ray needs a model" in ray


def test_a_locked_database_is_told_of_once_while_it_is_waited_for(claims_db: Path) -> None:
    other = sqlite3.connect(claims_db, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(4, other.execute, ["ROLLBACK"])
    timer.start()
    Path("more.jsonl").write_text(json.dumps({"abstract": NET.format(7, 9)}) + "\n")
    result = annotate("run", "more.jsonl", "--model", "rules")
    timer.join()
    other.close()
    assert result.exit_code == 0
    assert result.stderr.count("Waiting for another program that has locked") == 1


@pytest.mark.parametrize("number", ["9" * 30, "-" + "9" * 30])
def test_a_number_beyond_64_bits_is_no_run_and_no_limit(claims_db: Path, number: str) -> None:
    assert "has no run" in refused("claims", "--run", number)
    assert "has no run" in refused("diff", "--", "1", number)
    assert "limit" in refused("claims", "--limit", number)


def test_a_table_that_somebody_dropped_is_one_line(claims_db: Path) -> None:
    with sqlite3.connect(claims_db) as connection:
        connection.execute("DROP TABLE claims")
    connection.close()
    for command in ("runs", "claims", "report", "export"):
        assert "no such table" in refused(command)


@pytest.mark.parametrize("name", ["zzz", "", "base64", "rot13"])
def test_an_encoding_that_nobody_knows_is_named(name: str) -> None:
    assert "encoding" in refused("run", "list.jsonl", "--model", "rules", "--encoding", name)


@pytest.mark.parametrize(
    "url",
    ["x", "ftp://x", "http://", "http://[::1", "http://exa mple/v1", "http://h:abc/v1",
     "http://h:99999/v1", "http://user:planted@[::1/v1", "user:planted@host",
     "planted@host?key=planted"],
)  # fmt: skip
def test_a_base_url_that_is_none_is_refused_before_anything_is_read(url: str) -> None:
    told = refused("run", "list.jsonl", "--model", "m", "--base-url", url)
    assert "base URL" in told
    assert "planted" not in told
    assert not Path("claims.db").exists()


@pytest.mark.parametrize(
    "options",
    [
        ("--max-cost", "nan", "--price", "1,1"),
        ("--param", "=1"),
        ("--param", "messages=[]"),
        ("--param", "stream=true"),
        ("--param", "model=other"),
        ("--model", os.fsdecode(b"m\xff")),
        ("--limit", "9" * 30),
    ],
    ids=" ".join,
)
def test_wishes_that_make_no_sense_are_refused(options: tuple[str, ...]) -> None:
    url = "http://127.0.0.1:9/v1"
    refused("run", "list.jsonl", "--model", "m", "--base-url", url, *options)
    assert not Path("claims.db").exists()


@pytest.mark.parametrize("key", ["sk-planted\nx", "sk-plantedü", "sk-planted\x7f"])
def test_a_key_that_no_header_can_hold_is_refused_without_being_shown(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    told = refused("run", "list.jsonl", "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    assert "api key" in told
    assert "planted" not in told


def test_white_space_around_a_key_is_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", " sk-from-a-file\n")
    with OpenAIServer() as server:
        annotate("run", "list.jsonl", "--model", "m", "--base-url", server.base_url)
        assert server.seen[0].headers["authorization"] == "Bearer sk-from-a-file"


def test_nan_is_sent_as_the_word_that_was_written() -> None:
    with OpenAIServer() as server:
        url = server.base_url
        annotate("run", "list.jsonl", "--model", "m", "--base-url", url, "--param", "user=NaN")
        assert server.seen[0].body["user"] == "NaN"


def test_a_base_url_alone_means_a_model_too() -> None:
    with OpenAIServer() as server:
        result = annotate("run", "list.jsonl", "--base-url", server.base_url)
        assert result.stderr.startswith("Model: gpt-5-mini (a base URL is set")
        assert server.usage.requests == 4


def test_a_recording_that_cannot_be_written_is_refused_before_anything_is_asked() -> None:
    Path("taken").mkdir()
    Path("file").touch()
    with OpenAIServer() as server:
        asked = ("run", "list.jsonl", "--model", "m", "--base-url", server.base_url)
        assert "can't be written" in refused(*asked, "--record", "file/tape.yaml")
        shutil.copy("list.jsonl", "copy.jsonl")
        assert "no recording" in refused(*asked, "--record", "copy.jsonl")
        assert server.usage.requests == 0
    assert Path("copy.jsonl").read_bytes() == Path("list.jsonl").read_bytes()


def test_what_failed_before_is_told_when_nothing_is_asked() -> None:
    asked = ("run", "list.jsonl", "--model", "m")
    with OpenAIServer(faults=["refusal"] * 3) as server:
        assert annotate(*asked, "--base-url", server.base_url).exit_code == 1
        again = annotate(*asked, "--base-url", server.base_url)
    assert again.exit_code == 0
    assert "3 failed before" in again.stderr
    assert "--retry-failed" in again.stderr


# -- what a shell may do to the standard streams


def shell(line: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    script = line.replace("annotate", f"'{sys.executable}' -m annotate")
    return subprocess.run(
        ["/bin/sh", "-c", script],
        check=False,
        capture_output=True,
        env=os.environ | environment,
        timeout=60,
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_are_no_error(closed: str) -> None:
    done = shell(f"annotate run list.jsonl --model rules {closed} && annotate claims {closed}")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_reader_that_has_enough_ends_the_output_quietly(claims_db: Path) -> None:
    for command in ("claims --format jsonl", "export", "export -o /dev/stdout"):
        done = shell(f"annotate {command} | head -n 1")
        assert json.loads(done.stdout)["claim_id"] == 1
        assert b"Traceback" not in done.stderr
        assert b"Broken" not in done.stderr


def test_a_terminal_without_our_letters_gets_escapes() -> None:
    done = shell("annotate prompts show claims", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stderr == b""
