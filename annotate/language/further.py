"""Numbers whose noun stands further off: "4x and infers 2x faster", "improves it by 20%"."""

from annotate.language import kinds
from annotate.language.frames import CHANGES, NAME, Frame, View, framed, sensed
from annotate.language.leftward import named_before
from annotate.language.lexicon import Word
from annotate.language.measures import Shape
from annotate.language.phrases import Head, read_phrase
from annotate.language.rivals import gains, less_than_figure, over_rival
from annotate.schema import Metric

__all__ = ["look_further"]

_LIGHT = frozenset((kinds.PLAIN, kinds.VERB, kinds.ACTIVITY, kinds.THE, kinds.ABOUT))
_ASKING = frozenset((kinds.GAIN, kinds.FALL))


def look_further(view: View, sense: Word | None) -> Frame | None:
    """Read on from a number that has no noun beside it; `sense` is the change known so far."""
    if sense is None and (speedup := _before_speedup(view)) is not None:
        return speedup
    if sense is None and view.kind(view.after) in _JOINTS:
        alike = _like_next(view) or _like_last(view)
        if alike is not None or view.kind(view.after) is kinds.AND:
            return alike
    return (
        _upon(view, sense)
        or _as_before(view)
        or _of_it(view)
        or _of_another(view)
        or _behind_rival(view, sense)
        or _figure_aside(view, sense)
        or over_rival(view)
        or gains(view)
    )


def _like_next(view: View) -> Frame | None:
    """Read "trains 4x and infers 2x faster"."""
    at = view.after + 1
    while view.kind(at) in _LIGHT and at < view.after + 5:
        at += 1
    quantity = view.tokens[at].quantity if view.kind(at) is kinds.QUANTITY else None
    if quantity is None or quantity.quantity.unit != "x" or view.span.quantity.unit != "x":
        return None
    good = view.kind(at + 1) is kinds.FAST
    known = good or view.kind(at + 1) is kinds.SLOW
    return framed(Metric.SPEEDUP, good, view.at, view.after, rate=True) if known else None


_BESIDE = frozenset((kinds.THE, kinds.SKIP, kinds.OF))


def _before_speedup(view: View) -> Frame | None:
    """Read the first of "brings a 1.3x end-to-end and 2.2x kernel-level speedup"."""
    if (
        view.shape is not Shape.RATIO
        or view.kind(view.back(view.at - 1, kinds.THE)) not in _GETTING
    ):
        return None
    at = view.after
    if view.kind(at) is kinds.SKIP or (view.kind(at) is kinds.PLAIN and "-" in view.word(at)):
        at += 1
    if view.kind(at) is not kinds.AND:
        return None
    at += 1
    while view.kind(at) in _BESIDE and at < view.after + 6:
        at += 1
    quantity = view.tokens[at].quantity if view.kind(at) is kinds.QUANTITY else None
    if quantity is None or quantity.shape is not Shape.RATIO:
        return None
    phrase = read_phrase(view.tokens, at + 1, at + 5)
    if phrase.change is None or view.kind(phrase.change) is not kinds.SPEED:
        return None
    return framed(Metric.SPEEDUP, True, view.at, view.after, rate=True)


_GETTING = (kinds.VERB, kinds.OF)


def _like_last(view: View) -> Frame | None:
    """Read the first of "latency is 3x, the energy 2x and the area 4x lower"."""
    at, nouns = view.after, 0
    while at < view.after + _LONGEST:
        kind = view.kind(at)
        if kind is kinds.QUANTITY:
            if not nouns:
                return None
            if view.kind(at + 1) in (kinds.LESS, kinds.MORE, kinds.BETTER):
                return named_before(view, view.tokens[at + 1].word, view.after)
            nouns = 0
        elif kind is kinds.RESOURCE:
            nouns += 1
        elif kind not in _ELLIPTIC:
            return None
        at += 1
    return None


_LONGEST = 16
_ELLIPTIC = (kinds.AND, kinds.COMMA, kinds.THE, kinds.SKIP, kinds.PLAIN, kinds.ACTIVITY)


def _upon(view: View, sense: Word | None) -> Frame | None:
    """Read "improvements of over 50% on the convergence speed"."""
    if view.word(view.after) not in ("on", "sur"):
        return None
    trigger = view.trigger(view.clause())
    said = range(view.back(view.at - 1, kinds.OF, kinds.PLAIN, kinds.THE), view.at)
    if any(view.kind(index) is kinds.QUALITY for index in said):
        return None  # "enhances the model to an accuracy of 97% on our data"
    if trigger is not None:
        sense = view.tokens[trigger].word
    elif sense is None and view.previous is not None:
        sense = view.previous.sense
    if sense is None or sense.kind not in _ASKING:
        return None
    phrase = read_phrase(view.tokens, view.after + 1, len(view.tokens))
    if not phrase.heads or any(head.metric is None or head.vague for head in phrase.heads):
        return None
    return sensed(phrase.heads, sense, view.at, phrase.end)


