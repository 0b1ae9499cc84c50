"""`annotate report`."""

import sys
from pathlib import Path

import click

from annotate.cli.options import COUNT, db_option
from annotate.cli.telling import tell
from annotate.files import atomic
from annotate.report.gather import MOST_CLAIMS
from annotate.report.gather import report as page
from annotate.store import Store

__all__ = ["report"]


@click.command()
@db_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    default="report.html",
    show_default=True,
    help="File to write; - for standard output.",
)
@click.option(
    "--limit",
    type=COUNT,
    metavar="N",
    default=MOST_CLAIMS,
    show_default=True,
    help="Claims in the table; figures and totals are of all.",
)
def report(db: Path, output: Path, limit: int) -> None:
    """Write the table, its evidence and figures as one HTML file that needs no network.

    \b
    annotate report --db claims.db -o report.html
    """
    with Store(db, read_only=True) as store:
        html = page(store, limit=limit).encode("utf-8", "replace")
    if str(output) == "-":
        sys.stdout.buffer.write(html)
        return
    with atomic(output) as stream:
        stream.write(html)
    tell(f"{output}: {len(html) / 1e6:.1f} MB")
