"""Numbers before a word that compares: "3x smaller", "45% less memory", "twice as fast"."""

import re

from annotate.language import kinds
from annotate.language.amounts import amount, equals_models
from annotate.language.counted import fewer_things, more_served, per_time
from annotate.language.frames import NOTHING, Frame, View, framed, sensed
from annotate.language.leftward import COMPRESSIBLE, named_before, subject
from annotate.language.lexicon import Word
from annotate.language.measures import Shape
from annotate.language.objects import THINGS
from annotate.language.phrases import Head, Phrase, read_phrase
from annotate.language.rivals import (
    beats,
    better_in,
    less_than_figure,
    rate_before,
    reaches_the_same,
)
from annotate.schema import Metric

__all__ = ["COMPARATIVES", "comparative", "equative"]

COMPARATIVES = frozenset(
    (kinds.SMALL, kinds.LARGE, kinds.LESS, kinds.MORE, kinds.BETTER, kinds.WORSE)
)
"""Words that compare and may have a noun of their own."""

_ENDS = frozenset((kinds.STOP, kinds.COMMA, kinds.CLOSE, kinds.THAN, kinds.SIGN))
_FURTHER = frozenset(("extra", "additional"))
_LASTS = frozenset("take takes took taking last lasts lasted runs ran dure".split())
_TAKES = frozenset("take takes took taking runs ran".split())
_NEEDING = frozenset(
    "trained_on on use using uses require requires requiring need needs needing".split()
)
_INVESTED = (Metric.DATA, Metric.COMPUTE)
_MACHINES = frozenset("gpus servers machines instances accelerators chips cpus".split())
_TEXTS = re.compile(
    r"(?:trace|chain|response|output|reasoning|sequence|prompt|thought|text|solution|answer"
    r"|rationale)s?$",
    re.IGNORECASE,
)


def equative(view: View, at: int) -> Frame | None:
    """Read "3x as fast", "twice as many tokens per second", "half as much memory" after "as"."""
    kind = view.kind(at)
    if kind in (kinds.QUICK, kinds.FAST):
        return framed(Metric.SPEEDUP, view.shape is not Shape.HALF, view.at, at + 1, rate=True)
    if kind is kinds.SLOW:
        return framed(Metric.SPEEDUP, False, view.at, at + 1, rate=True)
    if kind in (kinds.SMALL, kinds.LARGE):  # "3x as compact", "half as large"
        good = (kind is kinds.SMALL) != (view.shape is Shape.HALF)
        return framed(Metric.MODEL_SIZE, good, view.at, at + 1)
    if view.word(at) == "long" and view.word(view.back(view.at - 1, kinds.SHARE)) in _TAKES:
        part = view.shape in (Shape.HALF, Shape.FRACTION, Shape.PERCENT)
        return framed(Metric.SPEEDUP, part, view.at, at + 1)
    phrase = read_phrase(view.tokens, at + (kind is kinds.MORE), len(view.tokens))
    if phrase.heads:
        return amount(view, phrase)
    counted = kind is kinds.MORE and view.kind(at + 1) is kinds.PLAIN
    return NOTHING if counted else None  # "twice as many scenes"


def comparative(view: View, at: int) -> Frame:
    """Read "3x smaller", "45% less memory", "2x more energy efficient"; NOTHING when it can't."""
    if [view.kind(at + ahead) for ahead in range(3)] == [kinds.LARGE, kinds.AND, kinds.MORE]:
        at += 2  # "3x larger and higher throughput clusters"
    word, after = view.tokens[at].word, at + 1
    while view.kind(after) in (kinds.AS, kinds.OF, kinds.THE) or view.word(after) in _FURTHER:
        after += 1
    degree = _degree(view, word, after)
    if degree is not None:
        return degree
    if word.kind is kinds.LARGE and (larger := _larger(view, at)) is not None:
        return larger
    phrase = Phrase((), after)
    if not view.word(after).startswith("per "):  # "costs 31% less per hour"
        phrase = read_phrase(view.tokens, after, len(view.tokens))
    needed = _others_need(view, word, at, phrase)
    if needed is not None:
        return framed(needed, True, view.at, phrase.end)
    if word.kind is kinds.MORE and (rate := _rate(view, phrase, after)) is not None:
        return rate
    if phrase.heads and not phrase.heads[0].vague:
        heads = _sent(view, phrase.heads, phrase.end)
        return sensed(heads, word, view.at, max(phrase.end, after))
    if word.kind is kinds.LESS:
        counted = fewer_things(view, after)
        if counted is not None:
            return counted
    if view.kind(at + 1) is kinds.PLAIN and not _fits(view, word, at + 1):
        return NOTHING  # "3x fewer layers", "2x smaller lesions"
    if word.kind is kinds.SMALL:
        return _smaller(view, word, at)
    return NOTHING if word.kind is kinds.WORSE else _bare(view, word, at)


