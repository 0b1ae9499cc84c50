"""Numbers whose noun follows: "3x faster", "45% less memory", "2.3x the throughput"."""

import re

from annotate.language.measures import Shape
from annotate.language.frames import CHANGES, NOTHING, Frame, View, framed, sensed
from annotate.language.leftward import look_left, named_before, subject
from annotate.language.lexicon import Kind, Word
from annotate.language.phrases import Head, Phrase, read_phrase
from annotate.schema import Metric

__all__ = ["look_right"]

_SKIPPED = frozenset((Kind.SKIP,))
_COMPARATIVES = frozenset((Kind.SMALL, Kind.LARGE, Kind.LESS, Kind.MORE, Kind.BETTER, Kind.WORSE))
_FALLING = frozenset((Kind.SMALL, Kind.LESS))


def look_right(view: View) -> Frame | None:
    """Read the words after the last number; None when they don't say what it measures."""
    at = _past_aside(view, view.after)
    while view.kind(at) is Kind.SKIP or _word(view, at) == "respectively":
        at += 1
    kind = view.kind(at)
    if kind is Kind.AS:
        return _equative(view, at + 1)
    if kind in (Kind.FAST, Kind.SLOW):
        return framed(Metric.SPEEDUP, kind is Kind.FAST, view.at, at + 1, rate=True)
    if kind is Kind.REAL_TIME and view.span.quantity.low > 1:
        return framed(Metric.SPEEDUP, True, view.at, at + 1, rate=True)
    if kind in (Kind.CHEAP, Kind.DEAR):
        return framed(Metric.COST, kind is Kind.CHEAP, view.at, at + 1)
    if kind in _COMPARATIVES:
        return _comparative(view, at)
    if kind in (Kind.OF, Kind.THE) or (kind is Kind.IN and _has_sense(view)):
        return _partitive(view, at)
    if kind in CHANGES and _word(view, at).endswith("t") and _after_by(view):
        return subject(view, view.tokens[at].word, at + 1)  # "um den Faktor 5 reduziert"
    if _word(view, at) == "accelerated":
        return NOTHING  # "4x accelerated scans" are a setting
    if kind in CHANGES and not view.tokens[at].word.noun and _word(view, at).endswith("ed"):
        phrase = read_phrase(view.tokens, at + 1, len(view.tokens))
        if phrase.heads:
            return sensed(phrase.heads, view.tokens[at].word, view.at, phrase.end)
    return _compound(view, at)


def _after_by(view: View) -> bool:
    index = view.at - 1
    while view.kind(index) is Kind.THE:
        index -= 1
    return view.kind(index) is Kind.BY


def _word(view: View, at: int) -> str:
    return view.tokens[at].text.casefold() if at < len(view.tokens) else ""


def _past_aside(view: View, at: int) -> int:
    """Skip "(3x on average)" between a number and its noun."""
    if view.kind(at) is Kind.OPEN:
        for close in range(at + 1, min(len(view.tokens), at + 14)):
            if view.tokens[close].kind is Kind.CLOSE:
                return close + 1
    return at


def _equative(view: View, at: int) -> Frame | None:
    """ "3x as fast", "twice as many tokens per second", "half as much memory"."""
    kind = view.kind(at)
    if kind in (Kind.QUICK, Kind.FAST):
        return framed(Metric.SPEEDUP, view.shape is not Shape.HALF, view.at, at + 1, rate=True)
    if kind is Kind.SLOW:
        return framed(Metric.SPEEDUP, False, view.at, at + 1, rate=True)
    phrase = read_phrase(view.tokens, at + (kind is Kind.MORE), len(view.tokens))
    return _amount(view, phrase) if phrase.heads else None


