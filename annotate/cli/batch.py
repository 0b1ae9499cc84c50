"""`annotate batch`: send a list to a batch API at half the price, and bring the answers in."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from annotate.cli.asking import Options, asking_options
from annotate.cli.options import db_option, format_option, open_store
from annotate.cli.progress import PlainWatcher
from annotate.cli.summary import step_words
from annotate.cli.tables import Column, Table, write_rows
from annotate.cli.telling import tell
from annotate.config import load_settings
from annotate.readers import open_sources
from annotate.runner.batching import collect as collect_job
from annotate.runner.batching import look
from annotate.runner.batching import submit as submit_job
from annotate.runner.judging import facts_in_words
from annotate.runner.lists import read_lists
from annotate.runner.plan import Plan
from annotate.runner.planning import chosen_model, make_plan, plan_of_batch, refuse_unreachable
from annotate.store import Store, batches
from annotate.store.batches import Batch

__all__ = ["batch"]

_COLUMNS = "id batch_id model status requests completed failed created_at error".split()
_TABLE = Table(
    {
        "batch_id": Column("batch", 40),
        "model": Column("model", 24),
        "status": Column("status", 12),
        "requests": Column("requests", 9, right=True),
        "completed": Column("done", 9, right=True),
        "failed": Column("failed", 9, right=True),
        "created_at": Column("sent", 20),
        "error": Column("error", 60),
    },
    optional=("error",),
    dropped=("created_at", "model"),
)


@click.group()
def batch() -> None:
    """Send a list to a batch API at half the price, and bring the answers in later.

    \b
    annotate batch submit papers.txt --model gpt-5-mini
    annotate batch status
    annotate batch collect
    """


@batch.command(short_help="Send what isn't read yet, and wait for nothing.")
@asking_options
def submit(inputs: tuple[str, ...], **options: Any) -> None:
    """Send what isn't read yet of the lists INPUT…, and wait for nothing.

    \b
    annotate batch submit papers.txt --model gpt-5-mini
    """
    asked = Options(inputs=inputs, engine="batch", **options)
    settings, wishes, watch = load_settings(), asked.wishes(), PlainWatcher()
    choice = chosen_model(wishes, settings)
    watch.say(f"Model: {choice.model} ({choice.why})")
    refuse_unreachable(make_plan(wishes, settings, choice.model))
    sources = open_sources(inputs, asked.reading())
    with Store(wishes.db) as store:
        lists = read_lists(sources, store, watch)
        plan = make_plan(wishes, settings, choice.model, lists.source_ids)
        summary = submit_job(plan, store, watch)
    watch.say(step_words(summary, facts_in_words(plan.job.prompt)))
    sys.exit(summary.exit_code)


@batch.command()
@db_option
@format_option
def status(db: Path, format_: str) -> None:
    """Say how the batches stand.

    \b
    annotate batch status
    """
    with _writable(db) as store, _plans(store) as plans:
        for plan in plans:
            look(plan, store)
        rows = [asdict(one) for one in batches.all_batches(store.db)]
    write_rows(rows, _COLUMNS, format_, _TABLE)
    if not rows and format_ in ("table", "md"):
        tell("no batches; `annotate batch submit INPUT` sends one")


@batch.command(short_help="Bring in what has come back.")
@db_option
@click.option("--wait", is_flag=True, help="Stay until everything is in.")
def collect(db: Path, wait: bool) -> None:
    """Bring in what has come back, and send again what has to be asked again.

    \b
    annotate batch collect --wait
    """
    watch, code = PlainWatcher(), 0
    with _writable(db) as store, _plans(store) as plans:
        if not plans:
            watch.say("No batches are on their way")
        for plan in plans:
            summary = collect_job(plan, store, watch, wait=wait)
            watch.say(step_words(summary, facts_in_words(plan.job.prompt)))
            code = max(code, summary.exit_code)
    sys.exit(code)


def _writable(db: Path) -> Store:
    """Open a database that exists: a mistyped name holds no batches, and mustn't be made."""
    open_store(db).close()
    return Store(db)


@contextmanager
def _plans(store: Store) -> Iterator[list[Plan]]:
    """Give a plan for each job that has batches which aren't done with."""
    settings = load_settings()
    with tempfile.TemporaryDirectory(prefix="annotate-") as folder:
        works: dict[tuple[str, str, str], Batch] = {}
        for one in batches.unfinished(store.db):
            works.setdefault((one.model, one.prompt_id, one.params), one)
        yield [plan_of_batch(store, one, settings, Path(folder)) for one in works.values()]
