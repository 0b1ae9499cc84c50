"""`annotate run`: options in, a run, its closing words out."""

import sys
from typing import Any

import click

from annotate.cli.asking import Options, asking_options, running_options
from annotate.cli.counting import counted
from annotate.cli.engines import carry_out
from annotate.cli.progress import LiveWatcher, PlainWatcher
from annotate.cli.summary import closing_words, forecast
from annotate.cli.telling import tell
from annotate.config import load_settings
from annotate.readers import open_sources
from annotate.runner.estimate import estimate
from annotate.runner.judging import facts_in_words
from annotate.runner.lists import read_lists
from annotate.runner.plan import Plan, Summary
from annotate.runner.planning import chosen_model, make_plan, refuse_unreachable
from annotate.store import Store
from annotate.store.ledger import count_repeated
from annotate.store.witnesses import count_missed

__all__ = ["run"]

_COMPARED = 20_000
"""Papers up to which comparing with the rules' claims takes no noticeable time."""


@click.command()
@asking_options
@running_options
def run(inputs: tuple[str, ...], **options: Any) -> None:
    """Annotate every abstract of the lists INPUT…: files, folders, globs, or - for stdin.

    What was read before, by the same model with the same prompt, isn't asked again.

    \b
    annotate run papers.txt --model rules
    annotate run 'lists/*.bib' --model gpt-5-mini --max-cost 5
    """
    asked = Options(inputs=inputs, **options)
    settings = load_settings()
    wishes = asked.wishes()
    choice = chosen_model(wishes, settings)
    tell(f"Model: {choice.model} ({choice.why})")
    plan = make_plan(wishes, settings, choice.model)  # what makes no sense shows before reading
    if not asked.dry_run:
        refuse_unreachable(plan)
    sources = open_sources(inputs, asked.reading())
    if asked.dry_run:
        with _watcher(asked.no_progress) as watch:
            guess = estimate(plan.job, sources, watch)
        tell(forecast(plan, guess))
        return
    with _watcher(asked.no_progress) as watch:
        with Store(wishes.db) as store:
            lists = read_lists(sources, store, watch, verbose=asked.verbose)
        plan = make_plan(wishes, settings, choice.model, lists.source_ids)
        summary = carry_out(plan, asked.engine, watch)
    _count_repeated(plan, summary)
    tell(closing_words(lists, summary, facts_in_words(plan.job.prompt)))
    _say_more(plan, summary)
    if summary.error:
        raise summary.error
    sys.exit(summary.exit_code)


def _count_repeated(plan: Plan, summary: Summary) -> None:
    """Count the claims that the views show once, so that a run's words and theirs agree."""
    if summary.run_id is not None and summary.tally.done <= _COMPARED and summary.tally.claims:
        with Store(plan.job.db, read_only=True) as store:
            summary.tally.repeated = count_repeated(store.db.conn, summary.run_id)


def _say_more(plan: Plan, summary: Summary) -> None:
    """Tell what is easily missed: an empty recording, and what only the rules have found."""
    if summary.run_id is None:
        if plan.record:
            tell(f"Nothing was recorded: {plan.record} isn't written")
        return
    claims = plan.options is not None and facts_in_words(plan.job.prompt) == "claims"
    if claims and summary.tally.done <= _COMPARED:
        with Store(plan.job.db, read_only=True) as store:
            missed = count_missed(store.db, summary.run_id)
        if missed:
            tell(
                f"The rules found {counted(missed, 'claim')} in these papers that the model has"
                " not: view disagreements"
            )


def _watcher(no_progress: bool) -> LiveWatcher | PlainWatcher:
    return PlainWatcher() if no_progress or not sys.stderr.isatty() else LiveWatcher()
