"""`annotate prompts`: list, show and render the prompts."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from annotate.cli.options import COUNT, format_option
from annotate.cli.tables import Column, Table, escaped, write_rows
from annotate.cli.telling import harmless
from annotate.errors import InputError
from annotate.facts import Paper
from annotate.prompt import Prompt, load_prompt, prompt_names
from annotate.readers import Problem, open_sources

__all__ = ["prompts"]


_LIST = Table({"name": Column("name", 24), "version": Column("version", 9), "id": Column("id", 64)})


@click.group()
def prompts() -> None:
    """List, show and render the prompts.

    \b
    annotate prompts list
    annotate prompts show claims --schema
    annotate prompts render claims papers.txt --limit 1
    """


@prompts.command("list")
@format_option
def list_(format_: str) -> None:
    """List the prompts that ship with annotate.

    \b
    annotate prompts list
    """
    found = map(load_prompt, prompt_names())
    rows = ({"name": one.name, "version": one.version, "id": one.id} for one in found)
    write_rows(rows, ("name", "version", "id"), format_, _LIST)


@prompts.command()
@click.argument("name")
@click.option("--schema", is_flag=True, help="Show the JSON Schema that is sent instead.")
def show(name: str, schema: bool) -> None:
    """Show the prompt NAME, or the one in the file of that name.

    \b
    annotate prompts show claims
    annotate prompts show my-prompt.md --schema
    """
    prompt = load_prompt(name)
    if schema:
        click.echo(json.dumps(prompt.schema, ensure_ascii=False, indent=2))
    else:
        click.echo(prompt.template, nl=not prompt.template.endswith("\n"))


@prompts.command(short_help="Show what a prompt makes of the first papers of a list.")
@click.argument("name")
@click.argument("input_", metavar="INPUT")
@click.option("--limit", type=COUNT, metavar="N", default=1, show_default=True,
              help="Papers to render.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text",
              show_default=True, help="Text, or a JSON list of messages a line.")  # fmt: skip
def render(name: str, input_: str, limit: int, form: str) -> None:
    """Show what the prompt NAME makes of the first papers of INPUT; asks nothing.

    \b
    annotate prompts render claims papers.txt
    annotate prompts render claims papers.txt --limit 5 --format jsonl
    """
    prompt = load_prompt(name)
    for paper in islice(_papers(input_), limit):
        for line in _lines(prompt, paper, form):
            click.echo(line)


def _papers(name: str) -> Iterator[Paper]:
    found = False
    for source in open_sources([name]):
        for item in source:
            if not isinstance(item, Problem):
                found = True
                yield item
    if not found:
        raise InputError("holds no abstract", name)


def _lines(prompt: Prompt, paper: Paper, form: str) -> Iterator[str]:
    messages: list[dict[str, Any]] = [dict(message) for message in prompt.messages(paper)]
    if form == "jsonl":
        yield escaped(json.dumps(messages, ensure_ascii=False))
        return
    for message in messages:
        yield f"[{message['role']}]"
        yield harmless(message["content"])
        yield ""
