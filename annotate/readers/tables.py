"""CSV and TSV, whatever the separator, the language of the header and the quoting."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise, zip_longest
from typing import Literal

from annotate.errors import InputError
from annotate.readers.blocks import is_prose
from annotate.readers.columns import check_forced, choose
from annotate.readers.document import Document
from annotate.readers.jsonrecords import record_of
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["WITHOUT_HEADER", "header_of", "is_other_table", "is_without_header", "read"]

# Cells beside the abstract may be longer than csv's own limit of 128 KB (lists of references).
_LONGEST_CELL = 8 * 1024 * 1024
csv.field_size_limit(_LONGEST_CELL)

_SEPARATORS = (",", "\t", ";", "|")
_LONGEST_ROW = 1000
_ROWS = 50
_MOST_ABOVE = 8
_SURE_FIELDS = 4
_FEWEST_ROWS = 4
_LONGEST_NAME = 40
_SHORTEST_ABSTRACT = 80
WITHOUT_HEADER = (
    "a table without a header: put a first line that names its columns, such as title,abstract"
)
_ENDLESS = "a cell whose quote doesn't end"
_OVERLONG = f"a cell of more than {_LONGEST_CELL:,} characters, which is the limit: shorten it"
_QUOTED_CELL = re.compile(r'(?:^|\t)"(?:[^"]|"")*"(?:\t|$)', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Header:
    """The names of the columns, on which line they stand, and what parts and quotes the cells."""

    names: tuple[str, ...]
    line: int
    separator: str
    quoting: Literal[0, 3]


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each row under the header; a row with a wrong number of cells is broken.

    Raises InputError when no column holds abstracts, UsageError when a forced one is missing.
    """
    header = header_of(document.head, options)
    if header is None and is_without_header(document.head):
        raise InputError(WITHOUT_HEADER, document.path)
    if header is None:
        raise InputError("no header with a column of abstracts or titles", document.path)
    check_forced(header.names, options.columns)
    width = len(header.names)
    abstracts = choose(header.names, options.columns).get("abstract", ())
    needed = min((header.names.index(name) for name in abstracts), default=width - 1)
    with document.text() as text:
        lines = _Lines(text, header.line - 1)
        for line, row in _rows(lines, header):
            if line <= header.line or not (isinstance(row, str) or any(map(str.strip, row))):
                continue
            if isinstance(row, str):
                yield Broken(line, row)
            elif len(row) <= needed or any(map(str.strip, row[width:])):
                yield Broken(line, f"{len(row)} cells where the header has {width}")
            else:
                cells = dict(zip(header.names, row, strict=False))
                record = record_of(cells, line, options.columns, marked=True)
                if record is not None:
                    yield record


def header_of(head: str, options: ReadOptions) -> Header | None:
    """Return the header of a table, None when the text doesn't start as one."""
    lines = head.split("\n")
    first = True
    for index, line in enumerate(lines[:_MOST_ABOVE]):
        if not line.strip() or line.lower().startswith("sep="):
            continue
        fields, header = max(
            (_header(lines[index:], index, separator, options) for separator in _SEPARATORS),
            key=lambda scored: scored[0],
        )
        # Above it may stand what was searched for, and when; then it must be a header for sure.
        if fields >= (1 if first else _SURE_FIELDS):
            return header
        first = False
    return None


def _header(
    lines: list[str], index: int, separator: str, options: ReadOptions
) -> tuple[int, Header | None]:
    """Return how many fields the first line names when split so, and the header that it is then."""
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL
    if separator == "\t" and not _QUOTED_CELL.search("\n".join(lines)):
        # Web of Science's tables don't quote, so that a quote there is text.
        quoting = csv.QUOTE_NONE
    guess = Header((), index + 1, separator, quoting)
    found = _rows(_Lines(f"{line}\n" for line in lines), guess)
    rows = (row for _, row in found if row and not isinstance(row, str))
    names = tuple(name.strip().lstrip("\ufeff") for name in next(rows, []))
    chosen = choose(names, options.columns)
    if not (chosen.get("abstract") or chosen.get("title")) or max(map(len, names)) > 100:
        return 0, None
    second = next(rows, None)
    if len(names) > 1 and second is not None and (len(second) < 2 or _is_rule(second)):
        return 0, None
    if len(names) == 1 and (not chosen.get("abstract") or "|" in names[0]):
        return 0, None
    return len(chosen), Header(names, index + 1, separator, quoting)


