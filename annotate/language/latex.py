"""Render LaTeX, Markdown, HTML entities and odd Unicode as plain text with an offset map."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import overload

from annotate.language import markup, tex
from annotate.language.scanner import Pair, Scanner

__all__ = ["CleanText", "Offsets", "clean"]

_HANDLERS = markup.HANDLERS | tex.HANDLERS
_CLEANED = 192
"""Texts that are remembered: an answer is checked long after its question was written."""


class Offsets(Sequence[int]):
    """One end of every clean character's original range, kept as a few runs instead of a list.

    A run starts at clean offset `firsts[k]`; when `ends[k]` is negative its characters stand one
    by one from `starts[k]` on, else all of them came from `[starts[k], ends[k])`.
    """

    __slots__ = ("_ends", "_firsts", "_length", "_right", "_starts")

    def __init__(
        self, runs: tuple[list[int], list[int], list[int]], length: int, *, right: bool
    ) -> None:
        self._firsts, self._starts, self._ends = runs
        self._length, self._right = length, right

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError(f"clean offset {index} of {self._length}")
        run = bisect_right(self._firsts, index) - 1
        if self._ends[run] < 0:
            return self._starts[run] + index - self._firsts[run] + self._right
        return self._ends[run] if self._right else self._starts[run]


@dataclass(frozen=True, slots=True)
class CleanText:
    """What a reader sees, and where each character of it stands in the original.

    Character `i` of `text` came from `[starts[i], ends[i])` of `original`, in code points.
    `pairs` holds where each mark-up that has two halves opens and where it has closed.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    original: str
    pairs: tuple[Pair, ...] = field(default=(), repr=False)
    same: bool = field(default=False, repr=False)
    """Whether every character stands at its own offset in the original, for itself alone."""

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open original range of the clean range `[start, end)`.

        Mark-up at the edges is taken in where its other half stands inside, so that the slice is
        balanced where it can be. An empty range gives an empty range.
        """
        if self.same and start < end:
            return start, end
        if start >= end:
            at = self.starts[start] if start < len(self.text) else len(self.original)
            return at, at
        left, right = self.starts[start], self.ends[end - 1]
        if not self.pairs:
            return left, right
        lowest = self.ends[start - 1] if start else 0
        highest = self.starts[end] if end < len(self.text) else len(self.original)
        out_left, out_right = left, right
        for opened, closed in self.pairs:
            if lowest <= opened < left < closed <= right:
                out_left = min(out_left, opened)
            elif left <= opened < right < closed <= highest:
                out_right = max(out_right, closed)
        return out_left, out_right


@lru_cache(maxsize=_CLEANED)
def clean(original: str) -> CleanText:
    """Return `original` as a reader sees it; never raises, in time linear in its length.

    White space is folded to single blanks and trimmed; text without mark-up stays as it is.
    The last texts are remembered, because the readings of one paper all start from here.

    >>> clean(r"a $4.49\\times$ speedup").text
    'a 4.49× speedup'
    """
    scan = Scanner(original)
    scan.run(_HANDLERS, markup.other)
    text = "".join(scan.parts)
    runs = (scan.firsts, scan.starts, scan.ends)
    return CleanText(
        text,
        Offsets(runs, len(text), right=False),
        Offsets(runs, len(text), right=True),
        original,
        tuple(scan.pairs),
        not scan.pairs and original.startswith(text) and _is_identity(*runs),
    )


def _is_identity(firsts: list[int], starts: list[int], ends: list[int]) -> bool:
    spans = zip(starts, ends, strict=True)
    return firsts == starts and all(end < 0 or end == start + 1 for start, end in spans)
