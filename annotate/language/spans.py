"""Find the words of a quote in a text, and a number in its quote."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from rapidfuzz import fuzz

from annotate.facts import Evidence
from annotate.language.latex import CleanText, clean

__all__ = ["Span", "align", "cuts_number", "find_value"]

FUZZY_CUTOFF = 88.0

_DASHES = "‐‑‒–—―−﹣－"
_TABLE = {ord(c): "-" for c in _DASHES}
_TABLE |= {ord(c): "'" for c in "‘’‚‛′`´"} | {ord(c): '"' for c in "“”„‟″«»"}
_TABLE |= {ord(c): "x" for c in "×✕⨯╳∗"} | {ord(c): "~" for c in "∼≈≃～"}
_TABLE |= {ord(c): None for c in "*$\\{}_`\u200b\u00ad"}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


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

    Exact means that the slice equals the quote, normalised that only mark-up, letter case, kinds
    of dashes and quotation marks or blanks differ, fuzzy that words are mistyped or left out, but
    no number is.

    >>> align("4x", "4x smaller and 4x faster")
    Span(evidence=<Evidence.AMBIGUOUS: 'ambiguous'>, start=None, end=None)
    """
    original = text if isinstance(text, str) else text.original
    if not quote:
        return _MISSING
    start = original.find(quote)
    if start >= 0:
        if original.find(quote, start + 1) >= 0:
            return _AMBIGUOUS
        return Span(Evidence.EXACT, start, start + len(quote))
    cleaned = clean(text) if isinstance(text, str) else text
    words = clean(quote).text
    if not words:
        return _MISSING
    return _find(words, cleaned, quote) or _find_normalised(words, cleaned)


def _find(words: str, text: CleanText, quote: str) -> Span | None:
    start = text.text.find(words)
    if start < 0:
        return None
    if text.text.find(words, start + 1) >= 0:
        return _AMBIGUOUS
    left, right = text.original_span(start, start + len(words))
    same = text.original[left:right] == quote
    return Span(Evidence.EXACT if same else Evidence.NORMALISED, left, right)


def _find_normalised(words: str, text: CleanText) -> Span:
    needle, _ = _normalised(words)
    if not needle:
        return _MISSING
    hay, places = _normalised(text.text)
    start = hay.find(needle)
    if start >= 0:
        if hay.find(needle, start + 1) >= 0:
            return _AMBIGUOUS
        left, right = text.original_span(places[start], places[start + len(needle) - 1] + 1)
        return Span(Evidence.NORMALISED, left, right)
    return _MISSING


def _normalised(text: str) -> tuple[str, list[int]]:
    """Return `text` folded for comparison, and the offset in `text` of each of its characters."""
    out: list[str] = []
    places: list[int] = []
    for at, char in enumerate(text):
        if char.isspace():
            continue
        for folded in unicodedata.normalize("NFKC", char).casefold().translate(_TABLE):
            out.append(folded)
            places.append(at)
    return "".join(out), places


def cuts_number(text: str, start: int, end: int) -> bool:
    """Say whether `[start, end)` begins or ends within a number of `text` ("5x" of "15x")."""
    return any(
        match.start() < edge < match.end()
        for edge in (start, end)
        for match in _NUMBER.finditer(text, max(0, edge - 20), edge + 20)
    )


def find_value(value: str, quote: str) -> tuple[int, int] | None:
    """Return where the number of `value` stands in `quote`, None when it doesn't.

    Numbers are compared whole: "5x" isn't in "15x", nor "3%" in "0.3%".
    """
    at = quote.find(value)
    while at >= 0:
        if not cuts_number(quote, at, at + len(value)):
            return at, at + len(value)
        at = quote.find(value, at + 1)
    return None


_ = (fuzz, Counter)
