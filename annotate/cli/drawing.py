"""Print what rich draws, without the blanks that it pads lines with."""

import io
import sys
from collections.abc import Sequence

import click
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

__all__ = ["show", "table"]

_PIPED_WIDTH = 160


def table(*words: str, numbers: Sequence[str] = (), title: str | None = None) -> Table:
    """Return an empty table, drawn as those of rows are: columns of words, then of numbers."""
    drawn = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        header_style="bold",
        title=title,
        title_justify="left",
        title_style="",
    )
    for name in words:
        drawn.add_column(name, overflow="fold")
    for name in numbers:
        drawn.add_column(name, justify="right")
    return drawn


def show(*parts: RenderableType) -> None:
    """Write `parts` to stdout with a blank line between each two.

    They are as wide as the terminal, or 160 columns where there is none.
    """
    terminal = sys.stdout.isatty()
    drawn = io.StringIO()
    console = Console(
        file=drawn,
        highlight=False,
        force_terminal=terminal,
        width=None if terminal else _PIPED_WIDTH,
    )
    for at, part in enumerate(parts):
        if at:
            console.print()
        console.print(part)
    click.echo("".join(f"{line.rstrip()}\n" for line in drawn.getvalue().splitlines()), nl=False)
