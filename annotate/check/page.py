"""What the checks of one paper share: its clean text, its numbers and its places."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache

from annotate.facts import Paper
from annotate.language.hardware import DeviceMention, find_devices
from annotate.language.latex import CleanText, clean
from annotate.language.quantities import (
    Quantity,
    QuantitySpan,
    find_absolutes,
    find_quantities,
)
from annotate.language.spans import Span, align, first_place
from annotate.language.wording import split_words
from annotate.language.words import sentences

__all__ = ["Page", "numbers_of", "page_of", "same_number"]


@dataclass(frozen=True, slots=True)
class Page:
    """One paper as the check reads it; all places are half-open in the clean abstract."""

    text: CleanText
    title: str

    @property
    def numbers(self) -> list[QuantitySpan]:
        """Every ratio and percentage of the abstract."""
        return numbers_of(self.text.text)

    @property
    def devices(self) -> list[DeviceMention]:
        """Every device of the abstract."""
        return _devices(self.text.text)

    def align(self, quote: str) -> Span:
        """Return where `quote` stands in the original abstract."""
        return align(quote, self.text)

    def clean_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the clean range that shows `[start, end)` of the original."""
        if self.text.text == self.text.original:
            return start, end
        return bisect_right(self.text.ends, start), bisect_left(self.text.starts, end)

    def stands(self, words: str) -> bool:
        """Say whether `words` stand, as whole words, in the abstract or the title."""
        return first_place(words, self.text.text) is not None or (
            bool(self.title) and first_place(words, self.title) is not None
        )

    def mentions(self, words: str) -> bool:
        """Say whether each of `words` stands somewhere in the abstract or the title."""
        if self.stands(words):  # the usual case, and quicker than to cut the text into words
            return True
        said = _words(self.text.text) | _words(self.title)
        return said.issuperset(split_words(clean(words).text)[0])

    def context(self, start: int, end: int) -> str:
        """Return the clean words of `[start, end)`, with a little around a quote that is short."""
        text = self.text.text
        if end - start < 40:
            start, end = max(0, start - 40), min(len(text), end + 40)
        return text[start:end]

    def sentence(self, at: int) -> tuple[int, int]:
        """Return the clean place of the sentence that holds offset `at`."""
        places = _sentences(self.text.text)
        return next((one for one in places if one[0] <= at < one[1]), (0, len(self.text.text)))

    def numbers_within(self, start: int, end: int) -> list[QuantitySpan]:
        """Return the ratios and percentages that stand whole within `[start, end)`."""
        return [found for found in self.numbers if start <= found.number and found.end <= end]

    def absolutes_within(self, start: int, end: int) -> list[QuantitySpan]:
        """Return the absolute figures that stand whole within `[start, end)`."""
        found = _absolutes(self.text.text)
        return [one for one in found if start <= one.number and one.end <= end]


def page_of(paper: Paper) -> Page:
    """Return the page of `paper`."""
    return Page(clean(paper.abstract), clean(paper.title).text if paper.title else "")


@lru_cache(maxsize=16)
def numbers_of(text: str) -> list[QuantitySpan]:
    """Return every ratio and percentage of clean `text`; the last few texts' are kept."""
    return find_quantities(text)


@lru_cache(maxsize=16)
def _words(text: str) -> frozenset[str]:
    return frozenset(split_words(text)[0])


@lru_cache(maxsize=16)
def _absolutes(text: str) -> list[QuantitySpan]:
    return find_absolutes(text)


@lru_cache(maxsize=16)
def _sentences(text: str) -> list[tuple[int, int]]:
    return sentences(text)


@lru_cache(maxsize=16)
def _devices(text: str) -> list[DeviceMention]:
    return find_devices(text)


def same_number(one: Quantity, other: Quantity) -> bool:
    """Say whether both claim the same; of "from a to b" it is b that is claimed."""
    low = one.low if one.baseline is None else one.high
    other_low = other.low if other.baseline is None else other.high
    return one.unit == other.unit and _close(low, other_low) and _close(one.high, other.high)


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * max(1.0, abs(one), abs(other))
