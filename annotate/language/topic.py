"""What an abstract is about: programs that run, where "performance" is speed, or scores."""

from enum import IntEnum

from annotate.language.device_table import lowered
from annotate.language.vocabulary import words_of
from annotate.language.wordlists import words

__all__ = ["Topic", "topic_of"]


class Topic(IntEnum):
    """How far "performance" without another noun may be read as speed."""

    SCORES = 0
    """It is a score."""
    MIXED = 1
    """A multiple of it is speed, a percentage is a score."""
    EXECUTION = 2
    """It is speed."""


_RUNS, _RUNS_TOO = words("running_words"), words("running_too")
_SCORES = words("scoring_words")
_MANY = 4
"""So many words that may tell of running programs do, where none tells of scores."""


def topic_of(text: str) -> Topic:
    """Return the topic of clean `text` by the words of each kind that it holds."""
    known = words_of(lowered(text))
    runs, scores = len(known & _RUNS), len(known & _SCORES)
    if not runs:
        many = not scores and len(known & _RUNS_TOO) >= _MANY
        return Topic.MIXED if many else Topic.SCORES
    runs += len(known & _RUNS_TOO)
    if runs >= 2 + 2 * scores:
        return Topic.EXECUTION
    return Topic.MIXED if runs > scores else Topic.SCORES
