"""`sqlite-utils annotate …`: the same commands, under the tool that people have open."""

import click
from sqlite_utils import hookimpl

from annotate.cli import cli as annotate_group

__all__ = ["register_commands"]


@hookimpl
def register_commands(cli: click.Group) -> None:
    """Add the group `annotate`; its commands are imported when they are called."""
    cli.add_command(annotate_group, name="annotate")
