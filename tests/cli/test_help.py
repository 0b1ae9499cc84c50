"""What `--help` says, of every command; and that nothing said on stderr is obeyed."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from annotate.cli import cli


def commands(group: click.Group, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*before, name), command
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)


ALL = dict(commands(cli))


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_each_option_says_what_it_is_and_no_line_is_cut(words: tuple[str, ...]):
    shown = CliRunner().invoke(cli, [*words, "--help"], terminal_width=80).stdout
    assert "9223372036854775807" not in shown
    assert "INTEGER" not in shown
    assert "TEXT" not in shown
    assert not any(line.endswith(("...", "RANGE")) for line in shown.splitlines()[1:])
    for option in ALL[words].params:
        if isinstance(option, click.Option):
            assert option.help, (words, option.name)


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "9" * 30])
def test_a_count_is_a_whole_number_from_one_on(count: str):
    result = CliRunner().invoke(cli, ["run", "x.txt", "--concurrency", count])
    assert result.exit_code == 2
    assert "9223372036854775807" not in result.stderr


def test_foreign_text_on_stderr_and_in_a_rendered_prompt_is_not_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("list.csv").write_text(
        'title,abstract\n"Night\u202e\x07 shift",\n'
        '"Day \x1b]0;owned\x07","We show Zorb\x1b[31melt, which is 3x faster \u2066than Slow."\n',
        encoding="utf-8",
    )
    told = CliRunner().invoke(cli, ["run", "list.csv", "--model", "rules"])
    assert told.exit_code == 0
    assert "list.csv:2: no abstract (Night" in told.stderr
    text = CliRunner().invoke(cli, ["prompts", "render", "claims", "list.csv"])
    data = CliRunner().invoke(cli, ["prompts", "render", "claims", "list.csv", "--format", "jsonl"])
    assert "3x faster" in text.stdout
    assert "3x faster" in data.stdout
    shown = told.stderr + text.stdout + data.stdout
    assert not {"\x1b", "\x07", "\u202e", "\u2066"} & set(shown)
    bad = CliRunner().invoke(cli, ["run", "no\x1b[31mthing\u202e.txt", "--model", "rules"])
    assert bad.exit_code == 2
    assert not {"\x1b", "\u202e"} & set(bad.stderr)


@pytest.mark.parametrize(
    "command",
    [["labels", "import", "none.jsonl"], ["labels", "agreement", "none.jsonl", "none.jsonl"]],
)
def test_a_file_that_is_not_there_is_named_once_and_without_a_number(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 2
    expected = "Error: none.jsonl: can't be read as labels: No such file or directory\n"
    assert result.stderr == expected
