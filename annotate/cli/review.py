"""`annotate review`: the review in a terminal."""

import getpass
import sys
from pathlib import Path

import click

from annotate.cli.options import db_option, open_store
from annotate.errors import MissingExtraError, UsageError
from annotate.store import Store
from annotate.store.reviewing import REASONS

__all__ = ["review"]


@click.command()
@db_option
@click.option("--reviewer", metavar="NAME", help="Who reviews. Default: your user name.")
@click.option("--queue", "reason", type=click.Choice(list(REASONS)), help="One kind only.")
@click.option(
    "--table",
    metavar="NAME",
    help="The rows of a prompt of your own instead of the claims.",
)
def review(db: Path, reviewer: str | None, reason: str | None, table: str | None) -> None:
    """Accept, correct or reject facts in the terminal, the most doubtful first.

    Keys: a accept, r reject, c correct, s skip, u undo, f next queue, q quit; for claims also
    n new claim, m method, t task, h hardware. Each verdict is stored at once; a later run keeps it.

    \b
    annotate review --reviewer ada
    annotate review --table datasets
    """
    open_store(db).close()  # so that a file that holds no claims isn't made into one that might
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "the review needs a terminal; to review by SQL: update extracted_claims set status = …"
        )
    try:
        # textual takes long to import and is an extra.
        from annotate.review.opening import open_desk  # noqa: PLC0415
        from annotate.review.terminal import ReviewApp  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "textual":
            raise MissingExtraError("textual", "tui") from error
        raise
    with Store(db) as store:
        ReviewApp(open_desk(store, reviewer or getpass.getuser(), reason, table)).run()
