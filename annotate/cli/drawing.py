"""Print what rich draws, without the blanks that it pads lines with."""

import io
import sys

import click
from rich.console import Console, RenderableType

__all__ = ["show"]

_PIPED_WIDTH = 160


def show(*parts: RenderableType) -> None:
    """Write `parts` to stdout, as wide as the terminal, or 160 columns where there is none."""
    terminal = sys.stdout.isatty()
    drawn = io.StringIO()
    console = Console(
        file=drawn,
        highlight=False,
        force_terminal=terminal,
        width=None if terminal else _PIPED_WIDTH,
    )
    console.print(*parts, sep="\n")
    click.echo("".join(f"{line.rstrip()}\n" for line in drawn.getvalue().splitlines()), nl=False)
