"""Who answers: one small protocol, and what every kind of model needs to be told.

Nothing heavy is imported here; `annotate.models.opening.open_annotator` makes the real ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from pydantic import BaseModel

from annotate.facts import Answer, Attempt, Paper

__all__ = ["Annotator", "Hooks", "ModelOptions", "Question", "Wait"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Annotator(Protocol):
    """Something that reads one abstract; the runner does not know which kind it drives."""

    name: str
    """rules, openai, local, cassette or batch."""

    model: str
    """The model that was asked for, as `runs.model` keeps it."""

    async def annotate(self, paper: Paper, *, sample: int = 0) -> Answer:
        """Return the reading of `paper`, or why there is none; raises no error of one paper.

        A `sample` after the first (0) is asked so that its answer may differ.
        """
        ...

    async def aclose(self) -> None:
        """Close connections and stop what was started; may be called twice."""
        ...


class Question(Protocol):
    """What a model must know of a prompt; `annotate.prompt.Prompt` is one."""

    @property
    def name(self) -> str:
        """The name in the prompt's front matter."""
        ...

    @property
    def answer_model(self) -> type[BaseModel]:
        """The pydantic model that an answer must satisfy."""
        ...

    @property
    def schema(self) -> Mapping[str, Any]:
        """The JSON Schema that is sent."""
        ...

    @property
    def opening(self) -> list[dict[str, str]]:
        """The messages that come before every question, each with `role` and `content`."""
        ...

    def question(self, paper: Paper) -> str:
        """Return the last message: what is asked about `paper`."""
        ...


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Which model answers, where it is, and how patiently it is asked.

    Args:
        model: The name that the server knows, or the path of a `.gguf` file.
        base_url: The server's OpenAI-compatible root ("http://127.0.0.1:8080/v1"); None is OpenAI.
        api_key, organization, project: Secrets; never in repr, errors, logs or recordings.
        timeout_s: Seconds that one request may take.
        max_tries: Requests a paper may use on failures that can get better (5xx, timeouts,
            broken connections); waiting out a rate limit doesn't count.
        max_reasks: How often an invalid answer is asked again with the reason.
        max_tokens: Cap on the tokens of one answer; doubled once when an answer is cut off.
        params: More parameters of the request (temperature, seed, top_p …).
        wait_scale: Multiplies every wait between tries; 0 turns waiting off, as tests do.
    """

    model: str
    base_url: str | None = field(default=None, repr=False)
    """Not in repr either, since it may hold a password."""
    api_key: str | None = field(default=None, repr=False)
    organization: str | None = field(default=None, repr=False)
    project: str | None = field(default=None, repr=False)
    timeout_s: float = 120.0
    max_tries: int = 5
    max_reasks: int = 2
    max_tokens: int = 1024
    params: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    wait_scale: float = 1.0

    def key(self) -> dict[str, Any]:
        """Return what, beside model and prompt, an answer depends on; the base URL does not."""
        return {"max_tokens": self.max_tokens, "max_reasks": self.max_reasks, **self.params}


@dataclass(frozen=True, slots=True)
class Wait:
    """A pause that somebody watching should be told of; `seconds` from now."""

    reason: str
    seconds: float
    paper_id: str | None = None


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the runner plugs in.

    Args:
        problems: Reasons why a valid answer should be asked again; empty when all is well.
        on_wait: Called when a wait longer than a second begins.
        on_attempt: Called with the paper's id and an attempt that failed and is followed by a wait
            of a second or more, so that a ledger has it even if the wait is the end.
    """

    problems: Callable[[Any, Paper], Sequence[str]] | None = None
    on_wait: Callable[[Wait], None] | None = None
    on_attempt: Callable[[str, Attempt], None] | None = None
