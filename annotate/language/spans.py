"""Find the words of a quote in a text, and a number in its quote."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate

from rapidfuzz import fuzz

from annotate.facts import Evidence
from annotate.language.latex import CleanText, clean
from annotate.language.wording import NUMBER_WORDS, closest_run, split_words

__all__ = ["Span", "align", "cuts_number", "find_value", "first_place", "similar_run"]

# Measured by tests/bench/fuzzy_cutoff.py on 141 abstracts: at 80 and 0.2 quotes with mistyped words
# are found in 98 %, with small words left out in 77 %, with a long word left out in 90 %; of 463
# false quotes (a number, a comparison, a noun exchanged, or another abstract's) none is found. The
# words' cost decides; the cut-off only spares the work, and from 85 on it loses good quotes.
FUZZY_CUTOFF = 80.0
FUZZY_COST = 0.2
_MOST_WORDS = 120
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SAME_SIGNS = str.maketrans("–—−‐‑∼≈“”‘’", "-----~~\"\"''")
_PLURAL = re.compile(r"(?:s|es)? ")
_BETWEEN = frozenset("% x to and from by a of".split())
_UNITS = frozenset("% x ‰ orders order of magnitude".split())


@dataclass(frozen=True, slots=True)
class Span:
    """Where a quote stands: `[start, end)` in code points of the original text.

    Both ends are None when the quote stands nowhere (missing) or more than once (ambiguous).
    """

    evidence: Evidence
    start: int | None = None
    end: int | None = None


_MISSING = Span(Evidence.MISSING)
_AMBIGUOUS = Span(Evidence.AMBIGUOUS)


def align(quote: str, text: str | CleanText) -> Span:
    """Return where `quote`, in its original or its clean form, stands in the original of `text`.

    Exact means that the slice equals the quote; normalised that only mark-up, letter case,
    punctuation or blanks differ; fuzzy that words are mistyped or left out, but no number is.

    >>> align("4x", "4x smaller and 4x faster").evidence.value
    'ambiguous'
    """
    if not quote:
        return _MISSING
    original = text if isinstance(text, str) else text.original
    start = original.find(quote)
    if start >= 0:
        again = original.find(quote, start + 1) >= 0
        return _AMBIGUOUS if again else Span(Evidence.EXACT, start, start + len(quote))
    cleaned = clean(text) if isinstance(text, str) else text
    for words in dict.fromkeys((quote, clean(quote).text)):
        start = cleaned.text.find(words) if words else -1
        if start >= 0:
            again = cleaned.text.find(words, start + 1) >= 0
            return _AMBIGUOUS if again else _span(cleaned, start, start + len(words), quote)
    return _find_words(clean(quote).text, cleaned, quote)


def _span(text: CleanText, start: int, end: int, quote: str) -> Span:
    left, right = text.original_span(start, end)
    same = text.original[left:right] == quote
    return Span(Evidence.EXACT if same else Evidence.NORMALISED, left, right)


def _find_words(quote: str, text: CleanText, given: str) -> Span:
    needle = split_words(quote)[0]
    words, starts, ends = split_words(text.text)
    if not needle or len(needle) > len(words) + 3:
        return _MISSING
    sought, hay = f" {' '.join(needle)} ", f" {' '.join(words)} "
    place = hay.find(sought)
    if place >= 0:
        if hay.find(sought, place + 1) >= 0:
            return _AMBIGUOUS
        first = hay.count(" ", 0, place + 1) - 1
        last = first + len(needle) - 1
    elif joined := _find_joined(needle, words):
        first, last = joined
    else:
        return _find_similar(quote, text)
    start, end = _with_signs(quote, text.text, starts[first], ends[last])
    return _span(text, start, end, given)


def _find_joined(needle: tuple[str, ...], words: tuple[str, ...]) -> tuple[int, int] | None:
    """Return the first and last word of the one run that reads as `needle` without its blanks.

    So "speed-up" finds "speedup"; the run must have the same numbers.
    """
    sought, hay = "".join(needle), "".join(words)
    place = hay.find(sought)
    if place < 0 or len(sought) < 6 or hay.find(sought, place + 1) >= 0:
        return None
    begins = list(accumulate((len(word) for word in words), initial=0))
    first, after = bisect_left(begins, place), bisect_left(begins, place + len(sought))
    if begins[first] != place or begins[after] != place + len(sought):
        return None
    numbers = [word for word in words[first:after] if word[0].isdigit()]
    if numbers != [word for word in needle if word[0].isdigit()]:
        return None
    return first, after - 1


def _with_signs(quote: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the punctuation around `[start, end)` that the quote has too (">72x", "(5x)")."""
    _, starts, ends = split_words(quote)
    before = quote[: starts[0]].translate(_SAME_SIGNS)
    after = quote[ends[-1] :].translate(_SAME_SIGNS)
    while before and start and text[start - 1].translate(_SAME_SIGNS) == before[-1]:
        before, start = before[:-1], start - 1
    while after and end < len(text) and text[end].translate(_SAME_SIGNS) == after[0]:
        after, end = after[1:], end + 1
    return start, end


