"""The formats: how each is called, told from the others and read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from annotate.readers import jsondocs, textlist
from annotate.readers.document import Document
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["FORMATS", "Format", "recognise"]


def _untitled(document: Document) -> None:  # noqa: ARG001
    return None


@dataclass(frozen=True, slots=True)
class Format:
    """How to read one format and, where it has one, the list's own title."""

    read: Callable[[Document, ReadOptions], Iterator[Record | Broken]]
    title: Callable[[Document], str | None] = _untitled


FORMATS: dict[str, Format] = {
    "jsonl": Format(jsondocs.read_lines),
    "text": Format(textlist.read, textlist.title),
}


def recognise(document: Document, options: ReadOptions) -> str:  # noqa: ARG001
    """Return the name of the format that the content has.

    Raises InputError, which says what the file is, for one that is no list of papers.
    """
    if document.head.lstrip().startswith("{"):
        return "jsonl"
    return "text"
