"""`annotate run` with the rules: no key, no server."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import rows, run
from tests.runner.papers import PROMPT, abstract, write_list


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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


def test_verbose_names_all_that_was_left_out() -> None:
    lines = [{"title": f"T{n}", "abstract": abstract(n) if n % 2 else ""} for n in range(20)]
    Path("list.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run("list.jsonl", "--model", "rules", "-v")
    assert result.stderr.count("Left out") == 10


def test_one_of_a_kind_is_no_plural_and_what_is_said_twice_counts_once() -> None:
    text = (
        "We propose Zorblax. Zorblax is 5x faster than B. On an A100 Zorblax is 5x faster than B."
    )
    Path("one.jsonl").write_text(json.dumps({"abstract": text}))
    result = run("one.jsonl", "--model", "rules")
    assert "1 paper in 1 place; run 1: 1 read, 1 claim (1 said twice); " in result.stderr
    assert rows("SELECT count(*) FROM extracted_claims") == [(1,)]
