"""What each number of a sentence says: which resource, and whether it got better.

A number is read from its own clause. Its noun stands on its right ("3x faster", "45% less memory",
"2.3x the throughput", "40% reduction in latency") or on its left ("reduces FLOPs by 30%", "a
speedup of 3x", "memory (8x)"); numbers in a list share one noun or take them in order; and a number
with no noun of its own takes that of the one before ("by 14% on A and 3% on B").
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from annotate.language.figures import QuantitySpan, Shape
from annotate.language.lexicon import Kind, Word
from annotate.language.phrases import Head, Phrase, read_phrase
from annotate.language.words import Token
from annotate.schema import Metric

__all__ = ["Reading", "read_sentence"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One number with one resource.

    `better` is False for overheads and slowdowns. The words that say so are tokens
    `[first, last)`; `at` is the token of the number itself.
    """

    span: QuantitySpan
    metric: Metric
    better: bool
    at: int
    first: int
    last: int


@dataclass(slots=True)
class _Frame:
    """How a list of numbers was understood; no heads means: not about resources."""

    heads: tuple[Head, ...] = ()
    better: tuple[bool, ...] = ()
    sense: Word | None = None
    first: int = 0
    last: int = 0
    share: bool = False


_EXACT_PREPOSITIONS = (Kind.BY, Kind.OF, Kind.TO, Kind.IN)
_CHANGES = (Kind.FALL, Kind.GAIN, Kind.RISE, Kind.SPEED, Kind.BEAT)


def read_sentence(tokens: Sequence[Token]) -> list[Reading]:
    """Return what the numbers of a sentence say; numbers about nothing we know are left out."""
    reader = _Sentence(tokens)
    return reader.read()


