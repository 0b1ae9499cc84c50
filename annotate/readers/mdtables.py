"""Markdown tables whose cells hold abstracts, as daily digests have them."""

import re
from collections.abc import Iterator

from annotate.readers.columns import choose, folded
from annotate.readers.document import Document
from annotate.readers.jsonrecords import record_of
from annotate.readers.labels import is_only_links
from annotate.readers.records import Broken, ReadOptions, Record
from annotate.readers.titles import without_markup

__all__ = ["has_table", "read", "title"]

# "-" alone with blanks around it is a cell with nothing in it.
_RULED = r"\s*(?::-+:?|-+:|-{2,})\s*"
_RULE = re.compile(rf"\s*\|?(?:{_RULED}(?:\|{_RULED})*|-(?:\|-)+)\|?\s*$")
_HEADING = re.compile(r"^#{1,2} +(\S.*)", re.MULTILINE)
_CELL_END = re.compile(r"(?<!\\)\|")
_CELL_END_BUT_MATH = re.compile(r"\$[^$\n]*\$|`[^`\n]*`|(?<!\\)(\|)")
_SUMMARY = re.compile(r"<summary>[^<]{0,500}</summary>", re.IGNORECASE | re.DOTALL)
_DETAILS = re.compile(r"</?details[^>]*>", re.IGNORECASE)


def has_table(head: str) -> bool:
    """Tell whether a text holds a table with a column of abstracts or titles."""
    previous = ""
    for line in head.split("\n"):
        if "|" in line and "-" in line and _RULE.match(line):
            chosen = choose(_names(previous), {})
            if chosen.get("abstract"):
                return True
        previous = line
    return False


def title(document: Document) -> str | None:
    """Return the first heading, None when there is none."""
    found = _HEADING.search(document.head)
    return without_markup(found[1])[0] if found else None


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each row of each table; text around the tables is none."""
    names: list[str] = []
    previous = ""
    with document.text() as text:
        for number, line in enumerate(text, 1):
            if "|" not in line:
                names = []
            elif "-" in line and _RULE.match(line):
                names = _names(previous)
            elif names:
                yield from _row(names, line, number, options)
            previous = line


def _names(line: str) -> list[str]:
    return [without_markup(cell)[0] for cell in _cells(line, _CELL_END)]


def _cells(line: str, end: re.Pattern[str]) -> list[str]:
    line = line.strip().removeprefix("|")
    cells, begun = [], 0
    for found in end.finditer(line):
        if found[0] == "|":
            cells.append(line[begun : found.start()])
            begun = found.end()
    if line[begun:].strip():
        cells.append(line[begun:])
    return [cell.replace("\\|", "|").strip() for cell in cells]


def _row(
    names: list[str], line: str, number: int, options: ReadOptions
) -> Iterator[Record | Broken]:
    cells = _cells(line, _CELL_END)
    if len(cells) > len(names):
        # A bar inside a formula parts no cells, though Markdown would have it escaped.
        cells = _cells(line, _CELL_END_BUT_MATH)
    if len(cells) > len(names):
        yield Broken(number, f"{len(cells)} cells where the header has {len(names)}")
        return
    row = dict(zip(names, map(_folded_away, cells), strict=False))
    chosen = choose(names, options.columns)
    title = next(iter(chosen.get("title", ())), None) or _column_of_papers(names, row)
    record = record_of(row, number, options.columns, marked=True)
    if record is None:
        return
    if title is not None and row.get(title):
        record.title, url = without_markup(row[title])
        record.url = record.url or url
    for name in chosen.get("url", ()):
        record.url = without_markup(row.get(name, ""))[1] or record.url
    yield record


def _column_of_papers(names: list[str], row: dict[str, str]) -> str | None:
    """Return the column "Paper", which elsewhere is a link, where its cell has words."""
    found = (name for name in names if folded(name) in ("paper", "papers", "论文"))
    return next((name for name in found if not is_only_links(row.get(name, ""))), None)


def _folded_away(cell: str) -> str:
    return _DETAILS.sub("", _SUMMARY.sub("", cell)) if "<" in cell else cell
