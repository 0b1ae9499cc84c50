"""What `annotate run` and `annotate batch submit` can be told."""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

import click

from annotate.cli.options import COUNT, DB_HELP
from annotate.readers import ReadOptions
from annotate.runner.planning import Wishes

__all__ = ["Options", "asking_options", "running_options"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The command line as it was written."""

    inputs: tuple[str, ...]
    db: Path
    model: str | None
    base_url: str | None
    prompt: str | None
    engine: str = "local"
    concurrency: int | None = None
    processes: int = 1
    samples: int = 1
    rpm: int | None = None
    tpm: int | None = None
    max_cost: float | None
    price: str | None
    params: dict[str, str]
    limit: int | None
    retry_failed: bool
    dry_run: bool = False
    record: Path | None = None
    replay: Path | None = None
    format_: str | None
    columns: dict[str, str]
    encoding: str | None
    strict: bool
    no_progress: bool
    verbose: bool = False

    def wishes(self) -> Wishes:
        """Return what concerns asking."""
        same = {field.name for field in fields(Wishes)} & {field.name for field in fields(self)}
        values = {name: getattr(self, name) for name in same - {"params"}}
        log = self.db.with_suffix(".log.jsonl") if self.verbose else None
        params = {name: _parsed(value) for name, value in self.params.items()}
        return Wishes(**values, params=params, log=log)

    def reading(self) -> ReadOptions:
        """Return what concerns the lists."""
        return ReadOptions(
            format=self.format_, columns=self.columns, strict=self.strict, encoding=self.encoding
        )


_PATH = click.Path(dir_okay=False, path_type=Path)


def _pairs(_: click.Context, option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = dict(value.partition("=")[::2] for value in values)
    if not all(pairs) or not all(pairs.values()):
        raise click.BadParameter(f"expected {option.metavar}", param=option)
    return pairs


def _parsed(value: str) -> Any:
    """Return a number, a truth value or a list where it is one, else the text."""
    try:
        return json.loads(value, parse_constant=_no_number)
    except ValueError:
        return value


def _no_number(name: str) -> Any:
    raise ValueError(f"JSON has no {name}")


def _not_nan(_: click.Context, option: click.Parameter, value: float | None) -> float | None:
    if value is not None and value != value:  # noqa: PLR0124
        raise click.BadParameter("expected a number", param=option)
    return value


_ASKING = (
    click.argument("inputs", nargs=-1, required=True, metavar="INPUT…"),
    click.option("--db", type=_PATH, default="claims.db", metavar="FILE", help=DB_HELP),
    click.option(
        "--model", metavar="NAME", help="A model's name, `rules` (offline), or a .gguf file."
    ),
    click.option("--base-url", metavar="URL", help="Root of an OpenAI-compatible server."),
    click.option("--prompt", metavar="NAME", help="Name or file of the prompt.  [default: claims]"),
    click.option(
        "--max-cost",
        type=click.FloatRange(min=0),
        metavar="USD",
        callback=_not_nan,
        help="Dollars that the run never passes.",
    ),
    click.option("--price", metavar="IN,OUT", help="Dollars for a million tokens, in and out."),
    click.option(
        "--param",
        "params",
        multiple=True,
        callback=_pairs,
        metavar="NAME=VALUE",
        help="More parameters of the request (temperature, seed, …).",
    ),
    click.option("--limit", type=COUNT, metavar="N", help="Papers to ask for at most."),
    click.option("--retry-failed", is_flag=True, help="Ask failed papers again."),
    click.option(
        "--format", "format_", metavar="NAME", help="Force the format of the lists: bibtex, csv, …"
    ),
    click.option(
        "--column",
        "columns",
        multiple=True,
        callback=_pairs,
        metavar="FIELD=NAME",
        help="Where a field stands in a table (abstract=Zusammenfassung).",
    ),
    click.option("--encoding", metavar="NAME", help="Force the encoding of the lists: latin-1, …"),
    click.option("--strict", is_flag=True, help="Stop at the first broken record."),
    click.option("--no-progress", is_flag=True, help="Draw no live line."),
)
_RUNNING = (
    click.option(
        "--engine",
        type=click.Choice(["local", "batch", "ray"]),
        default="local",
        show_default=True,
        help="Ask live, by a batch API at half the price, or over a Ray cluster.",
    ),
    click.option("--concurrency", type=COUNT, metavar="N", help="Papers at once.  [default: 64]"),
    click.option(
        "--samples",
        type=COUNT,
        metavar="N",
        default=1,
        show_default=True,
        help="Ask each paper N times; flag claims on which the answers disagree.",
    ),
    click.option(
        "--processes",
        type=COUNT,
        metavar="N",
        default=1,
        show_default=True,
        help="Processes that ask.",
    ),
    click.option("--rpm", type=COUNT, metavar="N", help="Requests a minute."),
    click.option("--tpm", type=COUNT, metavar="N", help="Tokens a minute."),
    click.option("--dry-run", is_flag=True, help="Count papers, tokens and cost; ask nothing."),
    click.option(
        "--record", type=_PATH, help="Write every exchange to this cassette, or add what it lacks."
    ),
    click.option("--replay", type=_PATH, help="Answer from this cassette, without network."),
    click.option(
        "-v", "--verbose", is_flag=True, help="Log what happens to a file beside the database."
    ),
)


def asking_options(command: _Command) -> _Command:
    """Add the lists, how they are read, and whom to ask about them."""
    return _with(command, _ASKING)


def running_options(command: _Command) -> _Command:
    """Add how a live run goes about it."""
    return _with(command, _RUNNING)


def _with(command: _Command, options: tuple[Callable[[_Command], _Command], ...]) -> _Command:
    for option in reversed(options):
        command = option(command)
    return command