def _comparative(view: View, at: int) -> Frame | None:
    """ "3x smaller", "45% less memory", "2x more energy efficient"."""
    word, after = view.tokens[at].word, at + 1
    while view.kind(after) in (Kind.AS, Kind.OF, Kind.THE):
        after += 1
    if word.kind in (Kind.MORE, Kind.LESS):
        more = word.kind is Kind.MORE
        twin = view.kind(after)
        if twin in (Kind.FAST, Kind.QUICK, Kind.SLOW):
            good = (twin is not Kind.SLOW) == more
            return framed(Metric.SPEEDUP, good, view.at, after + 1, rate=True)
        if twin in (Kind.DEAR, Kind.CHEAP):
            return framed(Metric.COST, (twin is Kind.CHEAP) == more, view.at, after + 1)
        if twin is Kind.SMALL and more:
            return _comparative(view, after)
    if word.kind is Kind.LARGE and _equals_models(view, at):
        return framed(Metric.MODEL_SIZE, True, view.at, at + 1)
    phrase = read_phrase(view.tokens, after, len(view.tokens))
    if phrase.heads and not phrase.heads[0].vague:
        return sensed(phrase.heads, word, view.at, max(phrase.end, after))
    if word.kind is Kind.SMALL:
        metric = _metric_after_than(view, at + 1) or Metric.MODEL_SIZE
        return named_before(view, word, at + 1) or framed(metric, True, view.at, at + 1)
    if word.kind in (Kind.LESS, Kind.MORE, Kind.LARGE):
        return named_before(view, word, at + 1) or _shorter(view, at) or NOTHING
    return NOTHING


def _metric_after_than(view: View, at: int) -> Metric | None:
    """Return what "smaller than the usual training sets" is the size of."""
    if view.kind(at) is not Kind.THAN:
        return None
    phrase = read_phrase(view.tokens, at + 1, len(view.tokens))
    metric = phrase.heads[0].metric if phrase.heads else None
    return metric if metric in (Metric.DATA, Metric.MEMORY) else None


_TEXTS = re.compile(
    r"(?:trace|chain|response|output|reasoning|sequence|prompt|thought|text|solution|answer|rationale)s?$",
    re.IGNORECASE,
)


def _shorter(view: View, at: int) -> Frame | None:
    """Read "traces are 35% shorter" as tokens saved."""
    if _word(view, at) != "shorter":
        return None
    near = (*range(view.clause(), view.at), *range(at + 1, min(len(view.tokens), at + 5)))
    if any(_TEXTS.match(view.tokens[index].text) for index in near):
        return framed(Metric.DATA, True, view.at, at + 1)
    return None


_EQUAL = re.compile(
    r"match|rival|outperform|surpass|equal|par$|comparable|competitive|exceed|beat|better|close",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"(?:model|network|llm|encoder|decoder|counterpart|teacher|transformer|architecture|backbone|baseline|one|competitor)s?$",
    re.IGNORECASE,
)


def _equals_models(view: View, at: int) -> bool:
    """Tell "matches 7x larger models": what the others need more is saved here."""
    start = view.clause()
    if not any(_EQUAL.match(view.tokens[index].text) for index in range(start, view.at)):
        return False
    near = range(max(start, view.at - 4), min(len(view.tokens), at + 4))
    return any(_MODEL.match(view.tokens[index].text) for index in near)


def _partitive(view: View, at: int) -> Frame | None:
    """ "15% of the energy", "2.3x the throughput", "30% in latency"."""
    kind, after = view.kind(at), at + 1
    while view.kind(after) in (Kind.THE, Kind.OF):
        after += 1
    phrase = read_phrase(view.tokens, after, len(view.tokens))
    if not phrase.heads:
        return None if kind is Kind.IN or not _has_sense(view) else look_left(view)
    if kind is Kind.IN and all(head.vague for head in phrase.heads):
        return None
    sense = _sense_around(view) if kind is Kind.IN else _sense_before(view)
    sense = sense or _sense_after(view, phrase.end)
    if sense is not None:
        return sensed(phrase.heads, sense, view.at, phrase.end)
    return None if kind is Kind.IN else _amount(view, phrase)


def _compound(view: View, at: int) -> Frame | None:
    """ "4.49x inference speedup", "45% reduction in energy", "saves 61% bandwidth"."""
    tokens = view.tokens
    phrase = read_phrase(tokens, at, len(tokens))
    if phrase.change is not None:
        word = tokens[phrase.change].word
        if word.metric is not None and _word(view, view.at - 1) in ("at", "under"):
            return Frame(last=phrase.end)
        if phrase.heads and (word.kind is Kind.SPEED or word.metric is not None):
            return sensed(phrase.heads, Word(Kind.GAIN), view.at, phrase.end)
        if phrase.heads and not phrase.heads[0].vague:
            return sensed(phrase.heads, word, view.at, phrase.end)
        for index in range(phrase.end, min(len(tokens), phrase.end + 8)):
            kind = view.kind(index)
            if kind in (Kind.IN, Kind.OF, Kind.TO) or (
                kind is Kind.ABOUT and _word(view, index) in ("on", "across")
            ):
                complement = read_phrase(tokens, index + 1, len(tokens))
                if complement.heads:
                    return sensed(complement.heads, word, view.at, complement.end)
            elif kind not in (Kind.PLAIN, Kind.THE, Kind.THAN, Kind.SKIP):
                break
        if phrase.heads:
            return sensed(phrase.heads, word, view.at, phrase.end)
        if word.kind is Kind.FALL and word.metric is None:
            found = subject(view, word, phrase.end)
            return found if found.heads else _like_previous(view, found)
        return Frame(sense=word, last=phrase.end)
    if not phrase.heads or (len(phrase.heads) == 1 and phrase.heads[0].vague):
        return None
    if len(phrase.heads) == 1 and phrase.heads[0].metric is None:
        return Frame(last=phrase.end)
    sense = view.sign or _sense_before(view) or _sense_after(view, phrase.end)
    if sense is not None:
        return sensed(phrase.heads, sense, view.at, phrase.end)
    return _amount(view, phrase)


