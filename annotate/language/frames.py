"""What a list of numbers was understood to measure, and the sentence as seen from one number."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from annotate.language import kinds
from annotate.language.lexicon import Kind, Word
from annotate.language.measures import QuantitySpan, Shape
from annotate.language.phrases import Head, Phrase, read_phrase
from annotate.language.words import Token, quantity_of
from annotate.schema import Metric

__all__ = ["CHANGES", "COMPARISONS", "NAME", "NOTHING", "Frame", "View", "framed", "sensed"]

CHANGES = frozenset((kinds.FALL, kinds.GAIN, kinds.RISE, kinds.SPEED, kinds.BEAT))
"""Words that tell of a change by themselves."""

NAME = re.compile(r"[A-Za-z]*[A-Z]\w*(?:['’-]\w+)*$")
"""Matches a word that is written as a name."""

COMPARISONS = frozenset(
    (kinds.FAST, kinds.SLOW, kinds.SMALL, kinds.LESS, kinds.MORE, kinds.BETTER, kinds.CHEAP)
)
"""Words that compare."""


class Frame(NamedTuple):  # a tuple is made in half the time of a dataclass
    """How a list of numbers was understood; no heads means: not about resources.

    Attributes:
        heads: What is measured.
        better: For each head, whether the number is in favour of it.
        sense: The word of change, which numbers that follow may share.
        first: First token that says so.
        last: The token after the last one that says so.
    """

    heads: tuple[Head, ...] = ()
    better: tuple[bool, ...] = ()
    sense: Word | None = None
    first: int = 0
    last: int = 0


NOTHING = Frame()
_GOOD = Word(kinds.GAIN)
_UP = frozenset((kinds.RISE, kinds.MORE, kinds.LARGE))
_AWAY = frozenset((kinds.GAIN, kinds.SPEED, kinds.BEAT, kinds.BETTER))


def framed(metric: Metric, good: bool, first: int, last: int, *, rate: bool = False) -> Frame:
    """Return a frame of one metric that needs no noun ("faster", "cheaper")."""
    return Frame((Head(metric, rate),), (good,), _GOOD if good else None, first, last)


def sensed(heads: Sequence[Head], sense: Word, first: int, last: int) -> Frame:
    """Return a frame of `heads` that change as `sense` says: less of a cost is better."""
    good = []
    for head in heads:
        if sense.kind in _AWAY or sense.kind is kinds.WORSE:
            good.append(sense.kind is not kinds.WORSE)
        elif sense.kind is kinds.FALL and sense.rate:
            good.append(True)
        elif head.vague:
            good.append(sense.kind in (kinds.FALL, kinds.LESS, kinds.SMALL))
        else:
            good.append(head.rate == (sense.kind in _UP))
    return Frame(tuple(heads), tuple(good), sense, first, last)


@dataclass(slots=True)
class View:
    """A sentence from the place of one list of numbers.

    Attributes:
        tokens: The words of the whole sentence.
        group: The tokens of the numbers in the list.
        free: The first token that no earlier number has used.
        previous: How the list before it was understood.
        ours: Words that mean the paper's own method after "than".
        at: The token of the first number.
        after: The token after the last number.
        span: The first number.
        shape: Its shape.
    """

    tokens: Sequence[Token]
    group: Sequence[int]
    free: int
    previous: Frame | None
    ours: frozenset[str] = frozenset()
    at: int = field(init=False)
    after: int = field(init=False)
    span: QuantitySpan = field(init=False)
    shape: Shape = field(init=False)
    _count: int = field(init=False)
    _clause: int | None = field(init=False)

    def __post_init__(self) -> None:
        self.at, self.after = self.group[0], self.group[-1] + 1
        self.span = quantity_of(self.tokens[self.at])
        self.shape = self.span.shape
        self._count, self._clause = len(self.tokens), None

    @property
    def sign(self) -> Word | None:
        """Return what a plus or minus right before the number says."""
        sign = self.tokens[self.at].sign
        return None if not sign else Word(kinds.RISE if sign == "+" else kinds.FALL)

    def kind(self, index: int) -> Kind:
        """Return the kind of a token, STOP beyond both ends."""
        return self.tokens[index].kind if 0 <= index < self._count else kinds.STOP

    def word(self, index: int) -> str:
        """Return the word at a token in lower case, "" beyond both ends."""
        return self.tokens[index].text.casefold() if 0 <= index < self._count else ""

    def back(self, index: int, *passed: Kind) -> int:
        """Return the first token from `index` leftwards that is of none of `passed`."""
        while index >= 0 and self.kind(index) in passed:
            index -= 1
        return index

    def before_adverb(self) -> int:
        """Return the token before the number, or before the adverb of "is typically 3x"."""
        at = self.at - 1
        adverb = self.kind(at) is kinds.PLAIN and self.word(at).endswith("ly")
        return at - 1 if adverb and self.kind(at - 1) is kinds.VERB else at

    def is_place(self, index: int) -> bool:
        """Tell the "in" of "the tool in Toolbox-2" from that of "in robustness"."""
        return self.kind(index) is kinds.IN and not self.tokens[index + 1].text.islower()

    def past_aside(self, at: int) -> int:
        """Return the token behind the "(3x on average)" at `at`, else `at`."""
        if self.kind(at) is kinds.OPEN:
            for close in range(at + 1, at + _LONGEST_ASIDE):
                if self.kind(close) is kinds.CLOSE:
                    return close + 1
        return at

    def clause(self) -> int:
        """Return the first token of the clause that the number stands in."""
        if self._clause is None:
            first, stop = self.free, kinds.STOP
            for index in range(self.at - 1, first - 1, -1):
                if self.tokens[index].kind is stop and not self._is_aside(index):
                    first = index + 1
                    break
            self._clause = first
        return self._clause

    def _is_aside(self, stop: int) -> bool:
        """Tell "reduces cost without versioning by 21%" from a clause of its own."""
        if self.word(stop) not in _WITHOUT:
            return False
        between = {self.kind(index) for index in range(stop + 1, self.at)}
        return self.kind(self.at - 1) is kinds.BY and between <= _LIGHT

    def trigger(self, start: int, end: int | None = None) -> int | None:
        """Return the last word of change in `[start, end)`, else of comparison.

        Without `end` the number is where the search ends.
        """
        compared = None
        for index in range((self.at if end is None else end) - 1, start - 1, -1):
            kind = self.tokens[index].kind
            if kind in CHANGES and self._changes(index):
                return index
            if compared is None and kind in COMPARISONS:
                compared = index
        return compared

    def _changes(self, index: int) -> bool:
        """Tell a change from a mere modifier ("compression methods", "acceleration hardware")."""
        word, after = self.tokens[index].word, self.kind(index + 1)
        if word.metric is not None and word.kind is kinds.FALL and word.noun:
            return after in _AFTER_COMPRESSION
        if not word.noun or after is not kinds.PLAIN:
            return True
        # "Alpha decreases GPU memory" has a verb.
        return self.word(index).endswith("creases") and self.kind(index - 1) is not kinds.THE

    def phrases(self, start: int, end: int) -> Iterator[tuple[int, Phrase]]:
        """Yield the noun phrases between two tokens that name more than an activity."""
        index = start
        while index < end:
            phrase = read_phrase(self.tokens, index, end)
            if phrase.heads and not all(head.vague for head in phrase.heads):
                yield index, phrase
            index = max(phrase.end, index + 1)


_LONGEST_ASIDE = 14
_WITHOUT = frozenset(("without", "sans", "sin", "ohne"))
_LIGHT = frozenset((kinds.PLAIN, kinds.THE, kinds.BY, kinds.SKIP, kinds.ACTIVITY))
_AFTER_COMPRESSION = frozenset(
    (kinds.OF, kinds.BY, kinds.TO, kinds.SETTING, kinds.QUANTITY, kinds.OPEN, kinds.THE)
)
