"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from annotate.schema import Attribution, Metric
from annotate.store import Filters, Store

__all__ = [
    "COUNT",
    "DB_HELP",
    "DEFAULT_DB",
    "FORMATS",
    "chosen_db",
    "db_option",
    "figures_option",
    "filter_options",
    "format_option",
    "open_store",
]

DEFAULT_DB = Path("claims.db")
DB_HELP = f"The database.  [default: {DEFAULT_DB}]"
FORMATS = ("table", "json", "jsonl", "csv", "md")

_Command = TypeVar("_Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path)
_SUPPORTS = ("verified", "grounded", "unsupported")
_STATUSES = ("unreviewed", "accepted", "corrected", "rejected")


class _Count(click.IntRange):
    """A whole number from 1 on that SQLite's integers hold."""

    def __init__(self) -> None:
        super().__init__(min=1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        count = int(super().convert(value, param, ctx))
        if count >= 2**63:
            self.fail(f"{value} is too large a number.", param, ctx)
        return count


COUNT = _Count()


def chosen_db(option: Path | None, argument: Path | None) -> Path:
    """Return the database that was named, by `--db` or in the place that sqlite-utils users use."""
    if option is not None and argument is not None and option != argument:
        raise click.UsageError(f"two databases are named: {option} and {argument}")
    return option or argument or DEFAULT_DB


def db_option(command: _Command) -> _Command:
    """Give a command `db`, from `--db PATH` or a first argument; claims.db without either."""

    @click.option("--db", "db_named", type=_FILE, metavar="FILE", help=DB_HELP)
    @click.argument("db_placed", type=_FILE, metavar="[DB]", required=False)
    @wraps(command)
    def with_db(*args: Any, db_named: Path | None, db_placed: Path | None, **kwargs: Any) -> Any:
        return command(*args, db=chosen_db(db_named, db_placed), **kwargs)

    return with_db  # type: ignore[return-value]


def open_store(db: Path) -> Store:
    """Open a database for reading; text that other tools stored badly is read with U+FFFD.

    Raises StoreError when the file is missing or isn't ours; never makes one.
    """
    store = Store(db, read_only=True)
    store.db.conn.text_factory = _text
    return store


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def format_option(command: _Command) -> _Command:
    """Add `--format`, given as `format_`."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        help="How the rows are written to stdout.",
    )(command)


def figures_option(command: _Command) -> _Command:
    """Add `--format` for figures that are no rows, given as `format_`."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["table", "json"]),
        default="table",
        show_default=True,
        help="How the figures are written to stdout.",
    )(command)


def _not_nan(_: click.Context, option: click.Parameter, value: float | None) -> float | None:
    if value is not None and value != value:  # noqa: PLR0124
        raise click.BadParameter("expected a number", param=option)
    return value


_FILTERS = (
    click.option(
        "--metric",
        multiple=True,
        type=click.Choice([str(item) for item in Metric]),
        help="What the number is of.",
    ),
    click.option(
        "--min-factor",
        type=float,
        callback=_not_nan,
        metavar="N",
        help="At least N times better, such as 2.",
    ),
    click.option(
        "--hardware",
        multiple=True,
        metavar="NAME",
        help="Part of a device's name; the paper's, where the claim names none.",
    ),
    click.option("--method", multiple=True, metavar="NAME", help="Part of the method's name."),
    click.option("--task", multiple=True, metavar="WORDS", help="Part of the task."),
    click.option(
        "--search", metavar="QUERY", help='Words of title or abstract: diffusion, "kv cache", MoE*'
    ),
    click.option(
        "--support", multiple=True, type=click.Choice(_SUPPORTS), help="How far it is proven."
    ),
    click.option(
        "--status", multiple=True, type=click.Choice(_STATUSES), help="What reviewers said."
    ),
    click.option(
        "--attribution",
        multiple=True,
        type=click.Choice([str(item) for item in Attribution]),
        help="The paper's own result, or somebody else's.",
    ),
    click.option("--source", multiple=True, metavar="NAME", help="Part of a list's title or path."),
    click.option("--run", type=int, metavar="ID", help="As this run read it."),
    click.option("--sort", metavar="COLUMN", help="By this column of the view, NULLs last."),
    click.option("--sort-desc", metavar="COLUMN", help="The same, the largest first."),
    click.option("--limit", type=COUNT, metavar="N", help="The first N rows."),
)


def filter_options(command: _Command) -> _Command:
    """Give a command `filters`; an option given twice means either value."""

    @wraps(command)
    def with_filters(*args: Any, **kwargs: Any) -> Any:
        names = Filters.__dataclass_fields__
        chosen = {name: kwargs.pop(name) for name in tuple(kwargs) if name in names}
        return command(*args, filters=Filters(**chosen), **kwargs)

    for option in reversed(_FILTERS):
        with_filters = option(with_filters)
    return with_filters  # type: ignore[return-value]