def _is_rule(row: list[str]) -> bool:
    """Tell whether a row is the rule under the header of a table in Markdown."""
    cells = [cell.strip() for cell in row if cell.strip()]
    return bool(cells) and all(set(cell) <= {"-", ":"} and "-" in cell for cell in cells)


def is_other_table(head: str) -> bool:
    """Tell whether a text is a table all the same: short names over rows of as many cells."""
    for separator in _SEPARATORS:
        rows = _first_rows(head, separator)
        if len(rows) < 2 or len(rows[0]) < 2:
            continue
        names = all(len(name) <= _LONGEST_NAME and not name.endswith(".") for name in rows[0])
        many = len(rows) >= _FEWEST_ROWS or _holds_abstracts(rows[1:])
        if names and many and _even(rows):
            return True
    return False


def is_without_header(head: str) -> bool:
    """Tell whether a text is a table that begins with its rows, one cell of each an abstract."""
    rows = {separator: _first_rows(head, separator) for separator in _SEPARATORS}
    for sign, some in rows.items():
        # A row alone shows by its quotes that it is one.
        if (len(some) > 1 or (some and f'{sign}"' in head)) and _holds_abstracts(some):
            return True
    # One column, quoted: of running text no line after the other is a quotation.
    return (
        len(rows[","]) > 1
        and '"\n"' in head
        and all(len(row) == 1 and _is_abstract(row[0]) for row in rows[","])
    )


def _first_rows(head: str, separator: str) -> list[list[str]]:
    lines = head.split("\n")
    lines = lines[:-1] if len(lines) > _ROWS else lines
    guess = Header((), 1, separator, csv.QUOTE_MINIMAL)
    found = islice(_rows(_Lines(f"{line}\n" for line in lines), guess), _ROWS)
    return [row for _, row in found if isinstance(row, list) and any(map(str.strip, row))]


def _even(rows: list[list[str]]) -> bool:
    return sum(len(row) == len(rows[0]) for row in rows) >= 0.9 * len(rows)


def _holds_abstracts(rows: list[list[str]]) -> bool:
    """Tell whether a column of even rows holds abstracts.

    In running text the signs that part cells have blanks behind them, or stand between digits.
    """
    if len(rows[0]) < 2 or not _even(rows):
        return False
    if sum(map(_is_running, rows)) > 0.25 * len(rows):
        return False
    columns = zip_longest(*rows, fillvalue="")
    return any(sum(map(_is_abstract, cells)) >= 0.75 * len(rows) for cells in columns)


def _is_running(row: list[str]) -> bool:
    return any(cell[:1].isspace() for cell in row[1:]) or all(
        left[-1:].isdigit() and right[:1].isdigit() for left, right in pairwise(row)
    )


def _is_abstract(cell: str) -> bool:
    return len(cell) >= _SHORTEST_ABSTRACT and is_prose(cell.strip())


class _TooLong(Exception):
    pass


class _Lines:
    """Lines that can be taken back to the one after the start of a row."""

    def __init__(self, lines: Iterable[str], above: int = 0) -> None:
        """Take lines, but for those above a header."""
        self._lines = islice(lines, above, None)
        self._back: list[str] = []
        self.row: list[str] = []
        self.number = above
        self.ended = False

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        if len(self.row) >= _LONGEST_ROW:
            raise _TooLong
        if self._back:
            line = self._back.pop()
        else:
            try:
                line = next(self._lines)
            except StopIteration:
                self.ended = True
                raise
        self.number += 1
        self.row.append(line)
        return line

    def give_up(self) -> None:
        """Take back all lines of the row but its first."""
        self._back += reversed(self.row[1:])
        self.number -= len(self.row) - 1
        self.ended = False


def _rows(lines: _Lines, header: Header) -> Iterator[tuple[int, list[str] | str]]:
    """Yield (1-based line, cells) of each row; for cells what is wrong, where they can't be had."""
    while True:
        lines.row = []
        begun = lines.number + 1
        reader = csv.reader(lines, delimiter=header.separator, quoting=header.quoting)
        try:
            row = next(reader, None)
            broken = lines.ended and sum(line.count('"') for line in lines.row) % 2 == 1
            if header.quoting == csv.QUOTE_NONE:
                broken = False
            problem = _ENDLESS
        except (csv.Error, _TooLong) as error:
            row, broken = [], True
            problem = _OVERLONG if "field limit" in str(error) else _ENDLESS
        if broken:
            lines.give_up()
            yield begun, problem
        elif row is None:
            return
        else:
            yield begun, row