@dataclass(slots=True)
class _Sentence:
    tokens: Sequence[Token]
    previous: _Frame | None = None
    free: int = 0
    out: list[Reading] = field(default_factory=list)

    def read(self) -> list[Reading]:
        for group in self._groups():
            frame = self._understand(group)
            self.previous = frame
            self.free = max(frame.last, group[-1] + 1)
            self._emit(group, frame)
        return self.out

    def _groups(self) -> list[list[int]]:
        """Return lists of numbers that stand together: "5x, 3x and 2x" is one."""
        groups: list[list[int]] = []
        for at, token in enumerate(self.tokens):
            if token.kind is not Kind.QUANTITY:
                continue
            if groups and self._only_listing(groups[-1][-1] + 1, at):
                groups[-1].append(at)
            else:
                groups.append([at])
        return groups

    def _only_listing(self, start: int, end: int) -> bool:
        kinds = [token.kind for token in self.tokens[start:end]]
        return (
            0 < len(kinds) <= 3
            and all(kind in (Kind.AND, Kind.COMMA, Kind.SLASH, Kind.THE, Kind.BY) for kind in kinds)
            and kinds[0] is not Kind.THE
        )

    def _understand(self, group: list[int]) -> _Frame:
        if all(self._shape(at) is Shape.HALVES or self._shape(at) is Shape.DOUBLES for at in group):
            return self._doubling(group)
        frame = self._right(group)
        if frame is None:
            frame = self._left(group)
        return frame

    def _shape(self, at: int) -> Shape:
        quantity = self.tokens[at].quantity
        assert quantity is not None
        return quantity.shape

    # -- to the right -----------------------------------------------------------------------

    def _right(self, group: list[int]) -> _Frame | None:
        """Read the words after the last number; None when they don't say what it measures."""
        tokens, at = self.tokens, group[-1] + 1
        at = self._past_aside(at)
        while at < len(tokens) and (
            tokens[at].kind in (Kind.AS, Kind.SKIP) or tokens[at].text.casefold() == "respectively"
        ):
            at += 1
        if at >= len(tokens):
            return None
        kind = tokens[at].kind
        if kind in (Kind.FAST, Kind.SLOW):
            return self._frame(
                (Head(Metric.SPEEDUP, True),), kind is Kind.FAST, None, group[0], at + 1
            )
        if kind is Kind.REAL_TIME:
            return self._frame((Head(Metric.SPEEDUP, True),), True, None, group[0], at + 1)
        if kind in (Kind.CHEAP, Kind.DEAR):
            return self._frame((Head(Metric.COST),), kind is Kind.CHEAP, None, group[0], at + 1)
        if kind in (Kind.SMALL, Kind.LARGE, Kind.LESS, Kind.MORE, Kind.BETTER, Kind.WORSE):
            return self._comparative(group, at)
        if kind in (Kind.OF, Kind.THE) or (kind is Kind.IN and self._has_sense(group)):
            return self._partitive(group, at)
        return self._compound(group, at)

    def _past_aside(self, at: int) -> int:
        """Skip "(3x on average)" between a number and its noun."""
        if at < len(self.tokens) and self.tokens[at].kind is Kind.OPEN:
            for close in range(at + 1, min(len(self.tokens), at + 12)):
                if self.tokens[close].kind is Kind.CLOSE:
                    return close + 1
        return at

    def _comparative(self, group: list[int], at: int) -> _Frame | None:
        """ "3x smaller", "45% less memory", "2x more energy efficient"."""
        tokens = self.tokens
        word, after = tokens[at].word, at + 1
        while after < len(tokens) and tokens[after].kind in (Kind.AS, Kind.OF, Kind.THE):
            after += 1
        if after < len(tokens) and word.kind in (Kind.MORE, Kind.LESS):
            twin = tokens[after].kind
            if twin in (Kind.FAST, Kind.SLOW):
                good = (twin is Kind.FAST) == (word.kind is Kind.MORE)
                return self._frame((Head(Metric.SPEEDUP, True),), good, None, group[0], after + 1)
            if twin in (Kind.DEAR, Kind.CHEAP):
                good = (twin is Kind.CHEAP) == (word.kind is Kind.MORE)
                return self._frame((Head(Metric.COST),), good, None, group[0], after + 1)
            if twin is Kind.SMALL:
                return self._comparative(group, after)
        phrase = read_phrase(tokens, after, len(tokens))
        if not phrase.heads:
            if word.kind is Kind.SMALL:
                heads = (Head(Metric.MODEL_SIZE),)
                return self._frame(heads, True, None, group[0], at + 1)
            if word.kind in (Kind.LESS, Kind.MORE):
                sense = Word(Kind.FALL if word.kind is Kind.LESS else Kind.RISE)
                return self._nearest(group, sense, at + 1)
            return _Frame(last=at + 1)
        sense = {
            Kind.SMALL: Word(Kind.FALL), Kind.LESS: Word(Kind.FALL), Kind.MORE: Word(Kind.RISE),
            Kind.LARGE: Word(Kind.RISE), Kind.BETTER: Word(Kind.GAIN), Kind.WORSE: Word(Kind.RISE),
        }[word.kind]  # fmt: skip
        return self._sensed(phrase, sense, group[0], phrase.end)

    def _partitive(self, group: list[int], at: int) -> _Frame | None:
        """ "15% of the energy", "2.3x the throughput", "30% in latency"."""
        tokens = self.tokens
        kind, after = tokens[at].kind, at + 1
        while after < len(tokens) and tokens[after].kind in (Kind.THE, Kind.OF):
            after += 1
        phrase = read_phrase(tokens, after, len(tokens))
        if not phrase.heads:
            if kind is Kind.IN or not self._has_sense(group):
                return None
            return self._left(group)
        sense = self._sense_before(group)
        if sense is not None:
            return self._sensed(phrase, sense, group[0], phrase.end)
        if kind is Kind.IN:
            return None
        return self._amount(group, phrase, of=True)

    def _compound(self, group: list[int], at: int) -> _Frame | None:
        """ "4.49x inference speedup", "45% reduction in energy", "saves 61% bandwidth"."""
        tokens = self.tokens
        phrase = read_phrase(tokens, at, len(tokens))
        if phrase.change is not None:
            word = tokens[phrase.change].word
            if phrase.heads:
                if word.kind is Kind.SPEED or word.metric is not None:
                    return self._frame(phrase.heads, True, word, group[0], phrase.end)
                return self._sensed(phrase, word, group[0], phrase.end)
            after = phrase.end
            if after < len(tokens) and tokens[after].kind in (Kind.IN, Kind.OF, Kind.THAN, Kind.TO):
                object_ = read_phrase(tokens, after + 1, len(tokens))
                if object_.heads:
                    return self._sensed(object_, word, group[0], object_.end)
            return self._subject(group, word, phrase.end)
        if not phrase.heads:
            return None
        if any(head.metric is None for head in phrase.heads) and len(phrase.heads) == 1:
            return _Frame(last=phrase.end)
        if phrase.heads[0].vague and len(phrase.heads) == 1:
            return None
        sense = self._sense_before(group)
        if sense is not None:
            return self._sensed(phrase, sense, group[0], phrase.end)
        return self._amount(group, phrase, of=False)

    def _amount(self, group: list[int], phrase: Phrase, *, of: bool) -> _Frame:
        """ "only 15% of the energy", "half the cost", "4x throughput": how much it takes."""
        before = self.tokens[group[0] - 1].kind if group[0] else Kind.STOP
        shape = self._shape(group[0])
        quantity = self.tokens[group[0]].quantity
        assert quantity is not None
        good = []
        for head in phrase.heads:
            if shape in (Kind.RESOURCE,):
                good.append(False)
            elif shape in (Shape.PERCENT, Shape.FRACTION, Shape.HALF) or quantity.quantity.low < 1:
                spent = before in (Kind.SHARE, Kind.SPEND, Kind.AT, Kind.TO) or shape is Shape.HALF
                good.append(spent and not head.rate)
            else:
                good.append(head.rate)
        frame = _Frame(phrase.heads, tuple(good), None, group[0], phrase.end, share=True)
        return frame

    # -- to the left ------------------------------------------------------------------------

    def _bounds(self, at: int) -> int:
        """Return the first token of the clause that token `at` ends."""
        start = self.free
        for index in range(at - 1, start - 1, -1):
            if self.tokens[index].kind is Kind.STOP:
                return index + 1
        return start

    def _trigger(self, at: int, start: int) -> int | None:
        for index in range(at - 1, start - 1, -1):
            if self.tokens[index].kind in _CHANGES and self._changes(index):
                return index
        return None

    def _changes(self, index: int) -> bool:
        """Tell a change from a mere modifier ("compression methods", "acceleration hardware")."""
        word, after = self.tokens[index].word, self.tokens[index + 1].kind
        if word.metric is not None and word.kind is Kind.FALL:
            return after in (
                Kind.OF,
                Kind.BY,
                Kind.TO,
                Kind.SETTING,
                Kind.QUANTITY,
                Kind.OPEN,
                Kind.THE,
            )
        return not word.noun or after is not Kind.PLAIN

    def _has_sense(self, group: list[int]) -> bool:
        at = group[0]
        return self._trigger(at, self._bounds(at)) is not None or (
            self.previous is not None and self.previous.sense is not None
        )

    def _sense_before(self, group: list[int]) -> Word | None:
        """Return the change that the number is the object of: "saves 61%", "a reduction of 40%"."""
        at = group[0] - 1
        while at >= self.free and self.tokens[at].kind in (
            Kind.THE,
            Kind.SKIP,
            Kind.BY,
            Kind.OF,
            Kind.AND,
            Kind.COMMA,
        ):
            at -= 1
        if at >= self.free and self.tokens[at].kind in _CHANGES:
            return self.tokens[at].word
        if at < self.free and self.previous is not None:
            return self.previous.sense
        return None

    def _left(self, group: list[int]) -> _Frame:
        tokens, at = self.tokens, group[0]
        start = self._bounds(at)
        if self._is_setting(at):
            return _Frame(last=group[-1] + 1)
        trigger = self._trigger(at, start)
        if trigger is None:
            return self._without_trigger(group, start)
        word = tokens[trigger].word
        if word.kind is Kind.SPEED:
            return self._frame((Head(Metric.SPEEDUP, True),), True, word, trigger, at + 1)
        if word.kind is Kind.BEAT:
            return _Frame(sense=word, last=group[-1] + 1)
        for phrase in self._objects(trigger, at, start):
            return self._sensed(phrase, word, trigger, group[-1] + 1)
        if word.metric is not None:
            return self._frame((Head(word.metric),), True, word, trigger, at + 1)
        if word.noun and word.kind is not Kind.FALL:
            return _Frame(last=group[-1] + 1)
        return self._subject(group, word, group[-1] + 1)

    def _is_setting(self, at: int) -> bool:
        """Tell "pruning (up to 90%)" and "sparsity of 50%"."""
        index = at - 1
        while index > self.free and self.tokens[index].kind in (
            Kind.OPEN,
            Kind.OF,
            Kind.SKIP,
            Kind.THE,
        ):
            index -= 1
        word = self.tokens[index].word if index >= 0 else Word(Kind.STOP)
        before = self.tokens[index - 1].kind if index > 0 else Kind.STOP
        return word.kind is Kind.SETTING and word.metric is None and before is not Kind.SPEED

    def _objects(self, trigger: int, at: int, start: int) -> list[Phrase]:
        tokens = self.tokens
        word = tokens[trigger].word
        before = self._before(trigger, start)
        if word.noun and before is not None:
            return [before]
        index = trigger + 1
        while index < at:
            kind = tokens[index].kind
            if word.noun and tokens[index].text.casefold() in ("for", "on"):
                return []
            phrase = read_phrase(tokens, index, at)
            if phrase.heads:
                return [phrase]
            index = max(phrase.end, index) + 1
            del kind
        return [] if before is None else [before]

    def _before(self, trigger: int, start: int) -> Phrase | None:
        """Read the nouns right before a noun of change ("memory usage reduction")."""
        index = trigger
        while index > start and self.tokens[index - 1].kind in (
            Kind.RESOURCE, Kind.QUALITY, Kind.SKIP, Kind.PLAIN, Kind.ACTIVITY
        ):  # fmt: skip
            index -= 1
        phrase = read_phrase(self.tokens, index, trigger)
        return phrase if phrase.heads and not phrase.heads[0].vague else None

    def _subject(self, group: list[int], sense: Word, last: int) -> _Frame:
        """Read the noun that the clause is about ("latency drops by 40%")."""
        at = group[0]
        for index, phrase in self._phrases(self._bounds(at), at):
            return self._sensed(phrase, sense, index, last)
        return _Frame(last=last)

    def _nearest(self, group: list[int], sense: Word, last: int) -> _Frame:
        """Read the last noun before a bare comparison ("59,095 parameters (125x less)")."""
        at = group[0]
        for index, phrase in reversed(self._phrases(self._bounds(at), at)):
            return self._sensed(phrase, sense, index, last)
        return _Frame(last=last)

    def _phrases(self, start: int, end: int) -> list[tuple[int, Phrase]]:
        out, index = [], start
        while index < end:
            phrase = read_phrase(self.tokens, index, end)
            if phrase.heads and not all(head.vague for head in phrase.heads):
                out.append((index, phrase))
            index = max(phrase.end, index) + (0 if phrase.end > index else 1)
        return out

    def _without_trigger(self, group: list[int], start: int) -> _Frame:
        tokens, at = self.tokens, group[0]
        found: tuple[int, Phrase] | None = None
        index = start
        while index < at:
            phrase = read_phrase(tokens, index, at)
            if phrase.heads and not all(head.vague for head in phrase.heads):
                found = (index, phrase)
            if any(
                tokens[i].kind in (Kind.VERB, Kind.SPEND)
                for i in range(index, min(at, phrase.end + 1))
            ):
                found = found if phrase.heads else None
            index = max(phrase.end, index) + 1
        before = self.previous
        if found is not None:
            if before is not None and before.sense is not None:
                return self._sensed(found[1], before.sense, found[0], group[-1] + 1)
            heads = found[1].heads
            if (
                self._shape(at) is Shape.RATIO
                and heads[-1].rate
                and tokens[at - 1].kind in (Kind.OPEN, Kind.OF, Kind.TO, Kind.BY)
            ):
                return self._frame(heads, True, None, found[0], group[-1] + 1)
            return _Frame(last=at + 1)
        if before is None or not self._continues(start, at):
            return _Frame(last=at + 1)
        return _Frame(
            before.heads, before.better, before.sense, before.first, group[-1] + 1, before.share
        )

    def _continues(self, start: int, at: int) -> bool:
        """Tell whether only "on A and", ", and by" and the like stand between two numbers."""
        between = self.tokens[start:at]
        bad = (Kind.STOP, Kind.QUALITY, Kind.VERB, Kind.SPEND, Kind.FALSE, Kind.SHARE)
        return start == self.free and not any(token.kind in bad for token in between)

    # -- doubles and halves -----------------------------------------------------------------

    def _doubling(self, group: list[int]) -> _Frame:
        at = group[0]
        sense = Word(Kind.FALL if self._shape(at) is Shape.HALVES else Kind.RISE)
        phrase = read_phrase(self.tokens, at + 1, len(self.tokens))
        if phrase.heads:
            return self._sensed(phrase, sense, at, phrase.end)
        start = self._bounds(at)
        trigger = self._trigger(at, start)
        if trigger is not None:
            return self._left(group)
        return self._subject(group, sense, at + 1)

    # -- frames -----------------------------------------------------------------------------

    def _frame(
        self, heads: tuple[Head, ...], good: bool, sense: Word | None, first: int, last: int
    ) -> _Frame:
        return _Frame(heads, (good,) * len(heads), sense or Word(Kind.GAIN), first, last)

    def _sensed(self, phrase: Phrase, sense: Word, first: int, last: int) -> _Frame:
        good = []
        for head in phrase.heads:
            if sense.kind in (Kind.GAIN, Kind.SPEED, Kind.BEAT):
                good.append(True)
            elif head.vague:
                good.append(sense.kind is Kind.FALL)
            else:
                good.append(head.rate == (sense.kind is Kind.RISE))
        return _Frame(phrase.heads, tuple(good), sense, first, last)

    def _emit(self, group: list[int], frame: _Frame) -> None:
        pairs = list(zip(frame.heads, frame.better, strict=True))
        if not pairs:
            return
        if len(pairs) == len(group):
            chosen = [[pair] for pair in pairs]
        else:
            chosen = [pairs for _ in group]
        for at, some in zip(group, chosen, strict=True):
            span = self.tokens[at].quantity
            assert span is not None
            for head, better in some:
                if head.metric is not None:
                    first, last = min(frame.first, at), max(frame.last, at + 1)
                    self.out.append(Reading(span, head.metric, better, at, first, last))
