"""Read a text or some bytes as a file, the way the command line does."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotate.facts import Paper
from annotate.readers import Kind, Problem, ReadOptions, Source, open_sources


@dataclass(frozen=True)
class Reading:
    source: Source
    papers: list[Paper]
    problems: list[Problem]

    def broken(self) -> list[tuple[int | None, str]]:
        return [(item.line, item.reason) for item in self.problems if item.kind is Kind.BROKEN]

    def without_abstract(self) -> list[str | None]:
        return [item.title for item in self.problems if item.kind is Kind.NO_ABSTRACT]

    def abstracts(self) -> list[str]:
        return [paper.abstract for paper in self.papers]

    def titles(self) -> list[str | None]:
        return [paper.title for paper in self.papers]


def read(folder: Path, content: str | bytes, **options: Any) -> Reading:
    path = folder / "input"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    (source,) = open_sources([path], ReadOptions(**options))
    items = list(source)
    return Reading(
        source,
        [item for item in items if isinstance(item, Paper)],
        [item for item in items if isinstance(item, Problem)],
    )
