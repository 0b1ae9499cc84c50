"""What is left to ask, and who is asking it: streams of unread papers, and leases on them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlite_utils import Database

from annotate.facts import Paper
from annotate.store.papers import paper_columns
from annotate.store.text import json_text

__all__ = ["Pending", "Selection", "Work"]

_CHUNK = 256

_UNREAD = """NOT EXISTS (
    SELECT 1 FROM annotations a WHERE a.paper_id = w.paper_id
    AND (a.status = 'ok' OR a.id >= :asked_before OR a.id >= :failed_before
        AND COALESCE(a.flags, '') NOT LIKE '%"transient"%')
    AND a.run_id IN (
        SELECT id FROM runs WHERE model = :model AND prompt_id IS :prompt AND params = :params
    )
)"""
_UNLEASED = """NOT EXISTS (
    SELECT 1 FROM _leases l WHERE l.work = :work AND l.paper_id = w.paper_id
)"""


@dataclass(frozen=True)
class Work:
    """What makes an answer reusable: the model, the prompt and the parameters, not the address."""

    model: str
    prompt_id: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def params_text(self) -> str:
        """The parameters as JSON with sorted keys, as stored in `runs.params`; 0.0 is 0."""
        return json_text({name: _plain(self.params[name]) for name in sorted(self.params)}) or "{}"

    @cached_property
    def digest(self) -> str:
        """32 hex digits that stand for this work in `_leases`."""
        text = f"{self.model}\n{self.prompt_id}\n{self.params_text}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _plain(value: Any) -> Any:
    """Return `value` with whole floats as integers, wherever they stand in it."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Selection:
    """Which papers are wanted: all sources when `source_ids` is None, all papers when no limit.

    `failed_before`: failures with a smaller annotation id are asked again; 0 leaves all failed.
    `asked_before`: those for want of a server (flag `transient`) are asked again below this id.
    """

    source_ids: tuple[int, ...] | None = None
    limit: int | None = None
    failed_before: int = 0
    asked_before: int = 0


class Pending:
    """Unread papers in the order of (source, position), found a few hundred at a time."""

    def __init__(self, db: Database, work: Work, chosen: Selection) -> None:
        self._db, self._work, self._chosen = db, work, chosen

    def sources(self) -> list[int]:
        if self._chosen.source_ids is not None:
            return sorted(set(self._chosen.source_ids))
        return [row[0] for row in self._db.execute("SELECT id FROM sources ORDER BY id")]

    def __iter__(self) -> Iterator[Paper]:
        for chunk in self.chunks(_CHUNK):
            yield from chunk

    def chunks(self, size: int, *, skip_leased: bool = False) -> Iterator[list[Paper]]:
        """Yield lists of at most `size` papers; no query stays open between two of them."""
        left = self._chosen.limit
        sources = self.sources()
        for index, source in enumerate(sources):
            position = -(2**62)
            while left is None or left > 0:
                want = size if left is None else min(size, left)
                found = self._after(source, position, sources[:index], (want, skip_leased))
                if not found:
                    break
                last = found[-1].position
                assert last is not None  # noqa: S101
                position = last
                left = None if left is None else left - len(found)
                yield found

    def count(self) -> int:
        """Return how many papers are unread; reads no abstract."""
        sources = self.sources()
        marks = ",".join(map(str, sources)) or "NULL"
        (total,) = self._db.execute(
            "SELECT count(DISTINCT w.paper_id) FROM paper_sources w"
            f" WHERE w.source_id IN ({marks}) AND {_UNREAD}",
            self._bound(),
        ).fetchone()
        return int(total) if self._chosen.limit is None else min(int(total), self._chosen.limit)

    def unread(self, paper_ids: Sequence[str]) -> set[str]:
        """Return those of `paper_ids` that are neither read nor leased by anyone."""
        rows = self._db.execute(
            "SELECT w.paper_id FROM (SELECT value AS paper_id FROM json_each(:ids)) w"
            f" WHERE {_UNREAD} AND {_UNLEASED}",
            self._bound() | {"ids": json_text(list(paper_ids))},
        )
        return {row[0] for row in rows}

    def _after(
        self, source: int, position: int, earlier: Sequence[int], want: tuple[int, bool]
    ) -> list[Paper]:
        size, skip_leased = want
        rows = self._db.execute(
            f"SELECT {paper_columns('p')}, COALESCE(s.title, s.path), w.position"
            " FROM paper_sources w JOIN papers p ON p.id = w.paper_id"
            " JOIN sources s ON s.id = w.source_id"
            " WHERE w.source_id = :source AND w.position > :position"
            f" AND {_UNREAD} {f'AND {_UNLEASED}' if skip_leased else ''}"
            " AND NOT EXISTS (SELECT 1 FROM paper_sources e WHERE e.paper_id = w.paper_id"
            "  AND (e.source_id = w.source_id AND e.position < w.position"
            f"   OR e.source_id IN ({','.join(map(str, earlier)) or 'NULL'})))"
            " ORDER BY w.position LIMIT :size",
            self._bound() | {"source": source, "position": position, "size": size},
        )
        return [Paper(*row) for row in rows]

    def _bound(self) -> dict[str, Any]:
        return {
            "model": self._work.model,
            "prompt": self._work.prompt_id,
            "params": self._work.params_text,
            "work": self._work.digest,
            "failed_before": self._chosen.failed_before,
            "asked_before": self._chosen.asked_before,
        }
