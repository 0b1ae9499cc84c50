"""Bring the lists into the database; a file that was read to its end before isn't read again."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from annotate.facts import Paper
from annotate.readers import Problem, Source, Sources
from annotate.runner.plan import Watcher
from annotate.store import Store

__all__ = ["Lists", "read_lists"]

_SHOWN = 5
_SHOWN_EVERY = 500


@dataclass(frozen=True, slots=True)
class Lists:
    """What a run is about: ids of its sources, distinct papers in them, and their places."""

    source_ids: tuple[int, ...]
    papers: int
    places: int
    skipped: int


def read_lists(sources: Sources, store: Store, watch: Watcher, *, verbose: bool = False) -> Lists:
    """Store the papers of every list, and tell what was left out: a few or, if `verbose`, all."""
    problems = _Problems(watch, sys.maxsize if verbose else _SHOWN)
    for problem in sources.skipped:
        problems.add(problem)
    ids = tuple(dict.fromkeys(_read(source, store, problems) for source in sources))
    problems.close()
    papers, places = store.counts(ids)
    return Lists(ids, papers, places, problems.count)


def _read(source: Source, store: Store, problems: "_Problems") -> int:
    done = store.source_done(source.sha256, source.path)
    if done is not None:
        return done
    source_id = store.add_source(
        path=source.path, title=source.title, format=source.format, sha256=source.sha256
    )
    store.add_papers(source_id, problems.sift(source))
    return source_id


class _Problems:
    """Tells the first few, counts the rest."""

    def __init__(self, watch: Watcher, shown: int) -> None:
        self._watch, self._shown = watch, shown
        self.count = self.papers = 0

    def add(self, problem: Problem) -> None:
        self.count += 1
        if self.count <= self._shown:
            self._watch.say(f"Left out: {problem}")

    def sift(self, items: Iterable[Paper | Problem]) -> Iterator[Paper]:
        for item in items:
            if isinstance(item, Problem):
                self.add(item)
            else:
                self.papers += 1
                if self.papers % _SHOWN_EVERY == 0:
                    self._watch.reading(self.papers)
                yield item

    def close(self) -> None:
        if self.count > self._shown:
            more = self.count - self._shown
            self._watch.say(f"Left out: {more:,} more (-v names them, --strict stops at the first)")