def _like_previous(view: View, frame: Frame) -> Frame:
    """Read "75x compression and an 11x reduction over …" as two of a kind."""
    index = view.at - 1
    while view.kind(index) is Kind.THE:
        index -= 1
    before = view.previous
    if view.kind(index) is not Kind.AND or before is None or not before.heads:
        return frame
    return Frame(before.heads, before.better, before.sense, before.first, frame.last)


def _amount(view: View, phrase: Phrase) -> Frame:
    """ "only 15% of the energy", "half the cost", "4x throughput": how much it takes."""
    part = view.shape in (Shape.PERCENT, Shape.FRACTION, Shape.HALF) or view.span.quantity.low < 1
    spent = view.shape is Shape.HALF or _is_spent(view, phrase.heads)
    if (
        _word(view, phrase.end) in ("is", "are", "was", "were")
        and _word(view, phrase.end + 1) not in _KEPT
    ):
        spent = False
    if (
        phrase.heads[0].metric is Metric.MODEL_SIZE
        and not part
        and _equals_models(view, view.after)
    ):
        return framed(Metric.MODEL_SIZE, True, view.at, phrase.end)
    good = [
        (spent and not head.rate and not head.extra) if part else head.rate for head in phrase.heads
    ]
    return Frame(phrase.heads, tuple(good), None, view.at, phrase.end)


_KEPT = frozenset(
    "used needed required kept retained sufficient enough necessary updated trained stored".split()
)


def _is_spent(view: View, heads: tuple[Head, ...]) -> bool:
    index = view.at - 1
    while view.kind(index) is Kind.THE:
        index -= 1
    if view.kind(index) is Kind.AND:
        before = view.previous
        if before is not None and before.sense is None and any(before.better):
            return True
        index = next(
            (i for i in range(index, max(view.free, index - 9) - 1, -1) if view.kind(i) in _SPENT),
            index,
        )
    if view.kind(index) is Kind.ABOUT and _word(view, index) == "on":
        return any(head.metric is Metric.DATA for head in heads)
    if view.kind(index) is Kind.TO:
        trigger = view.trigger(view.clause())
        return trigger is not None and view.kind(trigger) is Kind.FALL
    return view.kind(index) in _SPENT


_SPENT = frozenset((Kind.SHARE, Kind.SPEND, Kind.AT))


def _has_sense(view: View) -> bool:
    return _sense_around(view) is not None


def _sense_around(view: View) -> Word | None:
    """Return the change told before in the clause, else that of the number before."""
    trigger = view.trigger(view.clause())
    if trigger is not None:
        return view.tokens[trigger].word
    return None if view.previous is None else view.previous.sense


_BETWEEN = frozenset((Kind.THE, Kind.SKIP, Kind.BY, Kind.OF, Kind.IN, Kind.AND, Kind.COMMA))


def _sense_before(view: View) -> Word | None:
    """Return the change that the number is the object of: "saves 61%", "a reduction of 40%"."""
    at = view.at - 1
    while at >= view.free and view.kind(at) in _BETWEEN:
        at -= 1
    if at >= view.free and view.kind(at) in CHANGES:
        return view.tokens[at].word
    if at < view.free and view.previous is not None:
        return view.previous.sense
    return None


def _sense_after(view: View, at: int) -> Word | None:
    """Return the change of "43% overheads can be reduced"."""
    for index in range(at, min(len(view.tokens), at + 4)):
        if view.kind(index) in (Kind.FALL,) and _word(view, index).endswith("ed"):
            return view.tokens[index].word
        if view.kind(index) not in (Kind.VERB, Kind.PLAIN, Kind.SPEND):
            return None
    return None