_SENDING = ("transmit", "send", "sent", "upload", "exchang", "communicat", "broadcast")
_MOVED = ("fetched", "read", "transferred", "moved", "transmitted", "sent", "exchanged", "shipped")


def _sent(view: View, heads: tuple[Head, ...], end: int) -> tuple[Head, ...]:
    """Return `heads`, named up to `end`, as what is sent: "transmits 14x fewer bits"."""
    near = range(max(view.free, view.at - 3), view.at)
    sent = any(view.word(index).startswith(_SENDING) for index in near)
    moved = view.word(end) in _MOVED and heads[0].metric is Metric.DATA
    if heads[0].metric not in (Metric.DATA, Metric.MODEL_SIZE) or not (sent or moved):
        return heads
    return (heads[0]._replace(metric=Metric.COMMUNICATION), *heads[1:])


def _rate(view: View, phrase: Phrase, at: int) -> Frame | None:
    """Read what is more of a rate: "3x more cases per hour", "3x more efficient in energy"."""
    if (served := more_served(view, at)) is not None:
        return served
    if phrase.heads and not phrase.heads[0].weak:
        return None
    return per_time(view, at) or _in_terms(view, phrase)


def _in_terms(view: View, phrase: Phrase) -> Frame | None:
    """Read "3x more efficient than A in terms of energy"."""
    if not phrase.heads or phrase.heads[0].metric is not Metric.SPEEDUP:
        return None
    for index in range(phrase.end, phrase.end + 7):
        if view.kind(index) is kinds.IN:
            inner = read_phrase(view.tokens, index + 1, len(view.tokens))
            if inner.heads and inner.heads[0].metric is not None and not inner.heads[0].vague:
                return framed(inner.heads[0].metric, True, view.at, inner.end)
        elif view.kind(index) not in (kinds.PLAIN, kinds.THE, kinds.THAN, kinds.SKIP, kinds.AND):
            break
    return None


def _larger(view: View, at: int) -> Frame | None:
    """Read "beats models that are 5x larger" and "takes 3x longer"."""
    if equals_models(view, at):
        return framed(Metric.MODEL_SIZE, True, view.at, at + 1)
    if view.word(at) == "longer" and "battery" in map(view.word, range(view.clause(), at + 4)):
        return framed(Metric.ENERGY, True, view.at, at + 1)
    if view.word(at) == "longer" and view.word(view.at - 1) in _LASTS:
        return framed(Metric.SPEEDUP, False, view.at, at + 1)
    return None


def _smaller(view: View, word: Word, at: int) -> Frame:
    """Read "125x smaller" of what stands before it, else of the model."""
    named = named_before(view, word, at + 1)
    if named is None and view.kind(view.at - 1) is kinds.VERB:
        named = subject(view, word, at + 1)
        if not named.heads or named.heads[0].metric not in COMPRESSIBLE:
            named = None
    other = _metric_after_than(view, at + 1)
    if other is Metric.DATA and _is_corpus(view):
        return NOTHING
    metric = other or Metric.MODEL_SIZE
    return named or framed(metric, True, view.at, at + 1)


_BEING = frozenset("is are was were remains remain".split())
_LEARNING = re.compile(
    r"(?:pre-?|re-?|fine-?)?(?:train|tun|learn|us|need|requir|label|annotat|adapt)"
)


def _is_corpus(view: View) -> bool:
    """Tell "this corpus is 100x smaller than pre-training datasets" from what training saves."""
    if view.word(view.back(view.at - 1, kinds.THE)) not in _BEING:
        return False
    return not any(_LEARNING.match(view.word(index)) for index in range(view.clause(), view.at))


def _others_need(view: View, word: Word, at: int, phrase: Phrase) -> Metric | None:
    """Return what "rivals systems trained on 20x more data" need: their need is our saving."""
    if word.kind is not kinds.MORE:
        return None
    metric = phrase.heads[0].metric if phrase.heads and not phrase.heads[0].rate else None
    labelled = None if phrase.heads else fewer_things(view, at + 1)
    if labelled is not None:
        return labelled.heads[0].metric if reaches_the_same(view, labelled.last) else None
    if metric is None:
        return None
    if metric in _INVESTED and equals_models(view, at):
        return metric if view.word(view.at - 1).replace(" ", "_") in _NEEDING else None
    return metric if reaches_the_same(view, phrase.end) else None


def _fits(view: View, word: Word, at: int) -> bool:
    """Tell whether the unknown noun after a comparison may be what we measure."""
    if word.kind is kinds.LESS:
        return _is_machine(view, at) or view.word(at - 1) == "shorter"
    if word.kind is not kinds.SMALL:
        return False
    nouns: list[str] = []
    while view.kind(at) is kinds.PLAIN and len(nouns) < 4:
        nouns.append(view.word(at))
        at += 1
    return any(THINGS.match(noun) for noun in nouns)


