"""The live line of a run and its closing words, on stderr."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from annotate.cli.telling import harmless, tell
from annotate.runner.plan import Tally

__all__ = ["LiveWatcher", "PlainWatcher", "dollars", "tokens"]


class PlainWatcher:
    """Says what must be said and shows no counts: for pipes, logs and `--no-progress`."""

    def say(self, text: str) -> None:
        """Tell one line."""
        tell(text)

    def reading(self, papers: int) -> None:
        """Show nothing."""

    def update(self, tally: Tally) -> None:
        """Show nothing."""

    def __enter__(self) -> "PlainWatcher":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to take down."""


class LiveWatcher:
    """One line that is drawn again and again while a run goes."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[status]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=4,
        )
        self._task = self._progress.add_task("Reading", total=None, status="")

    def say(self, text: str) -> None:
        """Tell one line above the live one."""
        self._progress.console.print(harmless(text), markup=False, highlight=False, soft_wrap=True)

    def reading(self, papers: int) -> None:
        """Show how many papers have been read from the lists so far."""
        self._progress.update(self._task, completed=papers)

    def update(self, tally: Tally) -> None:
        """Show the counts."""
        finished = tally.done + tally.failed
        self._progress.update(
            self._task,
            description="Annotating",
            total=tally.total,
            completed=finished,
            status=self._status(tally),
        )

    def __enter__(self) -> "LiveWatcher":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def _status(self, tally: Tally) -> str:
        task = self._progress.tasks[0]
        parts = [f"{tally.failed:,} failed" if tally.failed else ""]
        parts.append(f"{task.speed:,.1f}/s" if task.speed else "")
        if tally.requests:
            spent = tally.prompt_tokens + tally.completion_tokens
            parts += [f"{tokens(spent)} tokens", dollars(tally)]
        parts.append(tally.binding)
        return " · ".join(filter(None, parts))


def tokens(count: int) -> str:
    """Return a count of tokens in three figures ("12.3k", "4.56M").

    >>> tokens(950), tokens(12_345), tokens(4_560_000)
    ('950', '12.3k', '4.56M')
    """
    if count < 1_000:
        return str(count)
    return f"{count / 1e3:.1f}k" if count < 1_000_000 else f"{count / 1e6:.2f}M"


def dollars(tally: Tally) -> str:
    """Return what was spent; an unknown price is said, never counted as nothing."""
    if not tally.unpriced:
        return f"${tally.cost_usd:,.4f}"
    return "cost unknown" if not tally.cost_usd else f"over ${tally.cost_usd:,.4f} (part unknown)"
