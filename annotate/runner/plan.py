"""What one run is asked to do, and what came of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from annotate.errors import AnnotateError
from annotate.facts import Attempt, Outcome
from annotate.models import ModelOptions
from annotate.store import RunInfo

__all__ = ["RULES", "TRANSIENT", "Ending", "Job", "Plan", "Summary", "Tally", "Watcher"]

RULES = "rules"
TRANSIENT = frozenset(
    {
        Outcome.RATE_LIMITED,
        Outcome.CONNECTION,
        Outcome.TIMEOUT,
        Outcome.SERVER_ERROR,
        Outcome.AUTH,
        Outcome.QUOTA,
    }
)
"""Outcomes that say nothing about the paper, which the same command therefore asks again."""


class Ending(StrEnum):
    """Why a run ended; also `runs.status`."""

    DONE = "done"
    INTERRUPTED = "interrupted"
    BUDGET = "budget"
    STOPPED = "stopped"
    """The endpoint refuses for good (key, quota, gone); what wasn't asked stays pending."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be read, and the key under which it counts as read.

    Args:
        db: The database; `source_ids` are the lists in it that this run is about.
        info: The run as it will be stored; its model, prompt and params are the key.
        prompt: Name or path of the prompt; None for the offline reading.
        limit: Papers to ask for at most.
        retry_failed: Whether papers that failed under the same key are asked again.
    """

    db: Path
    source_ids: tuple[int, ...]
    info: RunInfo
    prompt: str | None = None
    limit: int | None = None
    retry_failed: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A job and how to go about it.

    Args:
        options: Whom to ask and how; None is the offline reading by rules.
        concurrency: Requests at once.
        rpm, tpm: Requests and tokens a minute; None is unlimited.
        max_cost: Dollars that the run may cost at most; None is no cap.
        price: Dollars for a million tokens in and out, "0.25,2"; None is the published price.
        processes: Processes that ask.
        samples: How often each paper is asked; the first answer is stored, the others bear witness.
        record, replay: A cassette to write, or to answer from.
        log: Where to write what happens as JSON Lines.
        poll_s: Seconds between two looks at batches.
    """

    job: Job
    options: ModelOptions | None = None
    concurrency: int = 64
    rpm: int | None = None
    tpm: int | None = None
    max_cost: float | None = None
    price: str | None = None
    processes: int = 1
    samples: int = 1
    record: Path | None = None
    replay: Path | None = None
    log: Path | None = None
    poll_s: float = 30.0


@dataclass(slots=True)
class Tally:
    """The counts of a run as it goes; `total` is what it set out to do."""

    total: int = 0
    done: int = 0
    failed: int = 0
    left: int = 0
    claims: int = 0
    repeated: int = 0
    """Those of the claims that another one of the same paper says as well."""
    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    """Requests of which nobody knows what they cost."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Failed papers by the outcome of their last attempt."""
    beside: int = 0
    """Papers that a run beside this one holds, while there is nothing else to ask."""
    binding: str = ""
    """The limit that holds the run back at the moment, in words."""

    def count_attempts(self, attempts: Sequence[Attempt]) -> None:
        """Add what the attempts for one paper have spent."""
        for attempt in attempts:
            if attempt.outcome is Outcome.BUDGET:
                continue
            self.requests += 1
            self.prompt_tokens += attempt.prompt_tokens
            self.completion_tokens += attempt.completion_tokens
            if attempt.cost_usd is not None:
                self.cost_usd += attempt.cost_usd
            else:
                self.unpriced += 1

    def count_paper(self, attempts: Sequence[Attempt], *, ok: bool, claims: int) -> None:
        """Add a paper that has got its reading, or failed by the last of its attempts."""
        if ok:
            self.done += 1
            self.claims += claims
        else:
            self.failed += 1
            self.reasons[attempts[-1].outcome if attempts else "failed"] += 1

    @property
    def pending(self) -> int:
        """Papers of this run that have no answer yet."""
        return max(0, self.total - self.done - self.failed)


class Watcher(Protocol):
    """Who looks on while a run goes."""

    def say(self, text: str) -> None:
        """Tell one line."""
        ...

    def reading(self, papers: int) -> None:
        """Show how many papers have been read from the lists so far."""
        ...

    def update(self, tally: Tally) -> None:
        """Show the counts; called a few times a second."""
        ...


@dataclass(frozen=True, slots=True)
class Summary:
    """How a run ended; `why` says it in words where it didn't end by itself.

    `run_id` is None when there was nothing left to do, and so no run. `error` ended it.
    """

    run_id: int | None
    ending: Ending
    tally: Tally
    seconds: float
    why: str = ""
    error: AnnotateError | None = None
    failed_before: int = 0
    """Papers that an earlier run has given up, and that weren't asked again."""

    @property
    def exit_code(self) -> int:
        """0 done, 1 some papers failed or could not be asked, 3 budget, 130 interrupted."""
        if self.error:
            return self.error.exit_code
        match self.ending:
            case Ending.INTERRUPTED:
                return 130
            case Ending.BUDGET:
                return 3
            case Ending.STOPPED:
                return 1
            case Ending.DONE:
                return 1 if self.tally.failed else 0
