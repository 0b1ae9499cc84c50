"""What the checks of one paper share: its clean text, its numbers and its places."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

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

__all__ = ["Page", "page_of", "plain", "same_number"]

_Found = TypeVar("_Found")


@dataclass(frozen=True, eq=False)
class Page:
    """One paper as the check reads it; all places are half-open in the clean abstract.

    What was once found of it is kept, since a model's reading and the rules' are checked one after
    the other and say much the same.
    """

    text: CleanText
    title: str
    _written: dict[str, str | None] = field(default_factory=dict)
    _kept: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> list[QuantitySpan]:
        """Every ratio and percentage of the abstract."""
        return find_quantities(self.text.text)

    @cached_property
    def changes(self) -> list[Quantity]:
        """What the abstract says to have gone "from a to b"."""
        return [one.quantity for one in self.numbers if one.quantity.baseline is not None]

    @cached_property
    def devices(self) -> list[DeviceMention]:
        """Every device of the abstract."""
        return find_devices(self.text.text)

    def align(self, quote: str) -> Span:
        """Return where `quote` stands in the original abstract."""
        return align(quote, self.text)

    def clean_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the clean range that shows `[start, end)` of the original."""
        if self._is_plain:
            return start, end
        return bisect_right(self.text.ends, start), bisect_left(self.text.starts, end)

    def stands(self, words: str) -> bool:
        """Say whether `words` stand, as whole words, in the abstract or the title."""
        return self.written(words) is not None

    def written(self, words: str) -> str | None:
        """Return `words` as the abstract or else the title writes them; None if neither does."""
        if words not in self._written:
            texts = (self.text.text, self.title) if self.title else (self.text.text,)
            places = ((text, first_place(words, text)) for text in texts)
            found = (text[place[0] : place[1]] for text, place in places if place)
            self._written[words] = next(found, None)
        return self._written[words]

    def mentions(self, words: str) -> bool:
        """Say whether each of `words` stands somewhere in the abstract or the title."""
        # The usual case, and quicker than to cut the text into words.
        return self.stands(words) or self._words.issuperset(split_words(plain(words))[0])

    def context(self, start: int, end: int) -> str:
        """Return the clean words of `[start, end)`, with a little around a quote that is short.

        What "and" joins it to is told from further off.
        """
        text = self.text.text
        if end - start < 40:
            joined = text.endswith(" and ", 0, start)
            start, end = max(0, start - (100 if joined else 40)), min(len(text), end + 40)
        return text[start:end]

    def sentence(self, at: int) -> tuple[int, int]:
        """Return the clean place of the sentence that holds offset `at`."""
        for place in self._sentences:
            if place[0] <= at < place[1]:
                return place
        return 0, len(self.text.text)

    def numbers_within(self, start: int, end: int) -> list[QuantitySpan]:
        """Return the ratios and percentages that stand whole within `[start, end)`."""
        return [found for found in self.numbers if start <= found.number and found.end <= end]

    def absolutes_within(self, start: int, end: int) -> list[QuantitySpan]:
        """Return the absolute figures that stand whole within `[start, end)`."""
        return [one for one in self._absolutes if start <= one.number and one.end <= end]

    def once(self, what: Callable[..., _Found], *of: Hashable) -> _Found:
        """Return `what(self, *of)`, found once."""
        key = (what, *of)
        if key not in self._kept:
            self._kept[key] = what(self, *of)
        found: _Found = self._kept[key]
        return found

    @cached_property
    def _is_plain(self) -> bool:
        return self.text.text == self.text.original

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(split_words(self.text.text)[0]) | frozenset(split_words(self.title)[0])

    @cached_property
    def _sentences(self) -> list[tuple[int, int]]:
        return sentences(self.text.text)

    @cached_property
    def _absolutes(self) -> list[QuantitySpan]:
        return find_absolutes(self.text.text)


_PLAIN = re.compile(r"[A-Za-z0-9.,:;()+/%×–]+(?:[ -][A-Za-z0-9.,:;()+/%×–]+)*")


def plain(words: str) -> str:
    """Return a few `words` as a reader sees them; without mark-up in a tenth of the time."""
    return words if _PLAIN.fullmatch(words) else clean(words).text


def page_of(paper: Paper) -> Page:
    """Return the page of `paper`; the last few are kept."""
    kept = len(paper.abstract) < _LONG
    return _page(paper.abstract, paper.title) if kept else _new_page(paper.abstract, paper.title)


_LONG = 20_000
"""What is found in longer texts isn't kept for the next check."""


def _new_page(abstract: str, title: str | None) -> Page:
    return Page(clean(abstract), clean(title).text if title else "")


_page = lru_cache(maxsize=8)(_new_page)


def same_number(one: Quantity, other: Quantity) -> bool:
    """Say whether both claim the same; of "from a to b" it is b that is claimed."""
    low = one.low if one.baseline is None else one.high
    other_low = other.low if other.baseline is None else other.high
    return one.unit == other.unit and _close(low, other_low) and _close(one.high, other.high)


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * max(1.0, abs(one), abs(other))
