"""Write rows to stdout as a table, JSON, JSON Lines, CSV or Markdown, harmless in each."""

import io
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from annotate.cli.telling import harmless
from annotate.cli.widths import GAP, fitted
from annotate.language.cells import csv_lines, csv_safe

__all__ = ["Column", "Table", "escaped", "printable", "write_rows"]

Row = dict[str, Any]

_UNESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
_MARKUP = re.compile(r"([\\`*_\[\]|~#])")
_PIPE_WIDTH = 200


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: its heading, its widest cell, and where numbers stand.

    `least` is the width to which a narrow terminal may shrink it; numbers are never cut.
    """

    heading: str
    width: int
    right: bool = False
    least: int = 12


def _as_it_is(row: Row) -> Row:
    return row


@dataclass(frozen=True, slots=True)
class Table:
    """What of a row a person is shown.

    Attributes:
        columns: By name; cells are taken from the row that `shown` makes of a stored one.
        shown: Turns a stored row into what the table shows.
        optional: Columns that are left out when all their cells are empty.
        dropped: Columns that a narrow terminal goes without, the least needed first.
        most: Rows beyond these are only counted.
    """

    columns: Mapping[str, Column]
    shown: Callable[[Row], Row] = _as_it_is
    optional: Sequence[str] = ()
    dropped: Sequence[str] = ()
    most: int = 1_000


def write_rows(
    rows: Iterable[Row], names: Sequence[str], format_: str, table: Table | None = None
) -> int:
    """Write rows to stdout in UTF-8 and return how many there were.

    `names` are the columns of the data formats, in order; those are written as the rows come.
    `table` says what a person sees, as a table and in Markdown.
    """
    table = table or Table({name: Column(name, 40) for name in names})
    counted = _Counted(rows)
    out = sys.stdout.buffer
    for text in _FORMATS[format_](counted, names, table):
        out.write(text.encode("utf-8", "replace"))
    out.flush()
    return counted.count


class _Counted:
    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows, self.count = rows, 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.count += 1
            yield row


def printable(value: Any) -> str:
    """Return `value` on one line, with what a terminal would obey as U+FFFD or a blank.

    >>> printable("a\\x1b[31m\\nb"), printable(1.4285714), printable(24000.0)
    ('a�[31m b', '1.429', '24,000')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if 1000 <= abs(value) < 1e9 else f"{value:.4g}"
    return harmless(" ".join(str(value).split()))


def escaped(text: str) -> str:
    """Return JSON with escapes for what it may hold as it is, and a terminal may not."""
    return _UNESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _json(rows: Iterable[Row], names: Sequence[str], table: Table) -> Iterator[str]:
    lines = (line.rstrip("\n") for line in _json_lines(rows, names, table))
    first = next(lines, None)
    if first is None:
        yield "[]\n"
        return
    yield f"[\n{first}"
    for line in lines:
        yield f",\n{line}"
    yield "\n]\n"


def _json_lines(rows: Iterable[Row], names: Sequence[str], _: Table) -> Iterator[str]:
    for row in rows:
        plain = {name: _plain(row.get(name)) for name in names}
        line = orjson.dumps(plain).decode()
        yield f"{escaped(line)}\n"


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _csv(rows: Iterable[Row], names: Sequence[str], _: Table) -> Iterator[str]:
    yield from csv_lines([names])
    yield from csv_lines([_csv_cell(row.get(name)) for name in names] for row in rows)


def _csv_cell(value: Any) -> Any:
    value = csv_safe(_plain(value))
    return harmless(value) if isinstance(value, str) else value


def _markdown(rows: Iterable[Row], _: Sequence[str], table: Table) -> Iterator[str]:
    names, shown = _shown(rows, table)
    yield f"| {' | '.join(table.columns[name].heading for name in names)} |\n"
    yield f"|{''.join(' ---: |' if table.columns[name].right else ' --- |' for name in names)}\n"
    for row in shown:
        yield f"| {' | '.join(_markdown_cell(row.get(name)) for name in names)} |\n"


def _markdown_cell(value: Any) -> str:
    text = printable(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKUP.sub(r"\\\1", text)


def _table(rows: Iterable[Row], _: Sequence[str], table: Table) -> Iterator[str]:
    # rich takes long to import, and only this needs it.
    from rich import box  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table as Drawn  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    names, shown = _shown(rows, table)
    if not shown:
        return
    terminal = sys.stdout.isatty()
    room = Console(force_terminal=True).width if terminal else _PIPE_WIDTH
    lines = [{name: printable(row.get(name)) for name in names} for row in shown]
    natural = {
        name: _natural(table.columns[name], (line[name] for line in lines)) for name in names
    }
    widths = _fitted(natural, table, room) if terminal else natural
    drawn = Drawn(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for name in widths:
        column = table.columns[name]
        justify: Literal["left", "right"] = "right" if column.right else "left"
        drawn.add_column(
            column.heading,
            width=widths[name],
            no_wrap=True,
            overflow="ellipsis",
            justify=justify,
        )
    for line in lines:
        drawn.add_row(*(Text(line[name]) for name in widths))
    total = sum(widths.values()) + GAP * len(widths)
    console = Console(file=io.StringIO(), force_terminal=terminal, width=max(room, total))
    with console.capture() as captured:
        console.print(drawn)
    yield "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())
    if missing := [table.columns[name].heading for name in names if name not in widths]:
        yield f"A wider terminal also shows: {', '.join(missing)}\n"


def _natural(column: Column, cells: Iterable[str]) -> int:
    """Return how wide a column is where there is room: its heading, or its widest cell."""
    from rich.cells import cell_len  # noqa: PLC0415

    return max(cell_len(column.heading), min(column.width, max(map(cell_len, cells))))


def _fitted(natural: Mapping[str, int], table: Table, room: int) -> dict[str, int]:
    least = {}
    for name, width in natural.items():
        column = table.columns[name]
        bound = width if column.right else max(column.least, len(column.heading))
        least[name] = min(width, bound)
    return fitted(natural, least, table.dropped, room)


def _shown(rows: Iterable[Row], table: Table) -> tuple[list[str], list[Row]]:
    shown = []
    for at, row in enumerate(rows):
        if at < table.most:
            shown.append(table.shown(row))
    names = [
        name
        for name in table.columns
        if name not in table.optional or any(row.get(name) for row in shown)
    ]
    return names, shown


_Writer = Callable[[Iterable[Row], Sequence[str], Table], Iterator[str]]
_FORMATS: Mapping[str, _Writer] = {
    "table": _table,
    "json": _json,
    "jsonl": _json_lines,
    "csv": _csv,
    "md": _markdown,
}
