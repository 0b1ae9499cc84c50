"""Make foreign text harmless in a spreadsheet cell and visible on a page or a terminal."""

from typing import TypeVar

__all__ = ["csv_safe", "visible"]

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


def visible(text: str) -> str:
    """Return `text` with each control character as a sign that can be seen and does nothing.

    One code point takes the place of one, so offsets stay right. Tab and line ends are kept.

    >>> visible("\\x1b[31mred")
    '␛[31mred'
    """
    return text if text.isprintable() else text.translate(_VISIBLE)
