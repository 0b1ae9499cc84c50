"""What a run would take, before it is paid for: papers, tokens, dollars. Asks nothing."""

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from annotate.facts import Paper
from annotate.prompt import load_prompt
from annotate.readers import Sources
from annotate.runner.lists import Lists, read_lists
from annotate.runner.plan import Job, Watcher
from annotate.store import Store

__all__ = ["Estimate", "estimate"]

_CHARS_A_TOKEN = 4.0
_ANSWER_TOKENS = 250
"""A reading as JSON, the usual length for this schema; a model's reasoning comes on top."""
_PAGE = 500


@dataclass(frozen=True, slots=True)
class Estimate:
    """What would be asked; the tokens are guessed from characters, four to a token."""

    lists: Lists
    papers: int
    prompt_tokens: int
    completion_tokens: int


def estimate(job: Job, sources: Sources, watch: Watcher) -> Estimate:
    """Count what `job` would ask for; the database isn't written, nor made."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="annotate-"))
        scratch = stack.enter_context(Store(Path(folder) / "scratch.db"))
        lists = read_lists(sources, scratch, watch)
        papers = scratch.pending(key=job.info, source_ids=lists.source_ids)
        if job.db.exists():
            papers = _unread(stack.enter_context(Store(job.db, read_only=True)), job, papers)
        count = chars = 0
        for paper in islice(papers, job.limit):
            if not count and job.prompt:
                fixed = _fixed_chars(job.prompt, paper)
            count += 1
            chars += len(paper.abstract)
    if not job.prompt or not count:
        return Estimate(lists, count, 0, 0)
    asked = round((chars + count * fixed) / _CHARS_A_TOKEN)
    return Estimate(lists, count, asked, count * _ANSWER_TOKENS)


def _unread(store: Store, job: Job, papers: Iterable[Paper]) -> Iterator[Paper]:
    source = iter(papers)
    while page := list(islice(source, _PAGE)):
        ids = [paper.id for paper in page]
        unread = store.unread(job.info, ids, retry_failed=job.retry_failed)
        yield from (paper for paper in page if paper.id in unread)


def _fixed_chars(name: str, paper: Paper) -> int:
    """Return the characters that go with every request beside the abstract."""
    prompt = load_prompt(name)
    said = sum(len(message["content"]) for message in prompt.messages(paper))
    return said - len(paper.abstract) + len(json.dumps(prompt.schema))
