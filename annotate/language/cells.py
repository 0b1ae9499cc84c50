"""Make foreign text harmless in a spreadsheet cell and visible on a page or a terminal."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

__all__ = ["csv_lines", "csv_safe", "visible"]

_Cell = TypeVar("_Cell")

# What spreadsheets take as the start of a formula, with the full-width twins that some fold first,
# and the blanks that they skip before it.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")

_KEPT = "\t\n\r"
_VISIBLE = (
    {code: 0x2400 + code for code in range(0x20) if chr(code) not in _KEPT}
    | {0x7F: 0x2421}
    | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
)


def csv_safe(cell: _Cell) -> _Cell | str:
    """Return a text cell that would start a formula with an apostrophe before it.

    Numbers and None are returned as they are. Only CSV needs this: JSON and Parquet have types.

    >>> csv_safe("=cmd()"), csv_safe("5x"), csv_safe(-5)
    ("'=cmd()", '5x', -5)
    """
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULA):
        return f"'{cell}"
    return cell


class _Line:
    """Takes one line from a csv writer, which writes a row at once."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield each row as CSV, ended by a line feed; cells with any line end are quoted.

    >>> list(csv_lines([["a", 1], ["b\\rc", None]]))
    ['a,1\\n', '"b\\rc",\\n']
    """
    # The csv module quotes only those line ends that stand in its own.
    line = _Line()
    writer = csv.writer(line, lineterminator="\r\n")
    for row in rows:
        writer.writerow(row)
        yield f"{line.text[:-2]}\n"


def visible(text: str) -> str:
    """Return `text` with each control character as a sign that can be seen and does nothing.

    One code point takes the place of one, so offsets stay right. Tab and line ends are kept.

    >>> visible("\\x1b[31mred")
    '␛[31mred'
    """
    return text if text.isprintable() else text.translate(_VISIBLE)
