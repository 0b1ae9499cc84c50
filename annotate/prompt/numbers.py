"""The numbers of an abstract with the words around them, for prompts that list them.

Small models lose numbers in long texts and invent claims where there are none; a list to go through
one by one prevents both. This only finds; what a number means is for the model to say, so that the
rules stay a second, independent reading.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Number", "find_numbers"]

_LONGEST = 24
_BEFORE = 10

# The look-behinds come after the first character, so that the search can leap to it.
_FIGURE = re.compile(
    r"\d(?<![\w.,].)[\d,.]*(?:\s?[–—−~-]\s?\d[\d.]*|\s?[%×x]?\s?to\s\d[\d.]*(?=\s?[%×x]))?"
    r"\s?(?:%|×(?!\s?\d)|[xX]\b(?!\s?\d)|-?\s?(?:times|percent|folds?)\b)"
    r"(?:\s?[–—-]\s?\d[\d.]*\s?[%×xX])?"
)
_SIGN_FIRST = re.compile(r"[×x](?<![\w×].)(?<!\d\s.)\s?\d[\d.]*\b")
_WORDED = re.compile(
    r"(?:(?:one|two|three|four|five|six|several|many|multiple|an?|\d+)\s)?orders?\sof\smagnitude"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)[\s-]?(?:times|fold)\b"
    r"|\b(?:twice|half|halv(?:es?|ed|ing)|doubl(?:es?|ed|ing)|tripl(?:es?|ed|ing))\b"
    r"|\b(?:one|two)[ -](?:third|quarter|fifth|tenth)s?\b",
    re.IGNORECASE,
)
_STEMS = (
    "magnitude", "times", "fold", "twice", "half", "halv", "doubl", "tripl", "third", "quarter",
    "fifth", "tenth",
)  # fmt: skip
_HEDGE = re.compile(
    r"(?:(?:up to|over|more than|at least|about|around|nearly|almost|roughly)\s)?[~≈><]?\s?\Z",
    re.IGNORECASE,
)
# Every way begins with a class of its own first characters, so that the search can leap to them.
_BREAK = re.compile(
    r"[;:!?,.()\[\]—\s](?:(?<=[;:!?,])\s|(?<=\.)\s(?=[^a-z])|(?<=[()\[\]—])\s?"
    r"|(?<=\s)(?:[()\[\]—]\s?|(?=(?:and|while|but|yet)\s[^.;]{0,80}\d)))"
)
_WORD = re.compile(r"\S+")
_LINK = re.compile(r"(?:and|while|but|yet|with|which|that)\s+", re.IGNORECASE)


class Number(NamedTuple):
    """A number as written, with its hedge, and the clause that it stands in."""

    value: str
    around: str


class _Clause(NamedTuple):
    """A clause, split once for all of its numbers; `starts` are those of its words in the text."""

    text: str
    words: list[str]
    starts: list[int]


def find_numbers(text: str) -> list[Number]:
    """Return the ratios, percentages and multiples of clean `text`, in order."""
    places = [match.span() for match in _FIGURE.finditer(text)]
    places += [match.span() for match in _SIGN_FIRST.finditer(text)]
    taken = bytearray(len(text))
    for start, end in places:
        taken[start:end] = b"\1" * (end - start)
    for start, end in _worded(text):
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            places.append((start, end))
    if not places:
        return []
    places.sort()
    cuts = [match.span() for match in _BREAK.finditer(text)]
    # Where a clause may begin, and where it may end.
    edges = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    clauses: dict[tuple[int, int], _Clause] = {}
    return [_number(text, start, end, edges, clauses) for start, end in places]


def _worded(text: str) -> Iterator[tuple[int, int]]:
    """Yield where numbers stand in words; looks only where a stem of theirs is."""
    low = text.lower()
    for stem in _STEMS:
        at = low.find(stem)
        while at >= 0:
            for match in _WORDED.finditer(text, max(0, at - 24), at + 24):
                if match.start() <= at < match.end():
                    yield match.span()
            at = low.find(stem, at + 1)


def _number(
    text: str,
    start: int,
    end: int,
    edges: tuple[list[int], list[int]],
    clauses: dict[tuple[int, int], _Clause],
) -> Number:
    hedge = _HEDGE.search(text, max(0, start - 14), start)
    value = text[hedge.start() if hedge else start : end].strip()
    left = edges[0][bisect_right(edges[0], start) - 1]
    right = edges[1][bisect_left(edges[1], end)]
    link = _LINK.match(text, left, start)
    left = link.end() if link else left
    clause = clauses.get((left, right))
    if clause is None:
        clause = clauses[left, right] = _clause(text, left, right)
    around = clause.text
    if len(clause.words) > _LONGEST:
        first = max(0, bisect_left(clause.starts, start) - _BEFORE)
        around = " ".join(clause.words[first : first + _LONGEST])
    return Number(value, around)


def _clause(text: str, left: int, right: int) -> _Clause:
    around = text[left:right].strip(" ,.;:")
    starts = [match.start() for match in _WORD.finditer(text, left, right)]
    return _Clause(around, around.split(), starts)