def _behind_rival(view: View, sense: Word | None) -> Frame | None:
    """Read "a reduction of 17% compared to the medium preset in encoding time"."""
    at = view.after
    if sense is None or sense.kind not in _ASKING or view.kind(at) is not kinds.THAN:
        return None
    while view.kind(at) in _RIVALS and at < view.after + _NEAR:
        at += 1
    if view.kind(at) is not kinds.IN:
        return None
    phrase = read_phrase(view.tokens, at + 1, len(view.tokens))
    if not phrase.heads or any(head.metric is None or head.vague for head in phrase.heads):
        return None
    return sensed(phrase.heads, sense, view.at, phrase.end)


_RIVALS = frozenset((kinds.THAN, kinds.PLAIN, kinds.THE, kinds.SKIP, kinds.FALSE))
_NEAR = 9


def _figure_aside(view: View, sense: Word | None) -> Frame | None:
    """Read "takes 37 ms, down from 112 ms (3.0x)", whose unit says what fell."""
    if sense is None or sense.kind is not kinds.FALL or view.kind(view.at - 1) is not kinds.OPEN:
        return None
    return less_than_figure(view, sense, view.after)


def _as_before(view: View) -> Frame | None:
    """Read "a 6x improvement in exchange time, and a 16% improvement at 1536 nodes"."""
    joint = view.back(view.at - 1, kinds.THE)
    noun = view.after
    while view.kind(noun) is kinds.THE:
        noun += 1
    last, first = noun + 1, view.at
    if not _is_asking(view, noun):
        first = view.back(joint, kinds.VERB, kinds.AT, kinds.THE, kinds.BY, kinds.OF)
        if not _is_asking(view, first):
            return None
        noun, last = first, view.after  # "compared to zlib the saving is 29%"
    elif view.kind(joint) not in _JOINTS:
        return None
    if view.kind(last) in (kinds.IN, kinds.OF, kinds.PLAIN):
        return None
    return _repeated(view, view.tokens[noun].word, first, last)


def _is_asking(view: View, at: int) -> bool:
    word = view.tokens[at].word if 0 <= at < len(view.tokens) else None
    return word is not None and word.noun and word.kind in _ASKING


def _repeated(view: View, word: Word, first: int, last: int) -> Frame | None:
    """Return what the number before measures, if `word` can be said of it; else a time told."""
    before = view.previous
    falls = word.kind is kinds.FALL
    if before is not None and before.heads and before.sense is not None:
        fits = falls == (before.sense.kind in (kinds.FALL, kinds.LESS, kinds.SMALL))
        return Frame(before.heads, before.better, word, first, last) if fits else None
    if falls and any(view.word(index) in _TIMES for index in range(view.clause(), first)):
        return framed(Metric.SPEEDUP, True, first, last)  # "from 3 hours to 14 minutes, a 12x …"
    return None


_TIMES = frozenset("ms s sec seconds second min minutes minute hours hour h days day weeks".split())
_JOINTS = (kinds.AND, kinds.COMMA)
_IT = frozenset("it them this these".split())
_SIZES = frozenset("kb mb gb tb kib mib gib kilobytes megabytes gigabytes".split())


def _of_it(view: View) -> Frame | None:
    """Read "shrinking it by 96% to 0.1 MB", "decreases the time … and improves it by 20%"."""
    trigger = view.trigger(view.clause())
    if trigger is None or view.kind(trigger) not in CHANGES or view.tokens[trigger].word.noun:
        return None
    passive = view.kind(trigger - 1) is kinds.VERB and view.word(trigger - 2) in _IT
    if not passive and view.word(trigger + 1) not in _IT:
        return None
    heads = _sized(view) or _named_before(view, trigger)
    return sensed(heads, view.tokens[trigger].word, trigger, view.after) if heads else None


def _of_another(view: View) -> Frame | None:
    """Read "Alpha 的推理速度提升65倍, Beta 提升23倍", where another name changes alike."""
    before, at = view.previous, view.at - 1
    if before is None or not before.heads or before.sense is None or view.clause() != view.free:
        return None
    while at > view.free and view.kind(at) in (kinds.BY, kinds.VERB):
        at -= 1
    if view.tokens[at].word != before.sense or at < view.free + 1:
        return None
    named = NAME.match(view.tokens[at - 1].text) and view.kind(at - 1) is kinds.PLAIN
    joined = all(view.kind(index) in _JOINTS for index in range(view.free, at - 1))
    near = view.tokens[at].start - view.tokens[at - 1].end < 2
    alone = view.kind(view.after) not in (kinds.PLAIN, kinds.IN, kinds.OF, kinds.RESOURCE)
    if not (named and joined and near and alone):
        return None
    return Frame(before.heads, before.better, before.sense, at, view.after)


def _sized(view: View) -> tuple[Head, ...]:
    """Tell by "to 0.1 MB" that something has a size."""
    to = view.kind(view.after) is kinds.TO
    units = (view.word(index) for index in range(view.after + 1, view.after + 4))
    return (Head(Metric.MODEL_SIZE),) if to and not _SIZES.isdisjoint(units) else ()


def _named_before(view: View, end: int) -> tuple[Head, ...]:
    if view.previous is not None and view.previous.heads:
        return view.previous.heads
    found: tuple[Head, ...] = ()
    for _, phrase in view.phrases(max(0, end - 40), end - 1):
        found = phrase.heads
    return found