def _find_similar(quote: str, text: CleanText) -> Span:
    found = similar_run(quote, text.text)
    if found is None:
        return _MISSING
    start, end = found
    rest = f"{text.text[:start]}{' ' * (end - start)}{text.text[end:]}"
    if similar_run(quote, rest):
        return _AMBIGUOUS
    left, right = text.original_span(start, end)
    return Span(Evidence.FUZZY, left, right)


def similar_run(
    quote: str, text: str, *, cutoff: float = FUZZY_CUTOFF, cost: float = FUZZY_COST
) -> tuple[int, int] | None:
    """Return the half-open place in clean `text` of the run that `quote` misspells, or None.

    `cutoff` is the least partial ratio (0 to 100) of the letters, `cost` the most that words may
    cost (see `closest_run`) per word of the quote.
    """
    needle = split_words(quote)[0]
    if not 3 <= len(needle) <= _MOST_WORDS:
        return None
    folded = text.lower()
    if len(folded) != len(text):  # a letter whose small form is longer would shift the offsets
        folded = text
    near = fuzz.partial_ratio_alignment(quote.lower(), folded, score_cutoff=cutoff)
    if near is None:
        return None
    margin = 20 + len(quote) // 4
    low = max(0, near.dest_start - margin)
    words, starts, ends = split_words(text[low : near.dest_end + margin])
    run = closest_run(needle, words)
    if run is None or run[0] > cost * len(needle):
        return None
    start, end = low + starts[run[1]], low + ends[run[2]]
    return None if cuts_number(text, start, end) else (start, end)


def cuts_number(text: str, start: int, end: int) -> bool:
    """Say whether `[start, end)` begins or ends within a number of `text` ("5x" of "15x")."""
    return any(
        match.start() < edge < match.end()
        for edge in (start, end)
        for match in _NUMBER.finditer(text, max(0, edge - 20), edge + 20)
    )


def find_value(value: str, quote: str) -> tuple[int, int] | None:
    """Return where the number of `value` stands in `quote`, None when it doesn't.

    Numbers are compared whole and with their units, hedges aside: "5x" isn't in "15x" or "5%",
    nor "3%" in "0.3%"; "about 5×" is in "5 times". The range is half-open, in `quote` as given.
    """
    text = clean(quote)
    words, starts, ends = split_words(text.text)
    number = _number_words(split_words(clean(value).text)[0])
    if not number:
        return None
    for first in range(len(words)):
        last = _matches(number, words, first)
        if last is not None and not _sticks(text.text, number[-1], ends[last]):
            return text.original_span(starts[first], ends[last])
    return None


def _number_words(words: tuple[str, ...]) -> tuple[str, ...]:
    counts = [at for at, word in enumerate(words) if word[0].isdigit() or word in NUMBER_WORDS]
    if not counts:
        return ()
    end = counts[-1] + 1
    while end < len(words) and words[end] in _UNITS:
        end += 1
    return words[counts[0] : end]


def _matches(number: tuple[str, ...], words: tuple[str, ...], first: int) -> int | None:
    """Return the last word of `number` in `words` from `first` on, units and "to" apart."""
    at, last = first, None
    for word in number:
        while at < len(words) and words[at] != word and last is not None and words[at] in _BETWEEN:
            at += 1
        if at >= len(words) or words[at] != word:
            if last is not None and word in ("to", "and"):
                continue
            return None
        last, at = at, at + 1
    return last


def _sticks(text: str, unit: str, end: int) -> bool:
    # "2x2 kernel" and "128×128 array" hold no factor.
    return unit == "x" and text[end : end + 1].isdigit()


def first_place(words: str, text: str) -> tuple[int, int] | None:
    """Return where `words` first stand as whole words in clean `text`; a plural counts.

    Letter case, punctuation and blanks may differ ("KV cache" in "KV-caches").
    """
    if not words:
        return None
    at = text.find(words)
    while at >= 0:
        if _is_whole(words, text, at):
            return at, at + len(words)
        at = text.find(words, at + 1)
    needle = split_words(words if "\\" not in words else clean(words).text)[0]
    if not needle:
        return None
    found, starts, ends = split_words(text)
    sought, hay = f" {' '.join(needle)}", f" {' '.join(found)} "
    place = hay.find(sought)
    while place >= 0:
        if _PLURAL.match(hay, place + len(sought)):
            first = hay.count(" ", 0, place + 1) - 1
            return starts[first], ends[first + len(needle) - 1]
        place = hay.find(sought, place + 1)
    joined = _find_joined(needle, found)
    return (starts[joined[0]], ends[joined[1]]) if joined else None


def _is_whole(words: str, text: str, at: int) -> bool:
    if at and words[0].isalnum() and _continues(text[at - 1]):
        return False
    if not words[-1].isalnum():
        return True
    end = at + len(words)
    if text[end : end + 1] == "s" and words[-1].isalpha():
        end += 1
    return not _continues(text[end : end + 1])


def _continues(neighbour: str) -> bool:
    # No blanks part words in Chinese and Japanese.
    return neighbour.isalnum() and neighbour < "⺀"
