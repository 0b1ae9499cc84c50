"""Plain-text lists: a first line that names the list, then one abstract a paragraph."""

from collections.abc import Iterable, Iterator

from annotate.readers.document import Document
from annotate.readers.records import ReadOptions, Record

__all__ = ["paragraphs", "read", "title"]

_BREAKS = ("\f", "\u2029")


def title(document: Document) -> str | None:
    """Return the line that names the list, None when the text starts with an abstract."""
    first = next(_blocks(document.head.splitlines(keepends=True)), None)
    return first[1] if first is not None and _names_list(first[1]) else None


def read(document: Document, options: ReadOptions) -> Iterator[Record]:  # noqa: ARG001
    """Yield a record for each paragraph but the one that names the list."""
    skip = title(document) is not None
    for line, paragraph in paragraphs(document):
        if skip:
            skip = False
            continue
        yield Record(line, paragraph)


def paragraphs(document: Document) -> Iterator[tuple[int, str]]:
    """Yield (1-based line, text) of each run of lines without a blank line or a form feed."""
    with document.text() as text:
        yield from _blocks(text)


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    block: list[str] = []
    start = 0
    for number, line in enumerate(lines, 1):
        for index, piece in enumerate(_pieces(line)):
            if block and (index or not piece.strip()):
                yield start, "".join(block).strip()
                block = []
            if piece.strip():
                start = start if block else number
                block.append(piece)
    if block:
        yield start, "".join(block).strip()


def _pieces(line: str) -> list[str]:
    for mark in _BREAKS[1:]:
        line = line.replace(mark, _BREAKS[0])
    return line.replace("\ufeff", "").split(_BREAKS[0])


def _names_list(block: str) -> bool:
    return "\n" not in block and len(block) <= 200 and not block.endswith((".", "。", "!", "?"))
