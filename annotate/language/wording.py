"""Compare texts word by word: numbers whole; letter case, dashes and punctuation folded."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

__all__ = ["NUMBER_WORDS", "Words", "closest_run", "split_words"]

_SCRIPTS = "⁰¹²³⁴-⁹₀-₉"
_WORD = re.compile(
    rf"\d+(?:[.,]\d+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_{_SCRIPTS}]+"
    rf"|[{_SCRIPTS}]+|[%‰×✕⨯╳]"
)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SAME = {"×": "x", "✕": "x", "⨯": "x", "╳": "x", "fold": "x", "times": "x"}
_SAME |= {"percent": "%", "pct": "%"}

NUMBER_WORDS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve fifteen sixteen twenty thirty "
    "forty fifty hundred hundreds thousand thousands million millions billion billions dozen "
    "dozens half halves halved halving quarter quarters third thirds fourth fifth tenth tenths "
    "hundredth double doubles doubled doubling triple triples tripled tripling quadruple "
    "quadruples twice thrice order orders magnitude twofold threefold fourfold fivefold "
    "tenfold".split()
)
"""Words that say how many; changing one changes the number."""

_WEIGHTY = NUMBER_WORDS | frozenset(
    "not no never without neither nor un non less more fewer except only % x ‰ than if prior "
    "previous existing baseline baselines unlike to by from up or under over above below".split()
)
_LIGHT = frozenset(
    "the a an of in on for and with is are was were be our we it its that this these which at as "
    "can also both".split()
)

Words = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]
"""Folded words, and where each starts and ends in the text."""


@lru_cache(maxsize=64)
def split_words(text: str) -> Words:
    """Return the folded words of `text` with their half-open places; punctuation is left out."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _WORD.finditer(text):
        word = match[0]
        if word[0].isdigit():
            if "," in word and _THOUSANDS.fullmatch(word):
                word = word.replace(",", "")
        else:
            word = word.casefold()
        if not word.isascii():
            word = unicodedata.normalize("NFKC", word)
        words.append(_SAME.get(word, word))
        starts.append(match.start())
        ends.append(match.end())
    return tuple(words), tuple(starts), tuple(ends)


_SKIP_LIGHT, _SKIP_HEAVY, _TYPO, _ADD = 0.5, 1.0, 0.5, 0.75
_INFINITE = float("inf")


def closest_run(quote: Sequence[str], text: Sequence[str]) -> tuple[float, int, int] | None:
    """Return `(cost, first, last)` of the run of `text` that reads most like `quote`.

    A mistyped word costs a half, a word left out a half or one, a small word put in three
    quarters. Numbers, negations and comparisons can't be changed, left out or put in, nor can any
    other word be replaced. `last` is inclusive; None when no run will do.
    """
    # Semi-global alignment: the run may begin and end anywhere in `text`.
    costs: list[tuple[float, int]] = [(0.0, at) for at in range(len(text) + 1)]
    skips = [_skip(word) for word in text]
    for word in quote:
        add = _ADD if word in _LIGHT else _INFINITE
        row: list[tuple[float, int]] = [(costs[0][0] + add, costs[0][1])]
        for at, other in enumerate(text):
            before, start = costs[at]
            best = (before + _change(word, other), start)
            above = costs[at + 1]
            if above[0] + add < best[0]:
                best = (above[0] + add, above[1])
            left = row[at]
            if left[0] + skips[at] < best[0]:
                best = (left[0] + skips[at], left[1])
            row.append(best)
        costs = row
    (cost, first), end = min((entry, at) for at, entry in enumerate(costs))
    if cost == _INFINITE or end <= first:
        return None
    return cost, first, end - 1


def _skip(word: str) -> float:
    if word in _WEIGHTY or word[0].isdigit():
        return _INFINITE
    return _SKIP_LIGHT if word in _LIGHT else _SKIP_HEAVY


@lru_cache(maxsize=4096)
def _change(word: str, other: str) -> float:
    if word == other:
        return 0.0
    if word in _WEIGHTY or other in _WEIGHTY or len(word) < 4 or len(other) < 4:
        return _INFINITE
    if word[0] != other[0] or word[0].isdigit():
        return _INFINITE
    shared = 0
    while shared < min(len(word), len(other)) and word[shared] == other[shared]:
        shared += 1
    if shared >= 4 and max(len(word), len(other)) - shared <= 3:
        return _TYPO
    allowed = 2 if len(word) >= 8 else 1
    near = OSA.distance(word, other, score_cutoff=allowed) <= allowed
    return _TYPO if near else _INFINITE
