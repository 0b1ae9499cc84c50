"""The commands; each family lives in a file of its own and is imported when it is called."""

import atexit
import errno
import gc
import os
import sys
from importlib import import_module
from typing import Any, NamedTuple

import click

from annotate.errors import AnnotateError

__all__ = ["cli", "main"]


class Place(NamedTuple):
    """Where a command lives and its one line in `annotate --help`."""

    module: str
    attribute: str
    summary: str


COMMANDS = {
    "run": Place("run", "run", "Annotate every abstract of the lists INPUT…"),
    "claims": Place("query", "claims", "Ask the table of extracted claims."),
    "papers": Place("query", "papers", "List the papers with what was extracted from them."),
    "runs": Place("runs", "runs", "List the runs with their totals."),
    "failures": Place("runs", "failures", "Explain what failed, paper by paper."),
    "diff": Place("runs", "diff", "Show what changed between two runs."),
    "review": Place("review", "review", "Accept, correct or reject facts in the terminal."),
    "labels": Place("labels", "labels", "Export, import and compare people's labels."),
    "eval": Place("evaluate", "evaluate_command", "Score a reading against labelled abstracts."),
    "report": Place("report", "report", "Write the table as one self-contained HTML page."),
    "export": Place("export", "export", "Write the table as JSON Lines, CSV, Parquet or tasks."),
    "batch": Place("batch", "batch", "Submit to and collect from a batch API."),
    "prompts": Place("prompts", "prompts", "List, show and render the prompts."),
}


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that `--help` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        command: click.Command = getattr(
            import_module(f"annotate.cli.{place.module}"), place.attribute
        )
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.summary) for name, place in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except AnnotateError as error:
            _tell(f"Error: {error}")
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            raise  # whoever read our output has enough; click ends quietly
        except Exception as error:
            # A full disk, a file that may not be written, a database that breaks under our hands:
            # nothing that the user would find in a traceback.
            if not isinstance(error, OSError) and type(error).__module__ != "sqlite3":
                raise
            _tell(f"Error: {_words(error)}")
            ctx.exit(AnnotateError.exit_code)


@click.group(
    cls=LazyGroup, name="annotate", context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="annotate-claims")
def cli() -> None:
    """Turn lists of paper abstracts into a table of claims that can be trusted.

    \b
    annotate run papers.txt
    annotate claims --metric speedup --min-factor 2
    """


def main() -> None:
    """Run the command line; an interrupt ends with exit code 130."""
    _mend_streams()
    # At the end the collector would go through everything once more, only to free what the system
    # frees anyway: half a second after a run.
    atexit.register(gc.freeze)
    try:
        cli.main(prog_name="annotate", standalone_mode=True)
    except KeyboardInterrupt:
        sys.exit(130)


def _tell(text: str) -> None:
    from annotate.cli.telling import tell  # noqa: PLC0415 - seldom needed

    tell(text)


def _words(error: Exception) -> str:
    """Say in one line what could not be read or written, and what to do."""
    if not isinstance(error, OSError):
        return " ".join(str(error).split())
    reason = error.strerror or " ".join(str(error).split())
    if error.filename is not None:
        return f"{error.filename}: {reason}"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        # Python doesn't tell which: nothing else is written without a name.
        return (
            f"standard output, or a temporary file in {_temporary()}, can't be written ({reason}):"
            " make room, or write elsewhere"
        )
    return f"{reason}: a file that was being read, or standard output"


def _temporary() -> str:
    import tempfile  # noqa: PLC0415 - seldom needed

    return tempfile.gettempdir()


def _mend_streams() -> None:
    """Open what the caller has closed (`>&-`), and let no letter be too much for a terminal."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            descriptor = os.open(os.devnull, os.O_RDWR)  # the lowest that is free: this one
            stream = open(descriptor, "r" if number == 0 else "w", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
        if number and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
