"""What is said to the person at the terminal, on stderr; nothing in it is obeyed."""

import re

import click

__all__ = ["harmless", "tell"]

# What a terminal obeys (C0, C1) or lets text pose as other text with (bidirectional controls).
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """Return `text` with what a terminal would obey as U+FFFD; tabs and line ends are kept.

    >>> harmless("a\\x1b[31m\\nb")
    'a�[31m\\nb'
    """
    return text if text.isprintable() else _OBEYED.sub("\ufffd", text)


def tell(text: str) -> None:
    """Say one thing on stderr."""
    click.echo(harmless(text), err=True)
