"""`annotate prompts` lists, shows and renders."""

import json

from click.testing import CliRunner

from annotate.cli import cli
from annotate.prompt import load_prompt


def run(*args: str):
    return CliRunner().invoke(cli, ["prompts", *args])


def test_the_shipped_prompts_are_listed_with_version_and_id():
    result = run("list")
    assert result.exit_code == 0
    prompt = load_prompt("claims")
    head, _, row = result.output.splitlines()
    assert head.split() == ["name", "version", "id"]
    assert row.split() == ["claims", str(prompt.version), prompt.id]


def test_a_prompt_is_shown_as_it_is_written():
    assert run("show", "claims").output == load_prompt("claims").template


def test_the_schema_that_is_sent_is_shown():
    shown = json.loads(run("show", "claims", "--schema").output)
    assert shown == load_prompt("claims").schema


def test_a_rendered_paper_ends_with_its_clean_abstract(tmp_path):
    source = tmp_path / "papers.jsonl"
    source.write_text(json.dumps({"abstract": r"Kettles of tea save 45\% of the time."}) + "\n")
    result = run("render", "claims", str(source))
    assert result.exit_code == 0
    assert "[system]" in result.output
    assert "Kettles of tea save 45% of the time." in result.output
    lines = run("render", "claims", str(source), "--format", "jsonl").output.splitlines()
    assert json.loads(lines[0])[-1]["role"] == "user"


def test_an_unknown_prompt_and_an_unreadable_list_are_told_in_one_line(tmp_path):
    result = run("show", "clams")
    assert result.exit_code == 2
    assert "no prompt 'clams'" in result.output
    result = run("render", "claims", str(tmp_path / "nowhere.txt"))
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1