def _is_machine(view: View, at: int) -> bool:
    """Tell "fewer GPUs" and "fewer CPU cores"."""
    return view.word(at) in _MACHINES or (view.word(at), view.word(at + 1)) == ("cpu", "cores")


def _degree(view: View, word: Word, at: int) -> Frame | None:
    """Read "more quickly", "less expensive", "plus rapide", "más pequeño" from the second word."""
    if word.kind not in (kinds.MORE, kinds.LESS):
        return None
    kind, more = view.kind(at), word.kind is kinds.MORE
    if kind in (kinds.FAST, kinds.QUICK, kinds.SLOW):
        good = (kind is not kinds.SLOW) == more
        return framed(Metric.SPEEDUP, good, view.at, at + 1, rate=True)
    if kind in (kinds.DEAR, kinds.CHEAP):
        return framed(Metric.COST, (kind is kinds.CHEAP) == more, view.at, at + 1)
    if kind is kinds.SMALL and more:
        return comparative(view, at)
    return None


def _bare(view: View, word: Word, at: int) -> Frame:
    """Read a comparison whose noun stands before it or goes without saying."""
    if word.kind is kinds.BETTER and (named := better_in(view, at, word)) is not None:
        return named
    named = named_before(view, word, at + 1) or _than_another(view, word, at)
    if named is not None:
        return named
    if word.kind is kinds.BETTER:
        if (figure := rate_before(view, word, at + 1)) is not None:
            return figure
        return beats(view, view.at - 1) if view.kind(at + 1) in _ENDS else NOTHING
    if view.word(at) == "shorter":  # "traces are 35% shorter" saves tokens
        near = (*range(view.clause(), view.at), *range(at + 1, at + 5))
        if any(_TEXTS.match(view.word(index)) for index in near):
            return framed(Metric.DATA, True, view.at, at + 1)
        if _is_activity(view):
            return framed(Metric.SPEEDUP, True, view.at, at + 1, rate=True)
    if word.kind is kinds.LESS and (again := _as_above(view, at)) is not None:
        return again
    if word.kind is kinds.LESS and _is_machine(view, at + 1):
        return framed(Metric.COST, True, view.at, at + 2 + (view.word(at + 2) == "cores"))
    if word.kind is kinds.LESS and (figure := less_than_figure(view, word, at + 1)) is not None:
        return figure
    # "power falls from 15 W to 6 W (60% lower)", "time per image was 3x shorter"
    before = view.kind(view.back(view.before_adverb(), kinds.THE))
    alone = view.kind(at + 1) in _ENDS
    if before in (kinds.OPEN, kinds.VERB) or (before is kinds.COMMA and alone):
        return subject(view, word, at + 1)
    return NOTHING


def _is_activity(view: View) -> bool:
    """Tell "training is 40% shorter", where what is done has a length of its own."""
    verb = view.back(view.at - 1, kinds.THE)
    return view.kind(verb) is kinds.VERB and view.kind(verb - 1) is kinds.ACTIVITY


def _than_another(view: View, word: Word, at: int) -> Frame | None:
    """Read the second of "5x less memory than Alpha, and 8x less than Beta"."""
    before = view.previous
    if before is None or before.sense is None or before.sense.kind is not word.kind:
        return None
    if view.kind(at + 1) not in _ENDS or view.clause() != view.free:
        return None
    if next(view.phrases(view.free, view.at), None) is not None:
        return None
    return sensed(before.heads, word, view.at, at + 1)


_WHOLE = frozenset("total all overall sum".split())


def _as_above(view: View, at: int) -> Frame | None:
    """Read "300x fewer bytes per round …, 190x fewer in total"."""
    if view.kind(at + 1) is not kinds.IN or view.word(at + 2) not in _WHOLE:
        return None
    for index in range(view.at - 1, max(0, view.at - 40), -1):
        if view.word(index) == view.word(at) and view.kind(index - 1) is kinds.QUANTITY:
            phrase = read_phrase(view.tokens, index + 1, view.at)
            known = phrase.heads and not phrase.heads[0].vague
            word = view.tokens[at].word
            return sensed(phrase.heads, word, view.at, at + 3) if known else None
    return None


def _metric_after_than(view: View, at: int) -> Metric | None:
    """Return what "smaller than the usual training sets" is the size of."""
    if view.kind(at) is not kinds.THAN:
        return None
    phrase = read_phrase(view.tokens, at + 1, len(view.tokens))
    metric = phrase.heads[0].metric if phrase.heads else None
    return metric if metric in (Metric.DATA, Metric.MEMORY) else None
