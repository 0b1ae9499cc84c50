"""Noun phrases about resources: "peak memory usage and training time" names memory and speed."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotate.language.lexicon import Kind, Word
from annotate.language.words import Token
from annotate.schema import Metric

__all__ = ["Head", "Phrase", "read_phrase"]


@dataclass(frozen=True, slots=True)
class Head:
    """What a noun phrase is about; `metric` is None for quality, settings and false friends.

    `rate` says that more is better; `vague` that only an activity ("training") was named.
    """

    metric: Metric | None
    rate: bool = False
    vague: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """The heads of coordinated nouns, the token after them, and the noun of change that ended them.

    `change` is the index of "reduction", "speedup", …, else None.
    """

    heads: tuple[Head, ...]
    end: int
    change: int | None = None


_NOTHING = Head(None)
_MEASURES = (Kind.RESOURCE, Kind.QUALITY, Kind.ACTIVITY)
_FILLERS = (Kind.THE, Kind.SKIP, Kind.PLAIN)
_CHANGES = (Kind.FALL, Kind.GAIN, Kind.RISE, Kind.SPEED)
_LONGEST = 16


def read_phrase(tokens: Sequence[Token], start: int, end: int) -> Phrase:
    """Return the noun phrase that begins at token `start` and goes no further than `end`."""
    heads: list[Head] = []
    current: Head | None = None
    at, end = start, min(end, start + _LONGEST)
    while at < end:
        word = tokens[at].word
        if word.kind in _FILLERS:
            at += 1
        elif word.kind in _MEASURES or word.kind in (Kind.SETTING, Kind.FALSE):
            current = _joined(current, word, tokens[at].text)
            at += 1
        elif word.kind in _CHANGES and (word.noun or word.kind is Kind.SPEED):
            if at + 1 < len(tokens) and tokens[at + 1].kind is Kind.PLAIN:
                at += 1  # "compression methods", "acceleration hardware": not a change
                continue
            if word.metric is not None:
                current = _change(current, word)
            return Phrase(_with(heads, current), at + 1, at)
        elif word.kind in (Kind.AND, Kind.COMMA, Kind.SLASH) and current is not None:
            if not _goes_on(tokens, at + 1, end):
                break
            heads.append(current)
            current = None
            at += 1
        elif word.kind is Kind.AND and current is None and at > start and heads:
            at += 1
        else:
            break
    return Phrase(_with(heads, current), at)


def _with(heads: list[Head], last: Head | None) -> tuple[Head, ...]:
    every = tuple(heads) if last is None else (*heads, last)
    return tuple(head for head in every if not head.vague) or every


def _joined(current: Head | None, word: Word, text: str) -> Head:
    """Return the head of `current` followed by `word`: the last noun wins unless it is weak."""
    if word.kind is Kind.ACTIVITY:
        return current or Head(word.metric, True, vague=True)
    if word.kind is Kind.RESOURCE:
        if word.weak and current is not None and current.metric is not None and not current.vague:
            return Head(current.metric, word.rate)
        if word.weak and current is not None and current.metric is None:
            return current
        return Head(word.metric, word.rate)
    if word.kind is Kind.SETTING:
        return Head(word.metric, word.rate) if word.metric else _NOTHING
    if word.kind is Kind.QUALITY and text.casefold().startswith("performance"):
        return current if current is not None and not current.vague else _NOTHING
    return _NOTHING


def _change(current: Head | None, word: Word) -> Head:
    if word.weak and current is not None and not current.vague:
        return current
    return Head(word.metric, word.rate)


def _goes_on(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Tell whether another measured noun follows before anything else does."""
    if at < end and tokens[at].kind in (Kind.AND,):
        at += 1
    for token in tokens[at : min(end, at + 5)]:
        if token.kind in _MEASURES:
            return True
        if token.kind not in _FILLERS:
            return False
    return False
