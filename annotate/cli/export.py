"""`annotate export`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from annotate.cli.counting import counted
from annotate.cli.options import db_option
from annotate.cli.telling import tell
from annotate.errors import UsageError
from annotate.export import LABEL_CONFIG, Format, Table
from annotate.export import export as write
from annotate.files import atomic
from annotate.store import Store

__all__ = ["export"]


@click.command()
@db_option
@click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in Format]),
    help="What to write; else told by the ending of the file, else jsonl.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    default="-",
    help="File to write; standard output when left out.",
)
@click.option(
    "--table",
    type=click.Choice([table.value for table in Table]),
    default=Table.CLAIMS.value,
    show_default=True,
    help="What a row is.",
)
@click.option(
    "--label-config",
    is_flag=True,
    help="Print the labelling interface that the label-studio tasks need, and stop.",
)
def export(db: Path, form: str | None, output: Path, table: str, label_config: bool) -> None:
    """Write all claims, or papers, as the views extracted_claims and extracted_papers show them.

    jsonl, json, csv and parquet hold a row for each; label-studio holds a task for each paper, its
    claims and hardware as pre-annotations.

    \b
    annotate export --db claims.db --format parquet -o claims.parquet
    annotate export --db claims.db --format csv | head
    """
    if label_config:
        click.echo(LABEL_CONFIG, nl=False)
        return
    chosen = Format(form) if form else _told_by(output)
    with Store(db, read_only=True) as store, _opened(output, chosen) as stream:
        count = write(store, chosen, stream, Table(table))
    if str(output) != "-":
        noun = "task" if chosen == Format.LABEL_STUDIO else table.removesuffix("s")
        tell(f"{output}: {counted(count, noun)}")


def _told_by(output: Path) -> Format:
    """Return the format of an ending; a name without one, and standard output, get JSON Lines."""
    chosen = Format.of_name(output.name)
    if output.suffix and output.suffix.lower() != f".{chosen}":
        known = ", ".join(f".{form}" for form in Format if form != Format.LABEL_STUDIO)
        raise UsageError(f"{output}: {output.suffix} is none of {known}; or say which by --format")
    return chosen


@contextmanager
def _opened(output: Path, form: Format) -> Iterator[BinaryIO]:
    if str(output) != "-":
        with atomic(output) as stream:
            yield stream
        return
    if form == Format.PARQUET and sys.stdout.isatty():
        raise UsageError("parquet isn't text; name a file with -o or send it down a pipe")
    yield sys.stdout.buffer
