"""What happens during a run as JSON Lines, for `-v`: one event a line, no keys, no abstracts."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import orjson

from annotate.errors import UsageError
from annotate.runner.wire import Reply

__all__ = ["Journal"]


class Journal:
    """Appends events to a file; without a path it writes nothing.

    Each line has `time` (ISO 8601, UTC) and `event`: run, attempt, paper, wait or end.
    """

    def __init__(self, path: Path | None) -> None:
        try:
            self._file = None if path is None else path.open("ab")
        except OSError as error:
            raise UsageError(f"{path}: can't write the log: {error.strerror}") from None

    def write(self, event: str, **fields: Any) -> None:
        """Append one event."""
        if self._file:
            line = {"time": datetime.now(UTC).isoformat(), "event": event, **fields}
            self._file.write(orjson.dumps(line, default=str) + b"\n")

    def reply(self, reply: Reply, outcome: str) -> None:
        """Append the attempts for one paper and what became of it."""
        if self._file:
            for attempt in reply.attempts:
                self.write("attempt", paper=reply.paper_id, **asdict(attempt))
            self.write(
                "paper", paper=reply.paper_id, became=outcome, error=reply.error, flags=reply.flags
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file:
            self._file.close()
