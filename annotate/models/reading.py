"""One paper's conversation with a model, as far as it has come."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel

from annotate.facts import Answer, Attempt, Paper
from annotate.models.retry import Tries

__all__ = ["Reading"]


class _Kept(NamedTuple):
    """The best answer so far, and how many of its listed facts nothing is said against."""

    annotation: BaseModel
    sound: int


@dataclass(slots=True)
class Reading:
    """What was asked about a paper and what has come of it.

    `turns` are the messages of a re-ask; `raised` says that the cap on tokens was raised once.
    """

    paper: Paper
    question: str
    tries: Tries
    max_tokens: int
    sample: int = 0
    turns: list[Any] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    flags: dict[str, None] = field(default_factory=dict)
    kept: _Kept | None = None
    raised: bool = False

    def answer(self, annotation: Any, *flags: str) -> Answer:
        """Return `annotation` as what the paper gets."""
        return Answer(annotation, tuple(self.attempts), flags=(*self.flags, *flags))

    def keep(self, annotation: BaseModel, problems: int) -> None:
        """Remember the answer if it is as good as the best so far."""
        listed = sum(len(value) for _, value in annotation if isinstance(value, list))
        if self.kept is None or listed - problems >= self.kept.sound:
            self.kept = _Kept(annotation, listed - problems)

    def fallback(self, error: str) -> Answer:
        """Return the best answer that came before `error`, else the error."""
        if self.kept is not None:
            return self.answer(self.kept.annotation, "problems")
        return Answer(None, tuple(self.attempts), error, tuple(self.flags))
