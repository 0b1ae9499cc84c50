"""The offline reading: every paper by rules, in as many processes as it is worth."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice

from annotate import rules
from annotate.facts import Paper
from annotate.runner.judging import read_by_rules
from annotate.runner.loops import heap_at_rest
from annotate.runner.plan import RULES, Ending, Plan, Summary, Tally, Watcher
from annotate.runner.reader import Page, ReaderPool
from annotate.runner.signals import listening
from annotate.store import RunInfo, Store

__all__ = ["read_offline", "rules_info"]

_PAGE = 128
_WORTH_A_POOL = 2_000
"""Papers that take longer to read than processes take to start."""


def rules_info() -> RunInfo:
    """Return the offline reading as a run; a new version of the rules reads anew."""
    return RunInfo(RULES, RULES, params={"version": rules.VERSION})


def read_offline(plan: Plan, store: Store, watch: Watcher) -> Summary:
    """Read what is pending and store it, a page at a time; an interrupt ends after a page."""
    job, started = plan.job, time.monotonic()
    tally = Tally(total=_count(plan, store))
    if not tally.total:
        return Summary(None, Ending.DONE, tally, 0.0)
    run_id = store.start_run(job.info)
    stopped: list[bool] = []

    def stop() -> None:
        stopped.append(True)

    papers = store.take(
        run_id, source_ids=job.source_ids, limit=job.limit, retry_failed=job.retry_failed
    )
    with ExitStack() as stack:
        stack.enter_context(listening(stop, stop))
        for page in _readings(papers, _processes(plan, tally.total), stack):
            store.save(run_id, [(paper_id, reading, ()) for paper_id, reading in page])
            tally.done += len(page)
            tally.claims += sum(len(reading.claims) for _, reading in page)
            watch.update(tally)
            if stopped:
                break
    ending = Ending.INTERRUPTED if stopped and tally.pending else Ending.DONE
    store.finish_run(run_id, ending)
    return Summary(run_id, ending, tally, time.monotonic() - started)


def _count(plan: Plan, store: Store) -> int:
    job = plan.job
    return store.count_pending(
        key=job.info, source_ids=job.source_ids, limit=job.limit, retry_failed=job.retry_failed
    )


def _processes(plan: Plan, papers: int) -> int:
    if papers < _WORTH_A_POOL:
        return 1
    return plan.processes if plan.processes > 1 else min(os.cpu_count() or 1, 8)


def _readings(papers: Iterable[Paper], processes: int, stack: ExitStack) -> Iterator[Page]:
    pages = _pages(papers)
    if processes > 1:
        yield from stack.enter_context(ReaderPool(processes)).map(pages)
    else:
        for number, page in enumerate(pages):
            yield [(paper.id, read_by_rules(paper)) for paper in page]
            if not number:  # the word tables are loaded now
                stack.enter_context(heap_at_rest())


def _pages(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    source = iter(papers)
    while page := list(islice(source, _PAGE)):
        yield page
