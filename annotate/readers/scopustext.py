"""Scopus's plain text: names, title and source on lines of their own, then labelled fields."""

import re
from collections.abc import Iterator

from annotate.readers.document import Document
from annotate.readers.jsonvalues import names_in
from annotate.readers.markup import plain
from annotate.readers.records import LONGEST_ABSTRACT, Broken, ReadOptions, Record

__all__ = ["SCOPUS", "read"]

SCOPUS = re.compile(
    r"\AScopus\s*\n\s*EXPORT DATE: .*\n\s*[^@\s]"
    r"|^\((?:19|20)\d\d\) \S.*\n(?:.*\n){0,9}?ABSTRACT: ",
    re.MULTILINE,
)

_END = "SOURCE: Scopus"
_LABEL = re.compile(r"([A-Z][A-Z /&-]{2,40}\d?): ?(.*)")
_SOURCE = re.compile(r"\(((?:19|20)\d\d)\) (\S.*)")
_VENUE_END = re.compile(r",(?= (?:\d|art\. no|pp?\. |Cited |[A-Z]+\d))|\. Cited |\.?$")
_ID = re.compile(r" \(\d+\)")
_IDS = re.compile(r"[\d; ]+$")
_MOST_ABOVE = 20


class _Entry:
    """The record that is being read."""

    def __init__(self) -> None:
        self.line = 0
        self.above: list[str] = []  # what stands before the source
        self.source: re.Match[str] | None = None
        self.url: str | None = None
        self.fields: dict[str, str] = {}
        self.going_on = ""

    def add(self, number: int, line: str) -> None:
        self.line = self.line or number
        label = _LABEL.match(line)
        source = None if self.source else _SOURCE.match(line)
        if label:
            self.going_on = label[1]
            self.fields[label[1]] = label[2]
        elif source:
            self.source = source
        elif self.source is None:
            if len(self.above) < _MOST_ABOVE and not _IDS.match(line):
                self.above.append(line)
        elif line.startswith("http"):
            self.url = self.url or line
        elif self.going_on and len(self.fields[self.going_on]) < LONGEST_ABSTRACT:
            self.fields[self.going_on] += f"\n{line}"

    def record(self) -> Record:
        names = self.fields.get("AUTHOR FULL NAMES", "")
        if not names and len(self.above) > 1:
            names = self.above[0] if "name available]" not in self.above[0] else ""
        venue = _VENUE_END.split(self.source[2])[0] if self.source else None
        return Record(
            self.line,
            plain(self.fields.get("ABSTRACT")),
            plain(self.above[-1]) if self.above else None,
            names_in(_ID.sub("", names)),
            self.source[1] if self.source else None,
            venue,
            self.url,
            self.fields.get("DOI"),
        )


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:  # noqa: ARG001
    """Yield a record for each run of lines up to the one that names Scopus as its source."""
    entry = _Entry()
    with document.text() as text:
        for number, whole in enumerate(text, 1):
            line = whole.strip()
            if line.startswith(_END):
                yield entry.record()
                entry = _Entry()
            elif line and line != "Scopus" and not line.startswith("EXPORT DATE: "):
                entry.add(number, line)
    if entry.source is not None:
        yield entry.record()
